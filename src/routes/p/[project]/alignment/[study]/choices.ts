import { rejectionOf } from '$lib/alignment/adoption/adoptions.server.ts';
import { sameEnsemble, type JudgeEnsemble } from '$lib/alignment/ensembles/ensembles.ts';
import type { AlignmentReport } from '$lib/alignment/report/report.ts';
import type { StudyProcedure } from '$lib/alignment/procedure/procedure.server.ts';
import type { Choice } from '$lib/components/alignment/adoption/AdoptForm.svelte';
import { byAgreement, comparedPlaces } from '$lib/alignment/ensembles/candidate-order.ts';
import { candidateValue } from '$lib/components/alignment/candidate-value.ts';
import { ensembleInFewWords } from '$lib/alignment/report/rater-names.ts';

/** Place among the report's candidates of the ensemble that the procedure chose; null where there is none. */
export function chosenPlace({ report, procedure: { selection } }: StudyProcedure): number | null {
  const chosen: JudgeEnsemble | null = selection.chosen === null ? null : selection.candidates[selection.chosen]!;
  const place = chosen === null ? -1 : report.candidates.findIndex((one) => sameEnsemble(one, chosen));
  return place < 0 ? null : place;
}

/** What the form of a decision offers: the candidates that have figures, the one that agrees most first. */
export function adoptionForm(asked: StudyProcedure) {
  const { report, header, procedure, procedureHash } = asked;
  const { candidates } = report;
  const choices: Choice[] = comparedPlaces(byAgreement(candidates), candidates)
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
  const place = chosenPlace(asked);
  return {
    choices,
    chosen: place === null ? null : candidateValue(candidates[place]!),
    metric: header.study.metric,
    seen: procedureHash,
    recommended: procedure.verdict.outcome,
    rejected: rejectionOf(header.study.metric)
  };
}

/** The place of the candidate that an address asks for; null where it asks for none that there is. */
export function askedPlace(text: string | null, report: AlignmentReport): number | null {
  const place = text !== null && /^\d{1,4}$/.test(text) ? Number(text) : -1;
  return place in report.candidates ? place : null;
}

/** What the page of the choice says first. */
export const choiceHead = (candidates: number): string =>
  candidates > 1 ? 'How sure the choice among the candidates is' : 'There is one candidate';
