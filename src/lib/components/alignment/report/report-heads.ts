import type { WithoutItems } from '../../../alignment/items/items.ts';
import type { Procedure } from '../../../alignment/procedure/procedure.ts';
import { sampledUnequally } from '../../../alignment/procedure/warnings.ts';
import type { AlignmentReport } from '../../../alignment/report/report.ts';
import { metricOf } from '../../../alignment/units/metric.ts';
import {
  breakdownHead,
  candidatesHead,
  checksHead,
  choiceHead,
  eitherHead,
  errorsHead,
  issuesHead,
  pairsHead,
  preferencesHead,
  ratersHead,
  strataHead,
  type HeadlineWords
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

/** Heads over pairs of people and judges. */
export const pairHeads = (report: ShownReport, words: HeadlineWords) => ({
  raters: ratersHead(singleJudges(report), report.humans.pooled.agreement, words),
  pairs: pairsHead(
    report.humans.pooled.agreement,
    report.judgePairs.map(({ agreement }) => agreement),
    report.method.short,
    words
  ),
  either: eitherHead(
    report.either.map(({ bothWrong }) => bothWrong),
    words
  ),
  preferences: preferencesHead(report.preferences.n, report.preferences.judges, words)
});

/** Heads over where one candidate falls short and how each judge is biased. @param place Of the candidate; null for none */
export function partHeads(
  report: ShownReport,
  { breakdown, judges }: Procedure,
  place: number | null,
  words: HeadlineWords
) {
  const candidate = place === null ? null : report.candidates[place]!;
  const { cells } = metricOf(report.method.scale);
  return {
    errors: candidate
      ? errorsHead(candidate.confusion, candidate.sensitivity, candidate.specificity, cells, words)
      : '',
    strata: candidate ? strataHead(candidate.strata, words) : '',
    breakdown: breakdown ? breakdownHead(breakdown.categories, breakdown.queries, words) : '',
    checks: checksHead(judges, words)
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
  { open, chosen }: { open: number | null; chosen: number | null },
  words: HeadlineWords
) => ({
  choice: choiceHead(procedure, words),
  candidates: candidatesHead(
    report.candidates.map(({ common }) => common),
    report.method.target,
    sampledUnequally(report),
    words
  ),
  issues: issuesHead(report.issues, chosen === null ? null : report.candidates[chosen]!, words),
  ...pairHeads(report, words),
  ...partHeads(report, procedure, open, words)
});
