import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DimensionPoints, Verdict } from '../../verdict.ts';
import { scorePair, combinePairs, comparisonOf, pairOutcome, TIE_MARGIN, totalOf } from './pairwise-score.ts';

/** Points that add up to a total, spread over the dimensions. */
const adding = (total: number): DimensionPoints => {
  const [granularity, insight, critique, evidence, density] = [0, 1, 2, 3, 4].map((at) =>
    Math.floor((total + at) / 5)
  ) as [number, number, number, number, number];
  return { granularity, insight, critique, evidence, density };
};

const verdict = (
  [reportFirst, baselineFirst]: [report: number, baseline: number][],
  label: string | null = null
): Verdict => {
  const order = (first: 'report' | 'baseline', [report, baseline]: [number, number] = [0, 0]) => ({
    first,
    report: adding(report),
    baseline: adding(baseline),
    rationale: ''
  });
  const detail = comparisonOf([order('report', reportFirst), order('baseline', baselineFirst)]);
  return {
    item: 'comparison',
    kind: 'comparison',
    state: 'judged',
    label: label ?? pairOutcome(detail.report - detail.baseline),
    rationale: '',
    evidence: [],
    detail
  };
};
const failed: Verdict = {
  item: 'comparison',
  kind: 'comparison',
  state: 'unscored',
  label: null,
  rationale: '',
  evidence: [],
  reason: 'HTTP 500'
};
const abstained: Verdict = {
  item: 'comparison',
  kind: 'comparison',
  state: 'abstained',
  label: null,
  rationale: 'no',
  evidence: []
};
const judge = (name: string, ...repeats: Verdict[]) => ({ judge: name, repeats: repeats.map((one) => [one]) });

describe('the outcome', () => {
  it.each([
    [0, 'tie'],
    [1, 'tie'],
    [-1, 'tie'],
    [1 + 2 ** -52, 'tie'],
    [1.25, 'win'],
    [-1.25, 'loss'],
    [25, 'win'],
    [-25, 'loss']
  ])('of a difference of %d is a %s', (difference, outcome) => {
    expect(pairOutcome(difference)).toBe(outcome);
    expect(TIE_MARGIN).toBe(1);
  });

  it('turns round with the sides', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), (halves) => {
        const turned = { win: 'loss', loss: 'win', tie: 'tie' } as const;
        expect(pairOutcome(-halves / 2)).toBe(turned[pairOutcome(halves / 2)]);
      })
    );
  });
});

describe('combine', () => {
  it('is the difference of the totals, 0–25 each', () => {
    expect(totalOf(adding(25))).toBe(25);
    expect(
      scorePair([
        verdict([
          [20, 10],
          [15, 5]
        ])
      ])
    ).toEqual({
      value: 10,
      reason: null,
      n: 1,
      abstained: 0,
      unscored: 0,
      figures: { report: 17.5, baseline: 7.5, consistent: 1, outcome: 1, orderWins: 2, orderLosses: 0 }
    });
  });

  it('goes by the points, whatever label stands beside them', () => {
    expect(
      scorePair([
        verdict(
          [
            [5, 20],
            [5, 20]
          ],
          'win'
        )
      ]).figures['outcome']
    ).toBe(-1);
  });

  it('is null with the reason if there is no comparison', () => {
    expect(scorePair([failed])).toMatchObject({ value: null, reason: 'HTTP 500', unscored: 1, abstained: 0 });
    expect(scorePair([abstained])).toMatchObject({ value: null, abstained: 1, unscored: 0 });
    const { detail: _, ...bare } = verdict([
      [5, 4],
      [5, 4]
    ]);
    expect(scorePair([bare])).toMatchObject({
      value: null,
      unscored: 1,
      reason: expect.stringContaining('points') as string
    });
  });

  it('does not depend on which order is listed first', () => {
    const total = fc.integer({ min: 0, max: 25 });
    fc.assert(
      fc.property(total, total, total, total, (a, b, c, d) => {
        const one = verdict([
          [a, b],
          [c, d]
        ]);
        const { detail } = one;
        if (detail?.kind !== 'comparison') throw new Error('no comparison');
        const turned = comparisonOf(detail.orders.toReversed());
        expect(scorePair([{ ...one, detail: turned }])).toEqual(scorePair([one]));
      })
    );
  });

  it('refuses misuse: no verdict, two verdicts, one order twice', () => {
    expect(() => scorePair([])).toThrow('one comparison');
    expect(() => scorePair([failed, failed])).toThrow('one comparison');
    const order = { first: 'report', report: adding(1), baseline: adding(1), rationale: '' } as const;
    expect(() => comparisonOf([order, order])).toThrow('once in each order');
    expect(() => comparisonOf([order])).toThrow('once in each order');
  });
});

describe('combineJudges', () => {
  it('averages totals over judges and applies the tie rule to the average, not to the outcomes', () => {
    // A win by 2 and a tie by 0: the average is 1, which is a tie.
    const result = combinePairs([
      judge(
        'a',
        verdict([
          [12, 10],
          [12, 10]
        ])
      ),
      judge(
        'b',
        verdict([
          [10, 10],
          [10, 10]
        ])
      )
    ]);
    expect(result).toMatchObject({
      value: 1,
      judges: 2,
      figures: { report: 11, baseline: 10, outcome: 0, consistent: 1 }
    });
    expect(result.perJudge.map(({ score }) => score.figures['outcome'])).toEqual([1, 0]);
    expect(result.units).toEqual([{ item: 'comparison', state: 'judged', value: 0.5, judges: 2 }]);
  });

  it('calls the same three differences a tie and a win by the exact thirds', () => {
    const by = (difference: number) =>
      verdict([
        [10 + difference, 10],
        [10 + difference, 10]
      ]);
    const of = (...differences: number[]) =>
      combinePairs(differences.map((one, at) => judge(`j${at}`, by(one)))).figures['outcome'];
    expect(of(1, 1, 1)).toBe(0);
    expect(of(0, 1, 2)).toBe(0);
    expect(of(1, 1, 2)).toBe(1);
    expect(of(-1, -1, -2)).toBe(-1);
  });

  it('averages a judge’s repeats first, and gives that judge one outcome', () => {
    const repeats = judge(
      'a',
      verdict([
        [12, 10],
        [12, 10]
      ]),
      verdict([
        [10, 10],
        [10, 10]
      ])
    );
    const result = combinePairs([
      repeats,
      judge(
        'b',
        verdict([
          [15, 10],
          [15, 10]
        ])
      )
    ]);
    expect(result.perJudge[0]?.score).toMatchObject({ value: 1, figures: { outcome: 0 } });
    expect(result).toMatchObject({ value: 3, figures: { outcome: 1 } });
    expect(result.units[0]?.value).toBe(1);
  });

  it('skips a judge that abstains and is abstained if all do', () => {
    const loss = verdict([
      [0, 9],
      [0, 9]
    ]);
    expect(combinePairs([judge('rules', abstained), judge('a', loss)])).toMatchObject({
      value: -9,
      judges: 1,
      units: [{ state: 'judged', value: 0 }]
    });
    expect(combinePairs([judge('rules', abstained)])).toMatchObject({
      value: null,
      unscored: 0,
      units: [{ state: 'abstained', value: null }]
    });
  });

  it('leaves the report unscored if a judge failed, except under the rule `answered`', () => {
    const judges = [
      judge('a', failed),
      judge(
        'b',
        verdict([
          [9, 0],
          [9, 0]
        ])
      )
    ];
    expect(combinePairs(judges)).toMatchObject({
      value: null,
      reason: 'HTTP 500',
      figures: { outcome: null },
      units: [{ state: 'unscored', value: null }]
    });
    expect(combinePairs(judges, 'answered')).toMatchObject({ value: 9, judges: 1, figures: { outcome: 1 } });
  });

  it('does not depend on the order of the judges', () => {
    const total = fc.integer({ min: 0, max: 25 });
    fc.assert(
      fc.property(fc.array(fc.tuple(total, total, total, total), { minLength: 1, maxLength: 5 }), (all) => {
        const judges = all.map(([a, b, c, d], at) =>
          judge(
            `j${at}`,
            verdict([
              [a, b],
              [c, d]
            ])
          )
        );
        const [there, back] = [combinePairs(judges), combinePairs(judges.toReversed())];
        expect(back.figures['outcome']).toBe(there.figures['outcome']);
        expect(back.value).toBeCloseTo(there.value ?? NaN, 12);
      })
    );
  });
});
