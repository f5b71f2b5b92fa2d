import type { ItemAnswer } from '$lib/components/studies/judging/assignment-page.ts';
import type { Blind, BlindAssignment, BlindItem } from '$lib/studies/judging/blind/blind.ts';
import type { AskedDimensions } from '$lib/studies/planning/asked-dimensions.ts';
import type { PartialPoints } from '$lib/studies/judging/drafts.ts';
import { CANNOT_JUDGE, kindByName } from '$lib/studies/kinds/index.ts';

/** A field for each dimension asked for, with the points as far as they are given. */
const pointsIn = (
  { list }: AskedDimensions,
  given: Readonly<Record<string, number | null>> | undefined
): PartialPoints => Object.fromEntries(list.map(({ name }) => [name, given?.[name] ?? null]));

/** Content of the form of an item when the page opens: its draft, else its committed answer. */
export function answerGiven(open: Blind<BlindAssignment>, { verdict, revision, draft }: BlindItem): ItemAnswer {
  const { kind, dimensions, multiSelect } = open.study;
  const from = draft ?? verdict;
  const texts = Array.from({ length: open.beside.length + 1 }, (_, i) => i);
  const ranks = kindByName(kind, open.study.metric.name).places !== undefined;
  const oneKey = !ranks && !dimensions && !multiSelect && draft?.label !== CANNOT_JUDGE;
  // If one key is the whole answer, taking it back leaves no choice, though the draft still names it. A choice that could not be
  // committed stands.
  const takenBack = oneKey && verdict === null && revision > 0;
  const chosen = takenBack ? null : ((oneKey ? (draft?.label ?? verdict?.label) : from?.label) ?? null);
  const ranked = ranks && chosen !== CANNOT_JUDGE ? chosen?.split(',').map(Number) : undefined;
  const places = draft && draft.places.length > 0 ? draft.places : (ranked ?? []);
  return {
    chosen,
    reason: from?.reason ?? null,
    acceptable: from?.acceptable ?? [],
    places: ranks ? texts.map((i) => places[i] ?? null) : [],
    points: dimensions ? texts.map((i) => pointsIn(dimensions, from?.points?.[i])) : []
  };
}
