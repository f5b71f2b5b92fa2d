import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { everyKindRun } from '../planning/every-kind.fixture.ts';
import { CANNOT_JUDGE, studyKinds } from '../kinds/index.ts';
import { goldItemsOf } from '../planning/purposes/purposes.fixture.ts';
import { longestStreak, runChance } from './quality-streak.ts';
import { leastTime, qualityOf, type GivenAnswer } from './quality.ts';
import { studyQuality } from './quality.server.ts';
import { nextStudyAssignment } from '../judging/queue.server.ts';
import { createStudy } from '../planning/studies.server.ts';
import { commitVerdict } from '../judging/verdicts.server.ts';
import { annotating, openAssignment } from '../judging/annotating.fixture.ts';

let n = 0;
const given = (change: Partial<GivenAnswer> = {}): GivenAnswer => {
  const label = change.label ?? 'yes';
  const about = { qid: 'q1', system: 's', text: 'Is it there?', known: null, of: null, reason: null };
  const base = { studyItemId: `i${++n}`, purpose: 'sample', words: 80, wholeWords: 0, seconds: 30, at: n } as const;
  return { ...base, ...about, label, shown: label, first: label, ...change };
};
const times = (k: number, change: (i: number) => Partial<GivenAnswer>) =>
  Array.from({ length: k }, (_, i) => given(change(i)));
const of = (answers: GivenAnswer[], kind = studyKinds['checklist-item'] as (typeof studyKinds)[keyof typeof studyKinds]) => qualityOf(answers, kind); // prettier-ignore

describe('a streak', () => {
  it('is as likely as counting says: 3 of the 8 ways of three tosses hold two heads in a row', () => {
    expect(runChance(3, 0.5, 2)).toBeCloseTo(3 / 8, 12);
    expect([runChance(5, 0.3, 6), runChance(5, 0.3, 0), runChance(4, 1, 4), runChance(4, 0, 1)]).toEqual([0, 1, 1, 0]);
    expect(runChance(5, 0.4, 5)).toBeCloseTo(0.4 ** 5, 12);
  });

  it('agrees with counting all ways, for any chance and length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (size, length, p) => {
          // prettier-ignore
          let sum = 0;
          for (let way = 0; way < 2 ** size; way++) {
            const bits = way.toString(2).padStart(size, '0');
            const ones = [...bits].filter((bit) => bit === '1').length;
            if (bits.includes('1'.repeat(length))) sum += p ** ones * (1 - p) ** (size - ones);
          }
          expect(runChance(size, p, length)).toBeCloseTo(sum, 9);
        }
      ),
      { numRuns: 60 }
    );
  });

  it('is a warning if it is long and not explained by one answer being frequent', () => {
    const mixed = times(60, (i) => ({ label: i >= 30 && i < 50 ? 'yes' : i % 2 ? 'yes' : 'no' }));
    expect(of(mixed).streak).toMatchObject({ length: 21, n: 60 });
    expect(of(mixed).warnings).toEqual(['streak']);
    expect(of(times(60, (i) => ({ label: i % 20 ? 'yes' : 'no' }))).warnings).toEqual([]);
    expect(of(times(60, () => ({}))).warnings).toEqual([]);
    expect(longestStreak([])).toEqual({ length: 0, n: 0, chance: null });
  });
});

describe('the pace', () => {
  it('is compared with what can be read: 8 words a second, whole texts skimmed at 40', () => {
    expect(leastTime({ words: 80, wholeWords: 0 })).toBe(10);
    expect(leastTime({ words: 0, wholeWords: 4000 })).toBe(100);
    expect(leastTime({ words: 1, wholeWords: 0 })).toBe(1);
  });

  it('counts quick answers of every purpose but training, and warns above one in ten', () => {
    const fast = times(4, (i) => ({ seconds: 2 + i, purpose: i === 3 ? 'training' : 'sample' }));
    const { pace, warnings } = of([...fast, ...times(20, (i) => ({ seconds: i === 0 ? null : 30, label: i % 2 ? 'yes' : 'no' }))]); // prettier-ignore
    expect(pace).toMatchObject({ timed: 22, untimed: 1, tooFast: { k: 3, n: 22 }, seconds: { median: 30, n: 22 } });
    expect(pace.fastest.map(({ seconds, least }) => [seconds, least])).toEqual([[2, 10], [3, 10], [4, 10]]); // prettier-ignore
    expect(warnings).toEqual(['too-fast']);
    expect(of([]).pace).toMatchObject({ seconds: null, tooFast: { value: null, n: 0 } });
  });
});

describe('answers on what is known', () => {
  it('are right as they stand, in training as they were at first', () => {
    const answers = [
      given({ purpose: 'training', known: 'yes', label: 'yes', first: 'no' }),
      ...times(8, (i) => ({ purpose: 'gold', known: 'yes', label: i < 2 ? 'yes' : 'no' })),
      ...times(2, (i) => ({ purpose: 'attention', known: 'no', label: i ? 'yes' : 'no' }))
    ];
    const { training, gold, attention, warnings, judged } = of(answers);
    expect([training, gold, attention].map(({ k, n: of_ }) => [k, of_])).toEqual([
      [0, 1],
      [2, 8],
      [1, 2]
    ]);
    expect(gold.interval![1]).toBeLessThan(0.9);
    expect([judged, warnings]).toEqual([0, ['gold', 'attention']]);
  });
});

describe('judging again', () => {
  const twice = (pairs: [string, string][]) =>
    pairs.flatMap(([first, second]) => {
      const before = given({ label: first, seconds: null });
      return [before, given({ purpose: 'repeat', of: before.studyItemId, label: second, seconds: null })];
    });

  it('is counted with κ on the declared scale; who cannot judge twice is the same and in no κ', () => {
    const pairs: [string, string][] = [['yes', 'yes'], ['yes', 'yes'], ['no', 'no'], ['no', 'yes'], [CANNOT_JUDGE, CANNOT_JUDGE]]; // prettier-ignore
    const { same, kappa } = of(twice(pairs)).repeats;
    expect([same.k, same.n]).toEqual([4, 5]);
    // po 3/4, pe (2·3 + 2·1)/16 = 1/2.
    expect(kappa).toMatchObject({ n: 4, weights: 'unweighted' });
    expect(kappa.value).toBeCloseTo(0.5, 12);
  });

  it('weights steps and points, reads rankings pair by pair, and leaves out what has no first answer', () => {
    expect(of(twice([['4', '3'], ['1', '1']]), studyKinds['user-preference']).repeats.kappa.weights).toBe('quadratic'); // prettier-ignore
    expect(of(twice([['10', '9'], ['0', '0']]), studyKinds.score).repeats.kappa).toMatchObject({ n: 2, weights: 'quadratic' }); // prettier-ignore
    expect(of(twice([['1,2,3', '1,3,2']]), studyKinds.ranking).repeats.same).toMatchObject({ k: 2, n: 3 });
    expect(of([given({ purpose: 'repeat', of: 'elsewhere' })]).repeats).toMatchObject({ same: { n: 0 }, kappa: { value: null } }); // prettier-ignore
  });

  it('is a warning if it is not by chance below nine in ten', () => {
    expect(of(twice([['yes', 'no'], ['no', 'yes'], ['yes', 'yes']])).warnings).toEqual(['repeats']); // prettier-ignore
    expect(of(twice([['yes', 'no'], ['no', 'no'], ['yes', 'yes'], ['no', 'no'], ['no', 'no']])).warnings).toEqual([]); // prettier-ignore
  });
});

it('counts who cannot judge apart, by reason, and warns above one in five', () => {
  const label = CANNOT_JUDGE;
  const answers = [
    ...times(3, (i) => ({ label, reason: i ? 'language' : null })),
    ...times(7, (i) => ({ label: i % 2 ? 'yes' : 'no' }))
  ];
  const { cannot, warnings } = of(answers);
  expect(cannot).toMatchObject({ share: { k: 3, n: 10 }, reasons: [{ reason: 'language', n: 2 }, { reason: null, n: 1 }] }); // prettier-ignore
  expect(warnings).toEqual(['cannot-judge']);
});

it('is read from a study person by person, with the side that was pressed and not the report that won', () => {
  const { db } = memoryDatabase();
  const run = everyKindRun(db);
  const [ana, ben] = run.annotators;
  const known = goldItemsOf(db, run, 'preference', 'depth');
  const input = run.input({ kind: 'preference', metric: 'depth', people: [ana.id, ben.id], reveal: 'never', sample: { items: 3 }, known, settings: { repeats: 1 } }); // prettier-ignore
  const study = createStudy(db, run.manage, input);
  for (let id = nextStudyAssignment(db, ana, study.id); id; id = nextStudyAssignment(db, ana, study.id))
    for (const { id: studyItemId } of openAssignment(db, ana, id)!.items)
      commitVerdict(db, annotating(ana), { assignmentId: id, studyItemId, label: 'A', note: '', passages: [], seconds: 1, idempotencyKey: studyItemId }); // prettier-ignore
  const { people, known: results } = studyQuality(db, run.manage, study.id);
  const [mine, other] = people;
  expect([mine!.name, other!.name, other!.judged, other!.warnings]).toEqual(['Ana', 'Ben', 0, []]);
  const answered = 3 + 3 + 1;
  expect(mine).toMatchObject({ judged: 3, streak: { length: answered, n: answered, chance: 1 }, training: { n: 2 }, gold: { n: 2 }, attention: { n: 1 }, repeats: { same: { k: 1, n: 1 } } }); // prettier-ignore
  expect(mine!.pace.tooFast.n).toBe(answered);
  expect(results.map(({ purpose, right }) => [purpose, right.n])).toEqual([
    ['training', 1],
    ['gold', 1],
    ['training', 1],
    ['gold', 1],
    ['attention', 1]
  ]);
  expect(JSON.stringify(people)).not.toContain('"label"');
});
