import { describe, expect, it } from 'vitest';
import { rulesJudge } from '../../judges/rules.ts';
import { saying } from '../../judges/rules/saying.ts';
import { presentation, presentationChecks } from '../../suites/deep-eval/presentation.ts';
import { isLong, longReportReader, readLongReport } from './long-reports.ts';
import type { Call } from '../../call.ts';
import { JudgeCallError } from '../../judge.ts';
import type { Sample } from '../../sample.ts';
import { rubricTree } from '../../protocols/rubric-tree/rubric-tree.ts';
import { verdictsOf } from '../pointwise-issues.ts';
import { splitReport } from '../split-report.ts';
import { pairClaims } from '../claims/claims.ts';

const line = (n: number): string => `Output grew by ${n} percent in Mali [${n}](https://a.example/${n}).\n\n`;
const report =
  `# Growth\n\n${Array.from({ length: 40 }, (_, n) => line(n)).join('')}${'More words stand here. '.repeat(450)}\n\n`.repeat(
    8
  );

const sampleOf = (markdown: string, metric = 'presentation'): Sample => ({
  ...{ metric, query: { qid: 'q', text: 'What grew?' }, report: { id: 'r', markdown, collectedAt: null } },
  items: Object.keys(presentationChecks).map((key) => ({ key, text: key }))
});
const callOf = (sample: Sample): Call => ({
  ...{ prompt: { name: 'p', version: '1', hash: 'h' }, system: '', user: '', trial: 0, about: sample },
  schema: { name: 'checklist_verdicts', json: {} }
});

describe('a long report', () => {
  it('is read in a process of its own as it would be here', async () => {
    expect(isLong(report)).toBe(true);
    const list = {
      issues: [{ quotes: ['grew by 7 percent', 'nowhere'], explanation: 'x' }],
      repeated: 0,
      abstains: null
    };
    const options = { grounding: 'any-quote' as const };
    expect(await readLongReport('pairClaims', report)).toEqual(pairClaims(report));
    expect(await readLongReport('verdictsOf', list, report, options)).toEqual(verdictsOf(list, report, options));
    expect(await readLongReport('splitReport', report, 9_000)).toEqual(splitReport(report, 9_000));
  });

  it('takes the judge made of code hardly any time of the thread that drives the run', async () => {
    // The least of several: memory that other tests left is collected while this one measures.
    const shares: number[] = [];
    for (const end of ['one', 'two', 'three']) {
      const call = callOf(sampleOf(`${report}\n\nAn end of its own, ${end}.`));
      const began = process.threadCpuUsage();
      const { text } = await rulesJudge.ask(call, { signal: new AbortController().signal });
      const { user, system } = process.threadCpuUsage(began);
      const beginsHere = process.threadCpuUsage();
      expect(text).toBe(saying({ ...call, rules: presentation.rules! }));
      const here = process.threadCpuUsage(beginsHere);
      shares.push((user + system) / (here.user + here.system));
    }
    expect(Math.min(...shares)).toBeLessThan(1 / 3);
  });

  it('that exceeds a limit is an outside failure with the reason, which is not tried again', async () => {
    const failure = await longReportReader({ timeoutMs: 5 })('pairClaims', report.repeat(20)).catch(
      (error: unknown) => error
    );
    expect(failure).toBeInstanceOf(JudgeCallError);
    expect(failure).toMatchObject({
      retryable: false,
      message: expect.stringContaining('could not be read') as string
    });
  });

  it('whose claims are not known is unscored as a whole, with the reason', () => {
    const unread = `${report}\n\nNobody has read this.`;
    const verdicts = rubricTree.unscored(sampleOf(unread, 'citation-accuracy'), 'It took too long.');
    expect(verdicts).toMatchObject([{ item: 'sources', state: 'unscored', reason: 'It took too long.' }]);
    expect(rubricTree.combine(verdicts, {})).toMatchObject({
      ...{ value: null, reason: 'It took too long.', unscored: 1 },
      figures: { urls: null, pairs: null, e1: null }
    });
  });
});
