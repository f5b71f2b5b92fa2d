import { join, resolve } from 'node:path';
import { generatedRatings } from '../lib/stats/index.ts';
import { run } from './command.fixture.ts';
import { home } from './place.ts';
import type { PrintedFigure } from './stats/figure.ts';

/** Where data of others lie, if they are there. */
export const shared = resolve(process.env.VOIRDIRE_SHARED ?? join(home, '../shared'), 'data');

/** Made-up ratings by a person and two judges, and the same as a table. */
export const few = generatedRatings(200, 7);
export const csv = [
  'item,cluster,human,judge1,judge2',
  ...Array.from({ length: 200 }, (_, i) => `i${i},q${few.cluster[i]},${few.human[i]},${few.judge1[i]},${few.judge2[i]}`)
].join('\n');

export interface Printed {
  figures: PrintedFigure[];
  notes: string[];
  error?: { message: string; problems: { column: string; reason: string }[] };
}

/** Exit code and output of `voirdire stats … --json`. */
export async function stats(...args: string[]): Promise<Printed & { code: number | null }> {
  const { code, out } = await run(['stats', ...args, '--json']);
  return { code, ...(JSON.parse(out) as Printed) };
}
