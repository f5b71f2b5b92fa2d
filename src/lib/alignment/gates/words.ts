import type { Units } from '../units/units.ts';

export { capital, listed } from '../../stats/writing/words.ts';

const plurals: Record<string, string> = {
  query: 'queries',
  'complete query': 'complete queries',
  person: 'people'
};

/** `1 query`, `3 queries` */
export const counted = (n: number, noun: string): string => `${n} ${n === 1 ? noun : (plurals[noun] ?? `${noun}s`)}`;

/** A share as a count of 100, `down` where it is a promise: `94`, `91.5` below 100. */
export const per100 = (share: number, round: 'near' | 'down' = 'near'): string =>
  String(round === 'down' ? Math.floor(share * 100 + 1e-9) : Math.round(share * 100));

/** `.938`, as figures are written on the page. */
export const writtenFigure = (value: number): string =>
  value
    .toFixed(3)
    .replace(/^(-?)0/, '$1')
    .replace('-', '\u2212');

/** A bound at three digits, rounded away from the estimate: `down` for a lower one, `up` for an upper one. */
export const outwards = (bound: number, way: 'down' | 'up'): number =>
  way === 'down' ? Math.floor(bound * 1000 + 1e-9) / 1000 : Math.ceil(bound * 1000 - 1e-9) / 1000;

export const idsOf = (units: Units, of: Iterable<number>): string[] => [
  ...new Set([...of].map((unit) => units.ids[unit]!))
];
