import { describe, expect, it } from 'vitest';
import type { Question } from '../../call.ts';
import { capabilities } from '../../protocols/capabilities.fixture.ts';
import { compareContinuations, leakageTable, type Continuation } from '../../suites/research-arena/leakage/results.ts';
import { leakage } from './leakage.ts';

const make = async (text: string, continuation: unknown) => {
  const asked: Question[] = [];
  const can = capabilities({
    ask: (question) => {
      asked.push(question);
      const text_ = typeof continuation === 'string' ? JSON.stringify({ continuation }) : JSON.stringify(continuation);
      return Promise.resolve({ text: text_, ending: 'complete', usage: null, model: null });
    }
  });
  return { made: await leakage.make({ text }, leakage.prompt, can), asked };
};

describe('the leakage test', () => {
  it('shows a model the first half alone, and keeps its continuation with the reference', async () => {
    const { made, asked } = await make('比较两种方法，并报告结果。', '，并报告结果。');
    expect(asked.map(({ user }) => user)).toEqual([JSON.stringify('比较两种方法')]);
    expect(made).toMatchObject({
      ok: true,
      pieces: [{ text: '，并报告结果。', data: { reference: '，并报告结果。', string: 1, overlap: 1 } }]
    });
  });
  it('asks nothing about a query that cannot be split, and says why', async () => {
    const { made, asked } = await make('Word', 'x');
    expect(asked).toEqual([]);
    expect(made).toMatchObject({
      pieces: [{ text: 'Not testable: The text has neither a punctuation mark nor a space.' }]
    });
  });
  it('takes an empty continuation as one', async () => {
    const { made } = await make('One two, three four.', '  ');
    expect(made).toMatchObject({ pieces: [{ text: '(empty)', data: { continuation: '', string: 0, overlap: 0 } }] });
  });
  it('leaves a unit unmade whose reply is not of the form asked for', async () => {
    const { made, asked } = await make('One two, three four.', { text: 'x' });
    expect([asked.length, made.ok]).toEqual([2, false]);
  });
});

describe('similarities of a run', () => {
  const one = (qid: string, model: string, continuation: string, reference: string, string: number, overlap: number): Continuation => ({ qid, model, prefix: 'p', reference, continuation, string, overlap }); // prettier-ignore
  const all = [
    one('t1', 'm1', 'a b', 'a b', 1, 1),
    one('t2', 'm1', '', '，结果', 0, 0),
    one('t1', 'm2', 'z', 'a b', 0, 0),
    one('t2', 'm2', '，结果', '，结果', 1, 1)
  ];
  const value = (group: string, model: string, column: string) => {
    const { columns, rows } = leakageTable(compareContinuations(all));
    return rows.find((row) => row.group === group && row.system === model)!.cells[columns.findIndex(({ name }) => name === column)]!.value; // prettier-ignore
  };
  it('are means by model and over all, by language if tasks are of both, with leaks counted', () => {
    expect(value('All tasks', 'm1', 'composite')).toBeCloseTo(50, 10);
    expect(value('All tasks', 'm1', 'count')).toBe(1);
    expect(value('All tasks', 'All models', 'leak')).toBeCloseTo(50, 10);
    expect(value('Tasks in English', 'm2', 'composite')).toBe(0);
    expect(value('Tasks in Chinese', 'm2', 'composite')).toBeCloseTo(100, 10);
  });
  it('of no continuation at all are an empty table', () => {
    expect(leakageTable([])).toMatchObject({ rows: [] });
  });
});
