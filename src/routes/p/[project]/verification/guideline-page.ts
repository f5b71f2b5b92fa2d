import { loadTypesetter } from '$lib/scorer/report/html/typeset.ts';
import type { Db } from '$lib/server/db/client.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { readGuideline } from '$lib/verification/rounds/guidelines.server.ts';
import type { VerificationReader } from '$lib/verification/rounds/round.server.ts';
import { labelledIn, renderedNow } from '../../../rendered.ts';

// Loaded with the first page that shows a guideline.
await loadTypesetter();

/** A guideline as HTML; the numbers of its blocks, which only reports need, are left out. */
export const guidelineHtml = (language: string, markdown: string): string =>
  labelledIn(language, renderedNow(markdown).html).replaceAll(/ (?:id|data-n)="[^"]*"/g, '');

/** The text of the form that writes a guideline, and the newest version when its page was opened. */
export const guidelineTyped = (form: FormData): { markdown: string; seen: number | null } => ({
  markdown: String(form.get('markdown') ?? ''),
  seen: Number(form.get('seen')) || null
});

/** The guideline that a page of work shows on a key, with the address of its page. */
export function guidelineFor(db: Db, grant: VerificationReader, slug: string, number: number, language: string) {
  const text = number === 0 ? null : readGuideline(db, grant, number);
  return {
    number,
    html: text ? guidelineHtml(language, text.markdown) : `<p>${messagesIn(language, 'workPlace').noGuideline}</p>`,
    href: `/p/${slug}/verification/guideline?version=${number}`
  };
}
