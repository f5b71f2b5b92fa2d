import type { Random } from './rng.ts';

/** The same things in random order (Fisher and Yates); the input stays as it was. */
export function shuffled<T>(things: readonly T[], random: Pick<Random, 'below'>): T[] {
  const out = [...things];
  for (let i = out.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}
