import { describe, expect, it } from 'vitest';
import type { RatedItem, StudyRatings } from '../src/lib/alignment/units/ratings.ts';
import { alignment } from '../src/lib/alignment/report/report.ts';
import { judgesOverRun } from '../src/lib/alignment/agreement/judges/run-agreement.ts';
import { appendixC } from './papers/printed.ts';

/**
 * The human-alignment figures of LiveResearchBench (arXiv 2510.14240, "Alignment of LLM judges with human experts"), recomputed
 * by the real alignment code from labels that were made so that they imply them.
 */

const [gemini, gpt5, claude] = ['gemini-2.5-pro', 'gpt-5', 'claude-4-sonnet'] as const;
const judges = [gemini, gpt5, claude];

type Preferred = readonly string[] | 'tie' | 'none';
interface Kind {
  n: number;
  person: string | null;
  /** Labels of Gemini 2.5 Pro, GPT-5 and Claude 4 Sonnet. */
  judges: readonly [string, string, string];
  preferred?: Preferred;
}

const binary: StudyRatings['scale'] = { level: 'binary', labels: ['yes', 'no'] };
const threeWay: StudyRatings['scale'] = { level: 'preference', labels: ['win', 'tie', 'loss'] };

/** So many items of each kind, four to a query. */
function ratings(scale: StudyRatings['scale'], kinds: readonly Kind[]): StudyRatings {
  const items = kinds
    .flatMap(({ n, ...kind }) => Array.from({ length: n }, () => kind))
    .map(({ person, judges: labels, preferred }, at): RatedItem => ({
      ...{ itemId: `i${at}`, reportId: `r${at}`, queryId: `q${at % 75}`, qid: `q${at % 75}`, category: null },
      ...{ systemName: 'system', item: `c${at}`, text: '', stratum: 'all', inclusionProbability: 1 },
      humans: person === null ? [] : [{ userId: 'expert', label: person, note: '', seconds: null }],
      judges: judges.map((judgeId, i) => ({ judgeId, state: 'judged', label: labels[i]!, rationale: '' })),
      preferences:
        preferred === undefined
          ? []
          : [
              {
                userId: 'expert',
                choice: typeof preferred === 'string' ? preferred : 'judges',
                judgeIds: typeof preferred === 'string' ? [] : preferred
              }
            ]
    }));
  return {
    scale,
    items,
    people: [{ id: 'expert', name: 'expert' }],
    judges: judges.map((id) => ({ id, name: id }))
  };
}

const shown = (value: number | null): number => Math.round(1000 * value!) / 10;
const ofPair = <T extends { a: { id: string }; b: { id: string } }>(pairs: readonly T[], ...ids: string[]): T =>
  pairs.find(({ a, b }) => ids.includes(a.id) && ids.includes(b.id))!;

describe('judges with each other over all scored units of a run', () => {
  // With two labels all three agree on (sum of the pairs − 1) / 2; the two other pairs are alike here.
  const overRun = (scale: StudyRatings['scale'], all: number, pair: number) => {
    const [yes, no] = [scale, scale].map((one, at) => ('labels' in one ? one.labels.at(at === 0 ? 0 : -1)! : ''));
    const rest = 1000 - all - (pair - all);
    return judgesOverRun(
      ratings(scale, [
        { n: all, person: null, judges: [yes!, yes!, yes!] },
        { n: pair - all, person: null, judges: [yes!, yes!, no!] },
        { n: Math.floor(rest / 2), person: null, judges: [yes!, no!, no!] },
        { n: Math.ceil(rest / 2), person: null, judges: [yes!, no!, yes!] }
      ])
    );
  };

  it.each(Object.entries(appendixC.amongJudges))('%s: all three and the pair as printed', (metric, printed) => {
    const found = overRun(metric === 'depth' ? threeWay : binary, 10 * printed.all, 10 * printed.pair);
    expect(shown(found.all.value)).toBe(printed.all);
    expect(found.all).toMatchObject({ n: 1000, clusters: 75 });
    expect(found.all.low).toBeLessThan(found.all.value!);
    const pair = ofPair(found.pairs, gemini, gpt5);
    expect(shown(pair.equal.value)).toBe(printed.pair);
    expect(pair.equal.high).toBeGreaterThan(pair.equal.value!);
    const others = found.pairs.reduce((sum, { equal }) => sum + equal.value!, 0) - pair.equal.value!;
    expect(others).toBeCloseTo(2 * (printed.all / 100) + 1 - printed.pair / 100, 9);
  });
});

describe('300 presentation items, .95, .85 and .983', () => {
  const { presentation: printed } = appendixC.people;

  it('as blind agreement: Gemini 285, GPT-5 255, either 295 of 300, and their average .90', () => {
    const report = alignment(
      ratings(binary, [
        { n: 245, person: 'yes', judges: ['yes', 'yes', 'yes'] },
        { n: 40, person: 'yes', judges: ['yes', 'no', 'no'] },
        { n: 10, person: 'yes', judges: ['no', 'yes', 'no'] },
        { n: 5, person: 'yes', judges: ['no', 'no', 'yes'] }
      ]),
      { resamples: 20 }
    );
    const alone = (id: string) =>
      report.candidates.find(({ judgeIds, rule }) => rule === 'single' && judgeIds[0] === id)!.agreement;
    expect(shown(alone(gemini).value)).toBe(printed.gemini);
    expect(shown(alone(gpt5).value)).toBe(printed.gpt5);
    const both = ofPair(report.either, gemini, gpt5);
    expect(shown(both.either.value)).toBe(printed.either);
    expect(both.either.n).toBe(printed.n);
    const average = report.candidates.find(
      ({ judgeIds, rule }) => rule === 'average' && judgeIds.length === 2 && !judgeIds.includes(claude)
    )!;
    expect(average.agreement.value).toBeCloseTo(0.9, 9);
  });

  it('as preference after reading: a judge of the ensemble was preferred on 98.3 %', () => {
    const { preferences } = alignment(
      ratings(binary, [
        { n: 245, person: 'yes', judges: ['yes', 'yes', 'no'], preferred: [gemini, gpt5] },
        { n: 40, person: 'yes', judges: ['yes', 'no', 'no'], preferred: [gemini] },
        { n: 10, person: 'yes', judges: ['no', 'yes', 'no'], preferred: [gpt5] },
        { n: 3, person: 'yes', judges: ['no', 'no', 'yes'], preferred: [claude] },
        { n: 2, person: 'yes', judges: ['no', 'no', 'no'], preferred: 'none' }
      ]),
      { resamples: 20 }
    );
    const union = (...ids: string[]) =>
      preferences.ensembles.find(
        ({ judgeIds }) => judgeIds.length === ids.length && ids.every((id) => judgeIds.includes(id))
      )!.union;
    expect([gemini, gpt5].map((id) => shown(union(id).value))).toEqual([printed.gemini, printed.gpt5]);
    expect(shown(union(gemini, gpt5).value)).toBe(printed.either);
    expect(union(gemini, gpt5)).toMatchObject({ n: 300, count: 295, clusters: 75 });
    expect(union(gemini, gpt5).low).toBeGreaterThan(0.95);
    expect(shown(union(gemini, gpt5, claude).value)).toBe(99.3);
  });
});

it('72 coverage items: Gemini or GPT-5 on 100 %, no item for Claude alone, and a lower end below 1', () => {
  const { coverage: printed } = appendixC.people;
  const { preferences } = alignment(
    ratings(binary, [
      { n: 40, person: 'yes', judges: ['yes', 'yes', 'yes'], preferred: 'tie' },
      { n: 20, person: 'yes', judges: ['yes', 'yes', 'no'], preferred: [gemini, gpt5] },
      { n: 8, person: 'yes', judges: ['yes', 'no', 'no'], preferred: [gemini] },
      { n: 4, person: 'no', judges: ['yes', 'no', 'no'], preferred: [gpt5, claude] }
    ]),
    { resamples: 20 }
  );
  const both = preferences.ensembles.find(({ judgeIds }) => judgeIds.length === 2 && !judgeIds.includes(claude))!;
  // An item on which all judges are alike is one on which each judge of the ensemble is preferred, jointly.
  expect(both.unionOrTie).toMatchObject({ count: printed.n, n: printed.n, value: 1 });
  expect(both.unionOrTie.low).toBeLessThan(1);
  expect(both.union).toMatchObject({ count: 32 });
  expect(preferences.judges.find(({ id }) => id === claude)!.sole.count).toBe(0);
});

describe('80 pairs of reports in analysis depth', () => {
  const { depth: printed } = appendixC.people;
  const { candidates, preferences, either } = alignment(
    ratings(threeWay, [
      // The agreement set: people agree on 38 of 40.
      { n: 38, person: 'win', judges: ['win', 'win', 'win'] },
      { n: 2, person: 'loss', judges: ['win', 'win', 'win'] },
      // The disagreement set, where people also said whom they prefer: 37 of 40.
      { n: 20, person: 'win', judges: ['win', 'win', 'loss'], preferred: [gemini, gpt5] },
      { n: 12, person: 'win', judges: ['win', 'loss', 'loss'], preferred: [gemini] },
      { n: 5, person: 'tie', judges: ['loss', 'tie', 'win'], preferred: [gpt5] },
      { n: 3, person: 'loss', judges: ['win', 'win', 'loss'], preferred: [claude] }
    ]),
    { resamples: 20 }
  );

  it('95 % on the agreement set', () => {
    const agreed = alignment(
      ratings(threeWay, [
        { n: 38, person: 'win', judges: ['win', 'win', 'win'] },
        { n: 2, person: 'loss', judges: ['win', 'win', 'win'] }
      ]),
      { resamples: 20 }
    );
    expect(shown(agreed.candidates.find(({ rule }) => rule === 'single')!.agreement.value)).toBe(printed.agreed);
    expect(ofPair(either, gemini, gpt5).consensus.n).toBe(63);
    expect(candidates.length).toBeGreaterThan(0);
  });

  it('Gemini or GPT-5 preferred on 92.5 % of the disagreement set', () => {
    const both = preferences.ensembles.find(({ judgeIds }) => judgeIds.length === 2 && !judgeIds.includes(claude))!;
    expect(both.union).toMatchObject({ n: 40, count: 37 });
    expect(shown(both.union.value)).toBe(printed.preferred);
  });
});

it('the figures of reported issues and of citation support that can be counted', () => {
  const { issues } = appendixC.people;
  const share = (valid: number, n: number) =>
    alignment(
      ratings(binary, [
        { n: valid, person: 'yes', judges: ['yes', 'yes', 'yes'] },
        { n: n - valid, person: 'no', judges: ['yes', 'yes', 'yes'] }
      ]),
      { resamples: 20 }
    ).candidates.find(({ rule }) => rule === 'single')!.agreement;
  expect(Math.round(100 * share(105, issues.n).value!)).toBe(issues.consistency);
  expect(shown(share(110, issues.n).value)).toBe(issues.association);
  // 87.1 % of 200 is no count: 174 are 87.0 and 175 are 87.5 (docs/papers-recomputed.md).
  expect([174, 175].map((k) => shown(share(k, 200).value))).toEqual([87, 87.5]);
});
