import type { PenaltyTable } from '../../metric.ts';
import type { Score } from '../../score.ts';
import type { Verdict } from '../../verdict.ts';
import { scoreOf } from '../penalties.ts';
import { isGrounded } from '../../report/pointwise-issues.ts';

/**
 * The score of one report under one judge: the penalty table's score for the number of issues it reported (arXiv 2510.14240,
 * section 4.1 and Tables 3 and 5).
 *
 * All issues count, as in the paper; `groundedScore` is what the grounded ones alone come to. The number is that of the
 * stored issues: a count that says otherwise is taken for damage and leaves the report unscored. Where the judge abstained
 * from the count the value is null and the issues that it did find are still in the figures.
 */
export const scoreIssues = (verdicts: readonly Verdict[], penalties: PenaltyTable): Score => {
  const count = verdicts.find(({ kind }) => kind === 'count');
  const listed = verdicts.filter(({ kind }) => kind === 'issue');
  const issues = listed.length;
  const grounded = listed.filter(isGrounded).length;
  const none = (state: 'abstained' | 'unscored', reason: string, figures: Score['figures']): Score => ({
    value: null,
    reason,
    n: 0,
    abstained: state === 'abstained' ? 1 : 0,
    unscored: state === 'unscored' ? 1 : 0,
    figures
  });
  const unknown = { issues: null, grounded: null, groundedScore: null };
  if (!count) return none('unscored', 'The issues were not counted.', unknown);
  if (count.state === 'unscored') return none('unscored', count.reason, unknown);
  if (count.state === 'abstained')
    return none('abstained', 'The judge abstained from the count.', { issues, grounded, groundedScore: null });
  if (count.label !== String(issues))
    return none('unscored', `The count says ${count.label.slice(0, 20)} where ${issues} issues are listed.`, unknown);
  return {
    value: scoreOf(penalties, issues),
    reason: null,
    n: 1,
    abstained: 0,
    unscored: 0,
    figures: { issues, grounded, groundedScore: scoreOf(penalties, grounded) }
  };
};
