import type { Interval } from '../../stats/index.ts';

/** A check as the time chart reads it. Shares of 1; null if there is none. */
export interface ChartedLook {
  number: number;
  at: number;
  sequence: number;
  changed: boolean;
  /** Of this check alone, and over the last ones with its interval. */
  single: number | null;
  value: number | null;
  interval: Interval | null;
  flips: number | null;
  /** Served versions by judge. */
  versions: { judge: string; version: string | null }[];
}

/** A chart of checks over time, as data: places in percent of the width and pixels from the top of each panel. */
export interface TimeChart {
  checks: {
    x: number;
    number: number;
    at: number;
    y: number | null;
    flips: number | null;
    cut: boolean;
    labelled: boolean;
  }[];
  /** One band and line for each sequence, in a box of 100 by the panel's height. */
  bands: { area: string; line: string }[];
  /** Horizontal lines of the upper panel, in points, with their places. */
  ticks: { y: number; label: string }[];
  limit: number;
  zero: number;
  flipTicks: { y: number; label: string }[];
  flipLimit: number;
  lanes: { judge: string; parts: { from: number; to: number; version: string; fresh: boolean }[] }[];
  height: number;
  flipHeight: number;
}

const HEIGHT = 190;
const FLIP_HEIGHT = 110;
const [LEFT, RIGHT] = [4, 88];

/**
 * @param looks the first one first, at least one
 * @param limits shares of 1
 * @param unnamed stands for a version that the provider did not name
 */
export function timeChart(
  looks: readonly ChartedLook[],
  limits: { loss: number; flips: number },
  unnamed: string
): TimeChart {
  const [first, last] = [looks[0]!.at, looks.at(-1)!.at];
  const even = last - first < 60_000;
  const x = (look: ChartedLook, i: number): number =>
    even
      ? LEFT + ((RIGHT - LEFT) * (i + 0.5)) / looks.length
      : LEFT + 3 + ((RIGHT - LEFT - 6) * (look.at - first)) / (last - first);
  const values = looks.flatMap(({ single, interval }) => [single ?? 0, ...(interval ?? [])]);
  const reach = niceReach(Math.max(limits.loss * 1.2, ...values.map(Math.abs)));
  const y = (value: number): number => round(((reach - value) / (2 * reach)) * HEIGHT);
  const most = niceReach(Math.max(limits.flips * 1.3, ...looks.map(({ flips }) => flips ?? 0)));
  const flipY = (share: number): number => round((1 - share / most) * FLIP_HEIGHT);
  const places = looks.map((look, i) => round(x(look, i)));
  const sequences = Map.groupBy(
    looks.map((look, i) => ({ look, x: places[i]! })),
    ({ look }) => look.sequence
  );
  const step = reach / 2;
  const judges = [...new Set(looks.flatMap(({ versions }) => versions.map(({ judge }) => judge)))];
  let right = -Infinity;
  return {
    checks: looks.map(({ number, at, single, flips, changed }, i) => {
      // Numbers that would overlap are left out, the last one never.
      const labelled = places[i]! - right >= 4 || i === looks.length - 1;
      if (labelled) right = places[i]!;
      return {
        ...{ x: places[i]!, number, at, labelled, cut: changed },
        y: single === null ? null : y(single),
        flips: flips === null ? null : flipY(flips)
      };
    }),
    bands: [...sequences.values()].map((all) => {
      const known = all.flatMap(({ look: { value, interval }, x: at }) => (value === null ? [] : [{ value, interval, at }])); // prettier-ignore
      const wide = known.flatMap(({ interval, at }) => (interval ? [{ interval, at }] : []));
      const through = (points: readonly (readonly [number, number])[]): string =>
        points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px} ${py}`).join('');
      // A sequence of one check has a band of no width: it is drawn a little to each side.
      const ends = wide.length === 1 ? [-1, 1].map((by) => ({ ...wide[0]!, at: wide[0]!.at + by })) : wide;
      const area =
        ends.length === 0
          ? ''
          : `${through([...ends.map(({ interval, at }) => [at, y(interval[1])] as const), ...ends.toReversed().map(({ interval, at }) => [at, y(interval[0])] as const)])}Z`;
      return { area, line: known.length > 1 ? through(known.map(({ value, at }) => [at, y(value)] as const)) : '' };
    }),
    ticks: [reach, step, 0, -step, -reach].map((value) => ({ y: y(value), label: pointsOf(value) })),
    ...{ limit: y(-limits.loss), zero: y(0), height: HEIGHT, flipHeight: FLIP_HEIGHT },
    flipTicks: [0, most / 2, most].map((share) => ({ y: flipY(share), label: `${round(100 * share)}%` })),
    flipLimit: flipY(limits.flips),
    lanes: judges.map((judge) => {
      const parts: TimeChart['lanes'][number]['parts'] = [];
      for (const [i, { versions }] of looks.entries()) {
        const named = versions.filter((one) => one.judge === judge).map(({ version }) => version ?? unnamed);
        const version = named.join(', ');
        const open = parts.at(-1);
        if (open?.version === version) open.to = places[i]!;
        else if (named.length > 0) parts.push({ from: places[i]!, to: places[i]!, version, fresh: parts.length > 0 });
      }
      for (const [i, part] of parts.entries()) part.to = parts[i + 1]?.from ?? Math.min(RIGHT, part.to + 4);
      return { judge, parts };
    })
  };
}

/** The next of 1, 2, 4, 5, 10 … points. */
function niceReach(share: number): number {
  const steps = [0.02, 0.04, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1];
  return steps.find((one) => one >= share - 1e-9) ?? 1;
}
const round = (value: number): number => Math.round(value * 100) / 100;
const pointsOf = (share: number): string =>
  share === 0 ? '0' : `${share > 0 ? '+' : '−'}${round(Math.abs(100 * share))}`;
