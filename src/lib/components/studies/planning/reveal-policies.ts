import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { revealPolicies, type RevealPolicy } from '../../../studies/planning/study-input.ts';

type RevealWords = Words<Messages['revealPolicies']>;

/** A policy by its name, its meaning, and shortly. */
export function revealInWords(policy: RevealPolicy, words: RevealWords) {
  return { label: words.label({ policy }), means: words.means({ policy }), short: words.short({ policy }) };
}

/** The policies in the order in which they are offered. */
export const offeredPolicies = (words: RevealWords) =>
  revealPolicies.map((value) => ({ value, ...revealInWords(value, words) }));
