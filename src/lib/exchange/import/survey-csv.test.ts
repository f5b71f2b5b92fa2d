import { describe, expect, it } from 'vitest';
import { parseSurveyCsv } from './survey-csv.ts';
import { bytesOf } from './queries/queries.fixture.ts';

const read = (...lines: string[]) => parseSurveyCsv(bytesOf(lines.join('\n')));

describe('parseSurveyCsv', () => {
  it('reads both questions and the group, in any order of the columns', async () => {
    expect(
      await read('Group;Question;Respondent;Matters', 'general;"What, then?";r1;Sources', '', 'x;Why?;r2;')
    ).toEqual({
      ok: true,
      value: [
        { respondent: 'r1', group: 'general', question: 'What, then?', matters: 'Sources', row: 2 },
        { respondent: 'r2', group: 'x', question: 'Why?', matters: '', row: 4 }
      ],
      notes: []
    });
  });

  it('lists every problem with its row', async () => {
    const parsed = await read('respondent,question', 'r1,', 'r1,Why?', ',Who?');
    expect(parsed.ok ? [] : parsed.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'question'],
      [3, 'respondent'],
      [4, 'respondent']
    ]);
  });

  it('refuses a row that repeats the header', async () => {
    const parsed = await read('respondent,question', 'r1,Why?', 'respondent, question ', 'r2,Who?');
    expect(parsed).toMatchObject({
      ok: false,
      problems: [{ row: 3, reason: expect.stringContaining('repeats the header') }]
    });
  });

  it('names the columns that are missing or there twice, and an empty file', async () => {
    const without = await read('id,group', 'r1,x');
    expect(without.ok ? [] : without.problems.map(({ column }) => column)).toEqual(['question']);
    const twice = await read('id,respondent,question', 'r1,r2,Why?');
    expect(twice.ok ? [] : twice.problems[0]).toMatchObject({
      column: 'respondent',
      reason: expect.stringMatching(/Keep one/)
    });
    expect(await read('respondent,question')).toMatchObject({ ok: false, problems: [{ column: 'file' }] });
  });
});
