import { majorityLabel } from '../numbers/aggregate.ts';
import type { Label, Ratings } from '../numbers/estimate.ts';
import { quantileOfSorted } from '../numbers/quantile.ts';

/**
 * How several judges' labels become one: alone; mean; 1 if any, if all, or if more than half say 1; middle value of an
 * ordinal scale; the label given most often (null if tied).
 */
type EnsembleRule = 'single' | 'average' | 'any' | 'all' | 'majority' | 'median';

/** Type of the labels: 0/1, numbers in order, or names such as A / B / tie. */
type LabelKind = 'binary' | 'ordinal' | 'nominal';

export interface Ensemble {
  /** Judge numbers, ascending. */
  judges: number[];
  rule: EnsembleRule;
}

/** Rules that make sense for a kind of label and a number of judges, in the order they are listed. */
const rulesFor = (kind: LabelKind, size: number): EnsembleRule[] => {
  if (size === 1) return ['single'];
  const odd: EnsembleRule[] = size >= 3 && size % 2 === 1 ? ['majority'] : [];
  if (kind === 'binary') return ['average', 'any', 'all', ...odd];
  return kind === 'ordinal' ? ['average', 'median'] : odd;
};

/**
 * Every ensemble of J judges: the 2^J − 1 subsets, smaller ones first and then in the order of the judges, each with every
 * rule that suits it. Three binary judges give 16.
 *
 * @throws for more than 12 judges, whose subsets are too many to read.
 */
export const enumerateEnsembles = (judges: number, kind: LabelKind): Ensemble[] => {
  if (!(Number.isInteger(judges) && judges >= 0 && judges <= 12))
    throw new Error(`enumerateEnsembles requires up to 12 judges, got ${judges}`);
  const subsets = (size: number, from = 0): number[][] =>
    size === 0
      ? [[]]
      : Array.from({ length: judges - from }, (_, i) => from + i).flatMap((first) =>
          subsets(size - 1, first + 1).map((others) => [first, ...others])
        );
  return Array.from({ length: judges }, (_, i) => i + 1).flatMap((size) =>
    subsets(size).flatMap((subset) => rulesFor(kind, size).map((rule) => ({ judges: subset, rule })))
  );
};

/**
 * The labels an ensemble gives, item by item; null if one of its judges gave none (an ensemble covers what all its
 * judges cover).
 *
 * @param labels one array per judge (all judges, not only the ensemble's) over the same items.
 * @throws if a numeric rule meets a label that is not a number, or any, all, majority of 0/1 meets another number.
 */
export const ensembleLabels = (
  { judges, rule }: Ensemble,
  labels: readonly Ratings[],
  kind: LabelKind
): (Label | null)[] => {
  const members = judges.map((j) => {
    const own = labels[j];
    if (!own) throw new Error(`ensembleLabels knows ${labels.length} judges, but the ensemble names number ${j}`);
    return own;
  });
  return Array.from({ length: members[0]?.length ?? 0 }, (_, item) => {
    const given = members.map((m) => m[item]!);
    return given.some((label) => label === null) ? null : combineLabels(rule, given, kind);
  });
};

/** One ensemble label from the labels of all its judges. */
export const combineLabels = (rule: EnsembleRule, labels: readonly Label[], kind: LabelKind): Label | null => {
  if (rule === 'single') return labels[0]!;
  if (kind === 'nominal') {
    if (rule !== 'majority') throw new Error(`The rule ${rule} requires numbers, not names`);
    return majorityLabel(labels);
  }
  const numbers = labels.map((label) => {
    if (typeof label !== 'number' || !Number.isFinite(label))
      throw new Error(`The rule ${rule} requires numbers, got ${String(label)}`);
    return label;
  });
  const sum = numbers.reduce((total, v) => total + v, 0);
  if (rule === 'average') return sum / numbers.length;
  if (rule === 'median')
    return quantileOfSorted(
      [...numbers].sort((a, b) => a - b),
      0.5
    );
  if (kind === 'ordinal') return majorityLabel(labels);
  const other = numbers.find((v) => v !== 0 && v !== 1);
  if (other !== undefined) throw new Error(`The rule ${rule} requires 0 or 1, got ${other}`);
  return Number(rule === 'any' ? sum > 0 : rule === 'all' ? sum === numbers.length : 2 * sum > numbers.length);
};

/**
 * Pareto front: the candidates to which no other is at least as good and as cheap, and better in one of the two. Numbers of
 * the candidates, in their order; of candidates equal in both, the first.
 */
export const paretoFront = (candidates: readonly { agreement: number | null; cost: number }[]): number[] => {
  const rounded = candidates.map(({ agreement, cost }) => ({
    agreement: agreement === null ? null : tidy(agreement),
    cost: tidy(cost)
  }));
  return rounded.flatMap((c, i) => {
    if (c.agreement === null) return [];
    const beaten = rounded.some(
      (other, j) =>
        other.agreement !== null &&
        other.agreement >= c.agreement! &&
        other.cost <= c.cost &&
        (other.agreement > c.agreement! || other.cost < c.cost || j < i)
    );
    return beaten ? [] : [i];
  });
};

/** Means and sums that are equal but for rounding must be equal numbers, as in `selectEnsemble`. */
const tidy = (value: number): number => Math.round(value * 1e12) / 1e12;
