import { many } from '../../lib/stats/writing/figures.ts';
import { textTable, type Alignment } from '../table.ts';
import type { RatingTable } from './data.ts';
import type { PrintedFigure } from './figure.ts';

/** `.938`, `−.023`, `12.40`: three digits behind the point below 10, two above. */
export const number = (value: number | null): string => {
  if (value === null) return '–';
  const text = Math.abs(value) < 10 ? value.toFixed(3) : value.toFixed(2);
  return text
    .replace(/^-(0\.0+)$/, '$1')
    .replace(/^(-?)0\./, '$1.')
    .replace(/^-/, '−');
};

const pValue = (p: number | null): string =>
  p === null ? '' : p < 0.0001 ? '< .0001' : p.toFixed(4).replace(/^0/, '');

const inBrief = (names: readonly string[]): string =>
  names.length > 3 ? `all ${names.length} raters` : names.join(', ');

/** Figures in columns; columns that would be empty are left out. */
export function figuresTable(figures: readonly PrintedFigure[], confidence: number): string {
  const columns: { header: string; align: Alignment; cell: (figure: PrintedFigure) => string }[] = [
    { header: 'statistic', align: 'left', cell: ({ statistic }) => statistic },
    { header: 'of', align: 'left', cell: ({ raters }) => inBrief(raters) },
    { header: 'part', align: 'left', cell: ({ part }) => part ?? '' },
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
    { header: 'interval method', align: 'left', cell: ({ intervalBy }) => intervalBy ?? '' },
    { header: 'reason if undefined', align: 'left', cell: ({ reason }) => reason ?? '' }
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
    ? `: ${categories.join(', ')}`
    : scale.kind === 'interval' && scale.low !== null
      ? ` from ${scale.low} to ${scale.high}`
      : '';
  const inClusters = clusters ? ` in ${many(new Set(clusters).size, 'cluster')}` : '';
  const people = `${many(raters.length, 'rater')} (${raters.join(', ')})`;
  return `${many(items.length, 'item')}${inClusters}, ${people}, ${many(given, 'rating')}; scale ${scale.kind}${named}${declared ? '' : ' (inferred)'}.`;
}
