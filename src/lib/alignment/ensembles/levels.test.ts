import { describe, expect, it } from 'vitest';
import { cohenKappa } from '../../stats/index.ts';
import { gateNames, listGates } from '../preregistration/gate-names.ts';
import type { Gate } from '../gates/gate.ts';
import type { Procedure } from '../procedure/procedure.ts';
import type { StudyRatings } from '../units/ratings.ts';
import { alignment } from '../report/report.ts';
import { sampleScores, type SampleScores } from '../units/sample-ratings.fixture.ts';
import { plainFacts, quickProcedure } from '../procedure/procedure.fixture.ts';
import { preference, four, ten } from '../units/scales.fixture.ts';
import { candidate, valueOf, besideOf } from '../report/report.fixture.ts';
import { atMost, processorTime, sized } from '../../../../tests/timing.ts';

/** Gates of studies in which people judge what all judges answer, unlike lists of issues. */
const ofLabels = gateNames.filter((name) => !listGates.includes(name));

const fast = { resamples: 40, seed: 3 };
const gate = (of: Procedure, name: Gate['name']): Gate => of.gates.find((one) => one.name === name)!;

describe('a study with A, tie and B', () => {
  /*
   * People: i1 A, i2 B, i3 tie, i4 split between A and B, i5 A (two to one).
   * J says A, B, A, A, tie; K says A, B, tie, B, A; L says tie, B, tie, B, -.
   */
  const items: SampleScores[] = [
    { id: 'i1', query: 'q1', people: ['A', 'A', null], judges: ['A', 'A', 'tie'] },
    { id: 'i2', query: 'q1', people: ['B', 'B', 'B'], judges: ['B', 'B', 'B'] },
    { id: 'i3', query: 'q2', people: ['tie', 'tie', null], judges: ['A', 'tie', 'tie'] },
    { id: 'i4', query: 'q2', people: ['A', 'B', null], judges: ['A', 'B', 'B'] },
    { id: 'i5', query: 'q3', people: ['A', 'A', 'tie'], judges: ['tie', 'A', '-'] }
  ];
  const ratings = sampleScores(preference, ['G', 'H', 'I'], ['J', 'K', 'L'], items);
  const report = alignment(ratings, fast);

  it('counts the same answer as agreement, and a split as a half for each of its sides', () => {
    expect(valueOf(candidate(report, 'J').agreement)).toBeCloseTo((1 + 1 + 0 + 0.5 + 0) / 5, 12);
    expect(valueOf(candidate(report, 'K').agreement)).toBeCloseTo((1 + 1 + 1 + 0.5 + 1) / 5, 12);
    expect(valueOf(candidate(report, 'L').agreement)).toBeCloseTo((0 + 1 + 1 + 0.5) / 4, 12);
    expect(report.method.metric).toContain('a tie being an answer');
  });

  it('has beside it half for ties, and what is left without them', () => {
    // J is right on i1 and i2, and half right on i3, i4 (the split) and i5; three items have no tie on either side.
    expect(besideOf(candidate(report, 'J'), 'half-tie')).toBeCloseTo((1 + 1 + 0.5 + 0.5 + 0.5) / 5, 12);
    expect(besideOf(candidate(report, 'J'), 'ties-excluded')).toBeCloseTo((1 + 1 + 0.5) / 3, 12);
    expect(candidate(report, 'J').beside.find(({ key }) => key === 'ties-excluded')!.figure.n).toBe(3);
  });

  it('reads an average back by its side, and a majority as what most say, a tie if nothing is most', () => {
    // J and L: (1 + ½)/2 is A; B; (1 + ½)/2 is A; (1 + 0)/2 is a tie; J alone, tie.
    expect(valueOf(candidate(report, 'J + L, average').agreement)).toBeCloseTo((1 + 1 + 0 + 0 + 0) / 5, 12);
    // All three: A; B; tie; B; J and K differ on i5 where L abstains.
    expect(valueOf(candidate(report, 'J + K + L, majority').agreement)).toBeCloseTo((1 + 1 + 1 + 0.5 + 0) / 5, 12);
    expect(report.candidates.map(({ rule }) => rule)).not.toContain('any');
  });

  it('has a table of three by three with a row for the split, and κ over the same items, unweighted', () => {
    const k = candidate(report, 'K');
    expect(k.confusion.labels).toEqual(['A', 'tie', 'B']);
    expect(k.confusion.cells.map((row) => row.map((cell) => cell.items))).toEqual([
      [['i1', 'i5'], [], []],
      [[], ['i3'], []],
      [[], [], ['i2']],
      [[], [], ['i4']]
    ]);
    const j = candidate(report, 'J');
    // A, tie and B: 3/5, 1/5, 1/5 of J’s answers and 2.5/5, 1/5, 1.5/5 of people’s, so .4 by chance.
    expect(valueOf(j.kappa)).toBeCloseTo((0.5 - 0.4) / (1 - 0.4), 12);
    expect(j.kappa.n).toBe(5);
    // Without the split it is Cohen’s.
    const decided = alignment({ ...ratings, items: ratings.items.filter(({ itemId }) => itemId !== 'i4') }, fast);
    const expected = cohenKappa(['A', 'B', 'tie', 'A'], ['A', 'B', 'A', 'tie'], { categories: ['A', 'tie', 'B'] });
    expect(valueOf(candidate(decided, 'J').kappa)).toBeCloseTo(expected.value!, 12);
    expect([j.sensitivity, j.specificity]).toEqual([null, null]);
    expect(j.halved.splitHumans).toEqual(['i4']);
  });

  it('shows inter-annotator agreement by equal answers', () => {
    // G–H alike on i1 i2 i3 i5 of five; G–I on i2 of i2 i5; H–I likewise.
    expect(report.humans.pooled.agreement).toMatchObject({ value: 6 / 9, n: 9 });
    expect(report.ceiling.figures.map(({ key }) => key)).toEqual(['alpha', 'fleiss', 'gwet']);
  });

  it('goes through the procedure whole', () => {
    const found = quickProcedure(ratings);
    expect(found.gates.map(({ name }) => name)).toEqual(ofLabels);
    expect(gate(found, 'agreement').unit).toBe('share');
    expect(gate(found, 'unanimous').parts.map(({ name, n }) => [name, n])).toEqual([
      ['All annotators say A', 1],
      ['All annotators say tie', 1],
      ['All annotators say B', 1]
    ]);
    expect(quickProcedure(ratings, { ties: 'leave-out' }).selection.units).toHaveLength(
      found.selection.units.length - 1
    );
  });

  it('knows which judge favours the text shown first', () => {
    const orders = {
      'id-J': { i1: [1, 0], i2: [1, 0], i3: [1, 1], i4: [0, 0], i5: [0.5, 0] },
      'id-K': {}
    } as const;
    const [j, k] = quickProcedure(ratings, {}, { ...plainFacts(ratings), orders }).judges;
    expect(j!.position).toMatchObject({ first: 2, second: 0, p: 0.5 });
    expect(valueOf(j!.position!.same)).toBeCloseTo(2 / 5, 12);
    expect(valueOf(j!.position!.primacy)).toBeCloseTo(2 / 5, 12);
    expect(k!.position).toBeNull();
  });
});

describe('a study on steps from 1 to 4', () => {
  // Medians of people: 1, 2.5, 4, 3, 2. J is 0, ½, 1, 0, 0 away; K 1, ½, 0, 1, 2.
  const items: SampleScores[] = [
    { id: 'i1', query: 'q1', people: [1, 1, 2], judges: [1, 2] },
    { id: 'i2', query: 'q1', people: [2, 3, null], judges: [3, 3] },
    { id: 'i3', query: 'q2', people: [4, 4, 4], judges: [3, 4] },
    { id: 'i4', query: 'q2', people: [3, 3, 'unclear'], judges: [3, 2] },
    { id: 'i5', query: 'q3', people: [2, 1, 4], judges: [2, 4] },
    { id: 'i6', query: 'q3', people: [2, 2, 2], judges: ['unclear', 2] }
  ];
  const ratings = sampleScores(four, ['G', 'H', 'I'], ['J', 'K'], items);
  const report = alignment(ratings, fast);

  /** κ with quadratic weights written out: 1 − mean of squares over the mean of squares of all with all. */
  const kappa = (x: readonly number[], y: readonly number[]): number => {
    const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
    return 1 - mean(x.map((a, i) => (a - y[i]!) ** 2)) / mean(x.flatMap((a) => y.map((b) => (a - b) ** 2)));
  };

  it('agrees by κ with quadratic weights with the median of people', () => {
    expect(valueOf(candidate(report, 'J').agreement)).toBeCloseTo(kappa([1, 3, 3, 3, 2], [1, 2.5, 4, 3, 2]), 12);
    expect(valueOf(candidate(report, 'K').agreement)).toBeCloseTo(kappa([2, 3, 4, 2, 4, 2], [1, 2.5, 4, 3, 2, 2]), 12);
    // i6 is unclear to J: the average there is K alone.
    expect(valueOf(candidate(report, 'J + K, average').agreement)).toBeCloseTo(
      kappa([1.5, 3, 3.5, 2.5, 3, 2], [1, 2.5, 4, 3, 2, 2]),
      12
    );
    expect(report.method).toMatchObject({ short: 'quadratic κ', kappa: 'quadratic-weighted κ' });
  });

  it('is, between two raters, Cohen’s κ with quadratic weights on the declared scale', () => {
    const [pair] = report.judgePairs;
    const expected = cohenKappa([1, 3, 3, 3, 2], [2, 3, 4, 2, 4], { categories: [1, 2, 3, 4], weights: 'quadratic' });
    expect(valueOf(pair!.agreement)).toBeCloseTo(expected.value!, 12);
    expect(valueOf(pair!.equal)).toBe(1 / 5);
    expect(pair!.ac1).not.toBeNull();
  });

  it('shows beside it exact agreement, agreement within one, and the mean difference in steps', () => {
    const j = candidate(report, 'J');
    expect(besideOf(j, 'exact')).toBeCloseTo(3 / 5, 12);
    expect(besideOf(j, 'within-step')).toBe(1);
    expect(besideOf(j, 'mean-difference')).toBeCloseTo(1.5 / 5, 12);
    expect(j.beside.map(({ name }) => name)).toContain('Linear-weighted κ');
    expect(j.ac1).toBeNull();
  });

  it('counts a label without a value per rater and lets it enter no figure', () => {
    expect(report.people.map(({ name, labelled, withoutValue }) => [name, labelled, withoutValue])).toEqual([
      ['G', 6, []],
      ['H', 6, []],
      ['I', 4, ['i4']]
    ]);
    expect(report.judges[0]).toMatchObject({ labelled: 5, withoutValue: ['i6'], abstained: [], unscored: [] });
    expect(candidate(report, 'J').dropped.abstained).toEqual(['i6']);
    expect(report.scope.labels).toBe(16);
  });

  it('has a row of its own for what lies halfway between two labels', () => {
    const { labels, cells } = candidate(report, 'J').confusion;
    expect(labels).toEqual(['1', '2', '2 to 3', '3', '4']);
    // The median of i2 is 2.5.
    expect(cells[2]![3]!.items).toEqual(['i2']);
    expect(cells[3]![3]!.items).toEqual(['i4']);
    expect(cells[4]![3]!.items).toEqual(['i3']);
  });

  it('goes through the procedure whole, and says which gate cannot be had on scores', () => {
    const found = quickProcedure(ratings);
    expect(found.gates.map(({ name }) => name)).toEqual(ofLabels);
    expect(gate(found, 'agreement')).toMatchObject({ unit: 'coefficient' });
    expect(gate(found, 'agreement').finding).toContain('quadratic-weighted κ');
    expect(gate(found, 'unanimous').measure).toContain('Within one of annotators');
    expect(found.escalation).toBeNull();
    expect(found.verdict.text).not.toMatch(/items of 100/);
    expect(found.breakdown!.queries.length + found.breakdown!.queriesLeft).toBe(3);
  });
});

describe('a study on steps of which few items stand for most of the run', () => {
  it('takes at least the error of as many independent items with these weights', () => {
    // J is a step off at ten of 25 items that stand for one of the run each, and right at five that stand for thirty each.
    const items = Array.from({ length: 30 }, (_, i): SampleScores => {
      const label = 1 + (i % 4);
      const off = i >= 20 ? (label === 4 ? 3 : label + 1) : label;
      return { id: `i${i}`, query: `q${i}`, people: [label, label], judges: [off] };
    });
    const even = sampleScores(four, ['G', 'H'], ['J'], items);
    const ratings = { ...even, items: even.items.map((item, i) => ({ ...item, inclusionProbability: i < 5 ? 1 / 30 : 1 })) }; // prettier-ignore
    const { naive, corrected } = quickProcedure(ratings).selection;
    expect(naive.value).toBeCloseTo(0.979, 3);
    expect(corrected.low!).toBeLessThan(0.6);
    expect(naive.low!).toBeLessThan(0.8);
    expect(candidate(alignment(ratings, fast), 'J').weighted.low).toBe(naive.low);
  });
});

describe('a study with scores from 0 to 10', () => {
  const world = (seed: number, queries: number, perQuery: number, noise: number, judges = 3): StudyRatings => {
    let state = seed;
    const unit = (): number => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state / 2147483648;
    };
    const clip = (value: number): number => Math.min(10, Math.max(0, Math.round(value * 10) / 10));
    return sampleScores(
      ten,
      ['G', 'H', 'I'],
      Array.from({ length: judges }, (_, j) => `J${j}`),
      Array.from({ length: queries * perQuery }, (_, i) => {
        const truth = unit() * 10;
        const said = (spread: number): number => clip(truth + (unit() - 0.5) * spread);
        return {
          id: `i${String(i).padStart(5, '0')}`,
          query: `q${String(i % queries).padStart(4, '0')}`,
          category: i % 2 ? 'health' : 'law',
          people: [said(2), said(2), said(2)],
          judges: Array.from({ length: judges }, () => said(noise))
        };
      })
    );
  };
  const small = sampleScores(ten, ['G', 'H'], ['J'], [
    { id: 'i1', query: 'q1', people: [2, 4], judges: [4] },
    { id: 'i2', query: 'q1', people: [8, 8], judges: [8.5] },
    { id: 'i3', query: 'q2', people: [5, 5], judges: [5] }
  ]); // prettier-ignore

  it('agrees by κ with quadratic weights with the mean of people: 1 − (1.25/3) / 8.25', () => {
    const { agreement, confusion, beside, kappa } = alignment(small, fast).candidates[0]!;
    // References 3, 8, 5; scores 4, 8.5, 5. Squares of all with all: 1 16 1; 30.25 .25 12.25; 4 9 0, 73.75/9 on average.
    expect(agreement.value).toBeCloseTo(1 - 1.25 / 3 / (73.75 / 9), 12);
    expect(kappa).toEqual(agreement);
    expect(confusion.labels).toEqual(['0 – 2', '2 – 4', '4 – 6', '6 – 8', '8 – 10']);
    expect(confusion.cells[1]![2]!.items).toEqual(['i1']);
    expect(beside.find(({ key }) => key === 'within-step')).toMatchObject({ name: 'Within one', figure: { value: 1 } });
    expect(beside.find(({ key }) => key === 'mean-difference')!.figure.value).toBeCloseTo(0.5, 12);
  });

  it('is never above the measured κ after correction for the selection, and equal to it with a single judge', () => {
    for (const [seed, judges] of [
      [1, 1],
      [2, 1],
      [1, 3],
      [2, 3],
      [3, 3]
    ] as const) {
      const { naive, corrected } = quickProcedure(world(seed, 12, 4, 3, judges)).selection;
      expect(corrected.value! <= naive.value!, `${seed}: ${corrected.value} and ${naive.value}`).toBe(true);
      if (judges === 1) expect(corrected.value).toBe(naive.value);
    }
  });

  it('gives the reliability of one person and of the mean of all', () => {
    const { figures } = alignment(world(1, 20, 5, 3), fast).ceiling;
    expect(figures.map(({ name }) => name)).toEqual([
      'Krippendorff’s α, interval',
      'ICC(2,1), one annotator',
      'ICC(2,3), mean of all annotators'
    ]);
    const [alpha, single, mean] = figures.map(({ figure }) => figure.value!);
    expect(single).toBeCloseTo(alpha!, 1);
    expect(mean!).toBeGreaterThan(single!);
  });

  it('has one interval of the selected ensemble as measured: that of the table of candidates on the same items', () => {
    const study = world(1, 20, 5, 3);
    const { selection } = quickProcedure(study);
    const { low, high, value } = candidate(
      alignment(study, fast),
      selection.candidates[selection.chosen!]!.name
    ).agreement;
    expect(selection.naive.value).toBeCloseTo(value!, 12);
    expect(selection.naive.low).toBeCloseTo(low!, 10);
    expect(selection.naive.high).toBeCloseTo(high!, 10);
  });

  it('is adopted if judges are as near as people, rejected if they are not', () => {
    // Two systems, of which the second one has the lower scores.
    const study = world(2, 60, 6, 2);
    const two: StudyRatings = {
      ...study,
      items: study.items.map((item, i) => {
        const second = Number(item.humans[0]!.label) < 5;
        const long = second === (i % 2 === 0);
        return { ...item, systemName: second ? 'B' : 'A', reportId: `${long ? 'long' : 'short'}-${item.qid}` };
      })
    };
    const near = quickProcedure(two, { target: 0.8, floor: 0.8 });
    expect(near.verdict.outcome).toBe('adopt');
    expect(near.verdict.text).toMatch(/Quadratic-weighted κ with annotators was \.\d{3} \(95% CI \[/);
    expect(gate(near, 'people')).toMatchObject({ state: 'pass' });
    expect(quickProcedure(world(2, 40, 5, 30), { target: 0.8, floor: 0.8 }).verdict.outcome).toBe('reject');
  });

  it('is the same when a number is added to all scores and to the ends of the scale', () => {
    const study = world(5, 12, 4, 4);
    const moved = (by: number): StudyRatings => ({
      ...study,
      scale: { level: 'interval', low: by, high: 10 + by },
      items: study.items.map((item) => ({
        ...item,
        humans: item.humans.map((human) => ({ ...human, label: String(Number(human.label) + by) })),
        judges: item.judges.map((judge) => ({ ...judge, label: String(Number(judge.label) + by) }))
      }))
    });
    const figures = (of: StudyRatings): (number | null)[] =>
      alignment(of, fast).candidates.flatMap((one) => [
        one.agreement.value,
        one.agreement.low,
        one.withOnePerson.value,
        ...one.beside.map(({ figure }) => figure.value)
      ]);
    const plain = figures(study);
    for (const by of [64, -32, 1024])
      for (const [i, value] of figures(moved(by)).entries()) expect(value).toBeCloseTo(plain[i]!, 8);
  });

  it('is apart by category and query, with intervals that take the items of one query as independent', () => {
    const { breakdown } = quickProcedure(world(3, 12, 6, 4));
    expect(breakdown!.categories.map(({ name, agreement }) => [name, agreement.n])).toEqual([
      ['health', 36],
      ['law', 36]
    ]);
    expect(breakdown!.queries).toHaveLength(12);
    expect(breakdown!.queries[0]!.agreement).toMatchObject({ n: 6, interval: 'jackknife-items' });
    const values = breakdown!.queries.map(({ agreement }) => agreement.value!);
    expect([...values].sort((a, b) => a - b)).toEqual(values);
  });

  /** Without clusters: each is a query of its own. */
  const MANY = sized(3_000, 600);

  it(`takes less than a second of computing for 300 items, and less than ${(5 * MANY) / 3_000} for ${MANY} without clusters`, () => {
    const time = (study: StudyRatings, options: object): number => processorTime(() => alignment(study, options));
    expect(Math.min(...[1, 2].map((seed) => time(world(7, 30, 10, 3), { seed })))).toBeLessThan(atMost(1000));
    expect(time(world(8, MANY, 1, 3), {})).toBeLessThan(atMost((5_000 * MANY) / 3_000));
  });
});
