import { messagesIn } from '$lib/messages/words.ts';

const acts = [
  'started',
  'paused',
  'resumed',
  'settings',
  'reassigned',
  'reopened',
  'reworded',
  'drawn',
  'noted',
  'answered'
] as const;
type Act = (typeof acts)[number];

/** Confirmation of the act before the page: one sentence, or null if it was just opened. */
export function toldAt({ url, locals }: { url: URL; locals: { language: string } }): string | null {
  const done = acts.find((one) => one === url.searchParams.get('done'));
  return done ? messagesIn(locals.language, 'roundTold').told({ done }) : null;
}

/** The same page after something was done there. */
export const doneAt = (url: URL, done: Act): string => `${url.pathname}?done=${done}`;
