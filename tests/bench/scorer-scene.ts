import { join } from 'node:path';
import { seededRandom } from '../../src/lib/stats/numbers/rng.ts';

export const migrations = join(import.meta.dirname, '../../drizzle');

const words =
  'heat grid storage demand winter district supply pump tariff network price study region load boiler share capacity reserve flow sector'.split(
    ' '
  );

/** A report of that many characters, unlike every other of another seed. */
export function benchReport(seed: number, characters: number): string {
  const random = seededRandom(seed);
  let text = `# Report ${seed}\n\n`;
  while (text.length < characters - 60) {
    const sentence = Array.from({ length: 8 }, () => words[random.below(words.length)]).join(' ');
    text += `${sentence} [${1 + random.below(9)}].${random.below(6) === 0 ? '\n\n' : ' '}`;
  }
  return text.padEnd(characters, '.');
}
