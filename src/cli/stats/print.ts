import { reasonKeys } from '../../lib/alignment/items/reasons.ts';
import { shortened } from '../../lib/messages/shortened.ts';
import { messagesIn } from '../../lib/messages/words.ts';
import type { UndefinedReason } from '../../lib/stats/numbers/estimate.ts';
import { many, proportion } from '../../lib/stats/writing/figures.ts';
import { textTable, type Alignment } from '../table.ts';
import type { RatingTable } from './data.ts';
import type { PrintedFigure } from './figure.ts';

/** `.938`, `−.023`, `12.40`: three digits behind the point below 10, two above. */
export const number = (value: number | null): string => proportion(value, Math.abs(value ?? 0) < 10 ? 3 : 2);

const pValue = (p: number | null): string =>
  p === null ? '' : p < 0.0001 ? '< .0001' : p.toFixed(4).replace(/^0/, '');

/** A name or label in the table: a wrong column may have whole texts as labels. */
const short = (name: unknown): string => shortened(String(name), 40);

const inBrief = (names: readonly string[]): string =>
  names.length > 3 ? `all ${names.length} raters` : names.map(short).join(', ');

const reasonWords = messagesIn('en', 'figureReasons');

/** Reasons that are about clusters, which are items if the table has none. */
const aboutClusters: Partial<Record<UndefinedReason, (cluster: string) => string>> = {
  'too-few-clusters': (cluster) => `there are fewer than two ${cluster}s`,
  'rests-on-one-cluster': (cluster) => `it is undefined without one of the ${cluster}s`,
  'no-variation': (cluster) => `there is no variance between ${cluster}s`
};

const isReason = (text: string): text is UndefinedReason => Object.hasOwn(reasonKeys, text);

/** A reason in words; JSON has its code. */
const reasonInWords = (reason: string, clusters: number | null): string =>
  isReason(reason)
    ? (aboutClusters[reason]?.(clusters === null ? 'item' : 'cluster') ?? reasonWords[reasonKeys[reason]])
    : reason;

const intervalInWords = ({ intervalBy, clusters }: PrintedFigure): string =>
  intervalBy === null ? '' : isReason(intervalBy) ? `none: ${reasonInWords(intervalBy, clusters)}` : intervalBy;

/** Figures in columns; columns that would be empty are left out. */
export function figuresTable(figures: readonly PrintedFigure[], confidence: number): string {
  const columns: { header: string; align: Alignment; cell: (figure: PrintedFigure) => string }[] = [
    { header: 'statistic', align: 'left', cell: ({ statistic }) => statistic },
    { header: 'of', align: 'left', cell: ({ raters }) => inBrief(raters) },
    { header: 'part', align: 'left', cell: ({ part }) => (part === null ? '' : short(part)) },
    { header: 'value', align: 'right', cell: ({ value }) => number(value) },
    {
      header: `${Number((100 * confidence).toFixed(2))}% CI`,
      align: 'left',
      cell: ({ interval }) => (interval ? `${number(interval[0])} – ${number(interval[1])}` : '')
    },
    { header: 'p', align: 'right', cell: ({ p }) => pValue(p) },
    { header: 'n', align: 'right', cell: ({ n }) => String(n) },
    { header: 'dropped', align: 'right', cell: ({ dropped }) => (dropped === 0 ? '' : String(dropped)) },
    { header: 'clusters', align: 'right', cell: ({ clusters }) => (clusters === null ? '' : String(clusters)) },
    { header: 'interval method', align: 'left', cell: intervalInWords },
    {
      header: 'reason if undefined',
      align: 'left',
      cell: ({ reason, clusters }) => (reason === null ? '' : reasonInWords(reason, clusters))
    }
  ];
  const used = columns.filter(({ cell }) => figures.some((figure) => cell(figure) !== ''));
  return textTable(
    used.map(({ header }) => header),
    figures.map((figure) => used.map(({ cell }) => cell(figure))),
    used.map(({ align }) => align)
  );
}

/** The ratings that were read, in one line, with remarks to keep in mind. */
export function aboutRatings(ratings: RatingTable): string {
  const { items, raters, clusters, given, scale, categories, declared } = ratings;
  const named = categories
    ? `: ${categories.map(short).join(', ')}`
    : scale.kind === 'interval' && scale.low !== null
      ? ` from ${scale.low} to ${scale.high}`
      : '';
  const inClusters = clusters ? ` in ${many(new Set(clusters).size, 'cluster')}` : '';
  const people = `${many(raters.length, 'rater')} (${raters.map(short).join(', ')})`;
  return `${many(items.length, 'item')}${inClusters}, ${people}, ${many(given, 'rating')}; scale ${scale.kind}${named}${declared ? '' : ' (inferred)'}.`;
}
