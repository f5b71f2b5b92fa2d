/** A curve of a chart: chances in [0, 1] over a quantity. */
export interface Curve {
  name: string;
  points: { x: number; y: number }[];
}

/** About `steps` different whole numbers from 0 to `to`, both among them, as evenly spaced as that allows. */
export function wholeSteps(to: number, steps: number): number[] {
  const last = Math.max(0, to);
  const all = Array.from({ length: steps + 1 }, (_, i) => Math.round((last * i) / steps));
  return [...new Set(all)];
}

/** A round number not below, of 1, 1.5, 2, 3, 5 and 8 times a power of ten: where an axis ends. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = [1, 1.5, 2, 3, 5, 8, 10].find((one) => one * power >= value * (1 - 1e-12))!;
  return Number((lead * power).toPrecision(3));
}
