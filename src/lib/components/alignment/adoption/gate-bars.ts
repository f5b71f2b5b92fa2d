import type { Gate } from '../../../alignment/gates/gate.ts';

/** An interval on its axis with the ends that it has to reach or to stay within, each a place in [0, 1]. */
export interface GateBar {
  value: number;
  low: number | null;
  high: number | null;
  targets: number[];
}

/** Ends of the axis that all shares, coefficients and correlations have in common. */
export interface GateAxis {
  from: number;
  to: number;
}

type Drawn = Pick<Gate, 'value' | 'low' | 'high'> & { threshold?: number | null };

const aroundZero = (unit: Gate['unit']): boolean => unit === 'equivalence' || unit === 'difference';

/** From .5 to 1, or from the tenth below the lowest end that is drawn. */
export function gateAxis(gates: readonly Gate[]): GateAxis {
  const drawn = gates.filter(({ unit }) => unit !== 'count' && !aroundZero(unit));
  const ends = drawn.flatMap((gate) => [gate, ...gate.parts]).flatMap(({ value, low, threshold }) => [value, low, threshold]); // prettier-ignore
  const lowest = Math.min(0.5, ...ends.filter((end) => end !== null && end !== undefined));
  return { from: Math.max(-1, Math.floor(lowest * 10 + 1e-9) / 10), to: 1 };
}

/**
 * The picture of a gate or of one of its parts. Differences and biases have an axis of their own, symmetric around 0, on which
 * the threshold or both margins are at half of the way unless the interval is wider.
 *
 * @returns null for a count and if there is no value.
 */
export function gateBar(unit: Gate['unit'], { value, low, high, threshold }: Drawn, common: GateAxis): GateBar | null {
  if (value === null || unit === 'count') return null;
  const aim = threshold ?? null;
  const far = Math.max(...[value, low, high, 2 * (aim ?? 0)].map((end) => Math.abs(end ?? 0)));
  const { from, to } = aroundZero(unit) ? { from: -far, to: far } : common;
  const place = (end: number): number => (to === from ? 0.5 : Math.min(1, Math.max(0, (end - from) / (to - from))));
  const targets = aim === null ? [] : unit === 'equivalence' ? [-aim, aim] : [aim];
  return {
    value: place(value),
    low: low === null ? null : place(low),
    high: high === null ? null : place(high),
    targets: targets.map(place)
  };
}
