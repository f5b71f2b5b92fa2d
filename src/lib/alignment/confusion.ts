import type { LabelScale } from '../studies/label-scale.ts';
import { placeOnScale, valueInWords } from './metric.ts';
import type { ScorePair } from './paired-scores.ts';
import type { Units } from './units.ts';

/** What one side says against what the other says: a row of cells for each answer of the first, usually people. */
export interface Confusion {
  /** Labels of rows and columns, in the order of the scale as declared; ranges where scores are measured. */
  labels: string[];
  /** Cells by row and column, with the items in them. */
  cells: ConfusionCell[][];
}

export interface ConfusionCell {
  items: string[];
}

/** Beyond so many labels neighbours share a row. */
const MOST = 10;
const BINS = 5;

/** The table of paired scores. Where scores lie between two labels they are rounded, halves upwards. */
export function confusionOf(units: Units, pairs: readonly ScorePair[]): Confusion {
  const { labels, placeOf } = rowsOf(units.scale);
  const cells = labels.map(() => labels.map((): ConfusionCell => ({ items: [] })));
  for (const { unit, a, b } of pairs) cells[placeOf(a)]![placeOf(b)]!.items.push(units.ids[unit]!);
  return { labels, cells };
}

function rowsOf(scale: LabelScale): { labels: string[]; placeOf: (value: number) => number } {
  if (scale.level === 'binary') return { labels: [...scale.labels], placeOf: (value) => (value > 0.5 ? 0 : 1) };
  if (scale.level === 'preference')
    return { labels: [...scale.labels], placeOf: (value) => 2 - placeOnScale(scale, value) };
  if (scale.level === 'ordinal' && scale.labels.length <= MOST)
    return { labels: [...scale.labels], placeOf: (value) => placeOnScale(scale, value) };
  const [low, high] = scale.level === 'interval' ? [scale.low, scale.high] : [0, scale.labels.length - 1];
  const width = (high - low) / BINS;
  const end = (i: number): string =>
    valueInWords(scale, scale.level === 'interval' ? low + i * width : Math.round(low + i * width));
  return {
    labels: Array.from({ length: BINS }, (_, i) => `${end(i)} – ${end(i + 1)}`),
    placeOf: (value) => Math.min(BINS - 1, Math.max(0, Math.floor((value - low) / width + 1e-9)))
  };
}
