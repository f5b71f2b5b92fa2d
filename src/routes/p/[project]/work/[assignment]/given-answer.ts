import type { OwnAnswer } from '$lib/components/studies/judging/assignment-page.ts';
import type { Blind, BlindAssignment, BlindItem } from '$lib/studies/judging/blind/blind.ts';
import { answerGiven } from './answer-given.ts';

/** Answer of the person on an item so far, committed or not: the page fills its form with it. */
export const givenAnswer = (open: Blind<BlindAssignment>, item: BlindItem): OwnAnswer => ({
  answer: answerGiven(open, item),
  label: item.verdict?.label ?? null,
  basis: item.basis,
  note: (item.draft ?? item.verdict)?.note ?? '',
  passages: (item.draft ?? item.verdict)?.passages ?? []
});

export function standsOf(open: Blind<BlindAssignment>, id: string): OwnAnswer | null {
  const item = open.items.find((one) => one.id === id);
  return item ? givenAnswer(open, item) : null;
}
