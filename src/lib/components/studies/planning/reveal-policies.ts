import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { revealPolicies, type RevealPolicy } from '../../../studies/planning/study-input.ts';

type RevealWords = Words<Messages['revealPolicies']>;

const variants = {
  'after-report': 'afterReport',
  'at-end': 'atEnd',
  'on-difference': 'onDifference',
  never: 'never'
} as const satisfies Record<RevealPolicy, string>;

/** A policy by its name, its meaning, and shortly. */
export function revealInWords(policy: RevealPolicy, words: RevealWords) {
  const chosen = { policy: variants[policy] };
  return { label: words.label(chosen), means: words.means(chosen), short: words.short(chosen) };
}

/** The policies in the order in which they are offered. */
export const offeredPolicies = (words: RevealWords) =>
  revealPolicies.map((value) => ({ value, ...revealInWords(value, words) }));
