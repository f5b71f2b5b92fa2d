import type { WithoutItems } from '../../../alignment/items/items.ts';
import type { Procedure } from '../../../alignment/procedure/procedure.ts';
import type { AlignmentReport } from '../../../alignment/report/report.ts';
import { metricOf } from '../../../alignment/units/metric.ts';
import {
  breakdownHead,
  candidatesHead,
  checksHead,
  eitherHead,
  errorsHead,
  issuesHead,
  pairsHead,
  preferencesHead,
  ratersHead,
  strataHead
} from './headlines.ts';

/** A report as pages get it: the items behind its figures stay on the server. */
export type ShownReport = WithoutItems<AlignmentReport>;

/** Each judge alone with single people, as people are compared with one another. */
export const singleJudges = ({ candidates }: Pick<ShownReport, 'candidates'>) =>
  candidates.flatMap(({ rule, name, withOnePerson }, place) =>
    rule === 'single' && withOnePerson.n > 0
      ? [{ name, figure: withOnePerson, path: `candidates.${place}.withOnePerson` }]
      : []
  );

/** What the page of the choice says first. */
export const choiceHead = ({ selection }: Pick<Procedure, 'selection'>): string =>
  selection.candidates.length > 1 ? 'Uncertainty of the selection among the candidates' : 'There is one candidate';

/** Heads over pairs of people and judges. */
export const pairHeads = (report: ShownReport) => ({
  raters: ratersHead(singleJudges(report), report.humans.pooled.agreement),
  pairs: pairsHead(
    report.humans.pooled.agreement,
    report.judgePairs.map(({ agreement }) => agreement),
    report.method.short
  ),
  either: eitherHead(report.either.map(({ bothWrong }) => bothWrong)),
  preferences: preferencesHead(report.preferences.n, report.preferences.judges)
});

/** Heads over where one candidate falls short and how each judge is biased. @param place Of the candidate; null for none */
export function partHeads(report: ShownReport, { breakdown, judges }: Procedure, place: number | null) {
  const candidate = place === null ? null : report.candidates[place]!;
  const { cells } = metricOf(report.method.scale);
  return {
    errors: candidate ? errorsHead(candidate.confusion, candidate.sensitivity, candidate.specificity, cells) : '',
    strata: candidate ? strataHead(candidate.strata) : '',
    breakdown: breakdown ? breakdownHead(breakdown.categories, breakdown.queries) : '',
    checks: checksHead(judges)
  };
}

/**
 * Every head of the report's first page.
 *
 * @param open Place of the candidate that is looked into
 * @param chosen Place of the one that the procedure chose
 */
export const reportHeads = (
  report: ShownReport,
  procedure: Procedure,
  { open, chosen }: { open: number | null; chosen: number | null }
) => ({
  choice: choiceHead(procedure),
  candidates: candidatesHead(
    report.candidates.map(({ common }) => common),
    report.method.target
  ),
  issues: issuesHead(report.issues, chosen === null ? null : report.candidates[chosen]!),
  ...pairHeads(report),
  ...partHeads(report, procedure, open)
});
