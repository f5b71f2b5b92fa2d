/** The axis of a forest plot: a share of the unit interval, wide enough for all that is drawn on it. */
export interface PlotScale {
  /** Ends of the axis, a little beyond the first and the last tick, so that a mark there is whole. */
  from: number;
  to: number;
  ticks: number[];
  /** Ticks that carry their number: not those on which the number of the threshold stands. */
  labels: number[];
}

interface Drawn {
  value: number | null;
  low: number | null;
  high: number | null;
}

const margin = 0.03;

/** Up to 1 always; down to the tick below the lowest end, which for coefficients may be −1. The axis may be cut, because no bar stands on it. */
export function plotScale(drawn: readonly Drawn[], threshold: number | null = null): PlotScale {
  const ends = drawn.flatMap(({ value, low }) => [value, low]).filter((end) => end !== null);
  const lowest = Math.min(threshold ?? 1, ...ends, 0.9);
  const step = lowest < 0.5 ? 2 : 1;
  const tenth = Math.floor(lowest * 10 - (lowest === 0 ? 0 : 1e-9));
  const first = Math.max(-10, tenth - ((tenth - 10) % step === 0 ? 0 : 1));
  const ticks = Array.from({ length: (10 - first) / step + 1 }, (_, i) => (first + i * step) / 10);
  const span = 1 - first / 10;
  return {
    from: first / 10 - span * margin,
    to: 1 + span * margin,
    ticks,
    labels: ticks.filter((tick) => threshold === null || Math.abs(tick - threshold) > 0.09 * span)
  };
}

/** Where a value stands on the axis, in percent of its width. */
export const place = ({ from, to }: Pick<PlotScale, 'from' | 'to'>, value: number): string =>
  `${(Math.min(1, Math.max(0, (value - from) / (to - from))) * 100).toFixed(2)}%`;
