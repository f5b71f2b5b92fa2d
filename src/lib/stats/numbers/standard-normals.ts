import type { Random } from './rng.ts';

/** Draws independent standard normal numbers, two at a time (Box and Muller 1958). */
export const standardNormals = (random: Random): (() => number) => {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random.unit()));
    const angle = 2 * Math.PI * random.unit();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
};
