import { rejectionOf } from '$lib/alignment/adoption/adoptions.server.ts';
import { canEscalate } from '$lib/alignment/ensembles/escalation.ts';
import { outcomes } from '$lib/alignment/units/outcomes.ts';
import { placeOfChosen } from '$lib/alignment/ensembles/shown-candidates.ts';
import type { StudyProcedure } from '$lib/alignment/procedure/procedure.server.ts';
import type { Choice } from '$lib/components/alignment/adoption/AdoptForm.svelte';
import { byAgreement, comparedPlaces } from '$lib/alignment/ensembles/candidate-order.ts';
import { candidateValue } from '$lib/components/alignment/candidate-value.ts';
import { sampledUnequally } from '$lib/alignment/procedure/warnings.ts';
import { metricWordIn } from '$lib/scorer/suites/metric-words.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { ensembleInFewWordsIn } from '$lib/alignment/report/ensemble-in-words.ts';

/** Choices of the form of a decision: the candidates that have figures, the one with the highest agreement first. */
export function adoptionForm(asked: StudyProcedure, language: string) {
  const { report, header, procedure, procedureHash } = asked;
  // Of the figures that gates are computed from.
  const unequal = sampledUnequally(report);
  const candidates = report.candidates.map((one) => (unequal ? { ...one, common: one.weighted } : one));
  const choices: Choice[] = comparedPlaces(byAgreement(candidates), candidates)
    .map((place) => candidates[place]!)
    .filter(({ agreement }) => agreement.value !== null)
    .map((candidate) => {
      const { value, low, high, n } = candidate.common;
      return {
        value: candidateValue(candidate),
        name: ensembleInFewWordsIn(language, candidate, report.judges),
        agreement: { value, low, high, n }
      };
    });
  const place = placeOfChosen(report, procedure);
  const rejected = rejectionOf(header.study.metric);
  return {
    outcomes: outcomes.filter(
      (one) => one !== 'adopt-with-escalation' || canEscalate(report.method.scale, report.judges.length)
    ),
    choices,
    chosen: place === null ? null : candidateValue(candidates[place]!),
    metric: metricWordIn(language, header.study.metric),
    seen: procedureHash,
    recommended: procedure.verdict.outcome,
    rejected: rejected && libraryTextIn(language)(rejected)
  };
}
