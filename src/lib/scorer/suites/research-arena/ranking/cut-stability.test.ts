import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../../../stats/distributions/normal.ts';
import { seededRandom } from '../../../../stats/index.ts';
import { cutOf, cutStability } from './cut-stability.ts';
import { schedulePairs } from './schedule.ts';
import type { TaskGame } from './tournament.ts';
import { sized } from '../../../../../../tests/timing.ts';

/** A world with known strengths, normal with SD `spread`, and a judge that picks by Bradley–Terry. */
function world(
  seed: number,
  { tasks, top, rounds, spread }: { tasks: number; top: number; rounds: number; spread: number }
) {
  const random = seededRandom(seed);
  const ids = Array.from({ length: tasks }, (_, at) => `t${String(at).padStart(3, '0')}`);
  const strength = new Map(ids.map((id) => [id, spread * normalQuantile(random.unit() || 0.5)]));
  const strongest = new Set([...ids].sort((x, y) => strength.get(y)! - strength.get(x)!).slice(0, top));
  const play = (by: number): TaskGame[] =>
    schedulePairs(ids, { rounds, seed: by }).pairs.map(({ round, a, b }) => {
      const won = random.unit() < 1 / (1 + Math.exp(strength.get(b)! - strength.get(a)!)) ? 1 : 0;
      const confidence = 0.6 + 0.3 * random.unit();
      return { round, a, b, won, outcome: won === 1 ? confidence : 1 - confidence };
    });
  const games = play(seed);
  const cut = cutOf(ids, games, top);
  const again = new Set(cutOf(ids, play(seed + 5000), top));
  return {
    stability: cutStability(ids, games, { top, rounds, seed })!,
    strongest,
    ids,
    right: cut.filter((id) => strongest.has(id)).length,
    same: cut.filter((id) => again.has(id)).length
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

describe('the stability of a cut', () => {
  const shapes = [
    { tasks: 60, top: 20, rounds: 2, spread: 1.2 },
    { tasks: 60, top: 20, rounds: 8, spread: 1.2 },
    { tasks: 61, top: 12, rounds: 4, spread: 2.5 }
  ];
  const WORLDS = sized(20, 8);
  /** What chance allows of a mean over these worlds, from what it allows of a mean over 20. */
  const within = (of20: number): number => of20 * Math.sqrt(20 / WORLDS);
  /** Worlds whose interval holds: fewer have a chance of .02 at most if each of them holds with .95. */
  const HOLDING = sized(17, 6);

  it.each(shapes)(
    'is stated as it is in worlds whose strengths are known: $tasks tasks, top $top, $rounds rounds, SD $spread',
    (shape) => {
      const worlds = Array.from({ length: WORLDS }, (_, at) => world(at + 1, shape));
      const share = (of: (one: (typeof worlds)[number]) => number): number => mean(worlds.map(of)) / shape.top;
      // How many of the cut are among the strongest, and how many a second tournament selects as well: stated as they come.
      expect(Math.abs(share(({ right }) => right) - share(({ stability }) => stability.strongest.mean))).toBeLessThan(
        within(0.05)
      );
      expect(Math.abs(share(({ same }) => same) - share(({ stability }) => stability.repeated.mean))).toBeLessThan(
        within(0.05)
      );
      // Their intervals hold the actual numbers about as often as they say.
      const covered = worlds.filter(
        ({ right, stability: { strongest } }) => right >= strongest.low && right <= strongest.high
      ).length;
      const repeats = worlds.filter(
        ({ same, stability: { repeated } }) => same >= repeated.low && same <= repeated.high
      ).length;
      expect(covered).toBeGreaterThanOrEqual(HOLDING);
      expect(repeats).toBeGreaterThanOrEqual(HOLDING);
      // Of tasks with a probability in one fifth of the scale, that share is among the strongest.
      const all = worlds.flatMap(({ ids, strongest, stability }) =>
        ids.map((id) => ({ p: stability.inTop.get(id)!, is: Number(strongest.has(id)) }))
      );
      for (const from of [0, 0.2, 0.4, 0.6, 0.8]) {
        const bin = all.filter(({ p }) => p >= from && p < from + 0.2 + Number(from === 0.8));
        if (bin.length < 5 * WORLDS) continue;
        expect(Math.abs(mean(bin.map(({ p }) => p)) - mean(bin.map(({ is }) => is)))).toBeLessThan(within(0.08));
      }
    }
  );

  it('rises with the number of rounds', () => {
    const [few, many] = [2, 12].map((rounds) =>
      mean(
        Array.from(
          { length: sized(5, 3) },
          (_, at) => world(at + 1, { tasks: 60, top: 20, rounds, spread: 1.2 }).stability.strongest.mean
        )
      )
    );
    expect(many! - few!).toBeGreaterThan(2);
  });

  it('of a judge that picks by chance is that of a draw by lot', () => {
    const worlds = Array.from({ length: 6 }, (_, at) => world(at + 1, { tasks: 60, top: 20, rounds: 4, spread: 0 }));
    // 20 of 60 by lot have 6.7 in common with any other 20.
    expect(Math.abs(mean(worlds.map(({ stability }) => stability.repeated.mean)) - 20 / 3)).toBeLessThan(2);
  });

  it('is the same for the same seed, and unknown without a game', () => {
    const shape = { tasks: 20, top: 5, rounds: 2, spread: 1 };
    expect(world(3, shape).stability).toEqual(world(3, shape).stability);
    expect(cutStability(['a', 'b'], [], { top: 1, rounds: 2 })).toBeNull();
  });

  it('of a cut that takes all tasks is certain', () => {
    const { stability } = world(1, { tasks: 6, top: 100, rounds: 2, spread: 1 });
    expect(stability).toMatchObject({
      size: 6,
      strongest: { mean: 6, low: 6, high: 6 },
      repeated: { mean: 6, low: 6, high: 6 },
      open: 0
    });
  });
});
