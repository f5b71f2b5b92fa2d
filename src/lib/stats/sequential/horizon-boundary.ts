import { crossingChance } from './crossing-chance.ts';
import { mixtureBoundary, mixtureReaches } from './mixture-boundary.ts';

interface Horizon {
  /** Chance that one end ever errs; default .025. */
  risk?: number;
  /** Observations before which nothing is decided; default 15. */
  burnIn?: number;
  /** Declared maximum of observations, at least the burn-in. */
  until: number;
  /** Observations at which the boundary is narrowest; default half of the maximum. */
  tightest?: number;
}

/** Part of the risk that is kept for observations beyond the declared maximum. */
const RESERVE = 0.1;
/** Looks closer together than this share of the observations are taken as one. */
const CLOSEST = 0.01;

/**
 * Boundary that holds after every observation from the end of a burn-in on, narrower up to a declared maximum than one without
 * an end.
 *
 * Formula: the shape of `mixtureBoundary`, at the level at which Brownian motion seen after every observation from `burnIn` to
 * `until` crosses it with 90% of the risk (`crossingChance`). Beyond the maximum, `mixtureBoundary` at the 10% that are left: a
 * study that continues longer than preregistered still has a bound that holds.
 *
 * @param n observations. @returns standard errors; Infinity before the end of the burn-in.
 * @throws if the maximum lies below the burn-in, or an argument is outside its range.
 * Source: delayed start after Robbins and Siegmund 1970; recursion after Armitage, McPherson and Rowe 1969.
 */
export const horizonBoundary = (
  n: number,
  { risk = 0.025, burnIn = 15, until, tightest = until / 2 }: Horizon
): number => {
  if (!(burnIn >= 2 && until >= burnIn))
    throw new Error(`horizonBoundary requires 2 ≤ burn-in ≤ until, got ${burnIn} and ${until}`);
  if (n < burnIn) return Infinity;
  if (n > until) return mixtureBoundary(n, { risk: risk * RESERVE, tightest: until });
  return mixtureReaches(n, levelWithin({ risk, burnIn, until, tightest }), { risk, tightest });
};

const levels = new Map<string, number>();
const MOST_KEPT = 1000;

function levelWithin(horizon: Required<Horizon>): number {
  const { risk, burnIn, until, tightest } = horizon;
  const key = [risk, burnIn, until, tightest].join(' ');
  const known = levels.get(key);
  if (known !== undefined) return known;
  const information: number[] = [];
  for (let at = burnIn; at <= until; at = Math.max(at + 1, Math.ceil(at * (1 + CLOSEST)))) information.push(at);
  if (information.at(-1) !== until) information.push(until);
  const spent = risk * (1 - RESERVE);
  let [low, high] = [0, Math.log(1 / spent)];
  while (high - low > 1e-3) {
    const middle = (low + high) / 2;
    const boundaries = information.map((at) => mixtureReaches(at, Math.exp(middle), { risk, tightest }));
    if (boundaries.some((of) => of <= 0.5) || crossingChance({ information, boundaries }) > spent) low = middle;
    else high = middle;
  }
  if (levels.size >= MOST_KEPT) levels.clear();
  levels.set(key, Math.exp(high));
  return Math.exp(high);
}
