import type { Answer } from '$lib/components/studies/answer.ts';
import type { Points } from '$lib/components/studies/bench-assignment.ts';
import type { Blind, BlindAssignment } from '$lib/studies/blind.ts';
import { CANNOT_JUDGE } from '$lib/studies/kinds/index.ts';

const noPoints: Points = { granularity: null, insight: null, critique: null, evidence: null, density: null };

/** What the form holds of an item when the page opens. */
export function answerGiven(open: Blind<BlindAssignment>, { verdict }: BlindAssignment['items'][number]): Answer {
  const texts = open.beside.length === 0 ? 0 : open.beside.length + 1;
  const ranks = open.study.kind === 'ranking';
  const chosen = verdict?.label ?? null;
  const given = ranks && chosen !== CANNOT_JUDGE ? (chosen?.split(',').map(Number) ?? []) : [];
  const each = Array.from({ length: texts }, (_, i) => i);
  return {
    chosen,
    acceptable: verdict?.acceptable ?? [],
    places: ranks ? each.map((i) => given[i] ?? null) : [],
    points: open.study.dimensions ? each.map((i) => ({ ...(verdict?.points?.[i] ?? noPoints) })) : []
  };
}
