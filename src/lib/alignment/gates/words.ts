import type { Units } from '../units/units.ts';

/** `1 query`, `3 queries` */
export const counted = (n: number, noun: string): string =>
  `${n} ${n === 1 ? noun : noun === 'query' ? 'queries' : `${noun}s`}`;

export const idsOf = (units: Units, of: Iterable<number>): string[] => [
  ...new Set([...of].map((unit) => units.ids[unit]!))
];
