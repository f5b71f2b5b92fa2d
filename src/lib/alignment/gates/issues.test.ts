import { describe, expect, it } from 'vitest';
import { consistencyPenalties } from '../../scorer/suites/deep-eval/penalties.ts';
import { yesNo } from '../../studies/labels/label-scale.ts';
import { defaultAnalysisPlan, readAnalysisPlan, typedAs } from '../preregistration/analysis-plan.ts';
import { planWordsIn } from '../preregistration/plan-words.ts';
import { analysisPlanInWords } from '../preregistration/analysis-plan-words.ts';
import { adoptionProcedure } from '../procedure/procedure.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';

/** `found` of 10 valid and `wrong` of 10 not valid issues of each of 30 queries are on Ferrule's list; Gannet lists all. */
const procedure = (found: number, wrong: number, probed: string[] = []) => {
  const items = Array.from({ length: 30 }, (_, q) =>
    Array.from({ length: 20 }, (_one, i) => {
      const listed = i < 10 ? i < found : i - 10 < wrong;
      return { id: `${q}-${i}`, query: `q${q}`, people: i < 10 ? 'yy' : 'nn', judges: listed ? 'y' : 'n' };
    })
  ).flat();
  const ratings = {
    ...sampleRatings(['Ana', 'Ben'], ['Ferrule'], items),
    issues: {
      penalties: consistencyPenalties,
      merged: Object.fromEntries(items.map(({ query }) => [`report-${query}`, 20])),
      listedBy: Object.fromEntries(items.map(({ id, judges }) => [id, judges === 'y' ? ['id-Ferrule'] : []])),
      probed
    }
  };
  const facts = { metric: 'consistency', costs: { 'id-Ferrule': 1 }, words: {}, ownFamily: {}, repeats: { answers: {}, code: [] } }; // prettier-ignore
  return adoptionProcedure(ratings, defaultAnalysisPlan(['id-Ferrule'], yesNo, true), facts, {
    resamples: 50,
    seed: 1
  });
};

describe('the gates of lists of issues', () => {
  it.each([
    ['a list that is right and finds most', 9, 0, 'pass', 'pass'],
    ['a list of which half is invented', 9, 9, 'fail', 'pass'],
    ['a list that finds three of ten', 3, 0, 'pass', 'fail'],
    ['a list whose interval has both targets in it', 5, 1, 'undecided', 'undecided']
  ])('let pass or stop by the lower end: %s', (_what, found, wrong, precision, recall) => {
    const { gates } = procedure(found, wrong);
    const of = (name: string) => gates.find((gate) => gate.name === name)!;
    expect([of('precision').state, of('recall').state]).toEqual([precision, recall]);
    expect([of('precision').threshold, of('recall').threshold]).toEqual([0.8, 0.5]);
    expect(of('recall')).toMatchObject({ n: 300, clusters: 30, value: found / 10 });
  });

  it('show recall of what annotators listed themselves beside the pooled one', () => {
    const { gates } = procedure(6, 0, ['0-0', '1-9', '2-9']);
    expect(gates.find(({ name }) => name === 'recall')!.parts).toMatchObject([
      { name: 'Issues that annotators listed themselves', value: 1 / 3, n: 3 }
    ]);
  });

  it('are preregistered with their targets, and not asked of other studies', () => {
    const lists = defaultAnalysisPlan(['a'], yesNo, true);
    const words = (of: typeof lists) => analysisPlanInWords(of, (id) => id, planWordsIn('en')).map(({ term }) => term);
    expect(lists).toMatchObject({ precision: 0.8, recall: 0.5, target: 0.8 });
    expect(words(lists)).toEqual(expect.arrayContaining(['Precision', 'Recall']));
    const other = defaultAnalysisPlan(['a']);
    expect(other.gates).not.toContain('precision');
    expect(words(other)).not.toContain('Precision');
    expect(readAnalysisPlan(typedAs(lists), ['a'])).toEqual({ analysisPlan: lists });
    expect(readAnalysisPlan(typedAs(other), ['a'])).toEqual({ analysisPlan: other });
    expect(readAnalysisPlan({ ...typedAs(lists), recall: '' }, ['a'])).toMatchObject({
      problems: [{ column: 'recall' }]
    });
    expect(readAnalysisPlan({ ...typedAs(lists), precision: '1.2' }, ['a'])).toMatchObject({
      problems: [{ column: 'precision' }]
    });
  });
});
