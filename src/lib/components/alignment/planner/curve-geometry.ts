/** Points of a curve as a path in a box of 100 × 100 that is stretched to the chart: x to the right, y from 0 below to 1. */
export const curvePath = (points: readonly { x: number; y: number }[], to: number): string =>
  points
    .filter(({ x }) => x <= to)
    .map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${rounded((x / to) * 100)} ${rounded((1 - y) * 100)}`)
    .join('');

/** Where a quantity stands, in percent of the plot's width; `0%` at 0. */
export const across = (x: number, to: number): string => `${rounded(Math.min(1, Math.max(0, x / to)) * 100)}%`;

/** Where a chance stands, in percent of the plot's height from above. */
export const down = (y: number): string => `${rounded((1 - Math.min(1, Math.max(0, y))) * 100)}%`;

/** Three to six round values from 0 to the end of an axis. */
export function ticksTo(to: number): number[] {
  const power = 10 ** Math.floor(Math.log10(to));
  const step = [0.2, 0.25, 0.5, 1, 2].map((one) => one * power).find((one) => to / one <= 5.0001)!;
  return Array.from({ length: Math.floor(to / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
}

const rounded = (value: number): number => Number(value.toFixed(2));
