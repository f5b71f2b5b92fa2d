import { describe, expect, it } from 'vitest';
import { cohenKappa, fleissKappa, gwetACMany, krippendorffAlpha } from '../../stats/index.ts';
import { defaultAnalysisPlan } from '../preregistration/analysis-plan.ts';
import { scoresOf } from './candidates.ts';
import { peopleGate } from '../gates/people.ts';
import { NO_CATEGORY } from '../units/metric.ts';
import { ratedUnits } from '../units/units.ts';
import { labelNoiseInWords } from '../agreement/label-noise.ts';
import { adoptionProcedure, type Procedure } from '../procedure/procedure.ts';
import { plainFacts, worldOf } from '../procedure/procedure.fixture.ts';
import { candidate, valueOf } from '../report/report.fixture.ts';
import { alignment } from '../report/report.ts';
import { sampleScores } from '../units/sample-ratings.fixture.ts';
import { kinds } from '../units/scales.fixture.ts';
import { scored } from '../document/document.fixture.ts';
import { messagesIn } from '../../messages/words.ts';
import { englishReasons } from '../items/english-reasons.ts';

const noiseWords = { noise: messagesIn('en', 'labelNoise'), reasons: englishReasons };

const fast = { resamples: 40, seed: 3 };

/*
 * Three people, three judges, four categories. People are split between a, b and c on i8; there the judges differ too, so that
 * their majority has no category. j1 is wrong on i4 only, j2 nowhere, j3 on i2, i4 and i7.
 */
const rows = ['q0 aaa aaa', 'q0 aab aab', 'q1 bbb bbb', 'q1 bbc cbc', 'q2 ccc ccc', 'q2 cdd ddd', 'q3 ddd dda', 'q3 abc adb']; // prettier-ignore
const letters = rows.map((row) => row.split(' ') as [string, string, string]);
const ratings = sampleScores(
  kinds,
  ['G', 'H', 'I'],
  ['J', 'K', 'L'],
  letters.map(([query, people, judges], i) => ({ id: `i${i + 1}`, query, people: [...people], judges: [...judges] }))
);
const report = alignment(ratings, fast);
const decided = alignment(ratings, { ...fast, ties: 'leave-out' });

describe('a study with four categories without order', () => {
  it('counts the same category as agreement, and a split of people as its share', () => {
    expect(valueOf(candidate(report, 'J').agreement)).toBeCloseTo((6 + 1 / 3) / 8, 12);
    expect(valueOf(candidate(report, 'K').agreement)).toBeCloseTo(7 / 8, 12);
    expect(valueOf(candidate(report, 'L').agreement)).toBeCloseTo((4 + 1 / 3) / 8, 12);
    expect(candidate(decided, 'J').agreement).toMatchObject({ value: 6 / 7, n: 7 });
    expect(candidate(decided, 'K').agreement).toMatchObject({ value: 1, n: 7 });
    expect(candidate(decided, 'J').dropped.splitHumans).toEqual(['i8']);
  });

  it('has single judges and the majority of three, which has no category if its judges are tied', () => {
    expect(report.candidates.map(({ name }) => name)).toEqual(['J', 'K', 'L', 'J + K + L, majority']);
    const majority = candidate(report, 'J + K + L, majority');
    // a a b c c d d and none: wrong on i4, and on i8, of which no part is right.
    expect(majority.agreement).toMatchObject({ value: 6 / 8, n: 8 });
    expect(majority.halved.undecided).toEqual(['i8']);
    expect(majority.confusion.rows).toEqual(['a', 'b', 'c', 'd', 'tied']);
    expect(majority.confusion.columns).toEqual(['a', 'b', 'c', 'd', 'undecided']);
    expect(majority.confusion.cells.map((row) => row.map(({ items }) => items.join(' ')))).toEqual([
      ['i1 i2', '', '', '', ''],
      ['', 'i3', 'i4', '', ''],
      ['', '', 'i5', '', ''],
      ['', '', '', 'i6 i7', ''],
      ['', '', '', '', 'i8']
    ]);
  });

  it('has κ and AC1 of the unweighted kind, by hand and by the library', () => {
    // Without the split: 6 of 7 the same; a 2, b 1, c 2, d 2 against a 2, b 2, c 1, d 2, so 12/49 by chance.
    const j = candidate(decided, 'J');
    expect(valueOf(j.kappa)).toBeCloseTo((42 - 12) / (49 - 12), 12);
    // AC1: shares 4/14, 3/14, 3/14, 4/14, so (1 − 50/196)/3 by chance.
    expect(valueOf(j.ac1)).toBeCloseTo((6 / 7 - 146 / 588) / (1 - 146 / 588), 12);
    const [judge, people] = [letters.slice(0, 7).map(([, , of]) => of[0]!), ['a', 'a', 'b', 'b', 'c', 'd', 'd']];
    expect(valueOf(j.kappa)).toBeCloseTo(cohenKappa(judge, people, { categories: kinds.labels })!.value!, 12);
    // With it: 5/3 wrong of 8, and 3/4 if answers were paired at random.
    expect(valueOf(candidate(report, 'J').kappa)).toBeCloseTo(1 - 5 / 24 / (3 / 4), 12);
    expect([j.sensitivity, j.specificity, j.beside]).toEqual([null, null, []]);
  });

  it('has inter-annotator agreement: 15 of 24 pairs, α 223/430, Fleiss’ κ 107/215, AC1 650/1298', () => {
    expect(report.humans.pooled.agreement).toMatchObject({ value: 15 / 24, n: 24 });
    const [alpha, fleiss, gwet] = report.ceiling.figures;
    expect(alpha).toMatchObject({
      name: 'Krippendorff’s α, nominal',
      figure: { value: expect.closeTo(223 / 430, 12) }
    });
    expect(fleiss).toMatchObject({ name: 'Fleiss’ κ', figure: { value: expect.closeTo(107 / 215, 12) } });
    expect(gwet).toMatchObject({ name: 'Gwet’s AC1', figure: { value: expect.closeTo(650 / 1298, 12) } });
    const table = letters.map(([, people]) => [...people]);
    const { labels: categories } = kinds;
    expect(krippendorffAlpha(table, { categories, metric: 'nominal' }).value).toBeCloseTo(223 / 430, 12);
    expect(fleissKappa(table, { categories }).value).toBeCloseTo(107 / 215, 12);
    expect(gwetACMany(table, { categories }).value).toBeCloseTo(650 / 1298, 12);
  });

  it('depends on no order of the categories', () => {
    const turned = alignment({ ...ratings, scale: { ...kinds, labels: ['c', 'a', 'd', 'b'] } }, fast);
    const figures = (of: typeof report): unknown =>
      of.candidates.map(({ name, agreement, kappa, ac1, withOnePerson }) =>
        [name, agreement.value, kappa.value, ac1!.value, withOnePerson.value, agreement.low].map((value) =>
          typeof value === 'number' ? value.toFixed(10) : value
        )
      );
    expect(figures(turned)).toEqual(figures(report));
  });
});

/** A study of 24 queries and two systems on a scale of three categories, of which no rater gives `rare`. */
const large = scored(
  worldOf({ seed: 3, queries: 24, perQuery: 6, people: 3, right: 0.95, judges: [0.97, 0.97, 0.96] }),
  { level: 'nominal', labels: ['met', 'rare', 'unmet', 'partly'] },
  ['partly', 'unmet', 'met'],
  4
);

const procedureOf = (of: typeof large): Procedure =>
  adoptionProcedure(of, defaultAnalysisPlan(of.judges.map(({ id }) => id), of.scale), plainFacts(of), { resamples: 60, seed: 1 }); // prettier-ignore

describe('the procedure on categories without order', () => {
  const procedure = procedureOf(large);
  const gate = (name: string) => procedure.gates.find((one) => one.name === name)!;

  it('has the gates that need no order, and names those that do as not applicable, with the reason', () => {
    expect(gate('agreement')).toMatchObject({ unit: 'share', n: 144, clusters: 24 });
    expect(gate('people').value).not.toBeNull();
    expect(gate('consistency').value).toBe(1);
    expect(gate('bias')).toMatchObject({ state: 'not-applicable', value: null, items: [] });
    expect(gate('bias').finding).toContain('the categories have no order');
    expect(gate('order')).toMatchObject({ state: 'not-applicable', value: null });
    expect(gate('order').finding).toContain('no system scores higher than another');
  });

  it('counts no category as disagreement in the comparison with single annotators, and leaves out no item for it', () => {
    const tied = large.items.map((item, i) =>
      i % 6 === 0
        ? { ...item, judges: item.judges.map((one, j) => ({ ...one, label: ['met', 'rare', 'unmet'][j]! })) }
        : item
    );
    const units = ratedUnits({ ...large, items: tied });
    const scores = scoresOf(units, { judgeIds: units.judges.map(({ id }) => id), rule: 'majority' });
    expect(scores.filter((score) => score === NO_CATEGORY).length).toBeGreaterThanOrEqual(24);
    const analysisPlan = defaultAnalysisPlan([], large.scale);
    expect(peopleGate(units, scores, analysisPlan, { resamples: 20, seed: 1 }).n).toBe(144);
  });

  it('tests the categories on which annotators are unanimous, and none that no annotator gave', () => {
    expect(gate('unanimous').parts.map(({ name }) => name)).toEqual([
      'All annotators say met',
      'All annotators say unmet',
      'All annotators say partly'
    ]);
  });

  it('has label noise and populations on shares, and no severity of judges', () => {
    expect(procedure.noise).toMatchObject({ unit: 'share', reason: null });
    expect(procedure.noise.ceiling.value).toBeGreaterThan(procedure.noise.between.value!);
    expect(labelNoiseInWords(procedure.noise, { target: 0.9, confidence: 0.95 }, noiseWords)).toContain('Dawid–Skene');
    expect(procedure.populations.rows.map(({ key }) => key)).toEqual(['ensemble', 'with-one', 'annotators']);
    for (const judge of procedure.judges) {
      expect(judge.severity).toMatchObject({ value: null, reason: 'no-order', n: 0 });
      expect(judge.length.figure).toMatchObject({ value: null, reason: 'no-order' });
      expect(judge.repeats.sdOfMeans).toBeNull();
    }
  });

  it('puts single judges and the majority of three up for choice, and corrects for it', () => {
    expect(procedure.selection.candidates.map(({ rule }) => rule)).toEqual(['single', 'single', 'single', 'majority']);
    expect(procedure.selection.corrected.low).not.toBeNull();
    expect(procedure.escalation).not.toBeUndefined();
  });
});
