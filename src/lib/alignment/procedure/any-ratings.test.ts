import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import type { ProcedureFacts } from './procedure.ts';
import type { StudyRatings } from '../units/ratings.ts';
import { alignment } from '../report/report.ts';
import { sampleScores } from '../units/sample-ratings.fixture.ts';
import { plainFacts, quickProcedure } from './procedure.fixture.ts';
import { numbers } from '../report/report.fixture.ts';
import { four, kinds, preference, ten } from '../units/scales.fixture.ts';

const scales: LabelScale[] = [
  { level: 'binary', labels: ['valid', 'not valid'], withoutValue: ['unclear'] },
  { ...preference, withoutValue: ['unclear'] },
  { ...kinds, withoutValue: ['unclear'] },
  four,
  { ...ten, withoutValue: ['unclear'] }
];
const labelsOf = (scale: LabelScale): string[] =>
  scale.level === 'interval' ? ['0', '2.5', '3', '9.9', '10', 'unclear'] : [...scale.labels, 'unclear'];

/** Any ratings at all: few or many people and judges, gaps, labels without a value, unequal sampling. */
const anyRatings = (scale: LabelScale): fc.Arbitrary<StudyRatings> =>
  fc.record({ people: fc.nat(3), judges: fc.nat(3) }).chain(({ people, judges }) =>
    fc
      .array(
        fc.record({
          query: fc.constantFrom('q1', 'q2', 'q3'),
          people: fc.tuple(...Array.from({ length: people }, () => fc.constantFrom(null, ...labelsOf(scale)))),
          judges: fc.tuple(...Array.from({ length: judges }, () => fc.constantFrom('-', '?', ...labelsOf(scale)))),
          probability: fc.constantFrom(1, 0.5),
          stratum: fc.constantFrom('all-agree', 'some-differ'),
          category: fc.constantFrom(undefined, 'law')
        }),
        { maxLength: 9 }
      )
      .map((items) =>
        sampleScores(
          scale,
          Array.from({ length: people }, (_, i) => `H${i}`),
          Array.from({ length: judges }, (_, i) => `J${i}`),
          items.map(({ category, ...item }, i) => ({ ...item, ...(category ? { category } : {}), id: `i${i}` }))
        )
      )
  );

/** The same with two systems, each with a report on every query. */
const withSystems = (ratings: StudyRatings): StudyRatings => ({
  ...ratings,
  items: ratings.items.map((item, i) => {
    const systemName = i % 2 ? 'Own' : 'Other';
    return { ...item, systemName, reportId: `${item.qid} ${systemName}` };
  })
});

/** Facts in which there is something to find for every check. */
const biasedFacts = (ratings: StudyRatings): ProcedureFacts => ({
  ...plainFacts(ratings),
  words: Object.fromEntries(ratings.items.map(({ reportId }, i) => [reportId, 500 * (i % 3)])),
  ownFamily: { 'id-J0': ['Own'], 'id-J1': ['Other', 'Own'] },
  orders: { 'id-J0': Object.fromEntries(ratings.items.map(({ itemId }, i) => [itemId, [i % 2, i % 3 ? null : 0.5]])) }
});

describe.each(scales.map((scale) => [scale.level, scale] as const))('any ratings on a %s scale', (_, scale) => {
  const few = { resamples: 8, seed: 2 };

  it('give a report and a procedure without NaN, and a reason wherever there is no value', () => {
    fc.assert(
      fc.property(anyRatings(scale), (ratings) => {
        const found = alignment(ratings, few);
        const systems = withSystems(ratings);
        const procedure = quickProcedure(systems, {}, biasedFacts(systems));
        expect([...numbers(found), ...numbers(procedure)].filter(([, value]) => !Number.isFinite(value))).toEqual([]);
        for (const one of found.candidates)
          for (const figure of [one.agreement, one.common, one.weighted, ...one.beside.map((b) => b.figure)]) {
            expect(figure.value !== null || figure.reason !== undefined).toBe(true);
            expect(figure.low !== null || figure.intervalReason !== null).toBe(true);
          }
      }),
      { numRuns: 60 }
    );
  });

  it('give the same whatever the order of items, people and judges', () => {
    const back = <T>(list: readonly T[]): T[] => [...list].reverse();
    fc.assert(
      fc.property(anyRatings(scale), (ratings) => {
        const turned: StudyRatings = {
          ...ratings,
          people: back(ratings.people),
          judges: back(ratings.judges),
          items: back(ratings.items).map((item) => ({ ...item, humans: back(item.humans), judges: back(item.judges) }))
        };
        expect(alignment(turned, few)).toEqual(alignment(ratings, few));
      }),
      { numRuns: 30 }
    );
  });
});

describe('two labels', () => {
  it('may be preregistered the other way round: agreement, κ and AC1 stay, sensitivity and specificity change places', () => {
    const [scale] = scales as [LabelScale & { level: 'binary' }];
    const turned: LabelScale = { ...scale, labels: [scale.labels[1], scale.labels[0]] };
    const few = { resamples: 8, seed: 2 };
    fc.assert(
      fc.property(anyRatings(scale), (ratings) => {
        const [one, other] = [alignment(ratings, few), alignment({ ...ratings, scale: turned }, few)];
        for (const plain of one.candidates) {
          const rule = plain.rule === 'any' ? 'all' : plain.rule === 'all' ? 'any' : plain.rule;
          const same = other.candidates.find((c) => c.rule === rule && c.judgeIds.join() === plain.judgeIds.join())!;
          for (const key of ['agreement', 'common', 'weighted', 'withOnePerson', 'kappa', 'ac1'] as const) {
            const [a, b] = [plain[key]!.value, same[key]!.value];
            if (a === null) expect(b, key).toBeNull();
            else expect(b, key).toBeCloseTo(a, 9);
          }
          expect(same.sensitivity!.value ?? -1).toBeCloseTo(plain.specificity!.value ?? -1, 12);
        }
      }),
      { numRuns: 40 }
    );
  });
});
