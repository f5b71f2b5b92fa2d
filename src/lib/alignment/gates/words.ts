import type { Units } from '../units/units.ts';

/** `1 query`, `3 queries` */
export const counted = (n: number, noun: string): string =>
  `${n} ${n === 1 ? noun : noun === 'query' ? 'queries' : `${noun}s`}`;

/** `.938`, as figures are written on the page. */
export const writtenFigure = (value: number): string =>
  value
    .toFixed(3)
    .replace(/^-(0\.0+)$/, '$1')
    .replace(/^(-?)0/, '$1')
    .replace('-', '\u2212');

/** A bound as written, rounded away from the estimate, so that no bound is promised that was not reached. */
export const writtenBound = (bound: number, end: 'lower' | 'upper'): string =>
  writtenFigure(end === 'lower' ? Math.floor(bound * 1000 + 1e-9) / 1000 : Math.ceil(bound * 1000 - 1e-9) / 1000);

export const idsOf = (units: Units, of: Iterable<number>): string[] => [
  ...new Set([...of].map((unit) => units.ids[unit]!))
];
