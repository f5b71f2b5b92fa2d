import type { StudyAlignment } from '$lib/alignment/report.server.ts';
import type { Choice } from '$lib/components/alignment/AdoptForm.svelte';
import { byAgreement, compared } from '$lib/components/alignment/candidate-order.ts';
import { candidateValue } from '$lib/components/alignment/candidate-value.ts';
import { ensembleInFewWords } from '$lib/components/alignment/rater-names.ts';

/** What the form of a decision offers: the candidates that have figures, the one that agrees most first. */
export function decisionForm({ report, header, inputHash }: StudyAlignment) {
  const { recommendation, candidates } = report;
  const choices: Choice[] = compared(byAgreement(candidates), candidates)
    .map((place) => candidates[place]!)
    .filter(({ agreement }) => agreement.value !== null)
    .map((candidate) => ({
      value: candidateValue(candidate),
      name: ensembleInFewWords(candidate, report.judges),
      common: {
        value: candidate.common.value,
        low: candidate.common.low,
        high: candidate.common.high,
        n: candidate.common.n
      }
    }));
  return {
    choices,
    chosen: recommendation.best === null ? null : candidateValue(candidates[recommendation.best]!),
    metric: header.study.metric,
    seen: inputHash,
    caution: cautions[recommendation.standing]
  };
}

const cautions: Record<StudyAlignment['report']['recommendation']['standing'], string | null> = {
  reached: null,
  'few-queries': 'The target is reached, but on too few queries for intervals to be reliable.',
  'not-shown': 'No candidate reaches the target with its whole interval.',
  'below-target': 'Every candidate is below the target.',
  'no-interval': 'The items come from one query, so that no interval can be given.',
  'nothing-to-compare': 'There is nothing to compare yet.'
};
