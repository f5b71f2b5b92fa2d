import type { Page } from '../page.ts';
import { capped, contentHash, MAX_CHARACTERS, oneLine, tidy } from './reading/page-text.ts';

/** A page whose text a person pasted or uploaded because it could not be fetched. */
export const suppliedPage = (supplied: { url: string; text: string; title: string | null; at: number }): Page => {
  const { text, note } = capped(tidy(supplied.text), MAX_CHARACTERS);
  const words = 'its text was supplied by a person';
  return {
    url: supplied.url,
    outcome: text === '' ? 'unreadable' : 'ok',
    note: text === '' ? 'the text that was supplied is empty' : note === null ? words : `${words}; ${note}`,
    status: null,
    finalUrl: null,
    title: oneLine(supplied.title),
    text: text === '' ? null : text,
    contentHash: text === '' ? null : contentHash(text),
    origin: 'person',
    at: supplied.at
  };
};
