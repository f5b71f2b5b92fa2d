import { describe, expect, it } from 'vitest';
import { defaultAnalysisPlan } from '../preregistration/analysis-plan.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';
import { plainFacts, worldOf } from './procedure.fixture.ts';
import { adoptionProcedure, type Procedure, type ProcedureFacts } from './procedure.ts';
import { sayIn } from '../../messages/say-in.ts';
import { exploratoryTarget } from './verdict.ts';
import { verdictIn, verdictLeadIn } from './verdict-in-words.ts';

const world = worldOf({ seed: 11, queries: 30, perQuery: 10, people: 2, right: 0.98, judges: [0.9, 0.9, 0.9] });

const judged = (plan?: ProcedureFacts['plan'], target = 0.8, ratings = world): Procedure =>
  adoptionProcedure(
    ratings,
    {
      ...defaultAnalysisPlan(ratings.judges.map(({ id }) => id)),
      target,
      floor: target,
      gates: ['agreement', 'items']
    },
    { ...plainFacts(ratings), ...(plan ? { plan } : {}) },
    { resamples: 200, seed: 1 }
  );
const written = (value: number, round = Math.round): string =>
  (round(value * 1000) / 1000).toFixed(3).replace(/^0/, '');

describe('the verdict in words', () => {
  it('quotes one interval of agreement, the corrected one that the gate uses, with n, and names the selection procedure', () => {
    const { verdict, selection } = judged();
    const { value, low, high } = selection.corrected;
    expect(verdict.text).toContain(
      `Agreement with annotators was ${written(value!)} (95% CI [${written(low!, Math.floor)}, ${written(high!, Math.ceil)}], n = ${selection.units.length} items in 30 queries)`
    );
    expect(verdict.text).not.toContain(written(selection.naive.low!));
    expect(verdict.text).toMatch(
      /The interval covers the selection procedure among \d+ candidates, not one ensemble fixed in advance\./
    );
  });

  it('says that agreement is weighted to the run if items had unequal chances', () => {
    const drawn = world.items.map((item, i) => ({ ...item, inclusionProbability: i % 3 ? 1 : 0.5 }));
    expect(judged().verdict.text).not.toContain('weighted');
    expect(judged(undefined, 0.8, { ...world, items: drawn }).verdict.text).toMatch(
      / in 30 queries\), weighted to the run, corrected for selecting the best of \d+ candidates\./
    );
  });

  it('is said in Chinese with the same numbers, sentence by sentence', () => {
    const { verdict, selection } = judged();
    const { value, low, high } = selection.corrected;
    const chinese = verdictIn('zh-Hans', verdict);
    expect(chinese).toContain(
      `与标注员的一致性为 ${written(value!)}（95% CI [${written(low!, Math.floor)}, ${written(high!, Math.ceil)}]，n = ${selection.units.length} 项，来自 30 条查询）`
    );
    const numbers = (text: string): string[] => (text.match(/\.\d{3}/g) ?? []).sort();
    expect(numbers(chinese)).toEqual(numbers(verdict.text));
    expect(chinese).toMatch(/^在“覆盖度”上，J0、J1和J2 的多数投票可以代替人工标注员。/);
  });

  it('asks for unanimous items, not for items of two annotators, if they labelled all and agree on none', () => {
    const asked = (people: string): string => {
      const items = Array.from({ length: 30 }, (_, i) => ({ id: `i${i}`, query: `q${i % 6}`, people, judges: 'yn' }));
      const ratings = sampleRatings(['H', 'G'], ['A', 'B'], items);
      const plan = { ...defaultAnalysisPlan(['id-A', 'id-B']), gates: ['unanimous' as const] };
      return adoptionProcedure(ratings, plan, plainFacts(ratings), { resamples: 20, seed: 1 }).verdict.text;
    };
    expect(asked('yn')).toContain('more items on which annotators are unanimous');
    expect(asked('yn')).not.toContain('items that two annotators judge');
    expect(asked('y-')).toContain('items that two annotators judge');
  });

  it('names the metric in words for a reader, and by its code in the stored text', () => {
    const ratings = { ...plainFacts(world), metric: 'citation-accuracy' };
    const { verdict } = adoptionProcedure(
      world,
      { ...defaultAnalysisPlan(world.judges.map(({ id }) => id)), gates: ['items'] },
      ratings,
      { resamples: 20, seed: 1 }
    );
    expect(verdict.text).toContain('citation-accuracy');
    expect(verdictIn('en', verdict)).toContain('citation accuracy');
    expect(verdictIn('en', verdict)).not.toContain('citation-accuracy');
  });

  it('asks for answers of judges, not for more labels, if no judge has answered an item', () => {
    const silent = { ...world, items: world.items.map((item) => ({ ...item, judges: [] })) };
    const facts = { ...plainFacts(world), repeats: { answers: {}, code: [] } };
    const { verdict } = adoptionProcedure(silent, defaultAnalysisPlan(world.judges.map(({ id }) => id)), facts, {
      resamples: 20,
      seed: 1
    });
    expect(verdict).toMatchObject({ outcome: 'collect-more-labels', unanswered: true });
    expect([verdictLeadIn('en', verdict), verdictLeadIn('zh-Hans', verdict)]).toEqual([
      'No answers of judges yet.',
      '尚无评审的答案。'
    ]);
    expect(judged().verdict.unanswered).toBe(false);
  });

  it('gives the reason in a few words for each part of a gate without a value', () => {
    const facts = { ...plainFacts(world), words: {} };
    const { gates } = adoptionProcedure(world, defaultAnalysisPlan(world.judges.map(({ id }) => id)), facts, {
      resamples: 20,
      seed: 1
    });
    const parts = gates.flatMap((gate) => gate.parts);
    const dashes = parts.filter(({ value }) => value === null);
    expect(dashes.map(({ name, why }) => [name, why && sayIn('en', why)])).toEqual([
      ['Position', 'the scale has no positions'],
      ['Length', 'lengths unknown'],
      ['Self-preference', 'no system on a model of the judges’ makers']
    ]);
    expect(parts.filter(({ value, why }) => value !== null && why)).toEqual([]);
  });

  it('says what does not carry over', () => {
    expect(judged().verdict.text).toContain(
      'New systems, other queries, another metric, or a changed judge or prompt version require new labels.'
    );
  });

  it('says that no plan, or a plan that was changed after unblinding, makes the result exploratory', () => {
    expect(judged().verdict.text).toContain('No analysis plan was preregistered');
    const first = { revision: 1, opened: false, labels: 0, changed: [] };
    expect(judged([first]).verdict.text).not.toContain('exploratory');
    expect(judged([first, { revision: 2, opened: true, labels: 300, changed: ['target'] }]).verdict.text).toContain(
      'The analysis plan was changed after unblinding, so the result is exploratory. Revision 2 changed: target.'
    );
    expect(judged([{ ...first, opened: true, labels: 300 }]).verdict.text).toContain(
      'The analysis plan was first written after unblinding, so the result is exploratory.'
    );
  });

  it('defines δ beside the cheaper candidate that it names', () => {
    const found = Array.from({ length: 6 }, (_, seed) =>
      judged(undefined, 0.8, worldOf({ seed, queries: 60, perQuery: 10, people: 1, right: 1, judges: [0.975, 0.985] }))
    ).find(({ verdict, selection }) => verdict.outcome === 'adopt' && selection.cheapest !== selection.chosen)!;
    expect(found.verdict.text).toMatch(
      /at most δ = \.050 below that of the best candidate \(one-sided 95% bound over all candidates\)/
    );
  });

  it('names the population, and the ceiling that label noise sets to a target', () => {
    const noisy = worldOf({ seed: 5, queries: 30, perQuery: 10, people: 2, right: 0.9, judges: [0.9] });
    const { verdict } = judged(undefined, 0.97, noisy);
    expect(verdict.text).toContain(
      'It generalises to queries like these and to these 2 annotators only; variance between annotators is not included.'
    );
    expect(verdict.text).toMatch(
      /a perfect judge would agree on \.\d{3} of the items, so the target of \.970 cannot be reached/
    );
  });

  it('is not changed by another target, which is told apart as exploratory', () => {
    const found = judged();
    expect(exploratoryTarget(found, 0.8)).toBeNull();
    expect(sayIn('en', exploratoryTarget(found, 0.5)!)).toMatch(/^Exploratory, not preregistered: .* reaches it\./);
    expect(sayIn('en', exploratoryTarget(found, 0.99)!)).toMatch(/does not reach it\./);
    const { selection, analysisPlan } = found;
    const rounded = {
      selection: { ...selection, corrected: { ...selection.corrected, low: 0.7 - 1e-16 } },
      analysisPlan
    };
    expect(sayIn('en', exploratoryTarget(rounded, 0.7)!)).toMatch(/ reaches it\./);
  });
});
