import type { IssuesFound, MetricRules } from '../../metric-rules.ts';
import type { PenaltyTable } from '../../metric.ts';
import type { Sample } from '../../sample.ts';
import { scoreOf } from '../../protocols/penalties.ts';
import { readReport } from '../../report/read-report.ts';
import { type UncitedNumber, uncitedNumbers } from './numbers/uncited-numbers.ts';
import { ruleWords } from './reading/rule-words.ts';

const explained = ({ kind, numbers }: UncitedNumber): string => {
  const given = numbers
    .slice(0, 3)
    .map((number) => `“${number}”`)
    .join(', ');
  return kind === 'row' ? ruleWords.uncitedRow({ given }) : ruleWords.uncitedStatement({ given });
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
    return { issues: [], abstains: abstains ?? ruleWords.beyondCode({ subject: ruleWords.hasIssues }) };
  const found = uncitedNumbers(readReport(report.markdown).structure, query.text);
  const n = found.length;
  return {
    issues: found.map((one) => ({ quotes: [one.quote], explanation: explained(one) })),
    abstains:
      n === 0
        ? ruleWords.noUncitedNumber
        : penalties
          ? ruleWords.uncitedNumbersScored({ n, n2: scoreOf(penalties, n) })
          : ruleWords.uncitedNumbers({ n })
  };
}

/** A direct rating takes a reader. */
export const ratingAnswer = (): { abstains: string } => ({
  abstains: ruleWords.beyondCode({ subject: ruleWords.wholeRating })
});
