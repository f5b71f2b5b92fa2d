import { describe, expect, it } from 'vitest';
import { withinRisk } from '../../stats/planning/acceptance.ts';
import { concentrations } from './concentration.ts';
import {
  defaultInspection,
  gate,
  inspectionProblems,
  operatingPoints,
  passesUpTo,
  planInspection
} from './inspection-plan.ts';

const acceptance = defaultInspection;
const estimation = { ...defaultInspection, reading: 'estimation' as const };

describe('planInspection', () => {
  it.each([
    [100, 39],
    [1000, 56],
    [3000, 58]
  ])('draws of %i ratings %i by acceptance', (lot, sample) => {
    expect(planInspection(acceptance, lot).sample).toBe(sample);
  });

  it.each([
    [100, 80],
    [300, 169],
    [1000, 278],
    [3000, 341]
  ])('draws of %i ratings %i by estimation', (lot, sample) => {
    expect(planInspection(estimation, lot).sample).toBe(sample);
  });

  it('draws all if even all of them could not tell', () => {
    expect(planInspection(acceptance, 5).sample).toBe(5);
    expect(planInspection(estimation, 1).sample).toBe(1);
  });

  it('draws more if more disagreements are let through, and holds the risk', () => {
    const one = planInspection({ ...acceptance, acceptNumber: 1 }, 1000);
    expect(one.sample).toBeGreaterThan(56);
    const just = operatingPoints(one).find(({ defects }) => defects > 50)!;
    expect(just.accept).toBeLessThanOrEqual(0.05);
  });
});

describe('the operating characteristic', () => {
  it('starts at certainty and only falls', () => {
    const points = operatingPoints(planInspection(acceptance, 300));
    expect(points[0]).toEqual({ defects: 0, rate: 0, accept: 1 });
    for (let i = 1; i < points.length; i++) expect(points[i]!.accept).toBeLessThanOrEqual(points[i - 1]!.accept);
    expect(points.length).toBeLessThanOrEqual(42);
  });

  it('is by hand what drawing without replacement gives', () => {
    // Lot 5, all of 2 drawn, one in disagreement: the chance to miss it is 3/5.
    const plan = { ...acceptance, lot: 5, sample: 2 };
    expect(operatingPoints(plan).find(({ defects }) => defects === 1)!.accept).toBeCloseTo(3 / 5, 12);
    expect(operatingPoints(plan).find(({ defects }) => defects === 2)!.accept).toBeCloseTo(3 / 10, 12);
  });
});

describe('gate', () => {
  it('passes by acceptance with no disagreement and not with one, and bounds the whole batch', () => {
    const plan = planInspection(acceptance, 100);
    expect(gate(plan, 0)).toMatchObject({
      passes: true,
      lot: 100,
      sample: 39,
      rate: 0,
      upperBound: 5,
      upperRate: 0.05
    });
    expect(gate(plan, 1)).toMatchObject({ passes: false, passesUpTo: 0 });
  });

  it('has the exact bound of a sample small enough to count: 2 of 4 drawn, none in disagreement', () => {
    // With two in disagreement of four, two drawn miss both with 1/6 = .167; with three, never. So at most 2 at 95 %.
    expect(gate({ ...acceptance, lot: 4, sample: 2 }, 0).upperBound).toBe(2);
    // All drawn: nothing is left to guess.
    expect(gate({ ...acceptance, lot: 4, sample: 4 }, 1).upperBound).toBe(1);
  });

  it('passes no small batch that is drawn whole with more disagreements than the limit, whatever the acceptance number', () => {
    // The first number above 20% of 7 is 2: a plan that accepts 2 would pass such a batch always, also with all ratings drawn.
    const plan = planInspection({ ...acceptance, limit: 0.2, acceptNumber: 2, risk: 0.2 }, 7);
    expect(plan.sample).toBe(7);
    expect([0, 1, 2].map((n) => gate(plan, n).passes)).toEqual([true, true, false]);
    expect(gate(plan, 1)).toMatchObject({ passesUpTo: 1 });
    for (let lot = 1; lot <= 60; lot++)
      for (const acceptNumber of [0, 1, 2, 5]) {
        const own = planInspection({ ...acceptance, limit: 0.1, acceptNumber }, lot);
        for (const { defects, accept } of operatingPoints(own))
          if (defects === Math.floor(0.1 * lot + 1e-9) + 1)
            expect(withinRisk(accept, own.risk), `${accept}`).toBe(true);
      }
  });

  it('passes by estimation up to the limit of the sample', () => {
    const plan = planInspection(estimation, 300);
    expect(passesUpTo(plan)).toBe(8);
    expect([gate(plan, 8).passes, gate(plan, 9).passes]).toEqual([true, false]);
  });
});

describe('settings of an inspection', () => {
  it('that make no plan are named', () => {
    const wrong = { ...acceptance, limit: 0, risk: 1, halfWidth: 0.9, acceptNumber: -1 };
    expect(inspectionProblems(wrong).map(({ column }) => column)).toEqual([
      'limit',
      'risk',
      'halfWidth',
      'acceptNumber'
    ]);
    expect(inspectionProblems(acceptance)).toEqual([]);
  });
});

describe('concentrations', () => {
  const unit = (annotator: string, disagrees: boolean, label = 'Appropriate') => ({
    disagrees,
    levels: { annotator, label, category: 'no category', domain: 'no domain', kind: 'item' }
  });
  const mixed = [
    ...Array.from({ length: 10 }, (_, i) => unit('Ana', i < 8)),
    ...Array.from({ length: 30 }, (_, i) => unit('Bo', i < 1)),
    ...Array.from({ length: 20 }, () => unit('Cy', false))
  ];

  it('find the annotator in whose ratings disagreements cluster, and call no other annotator systematic', () => {
    const rows = concentrations(mixed);
    expect(rows[0]).toMatchObject({ factor: 'annotator', level: 'Ana', systematic: true, here: { k: 8, n: 10 } });
    expect(rows.filter(({ systematic }) => systematic)).toHaveLength(1);
    expect(rows.map(({ factor }) => factor)).not.toContain('category');
  });

  it('correct for all the levels that were looked at', () => {
    for (const { p, adjusted } of concentrations(mixed)) expect(adjusted).toBeGreaterThanOrEqual(p);
  });

  it('find nothing if nothing disagrees or nothing was drawn', () => {
    expect(
      concentrations(mixed.map((one) => ({ ...one, disagrees: false }))).some(({ systematic }) => systematic)
    ).toBe(false);
    expect(concentrations([])).toEqual([]);
  });
});
