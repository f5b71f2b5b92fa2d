import { many } from '../lib/stats/writing/figures.ts';
import type { OutOfReach } from '../lib/alignment/planner/out-of-reach.ts';

/** Names the required gates that a sample cannot pass, one a line. Nothing is printed if there are none. */
export function tellOutOfReach(found: readonly OutOfReach[]): void {
  if (found.length === 0) return;
  console.log(
    `${many(found.length, 'required gate')} cannot be passed with this sample, regardless of labels and verdicts:`
  );
  for (const { text } of found) console.log(`- ${text}`);
}

/** The same as data, without the parts of the sentences. */
export const reachFacts = (found: readonly OutOfReach[]) => found.map(({ said: _, ...facts }) => facts);
