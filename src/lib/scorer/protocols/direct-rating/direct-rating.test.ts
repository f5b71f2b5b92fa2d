import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capabilities } from '../capabilities.fixture.ts';
import { ratingAnswer } from '../../judges/rules/pointwise-answer.ts';
import type { Question, Reply } from '../../call.ts';
import type { Sample } from '../../sample.ts';
import { directRatings } from '../../suites/direct-rating/index.ts';
import { scoreDirectRating, directRating, parseDirectRating, readRatingReply, ratingMessage } from './direct-rating.ts';

const json = (rating: unknown, over: Record<string, unknown> = {}) =>
  JSON.stringify({ rationale: 'Because.', rating, ...over });
const complete = (text: string): Reply => ({ text, ending: 'complete', usage: null, model: null });
const sample: Sample = {
  metric: 'depth-rating',
  query: { qid: 'q1', text: 'What is the price of $& and {report}?' },
  report: { id: 'wonder-system/q1', markdown: '# Report\n\nText.', collectedAt: '2025-09-01' },
  items: []
};

describe('a direct rating', () => {
  it.each([0, 1, 7, 10])('of %i is the score', (rating) => {
    const verdicts = readRatingReply(complete(json(rating)));
    expect(verdicts).toEqual([
      { item: 'rating', kind: 'rating', state: 'judged', label: String(rating), rationale: 'Because.', evidence: [] }
    ]);
    expect(scoreDirectRating(verdicts)).toEqual({
      value: rating,
      reason: null,
      n: 1,
      abstained: 0,
      unscored: 0,
      figures: {}
    });
  });

  it.each([
    ['above the scale', json(11)],
    ['below it', json(-1)],
    ['between two numbers', json(7.5)],
    ['in quotation marks', json('7')],
    ['out of ten', json('7/10')],
    ['that is missing', JSON.stringify({ rationale: 'x' })],
    ['that is null', json(null)],
    ['without rationale', JSON.stringify({ rating: 7 })],
    ['with a second number', json(7, { score: 70 })],
    ['given twice', '{"rationale":"x","rating":1,"rating":9}'],
    ['in prose', 'I give it a 7.'],
    ['that is an error', 'Error 500: 7'],
    ['that a model abstains from', '{"abstains":"too hard"}']
  ])('%s is unscored with a reason', (_what, text) => {
    const verdicts = readRatingReply(complete(text));
    expect(verdicts).toMatchObject([{ item: 'rating', state: 'unscored' }]);
    expect(scoreDirectRating(verdicts)).toMatchObject({
      value: null,
      unscored: 1,
      reason: expect.stringMatching(/^The reply was not usable: /)
    });
  });

  it('may be abstained from by a judge made of code', () => {
    const verdicts = readRatingReply(complete(JSON.stringify(ratingAnswer())), { abstains: true });
    expect(verdicts).toMatchObject([
      { state: 'abstained', label: null, rationale: expect.stringMatching(/beyond code/) }
    ]);
    expect(scoreDirectRating(verdicts)).toMatchObject({
      value: null,
      abstained: 1,
      reason: 'The judge abstained from the rating.'
    });
  });

  it('is a whole number from 0 to 10 or unscored with a reason, whatever the reply', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.anything().map(json)), fc.boolean(), (text, abstains) => {
        const { value, reason } = scoreDirectRating(readRatingReply(complete(text), { abstains }));
        if (value === null) expect(reason).toMatch(/\S/);
        else expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(value);
      }),
      { numRuns: 300, seed: 31 }
    );
  });

  it('that was stored as something else is unscored, and so is none at all', () => {
    const stored = {
      item: 'rating',
      kind: 'rating',
      state: 'judged',
      label: '11',
      rationale: '',
      evidence: []
    } as const;
    expect(scoreDirectRating([{ ...stored, evidence: [] }])).toMatchObject({ value: null, unscored: 1 });
    expect(scoreDirectRating([])).toMatchObject({ value: null, reason: 'The report was not rated.', unscored: 1 });
  });

  it('is averaged over repeats and then over judges', () => {
    const judge = (name: string, ...ratings: number[]) => ({
      judge: name,
      repeats: ratings.map((one) => readRatingReply(complete(json(one))))
    });
    const result = directRating.combineJudges([judge('a', 2, 8), judge('b', 9)], {}, 'all-judges');
    expect(result).toMatchObject({ value: 7, judges: 2 });
    expect(result.perJudge.map(({ score }) => score.value)).toEqual([5, 9]);
  });
});

describe('asking for one', () => {
  const judge = async (replies: string[], contextTokens: number | null = null) => {
    const asked: Question[] = [];
    const metric = directRatings.metrics[3];
    if (!metric) throw new Error('the suite has a metric for depth');
    const verdicts = await directRating.judge(
      sample,
      metric,
      capabilities({
        contextTokens,
        ask: (question) => {
          asked.push(question);
          return Promise.resolve(complete(replies.shift() ?? ''));
        }
      })
    );
    return { asked, verdicts };
  };

  it('shows query, date and report as data and leaves the report’s id out', () => {
    const message = ratingMessage(sample, 'key');
    expect(message).toContain('What is the price of $& and {report}?');
    expect(message).toContain('# Report\n\nText.');
    expect(message).toContain('collected on 2025-09-01');
    expect(message).not.toContain('wonder-system');
  });

  it('asks once more with the fault named', async () => {
    const { asked, verdicts } = await judge([json('7'), json(6)]);
    expect(asked[1]?.user).toMatch(/not usable: rating does not fit the schema/);
    expect(verdicts[0]?.label).toBe('6');
  });

  it('asks nothing about a report that is too long for the judge', async () => {
    const { asked, verdicts } = await judge([json(6)], 700);
    expect(asked).toHaveLength(0);
    expect(verdicts).toMatchObject([{ state: 'unscored', reason: expect.stringMatching(/too long for this judge/) }]);
  });
});

describe('the suite of direct ratings', () => {
  it('has one metric beside each of the six, all of them marked as rejected', () => {
    expect(directRatings.metrics.map(({ name }) => name)).toEqual([
      'presentation-rating',
      'consistency-rating',
      'coverage-rating',
      'depth-rating',
      'citation-association-rating',
      'citation-accuracy-rating'
    ]);
    for (const { rejected, scale } of directRatings.metrics) {
      expect(rejected).toMatch(/60%/);
      expect(scale).toEqual({ min: 0, max: 10, better: 'higher' });
    }
    expect(new Set(directRatings.metrics.map(({ prompt }) => prompt.hash)).size).toBe(6);
  });
});

it('reads a rating that stands in a code fence', () => {
  expect(parseDirectRating('```json\n' + json(4) + '\n```')).toMatchObject({ ok: true, value: [{ label: '4' }] });
});
