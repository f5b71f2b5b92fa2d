import { describe, expect, it } from 'vitest';
import { drive, fail, judgeOf, reply, sample, yes, coverage, items } from '../src/lib/scorer/engine/engine.fixture.ts';
import { statusFailure } from '../src/lib/scorer/judges/endpoints/call-failure.ts';
import { leaderboard } from '../src/lib/scorer/leaderboard/index.ts';
import { JudgeCallError, type Judge } from '../src/lib/scorer/judge.ts';
import type { Verdict } from '../src/lib/scorer/verdict.ts';
import { checklist } from '../src/lib/scorer/protocols/checklist/checklist.ts';
import { pairwise } from '../src/lib/scorer/protocols/pairwise/pairwise.ts';
import { pairClaims } from '../src/lib/scorer/report/claims/claims.ts';
import { memoryStore } from '../src/lib/scorer/store/memory.fixture.ts';
import { capabilities } from '../src/lib/scorer/protocols/capabilities.fixture.ts';
import { metricByName } from '../src/lib/scorer/suites/index.ts';
import { pageKey } from '../src/lib/scorer/web/url-key.ts';

/**
 * Failures that users of the public reference scorer met, one test each. Each of these scores came out wrong there without
 * a word; here each comes out right or says why there is none.
 */

const can = (judge: Pick<Judge, 'ask'>) =>
  capabilities({
    ask: (question) =>
      judge.ask({ ...question, about: sample('r1'), trial: 0 }, { signal: new AbortController().signal })
  });
const answering = (...texts: string[]) => {
  let asked = 0;
  return { ask: () => Promise.resolve(reply(texts[Math.min(asked++, texts.length - 1)])) };
};
const verdict = (item: string, label: string | null): Verdict =>
  label === null
    ? { item, state: 'unscored', label, rationale: '', evidence: [], reason: 'HTTP 500' }
    : { item, state: 'judged', label, rationale: '', evidence: [] };
const list = (length: number, label = 'yes') =>
  JSON.stringify({
    items: Array.from({ length }, (_, at) => ({ id: `p${at + 1}`, label, rationale: 'r', quotes: [] }))
  });
const points = (total: number) => ({ granularity: 3, insight: 3, critique: 3, evidence: 3, density: total - 12 });

describe('known failures of the reference scorer', () => {
  it('a reply belongs to one report: another system’s report on the same query is asked about anew', async () => {
    const judge: Judge = {
      spec: 'j',
      fingerprint: 'j',
      ask: (call) => Promise.resolve(reply(call.about.report.id === 'strong' ? yes : yes.replaceAll('"yes"', '"no"')))
    };
    const store = memoryStore();
    const tasks = ['strong', 'weak'].map((report) => ({ sample: sample(report), metric: coverage, judge, repeat: 0 }));
    await drive({ tasks, store });
    const scores = ['strong', 'weak'].map((report) => {
      const verdicts = store.verdictsDone({ report, metric: 'coverage', judge: 'j', repeat: 0 });
      return checklist.combine(verdicts ?? [], {}).value;
    });
    expect(scores).toEqual([100, 0]);
  });

  it.each([12, 5])('%i answers to 10 checks are no score, neither 120 % nor 50 %', async (answers) => {
    const presentation = metricByName('presentation');
    const asked = { ...sample('r1'), metric: 'presentation', items: [...(presentation.items ?? [])] };
    const verdicts = await checklist.judge(asked, presentation, can(answering(list(answers))));
    const score = checklist.combine(verdicts, {});
    expect(score).toMatchObject({ value: null, n: 0, unscored: 10 });
    expect(verdicts[0]).toMatchObject({ state: 'unscored', reason: expect.stringMatching(/not usable/) });
  });

  it('the list of issues counts, not a total or score that the judge writes beside it', async () => {
    const metric = metricByName('consistency');
    const issue = { quotes: ['Report r1'], explanation: 'It says two things.' };
    const contradicting = JSON.stringify({ issues: [issue], total_issues: 9, score: 2 });
    const clean = JSON.stringify({ issues: [issue] });
    const asked = { ...sample('r1'), metric: 'consistency', items: [] };
    const score = async (...texts: string[]) =>
      metric.protocol.combine(await metric.protocol.judge(asked, metric, can(answering(...texts))), metric.settings);
    expect(await score(contradicting)).toMatchObject({ value: null, unscored: 1 });
    expect(await score(contradicting, clean)).toMatchObject({ value: 90, figures: { issues: 1 } });
  });

  it('“A wins” in both orders at 15 to 15 is a tie, not a win and a loss', async () => {
    const depth = metricByName('depth');
    const asked = { ...sample('r1'), metric: 'depth', items: [], baseline: sample('b').report };
    const major_flaws = { A: [], B: [] };
    const even = JSON.stringify({ A: points(15), B: points(15), major_flaws, rationale: 'A wins.' });
    const [said] = await pairwise.judge(asked, depth, can(answering(even)));
    expect(said).toMatchObject({ label: 'tie', detail: { report: 15, baseline: 15 } });
    const winner = JSON.stringify({ A: points(15), B: points(15), major_flaws, rationale: 'r', winner: 'A' });
    expect(await pairwise.judge(asked, depth, can(answering(winner)))).toMatchObject([{ state: 'unscored' }]);
  });

  it('failed calls stay in the count: the mean says over how many reports it goes, and how many have no score', async () => {
    const judge: Judge = {
      spec: 'j',
      fingerprint: 'j',
      ask: (call) => (call.about.report.id === 'r2' ? Promise.reject(fail({ status: 400 })) : Promise.resolve(reply()))
    };
    const store = memoryStore();
    const reports = ['r1', 'r2', 'r3'];
    const tasks = reports.map((report) => ({ sample: sample(report), metric: coverage, judge, repeat: 0 }));
    const result = await drive({ tasks, store });
    expect(result.units).toMatchObject({ judged: 4, unscored: 2 });
    const rows = reports.map((reportId) => {
      const repeats = [store.verdictsDone({ report: reportId, metric: 'coverage', judge: 'j', repeat: 0 }) ?? []];
      const score = checklist.combineJudges([{ judge: 'j', repeats }], {}, 'all-judges');
      const origin = { system: 's', category: null, taskCategory: null, qid: reportId, reportId, metric: 'coverage' };
      return { ...origin, score, perJudge: [] };
    });
    expect(leaderboard(rows, [coverage]).groups[0]?.systems[0]?.scores['coverage']).toMatchObject({
      value: 100,
      n: 2,
      reports: 3,
      unscored: 1
    });
  });

  it.each(['request 40112 was lost', 'syntax error in column 4012'])(
    'a number in an error’s text is no status: “%s” under HTTP 500 may be tried again',
    async (message) => {
      const failure = statusFailure({ status: 500, message, secrets: [], cause: null });
      expect(failure).toMatchObject({ status: 500, retryable: true });
      const judge = judgeOf((asked) => {
        if (asked === 1) throw failure;
        return reply();
      });
      const result = await drive({ tasks: [{ sample: sample('r1'), metric: coverage, judge, repeat: 0 }] });
      expect(judge.asked).toBe(2);
      expect(result.units).toMatchObject({ judged: 2, unscored: 0 });
    }
  );

  it('a record of an error is never taken for an answer: the next run asks again', async () => {
    const store = memoryStore();
    const broken = judgeOf(() => {
      throw new JudgeCallError('HTTP 400', { retryable: false, status: 400 });
    });
    const task = { sample: sample('r1'), metric: coverage, repeat: 0 };
    await drive({ tasks: [{ ...task, judge: broken }], store });
    const key = store.calls[0]?.key ?? '';
    expect(store.calls).toMatchObject([{ reply: null, error: expect.stringContaining('HTTP 400') }]);
    expect(store.getReply(key)).toBeNull();
    expect(store.getSharedReply(key)).toBeNull();
  });

  it('judges with differing counts are averaged item by item, on the items that all of them answered', () => {
    const whole = items.map(({ key }) => verdict(key, 'yes'));
    const half = [verdict('i1', 'no'), verdict('i2', null)];
    const together = checklist.combineJudges(
      [
        { judge: 'a', repeats: [whole] },
        { judge: 'b', repeats: [half] }
      ],
      {},
      'all-judges'
    );
    // Of i1 the judges make ½, of i2 nothing: not (100 + 0) ÷ 2 over unlike items, and not a count of two.
    expect(together).toMatchObject({ value: 50, n: 1, unscored: 1 });
  });

  it('averaging keeps every item and every judge', () => {
    const [a, b] = [items.map(({ key }) => verdict(key, 'yes')), [verdict('i1', 'yes'), verdict('i2', 'no')]];
    const together = checklist.combineJudges(
      [
        { judge: 'a', repeats: [a] },
        { judge: 'b', repeats: [b] }
      ],
      {},
      'all-judges'
    );
    expect(together.units).toEqual([
      { item: 'i1', state: 'judged', value: 1, judges: 2 },
      { item: 'i2', state: 'judged', value: 0.5, judges: 2 }
    ]);
    expect(together.perJudge.map(({ judge, score }) => [judge, score.value])).toEqual([
      ['a', 100],
      ['b', 50]
    ]);
  });

  it('pages that differ only behind the question mark are different pages', () => {
    const urls = ['https://openreview.example/forum?id=aB3', 'https://openreview.example/forum?id=zX9'];
    expect(pageKey(urls[0]!)).not.toBe(pageKey(urls[1]!));
    const { sources } = pairClaims(
      `The first study found 40 % more yield [1](${urls[0]}). The second study found 7 % less [2](${urls[1]}).\n`
    );
    expect(sources.map(({ url }) => url)).toEqual(urls);
  });

  it('an address with brackets in it is not cut at the bracket', () => {
    const url = 'https://en.wikipedia.example/wiki/Mercury_(planet)';
    const { sources } = pairClaims(
      `Mercury takes 88 days to go around the Sun ([source](${url})).\n\nSee also ${url}.\n`
    );
    expect(sources.map((source) => source.url)).toEqual([url]);
  });
});
