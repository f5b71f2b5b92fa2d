import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterBootstrap, cohenKappa, seededRandom, type Estimate } from '../stats/index.ts';
import type { CandidateFigures } from './candidates.ts';
import type { StudyRatings } from './ratings.ts';
import { alignment, type AlignmentReport } from './report.ts';
import { sampleRatings, type SampleItem } from './sample-ratings.ts';

/*
 * Two queries, six items, two people, three judges. Reference: i1 yes, i2 split, i3 no, i4 yes, i5 no, i6 no.
 * C abstains on i5 and fails on i6, so i1 … i4 are common to all judges.
 */
const small: SampleItem[] = [
  {
    id: 'i1',
    query: 'q1',
    people: 'yy',
    judges: 'yyy',
    stratum: 'all-agree',
    probability: 0.5,
    preferences: [
      { userId: 'id-H1', choice: 'judges', judgeIds: ['id-A'] },
      { userId: 'id-H2', choice: 'judges', judgeIds: ['id-A', 'id-B'] }
    ]
  },
  { id: 'i2', query: 'q1', people: 'yn', judges: 'ynn', stratum: 'all-agree', probability: 0.5 },
  {
    id: 'i3',
    query: 'q1',
    people: 'nn',
    judges: 'nny',
    stratum: 'all-agree',
    probability: 0.5,
    preferences: [
      { userId: 'id-H1', choice: 'tie', judgeIds: [] },
      { userId: 'id-H2', choice: 'none', judgeIds: [] }
    ]
  },
  { id: 'i4', query: 'q2', people: 'yy', judges: 'ynn', stratum: 'some-differ' },
  { id: 'i5', query: 'q2', people: 'n-', judges: 'ny-', stratum: 'some-differ' },
  { id: 'i6', query: 'q2', people: 'nn', judges: 'yn?', stratum: 'some-differ' }
];
const ratings = sampleRatings(['H1', 'H2'], ['A', 'B', 'C'], small);
const fast = { resamples: 50, seed: 3 };
const report = alignment(ratings, fast);

const candidate = (of: AlignmentReport, name: string): CandidateFigures => of.candidates.find((c) => c.name === name)!;
const valueOf = (estimate: Estimate | null): number | null => estimate!.value;

describe('candidates of the small example', () => {
  it('agree by the mean of 1 − |score − reference|, a split reference counting ½', () => {
    const expected = {
      A: (1 + 0.5 + 1 + 1 + 1 + 0) / 6,
      B: (1 + 0.5 + 1 + 0 + 0 + 1) / 6,
      C: (1 + 0.5 + 0 + 0) / 4,
      'A + B, average': (1 + 1 + 1 + 0.5 + 0.5 + 0.5) / 6,
      'A + B, any': (1 + 0.5 + 1 + 1 + 0 + 0) / 6,
      'A + B, all': (1 + 0.5 + 1 + 0 + 1 + 1) / 6,
      'A + B + C, average': (1 + 5 / 6 + 2 / 3 + 1 / 3 + 1 / 2) / 5,
      'A + B + C, majority': (1 + 0.5 + 1 + 0 + 0.5) / 5
    };
    for (const [name, value] of Object.entries(expected))
      expect(valueOf(candidate(report, name).agreement), name).toBeCloseTo(value, 12);
    expect(report.candidates).toHaveLength(16);
  });

  it('are compared on the items that every judge answered, with their own n beside', () => {
    expect(report.scope.common).toEqual(['i1', 'i2', 'i3', 'i4']);
    expect(candidate(report, 'A').common).toMatchObject({ value: 3.5 / 4, n: 4, clusters: 2 });
    expect(candidate(report, 'A').agreement).toMatchObject({ value: 4.5 / 6, n: 6, clusters: 2 });
    expect(candidate(report, 'C').common).toMatchObject({ value: 1.5 / 4, n: 4 });
  });

  it('carry Wilson’s interval on at most n items with t on one degree of freedom', () => {
    // A on the common items: the two queries differ less than chance, so n stays 4; t(1) at .975 is 12.7062.
    const [p, n, z] = [3.5 / 4, 4, 12.706204736];
    const half = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n * n));
    const { low, high } = candidate(report, 'A').common;
    expect(low).toBeCloseTo((p + z ** 2 / (2 * n) - half) / (1 + z ** 2 / n), 6);
    expect(high).toBeCloseTo((p + z ** 2 / (2 * n) + half) / (1 + z ** 2 / n), 6);
  });

  it('have a table of decided items, with κ 8/13, AC1 .6, sensitivity 1 and specificity 2/3 for A', () => {
    const a = candidate(report, 'A');
    expect(a.confusion).toEqual({
      labels: ['yes', 'no'],
      cells: [
        [{ items: ['i1', 'i4'] }, { items: [] }],
        [{ items: ['i6'] }, { items: ['i3', 'i5'] }]
      ]
    });
    expect(valueOf(a.kappa)).toBeCloseTo(8 / 13, 12);
    expect(valueOf(a.ac1)).toBeCloseTo(0.6, 12);
    expect(a.sensitivity).toMatchObject({ value: 1, n: 2, items: ['i1', 'i4'] });
    expect(valueOf(a.specificity)).toBeCloseTo(2 / 3, 12);
    expect(a.kappa.items).toEqual(['i1', 'i3', 'i4', 'i5', 'i6']);
  });

  it('count what is missing from each, by reason and by item', () => {
    expect(candidate(report, 'C')).toMatchObject({
      asked: 6,
      answered: 4,
      coverage: { value: 4 / 6 },
      dropped: { abstained: ['i5'], unscored: ['i6'], splitHumans: ['i2'], undecided: [] }
    });
    expect(candidate(report, 'A + B + C, majority').dropped).toEqual({
      abstained: [],
      unscored: ['i6'],
      splitHumans: ['i2'],
      undecided: ['i5']
    });
  });

  it('are compared with single people as people are with one another', () => {
    expect(valueOf(candidate(report, 'A').withOnePerson)).toBeCloseTo(8 / 11, 12);
  });

  it('are weighted back by inclusion probability, and shown by stratum', () => {
    const a = candidate(report, 'A');
    expect(valueOf(a.weighted)).toBeCloseTo((2 * 2.5 + 2) / 9, 12);
    expect(a.strata.map(({ stratum, agreement }) => [stratum, agreement.value])).toEqual([
      ['all-agree', 2.5 / 3],
      ['some-differ', 2 / 3]
    ]);
    expect(report.scope.strata).toEqual([
      { stratum: 'all-agree', items: 3, rated: 3, standsFor: 6 },
      { stratum: 'some-differ', items: 3, rated: 3, standsFor: 3 }
    ]);
  });

  it('are recommended by agreement on common items, the one with fewest judges where several are equal', () => {
    const { standing, best, equals, text } = report.recommendation;
    expect(report.candidates[best!]!.name).toBe('A');
    expect(equals.map((i) => report.candidates[i]!.name)).toEqual(['A + B, average', 'A + B, any']);
    expect(standing).toBe('below-target');
    expect(text).toContain('A agrees most with people among 16 candidates: .875');
    expect(text).toContain('on the 4 items in 2 queries that every judge answered');
    expect(text).toContain('2 other candidates agree as much');
    expect(text).toContain('It agrees with a single person in .727');
  });
});

describe('pairs of the small example', () => {
  it('show people among themselves, two by two and pooled', () => {
    const [pair] = report.humans.pairs;
    expect(pair).toMatchObject({ equal: { value: 4 / 5, n: 5 }, differ: ['i2'], same: ['i1', 'i3', 'i4', 'i6'] });
    expect(valueOf(pair!.kappa)).toBeCloseTo(8 / 13, 12);
    expect(report.humans.pooled.equal).toMatchObject({ value: 4 / 5, n: 5 });
    // Both orders: 4 yes-yes, 4 no-no and one of each other, so chance agreement is ½.
    expect(valueOf(report.humans.pooled.kappa)).toBeCloseTo(0.6, 12);
    expect(valueOf(report.humans.pooled.ac1)).toBeCloseTo(0.6, 12);
    expect(report.humans.pooled.kappa.n).toBe(5);
  });

  it('show judges among themselves on all that both labelled', () => {
    expect(report.judgePairs.map(({ a, b, equal }) => [a.name, b.name, equal.value, equal.n])).toEqual([
      ['A', 'B', 2 / 6, 6],
      ['A', 'C', 1 / 4, 4],
      ['B', 'C', 3 / 4, 4]
    ]);
    expect(report.allJudgesAgree).toMatchObject({ value: 1 / 4, n: 4 });
  });

  it('show each judge with each person and with the majority', () => {
    const a = report.judgesWithPeople.filter((pair) => pair.a.name === 'A');
    expect(a.map(({ b, equal }) => [b.name, equal.value])).toEqual([
      ['H1', 5 / 6],
      ['H2', 3 / 5]
    ]);
    expect(report.judgesWithMajority[0]!.equal).toMatchObject({ value: 4 / 5, n: 5 });
  });

  it('show that either judge is right wherever the two differ', () => {
    const [ab] = report.either;
    expect(ab).toMatchObject({
      either: { value: 1, n: 5 },
      bothWrong: { value: 0 },
      consensus: { value: 1, n: 2, items: ['i1', 'i3'] },
      differ: ['i4', 'i5', 'i6']
    });
  });
});

describe('preferences of the small example', () => {
  it('are shares of the preferences given, alone and joint apart', () => {
    const { n, judges, tie, none } = report.preferences;
    expect(n).toBe(4);
    expect(judges.map(({ name, sole, joint }) => [name, sole.count, joint.count])).toEqual([
      ['A', 1, 1],
      ['B', 0, 1],
      ['C', 0, 0]
    ]);
    expect(judges[0]!.sole).toMatchObject({ value: 0.25, n: 4, chosen: ['i1'] });
    expect(tie).toMatchObject({ value: 0.25, chosen: ['i3'] });
    expect(none).toMatchObject({ value: 0.25, chosen: ['i3'] });
  });

  it('change nothing about blind agreement', () => {
    const without = alignment({ ...ratings, items: ratings.items.map((item) => ({ ...item, preferences: [] })) }, fast);
    expect(without.candidates).toEqual(report.candidates);
    expect(without.recommendation).toEqual(report.recommendation);
    expect(without.preferences.tie).toMatchObject({ value: null, reason: 'n=0', count: 0 });
  });
});

const random = (seed: number, queries: number, perQuery: number, judges: number): StudyRatings => {
  const draw = seededRandom(seed);
  const mark = (truth: boolean, right: number): string => (draw.unit() < right === truth ? 'y' : 'n');
  const marks = (truth: boolean, n: number, right: number): string =>
    Array.from({ length: n }, () => mark(truth, right)).join('');
  return sampleRatings(
    ['H1', 'H2', 'H3'],
    Array.from({ length: judges }, (_, i) => `J${i}`),
    Array.from({ length: queries * perQuery }, (_, i) => {
      const truth = draw.unit() < 0.6;
      return {
        id: `i${String(i).padStart(3, '0')}`,
        query: `q${i % queries}`,
        people: marks(truth, 3, 0.92),
        judges: marks(truth, judges, 0.85)
      };
    })
  );
};

describe('the report', () => {
  it('does not depend on the order of items, judges, people or verdicts', () => {
    const back = <T>(list: readonly T[]): T[] => [...list].reverse();
    const turned: StudyRatings = {
      ...ratings,
      people: back(ratings.people),
      judges: back(ratings.judges),
      items: back(ratings.items).map((item) => ({ ...item, humans: back(item.humans), judges: back(item.judges) }))
    };
    expect(alignment(turned, fast)).toEqual(report);
  });

  it('has other bootstrap ends with another seed, and the same values', () => {
    const study = random(5, 25, 4, 3);
    const [one, two] = [alignment(study, { resamples: 60, seed: 1 }), alignment(study, { resamples: 60, seed: 2 })];
    expect(one.candidates[0]!.kappa.low).not.toBe(two.candidates[0]!.kappa.low);
    expect(one.candidates[0]!.kappa.value).toBe(two.candidates[0]!.kappa.value);
    expect(one.candidates[0]!.agreement).toEqual(two.candidates[0]!.agreement);
  });

  it('resamples queries by summed tables exactly as by reading every item again', () => {
    const study = random(9, 12, 5, 2);
    const { low, high, items, redrawn } = alignment(study, { resamples: 200, seed: 77 }).judgePairs[0]!.kappa;
    const byId = new Map(study.items.map((item) => [item.itemId, item]));
    const rated = items.map((id) => byId.get(id)!);
    const direct = clusterBootstrap(
      rated.map((item) => item.queryId),
      (drawn) => {
        const labels = (judge: number): string[] => Array.from(drawn, (i) => rated[i]!.judges[judge]!.label!);
        return cohenKappa(labels(0), labels(1), { categories: ['no', 'yes'] }).value;
      },
      { random: seededRandom(77), replicates: 200 }
    );
    expect(low).toBeCloseTo(direct.interval![0], 12);
    expect(high).toBeCloseTo(direct.interval![1], 12);
    expect(redrawn).toBe(direct.redrawn);
  });

  it('has all three binary judges agreeing in (Σ pairwise − 1) / 2 of the items', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), { minLength: 2, maxLength: 40 }),
        (rows) => {
          const items = rows.map((row, i) => ({
            id: `i${i}`,
            query: `q${i % 2}`,
            people: 'y',
            judges: row.map((yes) => (yes ? 'y' : 'n')).join('')
          }));
          const found = alignment(sampleRatings(['H'], ['A', 'B', 'C'], items), { resamples: 1 });
          const sum = found.judgePairs.reduce((total, pair) => total + pair.equal.value!, 0);
          expect(found.allJudgesAgree.value).toBeCloseTo((sum - 1) / 2, 12);
        }
      ),
      { numRuns: 40 }
    );
  });

  it('has all and any on either side of the majority, and averages between the single judges', () => {
    const found = alignment(random(21, 20, 5, 3), { resamples: 10 });
    const average = candidate(found, 'J0 + J1, average').agreement.value!;
    const singles = ['J0', 'J1'].map((name) => candidate(found, name).agreement.value!);
    expect(average).toBeCloseTo((singles[0]! + singles[1]!) / 2, 12);
    const positives = (name: string): number => {
      const [yes, no] = candidate(found, name).confusion.cells;
      return yes![0]!.items.length + no![0]!.items.length;
    };
    expect(positives('J0 + J1 + J2, all')).toBeLessThan(positives('J0 + J1 + J2, majority'));
    expect(positives('J0 + J1 + J2, majority')).toBeLessThan(positives('J0 + J1 + J2, any'));
  });

  it('takes less than a second of computing for 300 items, 3 people, 3 judges and 1,000 resamples', () => {
    const study = random(2, 30, 10, 3);
    const times = [1, 2, 3].map((seed) => {
      const start = process.cpuUsage();
      expect(alignment(study, { seed }).method.resamples).toBe(1000);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(1000);
  });

  it('leaves the largest ensembles out, and says so, where there are many judges', () => {
    const found = alignment(random(4, 3, 2, 8), { resamples: 5 });
    expect(Math.max(...found.candidates.map(({ judgeIds }) => judgeIds.length))).toBeLessThan(8);
    expect(found.warnings.map(({ code }) => code)).toContain('subsets-left-out');
  });
});

/** Every number in the report, with the path to it. */
function numbers(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => numbers(member, `${path}.${key}`));
}

describe('degenerate studies', () => {
  const oneJudge = (items: SampleItem[]): AlignmentReport => alignment(sampleRatings(['H'], ['A'], items), fast);
  const codes = (of: AlignmentReport): string[] => of.warnings.map(({ code }) => code);

  it('never yield NaN or infinity, and a reason wherever there is no value', () => {
    const studies = [
      sampleRatings([], [], []),
      sampleRatings([], ['A', 'B'], [{ id: 'i', query: 'q', people: '', judges: 'yn' }]),
      sampleRatings(['H'], [], [{ id: 'i', query: 'q', people: 'y', judges: '' }]),
      sampleRatings(['H', 'G'], ['A', 'B', 'C'], [{ id: 'i', query: 'q', people: 'yn', judges: '-?y' }])
    ];
    for (const study of studies) {
      const found = alignment(study, fast);
      expect(numbers(found).filter(([, x]) => !Number.isFinite(x))).toEqual([]);
      const check = (part: unknown): void => {
        if (part === null || typeof part !== 'object') return;
        if ('value' in part && part.value === null) expect(part).toHaveProperty('reason', expect.any(String));
        if ('low' in part && part.low === null) expect(part).toHaveProperty('intervalReason', expect.any(String));
        Object.values(part).forEach(check);
      };
      check(found);
    }
  });

  it('say what is missing where nobody has judged yet', () => {
    const found = oneJudge([{ id: 'i', query: 'q', people: '-', judges: 'y' }]);
    expect(found.candidates[0]!.agreement).toMatchObject({ value: null, reason: 'n=0' });
    expect(found.candidates[0]!.kappa).toMatchObject({ value: null, reason: 'no-pairs', low: null });
    expect(found.recommendation).toMatchObject({ standing: 'nothing-to-compare', best: null });
    expect(found.recommendation.text).toContain('Nobody has judged an item of this study yet (1 item).');
    expect(codes(found)).toEqual(['unlabelled-items']);
  });

  it('give a value without an interval for one item of one query', () => {
    const found = oneJudge([{ id: 'i', query: 'q', people: 'y', judges: 'y' }]);
    expect(found.candidates[0]!.agreement).toMatchObject({
      value: 1,
      low: null,
      intervalReason: 'too-few-clusters',
      n: 1
    });
    expect(found.recommendation.standing).toBe('no-interval');
    expect(codes(found)).toEqual(['few-queries', 'no-overlap', 'single-category']);
  });

  it('leave κ undefined where everybody says yes to everything', () => {
    const found = oneJudge(
      Array.from({ length: 40 }, (_, i) => ({ id: `i${i}`, query: `q${i % 20}`, people: 'y', judges: 'y' }))
    );
    expect(found.candidates[0]!.kappa).toMatchObject({ value: null, reason: 'single-category', low: null });
    expect(found.candidates[0]!.specificity).toMatchObject({ value: null, reason: 'n=0' });
    expect(valueOf(found.candidates[0]!.ac1)).toBe(1);
    expect(codes(found)).toContain('single-category');
  });

  it('warn of a rare category', () => {
    const found = oneJudge(
      Array.from({ length: 40 }, (_, i) => ({
        id: `i${i}`,
        query: `q${i % 20}`,
        people: i < 2 ? 'n' : 'y',
        judges: 'y'
      }))
    );
    expect(codes(found)).toContain('rare-category');
    expect(found.candidates[0]!.kappa.value).toBe(0);
  });

  it('do not let a judge that always abstains empty the comparison of the others', () => {
    const found = alignment(
      sampleRatings(
        ['H'],
        ['A', 'Mute'],
        [
          { id: 'i1', query: 'q1', people: 'y', judges: 'y-' },
          { id: 'i2', query: 'q2', people: 'n', judges: 'y-' }
        ]
      ),
      fast
    );
    expect(candidate(found, 'Mute')).toMatchObject({ answered: 0, coverage: { value: 0 }, agreement: { value: null } });
    expect(candidate(found, 'A').common).toMatchObject({ value: 0.5, n: 2 });
    expect(candidate(found, 'A + Mute, any').common.value).toBeNull();
    expect(found.candidates[found.recommendation.best!]!.name).toBe('A');
    expect(codes(found)).toContain('silent-judge');
  });

  it('are refused where a label is neither yes nor no, or somebody who judged is not named', () => {
    const odd = sampleRatings(['H'], ['A'], [{ id: 'i', query: 'q', people: 'y', judges: 'y' }]);
    const label = odd.items.map((item) => ({
      ...item,
      humans: [{ userId: 'id-H', label: '3', note: '', seconds: null }]
    }));
    expect(() => alignment({ ...odd, items: label })).toThrow('the label "3" is not on the scale yes / no');
    expect(() => alignment({ ...odd, people: [] })).toThrow('requires everybody who judged to be named');
    expect(() => alignment({ ...odd, items: [...odd.items, ...odd.items] })).toThrow('requires each unit once');
    expect(() => alignment(odd, { target: 1.5 })).toThrow('target between 0 and 1');
  });
});

describe('the recommendation', () => {
  /** 25 queries of `per` items, of which the judge misses the given number, one per query. */
  const missing = (misses: number, per: number, queries = 25): AlignmentReport =>
    alignment(
      sampleRatings(
        ['H', 'G'],
        ['A'],
        Array.from({ length: queries * per }, (_, i) => {
          const people = i % 2 === 0 ? 'yy' : 'nn';
          const wrong = i < misses;
          return { id: `i${i}`, query: `q${i % queries}`, people, judges: (people === 'yy') === wrong ? 'n' : 'y' };
        })
      ),
      fast
    );

  it('says that the target is reached where the lower end reaches it', () => {
    const { standing, text } = missing(5, 20).recommendation;
    expect(standing).toBe('reached');
    expect(text).toMatch(/A is the only candidate: \.990 .* The lower end, \.9\d\d, reaches the target of \.900\./);
    expect(text).toContain('less often than two people agree with each other in 1.000');
  });

  it('says how many items would show it where only the value reaches it, and that many do', () => {
    const found = missing(5, 4);
    expect(found.recommendation.standing).toBe('not-shown');
    const needed = found.recommendation.itemsNeeded!;
    expect(found.recommendation.text).toContain(`about ${needed} items would show it`);
    const factor = Math.ceil(needed / 100);
    expect(missing(5 * factor, 4 * factor).recommendation.standing).toBe('reached');
  });

  it('does not call a target reached on few queries', () => {
    const { standing, text } = missing(0, 30, 10).recommendation;
    expect(standing).toBe('few-queries');
    expect(text).toContain('With 10 queries intervals by query are not reliable; 20 or more are needed.');
  });
});

const golden = join(process.env.VOIRDIRE_SHARED ?? join(process.cwd(), '../shared'), 'data/golden.json');
if (!existsSync(golden)) console.log(`Skipping reference values of agreement: ${golden} is not there.`);

describe.skipIf(!existsSync(golden))('reference values of agreement', () => {
  interface Case {
    id: string;
    fn: string;
    args: { human: number[]; judges: Record<string, number[]>; cluster?: number[] };
    expect: Record<string, unknown>;
  }
  const cases = (fn: string): Case[] => {
    const file = JSON.parse(readFileSync(golden, 'utf8')) as Case[] | { cases: Case[] };
    return (Array.isArray(file) ? file : file.cases).filter((one) => one.fn === fn);
  };
  const reportOf = ({ args }: Case): AlignmentReport => {
    const names = Object.keys(args.judges);
    const mark = (label: number): string => (label === 1 ? 'y' : 'n');
    const items = args.human.map((label, i) => ({
      id: `i${i}`,
      query: `q${args.cluster?.[i] ?? i}`,
      people: mark(label),
      judges: names.map((name) => mark(args.judges[name]![i]!)).join('')
    }));
    return alignment(sampleRatings(['H'], names, items), { resamples: 1 });
  };

  it('are met by pairs, the agreement of all, and either of two', () => {
    const [one] = cases('seed000Agreement');
    const found = reportOf(one!);
    const expected = one!.expect as Record<string, number> & { pairwise: Record<string, number> };
    expect(found.allJudgesAgree.value).toBeCloseTo(expected.allJudgesAgree!, 10);
    for (const [names, value] of Object.entries(expected.pairwise)) {
      const pair = found.judgePairs.find(
        ({ a, b }) => names.split('-').sort().join() === [a.name, b.name].sort().join()
      );
      expect(pair!.equal.value, names).toBeCloseTo(value, 10);
    }
    const either = found.either.find(({ a, b }) => [a.name, b.name].sort().join() === 'gem,gpt')!;
    expect(either.either.value).toBeCloseTo(expected.eitherAgreement!, 10);
    expect(either.bothWrong.value).toBeCloseTo(expected.bothWrongRate!, 10);
    expect(either.consensus.value).toBeCloseTo(expected.agreementOnConsensusOfPair!, 10);
    expect(found.allJudgesAgree.value! * found.allJudgesAgree.n).toBeCloseTo(expected.agreementSetSize!, 10);
    expect(candidate(found, 'gem + gpt, average').agreement.value).toBeCloseTo(expected.meanScoreAgreement!, 10);
  });

  it('are met by the agreement of every candidate with nested items', () => {
    for (const one of [...cases('enumerateEnsembles'), ...cases('selectEnsemble')]) {
      const found = reportOf(one);
      const expected = one.expect.candidates as { judges: string[]; rule: string; agreement: number }[];
      expect(found.candidates).toHaveLength(expected.length);
      for (const { judges, rule, agreement } of expected) {
        const ids = judges.map((name) => `id-${name}`).sort();
        const same = found.candidates.find((c) => c.rule === rule && [...c.judgeIds].sort().join() === ids.join());
        expect(same!.agreement.value, `${one.id} ${judges.join(' + ')} ${rule}`).toBeCloseTo(agreement, 10);
      }
    }
  });
});
