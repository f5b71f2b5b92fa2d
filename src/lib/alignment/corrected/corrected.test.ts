import { describe, expect, it } from 'vitest';
import { pooledRatio } from '../../scorer/leaderboard/index.ts';
import { errorChecks, errorRates, type MeasuredUnit } from './corrected-errors.ts';
import { movedBetween, orderSystems } from './corrected-order.ts';
import { correction, type CorrectedUnit } from './corrected.ts';

/** Units of one system as `query: judge/people`, `-` if there is no answer or label: `q1: y/y n/- y/n`. */
function unitsOf(system: string, given: Record<string, string>, inclusion = 0.5): CorrectedUnit[] {
  const code: Record<string, number | null> = { y: 1, n: 0, h: 0.5, '-': null };
  return Object.entries(given).flatMap(([qid, marks]) =>
    marks.split(' ').map((mark): CorrectedUnit => {
      const [score, human] = mark.split('/').map((letter) => code[letter]!);
      const said = human ?? null;
      return {
        ...{ system, qid, reportId: `${system}/${qid}`, score: score ?? null },
        ...{ human: said, inclusion: said === null ? null : inclusion, drawnFrom: true }
      };
    })
  );
}

const measuredIn = (units: readonly CorrectedUnit[]): MeasuredUnit[] =>
  units.flatMap(({ system, qid, score, human, inclusion }) =>
    human === null ? [] : [{ system, qid, score, human, inclusion: inclusion! }]
  );

const corrected = (...groups: CorrectedUnit[][]) => correction(groups.flat(), measuredIn(groups.flat()));

// Six answers of yes in eight; of the four labelled ones the two of q1 are right and one of q2 and q3 each is a yes too many.
const heron = unitsOf('heron', { q1: 'y/y n/n', q2: 'y/n y/-', q3: 'y/n n/-', q4: 'y/- y/-' });

describe('the corrected scores of a system', () => {
  it('are raw the leaderboard’s mean over queries, by hand', () => {
    const { systems } = corrected(heron);
    expect(systems).toHaveLength(1);
    // Queries ½, 1, ½, 1.
    expect(systems[0]).toMatchObject({ units: 8, unanswered: 0, labelled: 4, queries: 3, raw: { value: 75 } });
  });

  it('have the leaderboard’s interval of the raw mean', () => {
    const { value, interval } = pooledRatio(
      [0.5, 1, 0.5, 1].map((above, at) => ({ cluster: `q${at}`, above: 100 * above, below: 1 })),
      [0, 100]
    );
    const { raw } = corrected(heron).systems[0]!;
    expect(raw).toEqual({
      value,
      reason: null,
      low: expect.closeTo(interval![0], 9),
      high: expect.closeTo(interval![1], 9)
    });
    // Queries that all score alike leave the interval undefined, with the reason.
    const alike = corrected(unitsOf('a', { q1: 'y/y n/n', q2: 'y/n n/-' })).systems[0]!.raw;
    expect(alike).toMatchObject({ value: 50, low: null, reason: 'There is no variance between queries.' });
  });

  it('count each query alike, whatever the number of its units', () => {
    const uneven = unitsOf('a', { q1: 'y/y', q2: 'n/n n/n n/n y/y' });
    expect(corrected(uneven).systems[0]!.raw.value).toBe(62.5);
    // Everything is labelled: people’s own mean by the same weights.
    expect(corrected(uneven).systems[0]!.ppi.value).toBeCloseTo(62.5, 10);
  });

  it('are by PPI++ the judge’s mean and what people say beyond it, by hand', () => {
    // Every unit has weight ½ in its query. People: yes, no, no, no → ¼; the judge there: 1, 0, 1, 1 → ¾; in all ¾.
    // With f̄ of all equal to that of the labelled, θ is ¼ whatever λ is.
    const { ppi } = corrected(heron).systems[0]!;
    expect(ppi.value).toBeCloseTo(25, 10);
    expect(ppi.low).toBeGreaterThanOrEqual(0);
    expect(ppi.high!).toBeLessThanOrEqual(100);
  });

  it('are by Rogan–Gladen what the study’s errors make of the raw score, by hand', () => {
    // Sensitivity 1 of 1, specificity 1 of 3: (.75 + 1/3 − 1) ÷ (1/3) = ¼.
    const { systems, errors } = corrected(heron);
    expect(errors).toMatchObject({ sensitivity: { value: 1, n: 1 }, split: 0, unanswered: 0, queries: 3 });
    expect(errors.specificity.value).toBeCloseTo(1 / 3, 12);
    expect(systems[0]!.roganGladen.value).toBeCloseTo(25, 10);
  });

  it('weigh labels by the inverse of their chances', () => {
    const often = unitsOf('a', { q1: 'y/y', q2: 'n/-' }, 0.8);
    const seldom = unitsOf('a', { q3: 'y/n', q4: 'n/-' }, 0.2);
    // Yes at weight 1/.8, no at weight 1/.2: 1.25 ÷ 6.25.
    const [system] = corrected([...often, ...seldom]).systems;
    expect(system!.raw.value).toBe(50);
    expect(errorRates(measuredIn([...often, ...seldom])).specificity.value).toBe(0);
    const people = correction(
      [...often, ...seldom].map((unit) => ({ ...unit, score: unit.score === null ? null : 1 })),
      []
    ).systems[0]!;
    expect(people.ppi).toMatchObject({ value: expect.closeTo(20, 10) as number, lambda: 0 });
    // Ten right answers of weight 1.25 and one of 50 are no more than (62.5)² ÷ 2515.625 = 1.55 answers.
    const ten = unitsOf('a', Object.fromEntries(Array.from({ length: 10 }, (_, q) => [`p${q}`, 'y/y'])), 0.8);
    const { sensitivity } = errorRates(measuredIn([...ten, ...unitsOf('a', { q9: 'y/y' }, 0.02)]));
    expect(sensitivity.low).toBeCloseTo(1.5528 / (1.5528 + 2.2281 ** 2), 3);
  });

  it('leave out what the ensemble did not answer, and count it', () => {
    const { systems, errors } = corrected(unitsOf('a', { q1: 'y/y -/n', q2: '-/- n/n', q3: 'y/y n/n' }));
    expect(systems[0]).toMatchObject({ units: 4, unanswered: 2, labelled: 4, raw: { value: expect.closeTo(50, 10) } });
    expect(errors.unanswered).toBe(1);
  });

  it('count a split of people as ½ in PPI++ and leave it out of the errors', () => {
    const { systems, errors } = corrected(unitsOf('a', { q1: 'y/h', q2: 'y/y', q3: 'n/n' }));
    expect(systems[0]!.ppi.value).toBeCloseTo(50, 10);
    expect(errors).toMatchObject({ split: 1, sensitivity: { n: 1 }, specificity: { n: 1 } });
  });

  it('are undefined with the reason: no label of the system, an ensemble that says nothing, too few queries', () => {
    const bare = unitsOf('bare', { q1: 'y/- n/-', q2: 'y/- y/-' });
    const [first, second] = corrected(heron, bare).systems;
    const [withLabels, without] = first!.system === 'heron' ? [first!, second!] : [second!, first!];
    expect(withLabels.ppi.value).not.toBeNull();
    expect(without).toMatchObject({ labelled: 0, ppi: { value: null, lambda: null } });
    expect(without.ppi.reason).toContain('No unit of this system');
    expect(without.roganGladen.value).not.toBeNull();

    const blind = corrected(unitsOf('a', { q1: 'y/y y/n', q2: 'y/y y/n', q3: 'y/y y/n' })).systems[0]!;
    expect(blind.roganGladen).toMatchObject({ value: null });
    expect(blind.roganGladen.reason).toContain('carry no information about those of annotators');
    const oneQuery = corrected(unitsOf('a', { q1: 'y/y n/n y/n' })).systems[0]!;
    expect(oneQuery.ppi).toMatchObject({ low: null, reason: 'Too few queries for an interval by query.' });
    expect(oneQuery.ppi.value).not.toBeNull();
    const silent = corrected(unitsOf('a', { q1: '-/y' })).systems[0]!;
    expect(silent.raw.reason).toBe('The ensemble labelled no unit of this system.');
  });

  it('say on which systems no label shows an error, and how many units the study could not draw from', () => {
    const sure = unitsOf('sure', { q1: 'y/y n/n', q2: 'y/y n/-' });
    const foreign = unitsOf('foreign', { q1: 'y/- n/-' }).map((unit) => ({ ...unit, drawnFrom: false }));
    const found = corrected(sure, heron, foreign);
    expect(found.unerring).toEqual(['sure']);
    expect(found.systems.find(({ system }) => system === 'foreign')).toMatchObject({ outside: 2 });
    expect(found.fewQueries).toBe(true);
  });

  it('do not depend on the order of the units', () => {
    const units = [...heron, ...unitsOf('tarn', { q1: 'n/n y/y', q2: 'n/y y/y', q3: 'y/y n/-' })];
    const turned = [...units].reverse();
    const numbers = (found: ReturnType<typeof correction>): string =>
      JSON.stringify(found, (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(9)) + 0 : value));
    expect(numbers(correction(turned, measuredIn(turned)))).toBe(numbers(correction(units, measuredIn(units))));
  });
});

describe('whether the errors differ by system', () => {
  const times = (n: number, mark: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`q${i + 1}`, mark]));
  const fair = unitsOf('fair', { ...times(8, 'y/y n/n y/y n/n'), q9: 'n/y y/n' });
  const wronged = unitsOf('wronged', { ...times(8, 'n/y n/n n/y n/n'), q9: 'y/y y/n' });

  it('is told if both sides have ten labels of a kind', () => {
    const checks = errorChecks(measuredIn([...fair, ...wronged]));
    expect(checks.map(({ system, kind, differs }) => [system, kind, differs])).toEqual([
      ['fair', 'sensitivity', true],
      ['fair', 'specificity', false],
      ['wronged', 'sensitivity', true],
      ['wronged', 'specificity', false]
    ]);
    // 16 of 17 right against 1 of 17.
    expect(checks[0]!.difference!.value).toBeCloseTo(15 / 17, 12);
    expect(checks[0]!.own).toMatchObject({ value: 16 / 17, n: 17 });
    expect(checks[1]!.pAdjusted).toBe(1);
  });

  it('is not told of fewer, and not asked of a single system', () => {
    const few = errorChecks(measuredIn([...fair, ...unitsOf('few', { q1: 'y/y n/n' })]));
    expect(few.map(({ differs, difference, pAdjusted }) => [differs, difference, pAdjusted])).toEqual(
      Array.from({ length: 4 }, () => [null, null, null])
    );
    expect(errorChecks(measuredIn(fair))).toEqual([]);
  });
});

describe('the order of systems', () => {
  const score = (system: string, ...queries: number[]) => {
    const value = queries.reduce((sum, x) => sum + x, 0) / queries.length;
    const influence = new Map(queries.map((x, i) => [`q${i}`, (x - value) / queries.length]));
    return { system, influence: { value, influence, clusters: queries.length, degrees: queries.length - 1 } };
  };

  it('puts the best first and tells pairs apart by t tests over queries, adjusted by Holm', () => {
    const { systems, pairs, top } = orderSystems([
      score('low', 0.1, 0.2, 0.1, 0.2),
      score('high', 0.9, 0.8, 0.9, 0.9),
      score('higher', 0.9, 0.9, 0.9, 0.9),
      { system: 'none', influence: null }
    ]);
    expect(systems).toEqual(['higher', 'high', 'low']);
    expect(top).toEqual(['higher', 'high']);
    expect(pairs.map(({ better, worse, distinguishable }) => [better, worse, distinguishable])).toEqual([
      ['higher', 'high', false],
      ['higher', 'low', true],
      ['high', 'low', true]
    ]);
    // Differences 0, 10, 0, 0: mean 2.5, se 2.5, t = 1 on 3 degrees of freedom; the largest p is adjusted by 1.
    expect(pairs[0]!.difference).toBeCloseTo(2.5, 10);
    expect(pairs[0]!.pAdjusted).toBeCloseTo(0.391, 3);
  });

  it('puts equal systems in the order of their names, in whatever order their units came', () => {
    const marks = { q1: 'y/y n/n n/n y/- n/-', q2: 'y/y y/y n/- n/- n/-', q3: 'n/n y/y n/-' };
    const back = Object.fromEntries(Object.entries(marks).reverse().map(([qid, all]) => [qid, all.split(' ').reverse().join(' ')])); // prettier-ignore
    const { systems, orders } = corrected(unitsOf('b', back), unitsOf('a', marks));
    expect(systems.map(({ system }) => system)).toEqual(['a', 'b']);
    expect(Object.values(orders).map((order) => order.systems)).toEqual([['a', 'b'], ['a', 'b'], ['a', 'b']]); // prettier-ignore
    const turned = corrected(unitsOf('a', back), unitsOf('b', marks));
    expect(turned.systems.map(({ system }) => system)).toEqual(['a', 'b']);
  });

  it('cannot tell apart what one query shows', () => {
    expect(orderSystems([score('a', 1), score('b', 0)])).toMatchObject({
      pairs: [{ pAdjusted: null, distinguishable: null }],
      top: ['a', 'b']
    });
    expect(orderSystems([])).toEqual({ systems: [], pairs: [], top: [] });
  });

  it('is compared with another by the places of those that both have', () => {
    const order = (...systems: string[]) => ({ systems, pairs: [], top: [] });
    expect(movedBetween(order('a', 'b', 'c'), order('a', 'c', 'b'))).toEqual(['b', 'c']);
    expect(movedBetween(order('a', 'b', 'c'), order('c', 'a'))).toEqual(['a', 'c']);
    expect(movedBetween(order('a', 'b', 'c'), order('b', 'c'))).toEqual([]);
  });
});
