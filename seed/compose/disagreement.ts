/** Errors of people and judges, by unit. Hard units are hard for all, so that errors are partly correlated; no randomness at run time. */
import type { Unit } from './facts.ts';

/** A number in [0, 1) that depends on nothing but the text (FNV-1a with a final mix). */
export function fraction(text: string): number {
  let h = 0x811c9dc5;
  for (const unit of text) {
    h ^= unit.codePointAt(0) ?? 0;
    h = Math.imul(h, 0x01000193);
  }
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return (h >>> 0) / 0x1_0000_0000;
}

export const pick = <T>(choices: readonly T[], key: string): T => {
  const chosen = choices[Math.floor(fraction(key) * choices.length)];
  if (chosen === undefined) throw new Error('pick requires at least one choice');
  return chosen;
};

/** How many wrong verdicts a rater has in each class of units, and how much an item's length weighs. */
export interface Temper {
  coverage: { wronglyNo: number; wronglyYes: number };
  presentation: { wronglyNo: number; wronglyYes: number };
  shared: number;
  length: number;
}

const mayBeWrong = (unit: Unit): boolean => {
  if (unit.truth === 'yes') return unit.fact?.lack != null;
  return unit.metric === 'presentation' || unit.fact?.gist != null;
};

/** Units on which `rater` errs: the `n` that are hardest for it among those where an error can be argued for. */
export function errorsOf(rater: string, temper: Temper, units: readonly Unit[]): Set<string> {
  const score = (u: Unit): number =>
    temper.shared * fraction(`hard ${u.id}`) +
    (1 - temper.shared) * fraction(`${rater} ${u.id}`) +
    temper.length * (u.words.ask.length / 60);
  const wrong = new Set<string>();
  for (const metric of ['coverage', 'presentation'] as const)
    for (const truth of ['yes', 'no'] as const) {
      const n = truth === 'yes' ? temper[metric].wronglyNo : temper[metric].wronglyYes;
      units
        .filter((u) => u.metric === metric && u.truth === truth && mayBeWrong(u))
        .sort((a, b) => score(b) - score(a))
        .slice(0, n)
        .forEach((u) => wrong.add(u.id));
    }
  return wrong;
}
