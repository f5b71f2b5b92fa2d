import { capabilities } from '../capabilities.fixture.ts';
import type { Question, Reply } from '../../call.ts';
import type { Capabilities } from '../../capabilities.ts';
import type { Metric } from '../../metric.ts';
import type { Sample } from '../../sample.ts';
import type { Verdict } from '../../verdict.ts';
import { consistency } from '../../suites/deep-eval/consistency.ts';

export const markdown = `# Rivers of the north

In **2021** the northern gauges recorded 3.4 mm [1]. Nothing else fell.

By contrast, the gauges recorded 9.9 mm in 2021.

北部地区的降雨量增加了三成。

Sales rose by 40% in [the harbour report](https://harbour.example/a_(b)).`;

export const issue = (quotes: unknown = ['Nothing else fell'], explanation: unknown = 'It clashes.') => ({
  quotes,
  explanation
});
export const json = (...issues: unknown[]) => JSON.stringify({ issues });
export const complete = (text: string): Reply => ({ text, ending: 'complete', usage: null, model: null });
export const many = (n: number) => Array.from({ length: n }, (_, at) => issue(['Nothing else fell'], `Issue ${at}.`));
export const grounded = (verdicts: readonly Verdict[]) =>
  verdicts.flatMap(({ detail }) => (detail?.kind === 'issue' ? [detail.grounded] : []));

export const sample: Sample = {
  metric: 'consistency',
  query: { qid: 'q1', text: 'What fell, and {report}?' },
  report: { id: 'wonder-system/q1', markdown, collectedAt: '2025-09-01' },
  items: []
};

export const judge = async (
  replies: (string | Reply | ((question: Question) => string))[],
  over: Partial<Capabilities> & { of?: Sample; metric?: Metric } = {}
) => {
  const { of = sample, metric = consistency, ...can } = over;
  const asked: Question[] = [];
  const verdicts = await metric.protocol.judge(
    of,
    metric,
    capabilities({
      ask: (question) => {
        asked.push(question);
        const reply = replies.length === 1 ? replies[0] : replies.shift();
        if (reply === undefined) throw new Error('asked once too often');
        const answer = typeof reply === 'function' ? reply(question) : reply;
        return Promise.resolve(typeof answer === 'string' ? complete(answer) : answer);
      },
      ...can
    })
  );
  return { verdicts, asked, score: metric.protocol.combine(verdicts, {}) };
};
