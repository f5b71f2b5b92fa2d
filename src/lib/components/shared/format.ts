/** How figures and durations are written, everywhere the same; days and moments: `language/dates.ts`. */

import { clock } from './clock.ts';

export {
  confidenceLevel,
  count,
  digitsOn,
  dollars,
  interval,
  many,
  percent,
  points,
  proportion
} from '../../stats/writing/figures.ts';
export { listed } from '../../stats/writing/words.ts';

/** `1 h 12 min`, `48 s` */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return s % 60 === 0 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.round((s % 3600) / 60)} min`;
}

export { clock as time };
