import { crossingChance } from './crossing-chance.ts';

type BoundaryShape = 'pocock' | 'obrien-fleming';

/**
 * Boundaries of a group-sequential design with looks declared beforehand, in standard errors.
 *
 * Purpose: five looks at a study at most, instead of a look after every query.
 *
 * Formula: Pocock c at each look; O'Brien–Fleming c √(t_K / t_k). c is such that, without an effect, one of the looks is crossed
 * with probability `risk`, by recursion (`crossingChance`), to 1e-6.
 *
 * @param information at each look, ascending, in any unit (queries, or shares of the maximum).
 * @param options.risk one-sided, default .025. @param options.bothSides the risk is that of both ends together.
 * @throws if there are no looks, information does not ascend, or the risk is not in (0, .5).
 * Source: Pocock 1977; O'Brien and Fleming 1979; Jennison and Turnbull 2000, tables 2.1 and 2.3.
 */
export const groupBoundaries = (
  shape: BoundaryShape,
  information: ArrayLike<number>,
  { risk = 0.025, bothSides = false }: { risk?: number; bothSides?: boolean } = {}
): number[] => {
  const looks = information.length;
  if (looks === 0) throw new Error('groupBoundaries requires at least one look');
  if (!(risk > 0 && risk < 0.5)) throw new Error(`groupBoundaries requires 0 < risk < .5, got ${risk}`);
  const last = information[looks - 1]!;
  const shapes = Array.from(information, (at) => (shape === 'pocock' ? 1 : Math.sqrt(last / at)));
  let [low, high] = [0.01, 8];
  while (high - low > 1e-6) {
    const c = (low + high) / 2;
    if (crossingChance({ information, boundaries: shapes.map((of) => c * of) }, { bothSides }) > risk) low = c;
    else high = c;
  }
  return shapes.map((of) => high * of);
};
