/** How figures are written, everywhere the same; days and moments: `language/dates.ts`; durations: `language/durations.ts`. */

import { clock } from './clock.ts';

export {
  boundsOutward,
  confidenceLevel,
  count,
  digitsOn,
  dollars,
  interval,
  many,
  percent,
  percentInterval,
  points,
  proportion
} from '../../stats/writing/figures.ts';
export { listed } from '../../stats/writing/words.ts';

export { clock as time };
