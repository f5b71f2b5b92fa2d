/** A straight scale from values to pixels, with the values that carry a number. */
export interface Axis {
  from: number;
  to: number;
  ticks: number[];
  /** Pixels of a value; outside the ends it stays at the nearer one. */
  place: (value: number) => number;
}

/**
 * An axis that holds all values, from a round number to a round number.
 *
 * @param pixels where the first and the last value stand; the first may be the greater one, as on an axis that goes up.
 * @param most ticks, about.
 * @param bounds ends that the axis never passes.
 * @throws without a value.
 */
export function axisOver(
  values: readonly number[],
  pixels: readonly [number, number],
  most = 5,
  bounds: readonly [number, number] = [-Infinity, Infinity]
): Axis {
  if (values.length === 0) throw new Error('axisOver requires at least one value');
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const span = greatest > least ? greatest - least : Math.abs(greatest) || 1;
  const step = roundStep(span / most);
  const from = Math.max(bounds[0], tidy(step * Math.floor(least / step + 1e-9)));
  const to = Math.min(bounds[1], tidy(Math.max(step * Math.ceil(greatest / step - 1e-9), from + step)));
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return {
    from,
    to,
    ticks: Array.from({ length: count }, (_, i) => tidy((first + i) * step)),
    place: (value) => {
      const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
      return pixels[0] + share * (pixels[1] - pixels[0]);
    }
  };
}

/** 1, 2 or 5 times a power of ten, not below the given. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9))!;
  return tidy(factor * power);
}

/** Without the rounding of products: 3 × .1 is .30000000000000004 otherwise. */
const tidy = (value: number): number => Number(value.toPrecision(12));
