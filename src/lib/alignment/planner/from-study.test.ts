import { describe, expect, it } from 'vitest';
import { clusterProportion, designEffect } from '../../stats/index.ts';
import { messagesIn } from '../../messages/words.ts';
import { fromStudy } from './from-study.ts';
import { readPlanner } from './inputs.ts';
import { mostFrequentLabels, type MajorityUnit } from './majority.ts';

const words = messagesIn('en', 'plannerSources');

const judges = [
  { id: 'a', name: 'Ash' },
  { id: 'b', name: 'Birch' }
];
const unit = (queryId: string, people: string, a: string | null, b: string | null, seconds = 30): MajorityUnit => ({
  queryId,
  inclusionProbability: 0.5,
  humans: people.split('').map((letter) => ({ label: letter === 'y' ? 'yes' : 'no', seconds })),
  judges: [
    { judgeId: 'a', label: a },
    { judgeId: 'b', label: b }
  ]
});
const units = [
  unit('q1', 'yy', 'yes', 'yes', 10),
  unit('q1', 'yy', 'yes', 'no', 20),
  unit('q1', 'nn', 'no', 'no', 30),
  unit('q1', 'yn', 'yes', 'no', 40),
  unit('q2', 'nn', 'no', 'no', 50),
  unit('q2', 'yy', 'no', 'yes', 60),
  unit('q2', 'nn', 'no', 'yes', 70),
  unit('q2', 'nn', 'no', null, 80)
];
const open = { embargoed: false, analysisPlan: { target: 0.9, confidence: 0.99, epsilon: 0.1 }, overlap: 2 };

describe('what a study tells the planner', () => {
  it('is the agreement of the judge that agrees most; a split between people counts ½', () => {
    const { known, said } = fromStudy(units, judges, open, words);
    expect(known.p).toBeCloseTo((6 + 0.5) / 8, 12);
    expect(said.find(({ name }) => name === 'p')!.text).toMatch(
      /^Ash agrees .*n 8 in 2 queries\), the highest of 2 judges$/
    );
  });

  it('is a correlation that gives back the design effect that was observed', () => {
    const { known } = fromStudy(units, judges, open, words);
    const right = [1, 1, 1, 0.5, 1, 0, 1, 1];
    const found = clusterProportion(right, units.map((one) => one.queryId)); // prettier-ignore
    expect(known.perQuery).toBe(4);
    const independent = clusterProportion(right, units.map((_, i) => i)); // prettier-ignore
    expect(designEffect(4, known.icc!)).toBeCloseTo(Math.max(1, found.designEffect! / independent.designEffect!), 12);
  });

  it('is how often exactly one of the two best judges is right, on items if people are decided', () => {
    const { known } = fromStudy(units, judges, open, words);
    expect([known.first, known.second, known.discordant]).toEqual([2 / 6, 1 / 6, 3 / 6]);
  });

  it('is weighted to the run, and no correlation comes of unequal chances', () => {
    // 20 queries of 5: one of the judges is wrong on the last item only, which was ten times as likely to be drawn.
    const drawn = Array.from({ length: 100 }, (_, i) => {
      const [often, query] = [i % 5 === 4, `q${Math.floor(i / 5)}`];
      const own = unit(query, often && i % 2 ? 'yn' : 'yy', 'yes', often ? 'no' : 'yes');
      return { ...own, inclusionProbability: often ? 1 : 0.1 };
    });
    const { known, said } = fromStudy(drawn, judges, open, words);
    expect(known.between).toBeCloseTo(1 - 10 / 820, 12);
    // Items on which annotators are tied tell nothing of the judges.
    expect(known.discordant).toBeCloseTo(10 / 810, 12);
    expect(said.find(({ name }) => name === 'discordant')!.text).toBe(
      'the two differ on 10 of 90, as a share weighted to the run'
    );
    expect(said.find(({ name }) => name === 'p')!.text).toContain(' of items, weighted to the run (95% CI ');
    expect(known.icc).toBeLessThan(0.05);
  });

  it('is how many candidates it did not tell apart, and how alike they err', () => {
    const { known, said } = fromStudy(units, judges, open, words);
    expect(known.contenders).toBe(2);
    expect(known.alike).toBeGreaterThanOrEqual(0);
    expect(known.alike).toBeLessThanOrEqual(1);
    expect(said.find(({ name }) => name === 'contenders')!.text).toContain(
      '2 candidates of 2 (single judges and majorities)'
    );
    expect(fromStudy(units, judges.slice(0, 1), open, words).known).toMatchObject({ contenders: 1 });
    expect(fromStudy(units, judges, { ...open, embargoed: true }, words).known.contenders).toBeUndefined();
  });

  it('is how far people agree, how many there are, how long they take and how large the run is, with what was preregistered', () => {
    const { known } = fromStudy(units, judges, open, words);
    expect(known).toMatchObject({ between: 7 / 8, people: 2, seconds: 45, run: 16, target: 0.9 });
    expect(known).toMatchObject({ least: 0.9, confidence: 0.99, epsilon: 0.1 });
    expect(known.single).toBeGreaterThan(0.7);
    expect(known.single).toBeLessThan(0.8);
  });

  it('is no figure of people or judges while the study is under embargo', () => {
    const { known } = fromStudy(units, judges, { embargoed: true, analysisPlan: null, overlap: 2 }, words);
    expect(Object.keys(known).sort()).toEqual(['people', 'perQuery', 'run', 'seconds']);
  });

  it('is no agreement if labels are numbers, and no target, which is one of κ', () => {
    const scores = units.map((one) => ({ ...one, humans: [{ label: '7', seconds: null }] }));
    const { known, notTaken } = fromStudy(scores, judges, open, words);
    expect(Object.keys(known).sort()).toEqual(['confidence', 'epsilon', 'people', 'perQuery', 'run']);
    expect(notTaken).toEqual([
      expect.stringMatching(/^The preregistered target \.900 is not taken, because it is a target for weighted κ/)
    ]);
  });

  it('is little if there is no label, and always numbers that the planner takes', () => {
    const silent = units.map((one) => ({ ...one, humans: [] }));
    const { known } = fromStudy(silent, judges, { ...open, analysisPlan: null }, words);
    expect(Object.keys(known).sort()).toEqual(['people', 'perQuery', 'run']);
    expect(fromStudy([], judges, { ...open, analysisPlan: null, overlap: 0 }, words).known).toEqual({});
    expect(readPlanner(() => undefined, fromStudy(units, judges, open, words).known).problems).toEqual([]);
  });

  it('takes as majority what most say, or all that are said equally often', () => {
    expect(mostFrequentLabels(['A', 'B', 'A'])).toEqual(['A']);
    expect(mostFrequentLabels(['A', 'tie'])).toEqual(['A', 'tie']);
    expect(mostFrequentLabels([])).toEqual([]);
  });
});
