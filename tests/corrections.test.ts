import { describe, expect, it } from 'vitest';
import { seededRandom } from '../src/lib/stats/numbers/rng.ts';
import {
  correctionWorlds,
  drawItems,
  simulateCorrections,
  type CorrectionWorld
} from './bench/simulation/corrections.ts';
import { sized } from './timing.ts';

const world = (name: string): CorrectionWorld => correctionWorlds.find((one) => one.name === name)!;

describe('a simulated world of systems, a judge and labels', () => {
  it.each(correctionWorlds.map((one) => [one.name, one] as const))('"%s" has the rates that it names', (_, given) => {
    const items = drawItems({ ...given, queries: sized(6000, 2000) }, seededRandom(1));
    const share = (
      of: (one: (typeof items)[number]) => boolean,
      hit: (one: (typeof items)[number]) => boolean
    ): number => {
      const among = items.filter(of);
      return among.filter(hit).length / among.length;
    };
    given.yes.forEach((yes, system) => {
      expect(
        Math.abs(
          share(
            (one) => one.system === system,
            ({ truth }) => truth === 1
          ) - yes
        )
      ).toBeLessThan(0.02);
    });
    for (const [i, truth] of [1, 0].entries()) {
      const errs = (first: boolean) =>
        share(
          (one) => (one.system === 0) === first && one.truth === truth,
          ({ judge }) => judge !== truth
        );
      expect(Math.abs(errs(true) - given.errs[i]!)).toBeLessThan(0.03);
      expect(Math.abs(errs(false) - given.errsOnOthers[i]!)).toBeLessThan(0.03);
    }
    const [agree, differ] = given.labelled;
    expect(new Set(items.map(({ chance }) => chance))).toEqual(new Set([agree, differ]));
  });
});

const STUDIES = sized(300, 120);

describe(`corrected scores in ${STUDIES} studies`, () => {
  it('by query hold the truth about as often as they say, and the judge alone does not', () => {
    const { holds, bias } = simulateCorrections(world('good systems'), 5, STUDIES);
    expect(Math.min(holds.ppi, holds.roganGladen)).toBeGreaterThan(0.92);
    expect(holds.raw).toBeLessThan(0.5);
    expect(Math.abs(bias.ppi)).toBeLessThan(0.01);
    expect(Math.abs(bias.roganGladen)).toBeLessThan(0.01);
    expect(bias.raw).toBeLessThan(-0.05);
  });

  it('with unequally sampled strata need the weights and the clusters', () => {
    const { holds, width } = simulateCorrections(world('unequal strata'), 5, STUDIES);
    expect(Math.min(holds.ppi, holds.roganGladen)).toBeGreaterThan(0.92);
    expect(holds.independent).toBeLessThan(holds.ppi - 0.03);
    expect(width.ppi).toBeLessThan(width.people);
  });

  it('by Rogan–Gladen are wrong if the judge has a favourite, and by PPI++ are not', () => {
    const { holds, bias } = simulateCorrections(world('a favourite'), 5, STUDIES);
    expect(holds.ppi).toBeGreaterThan(0.92);
    expect(holds.roganGladen).toBeLessThan(0.3);
    expect(bias.roganGladen).toBeGreaterThan(0.1);
  });
});
