import type { MissingVerdictRule, EnsembleScore, EnsembleUnit, JudgeVerdicts, Score } from '../../score.ts';
import type { DimensionPoints, Detail, Verdict } from '../../verdict.ts';
import { meanOfJudges } from '../combining.ts';

export type PairOutcome = 'win' | 'loss' | 'tie';
export type Comparison = Extract<Detail, { kind: 'comparison' }>;

/** Totals that differ by this many points or fewer are a tie (arXiv 2510.14240, section 4.2). */
export const TIE_MARGIN = 1;
/** Totals are means of whole numbers: a difference this close to the margin is the margin. */
const ROUNDING = 1e-9;

/**
 * Outcome of a comparison if a report's total is `difference` points above the baseline's: `tie` up to and including the margin of 1,
 * else `win` or `loss`, seen from the report.
 */
export const pairOutcome = (difference: number): PairOutcome => {
  if (Math.abs(difference) <= TIE_MARGIN + ROUNDING) return 'tie';
  return difference > 0 ? 'win' : 'loss';
};

const SCORE_OF: Record<PairOutcome, number> = { win: 1, tie: 0, loss: -1 };

/** Sum over the dimensions. */
export const totalOf = (points: DimensionPoints): number => Object.values(points).reduce((sum, one) => sum + one, 0);

/**
 * One judge's comparison from its points in the two orders of presentation: totals are means over the orders, and the two
 * are consistent if the outcome of each order, taken alone, is the same.
 */
export const comparisonOf = (orders: Comparison['orders']): Comparison => {
  if (orders.length !== 2 || orders[0]?.first === orders[1]?.first)
    throw new Error('comparisonOf requires the pair once in each order');
  const mean = (of: 'report' | 'baseline') =>
    orders.reduce((sum, order) => sum + totalOf(order[of]), 0) / orders.length;
  const outcomes = orders.map(({ report, baseline }) => pairOutcome(totalOf(report) - totalOf(baseline)));
  return {
    kind: 'comparison',
    orders,
    report: mean('report'),
    baseline: mean('baseline'),
    consistent: outcomes[0] === outcomes[1]
  };
};

const FIGURES = { report: null, baseline: null, consistent: null, outcome: null, orderWins: null, orderLosses: null };

const without = (counts: { abstained: number; unscored: number }, reason: string): Score => ({
  value: null,
  reason,
  n: 0,
  ...counts,
  figures: { ...FIGURES }
});

/**
 * The score of one report under one judge: the report's total less the baseline's (arXiv 2510.14240, section 4.2).
 *
 * Figures: both totals, whether the orders agree (1 or 0), the judge's own outcome (1 win, 0 tie, −1 loss), and how many of
 * the two orders, each taken as a game of its own, are won and lost. Null
 * with the reason if the judge abstained or the comparison has no valid verdict.
 */
export const scorePair = (verdicts: readonly Verdict[]): Score => {
  const [verdict] = verdicts;
  if (!verdict || verdicts.length > 1) throw new Error('combine requires one comparison for each report');
  if (verdict.state === 'unscored') return without({ abstained: 0, unscored: 1 }, verdict.reason);
  if (verdict.state === 'abstained') return without({ abstained: 1, unscored: 0 }, 'The judge abstained.');
  if (verdict.detail?.kind !== 'comparison')
    return without({ abstained: 0, unscored: 1 }, 'The points behind this comparison are not known.');
  const { report, baseline, consistent, orders } = verdict.detail;
  const alone = orders.map((order) => pairOutcome(totalOf(order.report) - totalOf(order.baseline)));
  const count = (wanted: PairOutcome): number => alone.filter((one) => one === wanted).length;
  const value = report - baseline;
  const outcome = SCORE_OF[pairOutcome(value)];
  return {
    value,
    reason: null,
    n: 1,
    abstained: 0,
    unscored: 0,
    figures: {
      ...{ report, baseline, consistent: consistent ? 1 : 0, outcome },
      ...{ orderWins: count('win'), orderLosses: count('loss') }
    }
  };
};

/** A mean of differences is a difference, a mean of outcomes is none: the tie rule comes last. */
const withOutcome = <T extends Score>(score: T): T => ({
  ...score,
  figures: { ...score.figures, outcome: score.value === null ? null : SCORE_OF[pairOutcome(score.value)] }
});

const unitOf = (score: EnsembleScore): EnsembleUnit => {
  const unit = { item: 'comparison', value: null, judges: 0 };
  if (score.value !== null)
    return {
      ...unit,
      state: 'judged',
      value: (SCORE_OF[pairOutcome(score.value)] + 1) / 2,
      judges: score.judges
    };
  return { ...unit, state: score.unscored > 0 ? 'unscored' : 'abstained' };
};

/**
 * The score of one report under an ensemble: totals averaged over judges (a judge's repeats first), then the tie rule
 * (arXiv 2510.14240, section 4.2). Its unit has the value 1 for a win, ½ for a tie and 0 for a loss *of the averaged totals*, which
 * is not the mean of the judges' own outcomes. See `meanOfJudges` for judges that abstain or fail.
 */
export const combinePairs = (
  judges: readonly JudgeVerdicts[],
  rule: MissingVerdictRule = 'all-judges'
): EnsembleScore => {
  const combined = withOutcome(meanOfJudges(judges, scorePair, rule));
  return {
    ...combined,
    units: [unitOf(combined)],
    perJudge: combined.perJudge.map(({ judge, score }) => ({ judge, score: withOutcome(score) }))
  };
};
