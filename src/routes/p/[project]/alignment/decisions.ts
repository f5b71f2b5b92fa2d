import type { Adoption } from '$lib/alignment/adoptions.server.ts';
import type { Validity } from '$lib/alignment/adoptions.ts';
import { ensembleByName } from '$lib/components/alignment/rater-names.ts';
import type { ShownDecision } from '$lib/components/alignment/DecisionCard.svelte';

interface Numbered {
  id: string;
  number: number;
  name: string;
}

/** A decision as pages show it; `validity` is that of the one in force, null for those before it. */
export function shownDecision(
  adoption: Adoption,
  studies: readonly Numbered[],
  validity: Validity | null
): ShownDecision {
  const { ensemble, figures } = adoption;
  const { candidate, people } = figures;
  const figure = candidate.common.value === null ? candidate.agreement : candidate.common;
  const study = studies.find(({ id }) => id === adoption.studyId);
  return {
    id: adoption.id,
    ensemble: ensembleByName(
      ensemble.judges.map(({ spec }) => spec),
      ensemble.rule
    ),
    reason: adoption.reason,
    by: adoption.decidedByName,
    at: adoption.decidedAt,
    study: study ? { number: study.number, name: study.name } : null,
    agreement: { value: figure.value, low: figure.low, high: figure.high, n: figure.n, clusters: figure.clusters },
    people: { value: people.equal.value, low: people.equal.low, high: people.equal.high },
    judges: ensemble.judges.map(({ spec, fingerprint }) => ({ spec, fingerprint })),
    prompt: ensemble.prompt,
    changed: validity === null ? null : validity.changed
  };
}
