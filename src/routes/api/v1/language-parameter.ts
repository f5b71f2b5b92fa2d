import { z } from 'zod';
import { languageNamed, offeredLanguages } from '$lib/messages/languages.ts';

const tags = offeredLanguages.map(({ tag }) => tag) as [string, ...string[]];

/** `language` of a document that is downloaded; English if absent, whatever the account's pages are in. */
export const languageParameter = {
  language: z
    .preprocess((tag) => (typeof tag === 'string' ? (languageNamed(tag) ?? tag) : tag), z.enum(tags))
    .default('en')
    .describe('Language of HTML, Markdown, LaTeX and SVG files.')
};
