import { describe, expect, it } from 'vitest';
import { seededRandom } from '../src/lib/stats/numbers/rng.ts';
import { simulate } from './bench/simulation/trial.ts';
import { sized } from './timing.ts';
import { agreements, draw, ensembles, truthOf, worlds, type World } from './bench/simulation/worlds.ts';

const world = (name: string): World => worlds.find((one) => one.name === name)!;

describe('a simulated world', () => {
  it.each(worlds.map((one) => [one.name, one] as const))('"%s" has the error rates that it names', (_, given) => {
    const sample = draw(given, seededRandom(1), Math.ceil(sized(400_000, 100_000) / given.itemsPerQuery));
    const share = (label: 0 | 1, of: (i: number) => boolean): number => {
      let [n, hits] = [0, 0];
      for (let i = 0; i < sample.truth.length; i++)
        if (sample.truth[i] === label) {
          n++;
          if (of(i)) hits++;
        }
      return hits / n;
    };
    for (const [j, judge] of sample.judges.entries()) {
      expect(Math.abs(share(1, (i) => judge[i] === 0) - given.errsOnYes[j]!)).toBeLessThan(0.01);
      expect(Math.abs(share(0, (i) => judge[i] === 1) - given.errsOnNo[j]!)).toBeLessThan(0.02);
    }
    expect(Math.abs(share(1, (i) => sample.human[i] === 0) - given.humanErrs)).toBeLessThan(0.003);
  });

  it('gives ensembles the scores of their rule', () => {
    const sample = { cluster: Uint32Array.of(0), clusters: 1, truth: Uint8Array.of(1), human: Uint8Array.of(1), judges: [1, 0, 0].map((v) => Uint8Array.of(v)) }; // prettier-ignore
    const scores = agreements(sample, sample.human).map((own) => own[0]!);
    const of = (judges: number[], rule: string): number =>
      scores[ensembles.findIndex((one) => one.rule === rule && one.judges.join() === judges.join())]!;
    expect(ensembles.length).toBe(16);
    expect([of([0], 'single'), of([1], 'single'), of([0, 1], 'average')]).toEqual([1, 0, 0.5]);
    expect([of([0, 1, 2], 'any'), of([0, 1, 2], 'all'), of([0, 1, 2], 'majority')]).toEqual([1, 0, 0]);
  });

  it('makes queries matter if it says so, and only there', () => {
    const ITEMS = sized(200_000, 50_000);
    expect(truthOf(world('independent items'), seededRandom(3), ITEMS).icc).toBeLessThan(0.01);
    expect(truthOf(world('published case'), seededRandom(3), ITEMS).icc).toBeGreaterThan(0.15);
  });
});

const STUDIES = sized(300, 100);

describe(`the method, in ${STUDIES} studies of thirty queries whose items resemble each other`, () => {
  const { shares, means } = simulate(world('published case'), 11, STUDIES, 300, sized(400_000, 100_000));

  it('holds the truth with Wilson on the effective sample size, and not with items taken as independent', () => {
    expect(shares.clusterWilson).toBeGreaterThan(0.91);
    expect(shares.iidWilson).toBeLessThan(0.85);
    expect(shares.clusterBootstrap).toBeGreaterThan(shares.iidWilson + 0.05);
    expect(shares.clusterKappa).toBeGreaterThan(shares.iidKappa + 0.05);
  });

  it('gives the chosen ensemble a corrected lower bound that holds, if its own is too high', () => {
    expect(shares.gateLower).toBeGreaterThan(0.96);
    expect(shares.naiveLower).toBeLessThan(shares.gateLower);
  });

  it('takes off what choosing adds: as chosen too high, corrected and out of bag near the truth or below', () => {
    expect(means.naive).toBeGreaterThan(means.true);
    expect(Math.abs(means.corrected - means.true)).toBeLessThan(means.naive - means.true);
    expect(means.outOfBag).toBeLessThan(means.true);
  });

  it('chooses within the margin of the best, and passes no gate wrongly', () => {
    expect(shares.chosenWithin).toBeGreaterThan(0.95);
    expect(shares.wronglyAdopted).toBeLessThan(0.025);
  });

  it('is the same for the same seed', () => {
    const once = () => simulate(world('few clusters'), 5, 5, 50, 20_000);
    expect(once()).toEqual(once());
  });
});
