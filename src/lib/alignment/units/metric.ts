import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { WeightScheme } from '../../stats/index.ts';

/** How agreement is measured on a scale, and what its figures are called. */
export interface AgreementMetric {
  /** A mean over items of something in [0, 1], or a coefficient that needs all items at once. */
  kind: 'mean' | 'kappa';
  /** Name of the primary figure. */
  name: string;
  /** The primary figure in one or two words, over a column. */
  short: string;
  /** Weights of κ and of Gwet's coefficient between two raters. */
  weights: WeightScheme;
  kappa: string;
  /** Null if there are no categories to compute it on. */
  ac: string | null;
  /** Name of people's joint label of an item. */
  reference: string;
  /** The same in one word. */
  together: 'majority' | 'median' | 'mean';
  /** Kind of the rows and columns of a table of paired labels. */
  cells: 'labels' | 'categories' | 'steps' | 'ranges';
}

const quadratic = { weights: 'quadratic', kappa: 'quadratic-weighted κ' } as const;

const metrics: Record<LabelScale['level'], AgreementMetric> = {
  binary: {
    kind: 'mean',
    name: 'mean of 1 − |score − reference|',
    short: 'agreement',
    weights: 'unweighted',
    kappa: 'Cohen’s κ, unweighted',
    ac: 'Gwet’s AC1',
    reference: 'the majority of the blind labels of an item; ½ if annotators are tied',
    together: 'majority',
    cells: 'labels'
  },
  preference: {
    kind: 'mean',
    name: 'share of items with the same answer, a tie being an answer',
    short: 'agreement',
    weights: 'unweighted',
    kappa: 'Cohen’s κ, unweighted',
    ac: 'Gwet’s AC1',
    reference: 'the most frequent answer of annotators; if several are equally frequent, each counts its share',
    together: 'majority',
    cells: 'labels'
  },
  nominal: {
    kind: 'mean',
    name: 'share of items with the same category',
    short: 'agreement',
    weights: 'unweighted',
    kappa: 'Cohen’s κ, unweighted',
    ac: 'Gwet’s AC1',
    reference: 'the most frequent category of annotators; if several are equally frequent, each counts its share',
    together: 'majority',
    cells: 'categories'
  },
  ordinal: {
    ...quadratic,
    kind: 'kappa',
    name: 'quadratic-weighted κ of score and reference on the declared scale',
    short: 'quadratic κ',
    ac: 'Gwet’s AC2, quadratic weights',
    reference: 'the median of the blind labels of an item',
    together: 'median',
    cells: 'steps'
  },
  interval: {
    ...quadratic,
    kind: 'kappa',
    name: 'quadratic-weighted κ of score and reference on the declared scale',
    short: 'quadratic κ',
    ac: null,
    reference: 'the mean of the blind labels of an item',
    together: 'mean',
    cells: 'ranges'
  }
};

/** Agreement to be reached if nothing is preregistered: 90 items of 100, or the .8 from which a coefficient is usually called reliable. */
export const usualTarget = (scale: LabelScale): number => (metricOf(scale).kind === 'mean' ? 0.9 : 0.8);

export const metricOf = ({ level }: LabelScale): AgreementMetric => metrics[level];

/** In place of a category if an ensemble's judges, or people, are tied between several: it equals none of them. */
export const NO_CATEGORY = -1;

/** How many labels the scale has; null if it has a number for every value between two ends. */
export const scaleSteps = (scale: LabelScale): number | null =>
  scale.level === 'interval' ? null : scale.labels.length;

/** Place of a value among the labels in the order of their numbers. */
export const placeOnScale = ({ level }: LabelScale, value: number): number =>
  level === 'preference' ? Math.round(value * 2) : Math.round(value);

export const valueAtPlace = ({ level }: LabelScale, place: number): number =>
  level === 'preference' ? place / 2 : place;

/** From the lowest value to the highest. */
export const scaleRange = (scale: LabelScale): number =>
  scale.level === 'interval' ? scale.high - scale.low : scale.level === 'ordinal' ? scale.labels.length - 1 : 1;

/** Size of one step: from a label to the next, or a tenth of a measured scale. */
export const stepOf = (scale: LabelScale): number =>
  scale.level === 'interval' ? (scale.high - scale.low) / 10 : scale.level === 'preference' ? 0.5 : 1;

/** Rounding of sums must not make equal values different, or a difference of one step more than that. */
const TOLERANCE = 1e-9;

/** Whether two values are the same but for the rounding of a mean. */
export const sameOnScale = (scale: LabelScale, a: number, b: number): boolean =>
  Math.abs(a - b) <= TOLERANCE * scaleRange(scale);

export const withinStep = (scale: LabelScale, a: number, b: number): boolean =>
  Math.abs(a - b) <= stepOf(scale) + TOLERANCE * scaleRange(scale);

/**
 * Whether a judge says something else than people: another answer; half a step or more away from what people say on steps;
 * more than one step on a measured scale.
 */
export const differsOnScale = (scale: LabelScale, judge: number, people: number): boolean =>
  scale.level === 'interval'
    ? !withinStep(scale, judge, people)
    : scale.level === 'ordinal'
      ? Math.abs(judge - people) >= 0.5
      : judge !== people;

/** A value as people read it: the label that it stands for, or the number. */
export function valueInWords(scale: LabelScale, value: number): string {
  if (scale.level === 'interval') return String(Math.round(value * 100) / 100);
  if (scale.level === 'binary') return value === 0.5 ? 'split' : scale.labels[value > 0.5 ? 0 : 1];
  if (scale.level === 'nominal') return scale.labels[value] ?? 'undecided';
  if (scale.level === 'preference') return scale.labels[2 - placeOnScale(scale, value)] ?? String(value);
  const label = Number.isInteger(value) ? scale.labels[value] : undefined;
  if (label !== undefined) return label;
  const [low, high] = [scale.labels[Math.floor(value)]!, scale.labels[Math.ceil(value)]!];
  return `${low} to ${high}`;
}
