import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { type PageOutcome, pageOutcomes } from '../../scorer/page.ts';

type OutcomeWords = Words<Messages['pageOutcome']>;
type SourceWords = Words<Messages['sourceVerdicts']>;

/** Labels of units in words for people. */

export const shownOutcome = (outcome: PageOutcome | null, words: OutcomeWords): string =>
  words.outcome({ outcome: outcome ?? 'not-fetched' });

export const sourceWords = (label: string | null, words: SourceWords, outcomes: OutcomeWords): string => {
  const outcome = pageOutcomes.find((one) => one === label);
  return outcome ? shownOutcome(outcome, outcomes) : words.source({ label: label ?? '' });
};

export const claimWords = (label: string | null, words: SourceWords): string => words.claim({ label: label ?? '' });

/** Several judges on one unit: once if they say the same, else each with its name. */
export const together = (verdicts: readonly { judge: string }[], words: readonly string[]): string =>
  new Set(words).size === 1
    ? (words[0] ?? '')
    : verdicts.map(({ judge }, at) => `${judge}: ${words[at] ?? ''}`).join(' · ');
