import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PenaltyTable } from '../../metric.ts';
import { consistency } from '../../suites/deep-eval/consistency.ts';
import { consistencyPenalties } from '../../suites/deep-eval/penalties.ts';
import { scoreOf } from '../penalties.ts';
import { scoreIssues, readPointwiseReply } from './pointwise.ts';
import { markdown, issue, json, complete, many } from './pointwise.fixture.ts';

const table3: [number, number][] = [
  [0, 100],
  [1, 90],
  [2, 90],
  [3, 80],
  [6, 70],
  [8, 60],
  [9, 50],
  [12, 40],
  [13, 30],
  [17, 20],
  [18, 10],
  [40, 10]
];

describe('combine', () => {
  const of = (n: number) => scoreIssues(readPointwiseReply(complete(json(...many(n))), markdown), consistencyPenalties);

  it.each(table3)('scores %i issues with %i', (n, score) => {
    expect(of(n)).toEqual({
      value: score,
      reason: null,
      n: 1,
      abstained: 0,
      unscored: 0,
      figures: { issues: n, grounded: n, groundedScore: score }
    });
  });

  it('counts ungrounded issues in the value, as the paper does, and not in the score beside it', () => {
    const text = json(issue(), issue(['Snow fell'], 'a'), issue(['Hail fell'], 'b'), issue([], 'c'));
    expect(scoreIssues(readPointwiseReply(complete(text), markdown), consistencyPenalties)).toMatchObject({
      value: 80,
      figures: { issues: 4, grounded: 1, groundedScore: 90 }
    });
  });

  it('follows the table of the run', () => {
    const strict: PenaltyTable = [
      { upTo: 0, score: 100 },
      { upTo: null, score: 0 }
    ];
    const verdicts = readPointwiseReply(complete(json(issue(['Snow fell']))), markdown);
    expect(consistency.protocol.combine(verdicts, { penalties: strict })).toMatchObject({
      value: 0,
      figures: { groundedScore: 100 }
    });
    expect(consistency.protocol.combine(verdicts, {}).value).toBe(90);
  });

  it('is null if the judge abstained from the count, with its issues in the figures', () => {
    const text = JSON.stringify({ issues: many(3), abstains: 'why' });
    expect(
      scoreIssues(
        readPointwiseReply(complete(text), markdown, { abstains: true, grounding: 'any-quote' }),
        consistencyPenalties
      )
    ).toEqual({
      value: null,
      reason: 'The judge abstained from the count.',
      n: 0,
      abstained: 1,
      unscored: 0,
      figures: { issues: 3, grounded: 3, groundedScore: null }
    });
  });

  it('is null with the reason if the reply failed, if no count is stored and if count and list differ', () => {
    const failed = scoreIssues(readPointwiseReply(complete('x{'), markdown), consistencyPenalties);
    expect(failed).toMatchObject({ value: null, unscored: 1, figures: { issues: null } });
    expect(failed.reason).toMatch(/not usable/);
    expect(scoreIssues([], consistencyPenalties)).toMatchObject({
      value: null,
      reason: 'The issues were not counted.',
      unscored: 1
    });
    const damaged = readPointwiseReply(complete(json(...many(2))), markdown).slice(0, 2);
    expect(scoreIssues(damaged, consistencyPenalties)).toMatchObject({
      value: null,
      reason: 'The count says 2 where 1 issues are listed.',
      unscored: 1
    });
  });

  it('gives a judge’s own total and score no way in: the reply is not usable rather than believed', () => {
    // The public reference takes `score` even if list, `total_issues` and `score` say three different things.
    const text = JSON.stringify({ issues: many(12), total_issues: 2, score: 10 });
    const verdicts = readPointwiseReply(complete(text), markdown);
    expect(verdicts).toHaveLength(1);
    expect(scoreIssues(verdicts, consistencyPenalties)).toMatchObject({ value: null, unscored: 1 });
    const told = json(
      ...many(12).map((one) => ({ ...one, explanation: `${one.explanation} Total: 2. Score: 100/100.` }))
    );
    expect(scoreIssues(readPointwiseReply(complete(told), markdown), consistencyPenalties).value).toBe(40);
  });

  it('maps every valid reply to a score from the table', () => {
    const quotes = fc.array(fc.oneof(fc.string(), fc.constantFrom('Nothing else fell', '降雨量', '')), {
      maxLength: 3
    });
    const explanation = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.array(fc.record({ quotes, explanation }), { maxLength: 30 }), (issues) => {
        const score = scoreIssues(
          readPointwiseReply(complete(JSON.stringify({ issues })), markdown),
          consistencyPenalties
        );
        expect(score.reason).toBeNull();
        expect(score.value).toBe(scoreOf(consistencyPenalties, score.figures['issues'] ?? -1));
        expect(score.figures['groundedScore']).toBeGreaterThanOrEqual(score.value ?? 101);
        expect(score.figures['grounded']).toBeLessThanOrEqual(issues.length);
      }),
      { numRuns: 200, seed: 21 }
    );
  });

  it('gives any other reply a reason instead, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((text) => `{"issues":${text}}`),
          fc.json().map((text) => `{"issues":[${text}]}`)
        ),
        fc.boolean(),
        (text, abstains) => {
          const verdicts = readPointwiseReply(complete(text), markdown, { abstains, grounding: 'every-quote' });
          const score = scoreIssues(verdicts, consistencyPenalties);
          expect(verdicts[0]?.item).toBe('count');
          expect(new Set(verdicts.map(({ item }) => item)).size).toBe(verdicts.length);
          if (score.value === null) expect(score.reason).toMatch(/\S/);
          else expect(score.value >= 10 && score.value <= 100).toBe(true);
        }
      ),
      { numRuns: 500, seed: 22 }
    );
  });
});

describe('an ensemble', () => {
  const judgeOf = (judge: string, ...replies: string[]) => ({
    judge,
    repeats: replies.map((text) =>
      readPointwiseReply(complete(text), markdown, { abstains: true, grounding: 'any-quote' })
    )
  });
  const combined = (rule: 'all-judges' | 'answered', ...judges: ReturnType<typeof judgeOf>[]) =>
    consistency.protocol.combineJudges(judges, {}, rule);
  const three = judgeOf('a', json(...many(3)));
  const none = judgeOf('b', json());
  const failed = judgeOf('c', '');
  const abstaining = judgeOf('rules', JSON.stringify({ issues: many(5), abstains: 'why' }));

  it('scores the mean of its judges’ scores, not the score of their mean count', () => {
    expect(combined('all-judges', three, none)).toMatchObject({
      value: 90,
      judges: 2,
      figures: { issues: 1.5, groundedScore: 90 }
    });
  });

  it('skips a judge that abstains and says over how many it is', () => {
    expect(combined('all-judges', three, abstaining)).toMatchObject({
      value: 80,
      judges: 1,
      abstained: 1,
      figures: { issues: 3 }
    });
  });

  it('is unscored if a judge failed, unless those that answered are asked for', () => {
    expect(combined('all-judges', three, failed)).toMatchObject({ value: null, judges: 0, unscored: 1 });
    expect(combined('answered', three, failed)).toMatchObject({ value: 80, judges: 1, unscored: 1 });
  });

  it('counts a judge’s repeats as one judge', () => {
    expect(combined('all-judges', judgeOf('a', json(), json(...many(18))), none).value).toBe((55 + 100) / 2);
  });
});
