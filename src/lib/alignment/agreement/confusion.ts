import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { NO_CATEGORY, placeOnScale, valueInWords } from '../units/metric.ts';
import type { ScorePair } from '../units/paired-scores.ts';
import type { Units } from '../units/units.ts';

/**
 * Labels of one side against labels of the other. Rows and columns begin with the same labels; after them, rows have those
 * answers between which people are tied, and columns have scores that are on neither side.
 */
export interface ConfusionTable {
  /** Labels in the order of the scale as preregistered, with the values between two steps that occur; ranges if scores are measured. */
  labels: string[];
  /** Of people, and of judges. */
  rows: string[];
  columns: string[];
  /** Cells by row and column, with the items in them. */
  cells: ConfusionCell[][];
}

interface ConfusionCell {
  items: string[];
}

/** Beyond so many labels neighbours share a row. */
const MOST = 10;
const BINS = 5;

/** The row of items on which annotators are tied, and the column of those on which an average is ½ or judges are tied. */
const TIED = 'tied';
const UNDECIDED = 'undecided';

/** The table of scores (`a`, columns) against references (`b`, rows). A score between two labels is put with the nearer one. */
export function confusionOf(units: Units, pairs: readonly ScorePair[]): ConfusionTable {
  const { labels, placeOf } = placesOf(units.scale, pairs);
  const placed = pairs.map((pair) => ({
    id: units.ids[pair.unit]!,
    row: units.split[pair.unit] ? null : placeOf(pair.b),
    column: isUndecided(units.scale, pair.a) ? null : placeOf(pair.a)
  }));
  const rows = [...labels, ...(placed.some(({ row }) => row === null) ? [TIED] : [])];
  const columns = [...labels, ...(placed.some(({ column }) => column === null) ? [UNDECIDED] : [])];
  const cells = rows.map(() => columns.map((): ConfusionCell => ({ items: [] })));
  for (const { id, row, column } of placed) cells[row ?? labels.length]![column ?? labels.length]!.items.push(id);
  return { labels, rows, columns, cells };
}

const isUndecided = ({ level }: LabelScale, score: number): boolean =>
  (level === 'binary' && score === 0.5) || (level === 'nominal' && score === NO_CATEGORY);

function placesOf(
  scale: LabelScale,
  pairs: readonly ScorePair[]
): { labels: string[]; placeOf: (value: number) => number } {
  if (scale.level === 'binary') return { labels: [...scale.labels], placeOf: (value) => (value > 0.5 ? 0 : 1) };
  if (scale.level === 'nominal') return { labels: [...scale.labels], placeOf: (value) => value };
  if (scale.level === 'preference')
    return { labels: [...scale.labels], placeOf: (value) => 2 - placeOnScale(scale, value) };
  if (scale.level === 'ordinal' && scale.labels.length <= MOST) {
    // Halfway between two steps neither is nearer: rounding either way would favour one side of the table.
    const nearest = (value: number): number => (value % 1 === 0.5 ? value : Math.round(value));
    const values = [...scale.labels.keys(), ...pairs.flatMap(({ a, b }) => [nearest(a), nearest(b)])];
    const ordered = [...new Set(values)].sort((a, b) => a - b);
    return {
      labels: ordered.map((value) => valueInWords(scale, value)),
      placeOf: (value) => ordered.indexOf(nearest(value))
    };
  }
  const [low, high] = scale.level === 'interval' ? [scale.low, scale.high] : [0, scale.labels.length - 1];
  const width = (high - low) / BINS;
  const end = (i: number): string =>
    valueInWords(scale, scale.level === 'interval' ? low + i * width : Math.round(low + i * width));
  return {
    labels: Array.from({ length: BINS }, (_, i) => `${end(i)} – ${end(i + 1)}`),
    placeOf: (value) => Math.min(BINS - 1, Math.max(0, Math.floor((value - low) / width + 1e-9)))
  };
}
