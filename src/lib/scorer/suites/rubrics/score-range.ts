/** The scores that a rubric can give, from its labels, weights and aggregation. */
import { roundTo } from './official/numbers.ts';
import {
  criteriaIn,
  isSelected,
  type Rubric,
  type RubricAggregation,
  type RubricBranch,
  rubricBranches,
  rubricLabels
} from './rubric.ts';

interface ScoreRange {
  min: number;
  max: number;
}

/** Values of a criterion that counts, and whether it can also leave the figure (not applicable, or without a verdict). */
type Worth = ScoreRange & { leaves: boolean };

const UNIT: ScoreRange = { min: 0, max: 1 };

const around = (numbers: readonly number[]): ScoreRange => ({
  min: numbers.reduce((a, b) => Math.min(a, b), Infinity),
  max: numbers.reduce((a, b) => Math.max(a, b), -Infinity)
});

const union = (ranges: readonly ScoreRange[]): ScoreRange => around(ranges.flatMap(({ min, max }) => [min, max]));

function worthOf(rubric: Pick<Rubric, 'scale'>, how: RubricAggregation): Worth {
  const own = ('values' in how && how.values) || {};
  const values = rubricLabels(rubric).map(({ label, value }) => (label in own ? own[label]! : value));
  const numbers = values.filter((value) => value !== null);
  return {
    ...around(how.missing === 'zero' ? [...numbers, 0] : numbers),
    leaves: values.includes(null) || how.missing === 'leave-out'
  };
}

/** Σ w·v over the positive weights that count: the smallest such sum is that of one criterion if the others can leave. */
function ofSignedSum(weights: readonly number[], { min, max, leaves }: Worth, from: 'one' | 'zero' | null): ScoreRange {
  const positive = weights.filter((weight) => weight > 0);
  const faults = -weights.filter((weight) => weight < 0).reduce((sum, weight) => sum + weight, 0);
  const ranges: ScoreRange[] = [];
  if (positive.length > 0) {
    const least = leaves ? Math.min(...positive) : positive.reduce((sum, weight) => sum + weight, 0);
    const counts = (value: number): number => (faults / least) * (leaves ? Math.max(0, value) : value);
    ranges.push({ min: min - counts(max), max: max + counts(-min) });
  }
  if (from !== null && (positive.length === 0 || leaves))
    ranges.push({ min: 0, max: 0 }, ...(from === 'one' ? [{ min: 1 - max, max: 1 - min }] : []));
  return union(ranges);
}

function ofSum(weights: readonly number[], { min, max, leaves }: Worth): ScoreRange {
  const ends = weights.map((weight) => around([weight * min, weight * max, ...(leaves ? [0] : [])]));
  return {
    min: ends.reduce((sum, one) => sum + one.min, 0),
    max: ends.reduce((sum, one) => sum + one.max, 0)
  };
}

/** Ends of a figure of one list of criteria; infinite and reversed if the figure is never defined. */
function rangeOf(rubric: Pick<Rubric, 'scale'>, branches: readonly RubricBranch[], how: RubricAggregation): ScoreRange {
  const worth = worthOf(rubric, how);
  const only = 'only' in how ? how.only : undefined;
  const weights = criteriaIn(branches)
    .filter((one) => isSelected(one, only))
    .map(({ weight }) => weight);
  switch (how.kind) {
    case 'weighted-mean': {
      const flat = how.over === 'criteria' || only !== undefined;
      const parts = flat
        ? [worth]
        : branches.map((one) =>
            one.kind === 'criterion'
              ? worth
              : rangeOf(rubric, one.children, {
                  ...{ missing: how.missing, values: how.values },
                  ...one.aggregation
                } as RubricAggregation)
          );
      return union([...parts, ...(how.empty === 'zero' ? [{ min: 0, max: 0 }] : [])]);
    }
    case 'signed-sum': {
      const { withoutPositive: without } = how;
      const from = without === 'from-one' ? 'one' : without === 'zero' ? 'zero' : null;
      return how.clip === true ? UNIT : ofSignedSum(weights, worth, from);
    }
    case 'sum':
      return ofSum(weights, worth);
    case 'penalties':
      return around(how.table.map(({ score }) => score));
    case 'pass-share':
    case 'tree':
    case 'against-reference':
      return UNIT;
  }
}

/** Whether the weighted mean of criteria and groups can be below 0, as with groups in which faults subtract. */
export const meansBelowZero = (rubric: Rubric, branches: readonly RubricBranch[]): boolean =>
  branches.some((one) => one.kind === 'group' && rangeOf(rubric, one.children, one.aggregation).min < 0);

/**
 * The range of a rubric's scores: the declared one (0 to 1 if it declares none), widened to every score that the
 * aggregation can give under the criteria of any query. Intervals and axes end there, so a range that ends before the scores do
 * would cut intervals off from their values. A pooled value is a share of its `max`, so its range stays as declared.
 */
export function scoreRange(rubric: Rubric): ScoreRange {
  const { min, max, times = 1 } = { ...UNIT, ...rubric.score };
  if (rubric.systems?.pooled !== undefined) return { min, max };
  const how = rubric.aggregation;
  const digits = 'round' in how ? how.round : undefined;
  const end = (value: number): number => times * (digits === undefined ? value : roundTo(value, digits));
  const lists = [rubric.criteria, ...Object.values(rubric.queries ?? {}).map(({ criteria }) => criteria)];
  const found = lists.flatMap((nodes) => {
    if (nodes === undefined) return [];
    const own = rangeOf(rubric, rubricBranches(nodes), how);
    return Number.isFinite(own.min) && Number.isFinite(own.max) ? [{ min: end(own.min), max: end(own.max) }] : [];
  });
  return union([{ min, max }, ...found]);
}
