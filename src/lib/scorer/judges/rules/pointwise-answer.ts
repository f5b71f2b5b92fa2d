import type { IssuesFound, MetricRules } from '../../metric-rules.ts';
import type { PenaltyTable } from '../../metric.ts';
import type { Sample } from '../../sample.ts';
import { scoreOf } from '../../protocols/penalties.ts';
import { readReport } from '../../report/read-report.ts';
import { countNoun } from './reading/finding.ts';
import { type UncitedNumber, uncitedNumbers } from './numbers/uncited-numbers.ts';

const explained = ({ kind, numbers }: UncitedNumber): string => {
  const shown = numbers
    .slice(0, 3)
    .map((number) => `“${number}”`)
    .join(', ');
  return kind === 'row'
    ? `A table row gives ${shown} without a citation in the row, its header, its caption or next to the table.`
    : `A statement gives ${shown} without a citation in its sentence or after it in its paragraph.`;
};

/**
 * Verdict of code on a list of issues: the findings of the metric's rule. Without a rule it abstains wholly. Of claims without a
 * citation it sees the numeric ones only: it lists those and abstains from the count.
 *
 * @param penalties The metric's own table, for the largest count that matters
 */
export function pointwiseAnswer(
  { query, report }: Pick<Sample, 'query' | 'report'>,
  { issues: rule, abstains }: MetricRules = {},
  penalties?: PenaltyTable
): IssuesFound {
  if (typeof rule === 'function') return rule(report.markdown, query.text);
  if (rule === undefined)
    return {
      issues: [],
      abstains: abstains ?? 'Whether the report has such issues takes reading for meaning, which is beyond code.'
    };
  const found = uncitedNumbers(readReport(report.markdown).structure, query.text);
  const atMost = penalties
    ? `, so the score is at most ${scoreOf(penalties, found.length)} by the metric’s own table`
    : '';
  return {
    issues: found.map((one) => ({ quotes: [one.quote], explanation: explained(one) })),
    abstains:
      found.length === 0
        ? 'No numeric claim without a citation was found; whether the other claims have one takes a reader.'
        : `${countNoun(found.length, 'numeric claim')} without a citation${atMost}; whether the other claims have one takes a reader.`
  };
}

/** A direct rating takes a reader. */
export const ratingAnswer = (): { abstains: string } => ({
  abstains: 'A rating of the whole report takes reading for meaning, which is beyond code.'
});
