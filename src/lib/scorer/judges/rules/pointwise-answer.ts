import type { Sample } from '../../sample.ts';
import { citationAssociationPenalties, scoreOf } from '../../protocols/penalties.ts';
import { readReport } from '../../report/read-report.ts';
import { countNoun } from './reading/finding.ts';
import { type UncitedNumber, uncitedNumbers } from './numbers/uncited-numbers.ts';

/** Reply of a pointwise metric as a judge that may abstain gives it. */
interface PointwiseAnswer {
  issues: { quotes: string[]; explanation: string }[];
  abstains: string;
}

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
 * What code can say of the pointwise metrics. Of citation association it sees numeric claims only: it lists those without
 * a citation and abstains from the count. From consistency, which takes reading for meaning, it abstains wholly.
 */
export const pointwiseAnswer = ({
  metric,
  query,
  report
}: Pick<Sample, 'metric' | 'query' | 'report'>): PointwiseAnswer => {
  if (metric !== 'citation-association')
    return {
      issues: [],
      abstains: 'Whether statements contradict each other takes reading for meaning, which is beyond code.'
    };
  const found = uncitedNumbers(readReport(report.markdown).structure, query.text);
  return {
    issues: found.map((one) => ({ quotes: [one.quote], explanation: explained(one) })),
    abstains:
      found.length === 0
        ? 'No numeric claim without a citation was found; whether the other claims have one takes a reader.'
        : `${countNoun(found.length, 'numeric claim')} without a citation, so the score is at most ${scoreOf(citationAssociationPenalties, found.length)} by the metric’s own table; whether the other claims have one takes a reader.`
  };
};

/** A direct rating takes a reader. */
export const ratingAnswer = (): { abstains: string } => ({
  abstains: 'A rating of the whole report takes reading for meaning, which is beyond code.'
});
