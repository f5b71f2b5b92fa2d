import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohenKappa, cohenKappaFromTable, confusion, jackknifeItems, seededRandom } from '../../stats/index.ts';
import { yesNo } from '../../studies/labels/label-scale.ts';
import type { StudyRatings } from '../units/ratings.ts';
import { alignment, type AlignmentReport } from './report.ts';
import { sampleRatings, sampleScores, type SampleItem } from '../units/sample-ratings.fixture.ts';
import { candidate, valueOf, numbers } from './report.fixture.ts';
import { atMost, processorTime } from '../../../../tests/timing.ts';

const fast = { resamples: 50, seed: 3 };

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
  it('has the same figures and ends with every seed, because nothing of a figure is drawn', () => {
    const study = random(5, 25, 4, 3);
    const [one, two] = [alignment(study, { resamples: 60, seed: 1 }), alignment(study, { resamples: 60, seed: 2 })];
    expect(one.candidates).toEqual(two.candidates);
    expect(one.candidates[0]!.kappa.low).toBeLessThan(one.candidates[0]!.kappa.value!);
  });

  it('leaves out queries by summed tables exactly as by reading every item again', () => {
    const study = random(9, 12, 5, 2);
    const { low, high, items, value } = alignment(study).judgePairs[0]!.kappa;
    const byId = new Map(study.items.map((item) => [item.itemId, item]));
    const rated = items.map((id) => byId.get(id)!);
    const labels = (judge: number, of: ArrayLike<number>): string[] =>
      Array.from(of, (i) => rated[i]!.judges[judge]!.label!);
    const options = { categories: ['no', 'yes'] };
    const further = [0, 1].map((label) => {
      const counts = confusion(labels(0, [...rated.keys()]), labels(1, [...rated.keys()]), options.categories).counts;
      return cohenKappaFromTable(counts.map((row, i) => row.map((n, j) => n + Number(i === label && j === label))))
        .value;
    });
    const direct = jackknifeItems(
      rated.map((item) => item.queryId),
      (kept) => cohenKappa(labels(0, kept), labels(1, kept), options).value,
      { further }
    );
    expect(value).toBeCloseTo(direct.value!, 12);
    expect(low).toBeCloseTo(direct.interval![0], 12);
    expect(high).toBeCloseTo(direct.interval![1], 12);
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
    const times = [1, 2, 3].map((seed) =>
      processorTime(() => expect(alignment(study, { seed }).method.resamples).toBe(1000))
    );
    expect(Math.min(...times)).toBeLessThan(atMost(1000));
  });

  it('leaves the largest ensembles out, and says so, if there are many judges', () => {
    const found = alignment(random(4, 3, 2, 8), { resamples: 5 });
    expect(Math.max(...found.candidates.map(({ judgeIds }) => judgeIds.length))).toBeLessThan(8);
    expect(found.warnings.map(({ code }) => code)).toContain('subsets-left-out');
  });
});

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

  it('say what is missing while there is no label yet', () => {
    const found = oneJudge([{ id: 'i', query: 'q', people: '-', judges: 'y' }]);
    expect(found.candidates[0]!.agreement).toMatchObject({ value: null, reason: 'n=0' });
    expect(found.candidates[0]!.kappa).toMatchObject({ value: null, reason: 'no-pairs', low: null });
    expect(found.recommendation).toMatchObject({ best: null, equals: [] });
    expect(found.recommendation.text).toContain('No annotator has labelled an item of this study (1 item).');
    expect(codes(found)).toEqual(['unlabelled-items']);
  });

  it('tell items with only labels without a value from items that are not labelled yet', () => {
    const scale = { ...yesNo, withoutValue: ['cannot-judge'] };
    const item = (id: string, person: string | null) => ({ id, query: 'q', people: [person], judges: ['yes'] });
    const found = alignment(
      sampleScores(scale, ['H'], ['A'], [item('i', 'yes'), item('j', 'cannot-judge'), item('k', null)]),
      fast
    );
    const warned = (code: string) => found.warnings.find((one) => one.code === code);
    expect(warned('unlabelled-items')).toMatchObject({ text: '1 of 3 items has no blind label yet.', items: ['k'] });
    expect(warned('labels-without-value')?.items).toEqual(['j']);
    expect(found.recommendation.caveats).toContain('1 of the 3 items has no blind label yet.');
    expect(found.recommendation.caveats).toContain('1 of the 3 items has only labels without a value.');
    const none = alignment(sampleScores(scale, ['H'], ['A'], [item('j', 'cannot-judge')]), fast);
    expect(codes(none)).toEqual(['labels-without-value']);
    expect(none.recommendation.text).toContain(
      'No label of annotators has a value on the scale (1 of 1 item labelled).'
    );
  });

  it('give a value without an interval for one item of one query', () => {
    const found = oneJudge([{ id: 'i', query: 'q', people: 'y', judges: 'y' }]);
    expect(found.candidates[0]!.agreement).toMatchObject({
      value: 1,
      low: null,
      intervalReason: 'too-few-clusters',
      n: 1
    });
    expect(codes(found)).toEqual(['few-queries', 'no-overlap', 'single-category']);
  });

  it('leave κ undefined if all raters say yes to everything', () => {
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
    expect(candidate(found, 'A').common).toMatchObject({ value: 0.5, n: 2 });
    expect(found.candidates.map(({ name }) => name)).toEqual(['A']);
    expect(found.candidates[found.recommendation.best!]!.name).toBe('A');
    expect(codes(found)).toContain('silent-judge');
  });

  it('are refused if a label is neither yes nor no, or a person who judged is not named', () => {
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

  it('gives the measured agreement without an interval or a target, which are for the corrected verdict', () => {
    const { text } = missing(5, 20).recommendation;
    expect(text).toContain('A is the only candidate: .990, as measured, on the 500 items in 25 queries');
    expect(text).toContain('less often than two annotators agree with each other in 1 (n 500)');
    expect(text).not.toMatch(/95 %|95%|lower (end|bound)|target/);
  });

  it('says that intervals are not reliable with few queries', () => {
    const { text } = missing(0, 30, 10).recommendation;
    expect(text).toContain('With 10 queries intervals by query are not reliable; 20 or more are needed.');
  });
});

it('a judge that abstains from everything is no candidate, and no candidate contains it', () => {
  const rows = Array.from({ length: 8 }, (_, i) => ({
    ...{ id: `i${i}`, query: `q${i % 4}`, people: 'yn', judges: `${i % 2 ? 'y' : 'n'}-y` }
  }));
  const found = alignment(sampleRatings(['H1', 'H2'], ['A', 'rules', 'B'], rows), fast);
  expect(found.judges.map(({ name, labelled }) => [name, labelled])).toEqual([
    ['A', 8],
    ['B', 8],
    ['rules', 0]
  ]);
  expect(found.candidates.map(({ name }) => name).filter((name) => name.includes('rules'))).toEqual([]);
  expect(found.candidates).toHaveLength(alignment(withoutRules(rows), fast).candidates.length);
});

const withoutRules = (rows: readonly SampleItem[]) =>
  sampleRatings(
    ['H1', 'H2'],
    ['A', 'B'],
    rows.map((row) => ({ ...row, judges: row.judges.replace('-', '') }))
  );
