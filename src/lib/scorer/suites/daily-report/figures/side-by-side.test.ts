import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../verdict.ts';
import { judged } from '../scores/judged.fixture.ts';
import { reportTables } from './one-report.ts';
import { type GivenReport, runOf, subtaskVerdict } from './run.fixture.ts';
import { compareTwoSystems } from './two-systems.ts';

describe('the tables of a report', () => {
  const subtasks = [
    judged([1, 1], [2, 3], 'absent', { key: 's1', importance: 'P0' }),
    judged([0, 1], 'skipped', 'no-rubric', { key: 's2', importance: 'P2', group: 'a' })
  ];
  const said = { judge: 'j', repeat: 0, verdicts: subtasks.map(subtaskVerdict) };

  it('are UserPref with what decided, and each subtask', () => {
    const [preference, table] = reportTables([said]);
    // c0 = 2/3, c1 = 0 of the group: below .3.
    expect(preference!.rows).toMatchObject([
      { system: 'j', cells: [{ value: 1 }, { value: 2 / 3 }, { value: 0 }, { text: 'c1 = 0 is below 0.3.' }] }
    ]);
    expect(table!.rows).toMatchObject([
      {
        ...{ group: null, system: 's1' },
        cells: [
          { value: 1 },
          { value: 2 / 3 },
          { value: null, reason: 'The report has nothing that the rubric applies to.' },
          { value: 2 / 3 },
          { text: 'no' },
          { text: 'P0' }
        ]
      },
      {
        system: 's2',
        cells: [
          { value: 0 },
          { value: null, reason: 'Not judged, because the instruction is not followed.' },
          { value: null, reason: 'The subtask has no such rubric.' },
          { value: 0 },
          { text: 'no' },
          { text: 'P2 (group a)' }
        ]
      }
    ]);
  });

  it('name subtasks by their words if the verdicts give them', () => {
    const worded = said.verdicts.map((one) => ({ ...one, text: 'Say how high the water rises.' }));
    expect(reportTables([{ ...said, verdicts: worded }])[1]!.rows[0]!.system).toBe('s1: Say how high the water rises.');
  });

  it('say why there is no UserPref, name judges and repeats, and are none without subtasks', () => {
    const open = [judged([1, 1], 'unscored', 'no-rubric', { importance: 'P0' })].map(subtaskVerdict);
    const [preference, table] = reportTables([said, { judge: 'j', repeat: 1, verdicts: open }]);
    expect(preference!.rows[1]).toMatchObject({
      ...{ system: 'j, repeat 2' },
      cells: [
        { value: null, reason: '1 subtask without an outcome: s1.' },
        {},
        {},
        { text: '1 subtask without an outcome: s1.' }
      ]
    });
    expect(table!.rows.map(({ group }) => group)).toEqual(['j', 'j', 'j, repeat 2']);
    expect(table!.rows[2]!.cells.slice(3)).toMatchObject([
      { value: null, reason: 'No valid verdict.' },
      { text: 'open' },
      {}
    ]);
    expect(reportTables([{ judge: 'j', repeat: 0, verdicts: [] }])).toEqual([]);
  });
});

describe('two systems', () => {
  const followed: Verdict = {
    ...{ item: 's1/ins', kind: 'daily-instruction', state: 'judged', label: 'satisfied', rationale: '' },
    evidence: [
      { quote: 'not placed', place: null },
      { quote: 'It is 12.', place: { block: 7, start: 0, end: 9 } }
    ],
    detail: {
      ...{ kind: 'daily-instruction', subtask: 's1', rubric: 'It says how many.', importance: 'P0', group: null },
      unobtainable: null
    }
  };
  const report = (system: string, qid: string, s1: [number, number], s2: [number, number]): GivenReport => ({
    ...{ system, qid },
    subtasks: [
      judged(s1, 'no-rubric', 'no-rubric', { key: 's1', importance: 'P0' }),
      judged(s2, 'no-rubric', 'no-rubric', { key: 's2', importance: 'P1' })
    ]
  });
  const given = [
    { ...report('aurora', 'q1', [1, 1], [1, 2]), more: [followed] },
    report('aurora', 'q2', [1, 1], [1, 1]),
    report('aurora', 'q3', [1, 1], [1, 1]),
    report('borealis', 'q1', [0, 1], [1, 1]),
    report('borealis', 'q2', [1, 1], [1, 1])
  ];
  const [summary, table] = compareTwoSystems(runOf(given), 'aurora', 'borealis');

  it('stand subtask by subtask, the largest difference first, with the way to their passages', () => {
    expect(table!.rows.map(({ system, cells }) => [system, cells.at(-1)!.value])).toEqual([
      ['q1 · s1', 1],
      ['q1 · s2', -0.5],
      ['q2 · s1', 0],
      ['q2 · s2', 0]
    ]);
    expect(table!.rows[0]!.cells.slice(0, 3)).toMatchObject([
      { value: 1, at: { report: 'aurora q1', block: 7 } },
      { value: 0, at: { report: 'borealis q1', block: null } },
      { value: null, reason: 'The subtask has no such rubric.' }
    ]);
  });

  it('lead to the first paragraph or claim of a subtask without a metric of instruction following', () => {
    const paragraph: Verdict = {
      ...{
        item: 's2/paragraph-1',
        kind: 'daily-paragraph',
        state: 'judged',
        label: 'sound',
        rationale: '',
        evidence: []
      },
      detail: {
        ...{ kind: 'daily-paragraph', subtask: 's2', errors: [], claims: [] },
        place: { block: 3, start: 0, end: 4 }
      }
    };
    const claim: Verdict = {
      ...{ item: 's1/claim-1', kind: 'daily-claim', state: 'judged', label: 'correct', rationale: '', evidence: [] },
      detail: {
        ...{ kind: 'daily-claim', subtask: 's1', fact: 'It is 12.', from: 'text', references: [], queries: [] },
        place: { block: 4, start: 0, end: 9 }
      }
    };
    const source = runOf([{ ...given[0]!, more: [followed, claim, paragraph] }, given[3]!]);
    const [metric] = source.metrics;
    const whole = { ...metric!, protocol: { ...metric!.protocol, unit: { kind: 'daily-preference', labels: [] } } };
    const rows = compareTwoSystems({ ...source, metrics: [whole] }, 'aurora', 'borealis')[1]!.rows;
    expect(rows.map(({ system, cells }) => [system, cells[0]!.at?.block, cells[1]!.at?.block])).toEqual([
      ['q1 · s1', 4, null],
      ['q1 · s2', 3, null]
    ]);
  });

  it('have paired differences over the tasks of both', () => {
    const row = (title: string) => summary!.rows.find(({ system }) => system === title)!.cells;
    expect(row('UserPref, 1–4')).toMatchObject([
      { value: 3, n: 2 },
      { value: 2.5, n: 2 },
      { value: 0.5, n: 2, low: null }
    ]);
    expect(row('Instruction following')).toMatchObject([{ value: 3.5 / 4, n: 4 }, { value: 0.75 }, { value: 0.125 }]);
    expect(row('Factuality')).toMatchObject([{ value: null }, { value: null }, { value: null }]);
    expect(row('Outcome of subtasks')).toMatchObject([{ value: 0.875 }, { value: 0.75 }, { value: 0.125, n: 2 }]);
  });

  it('have an interval that is narrower paired than apart', () => {
    const tasks = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) => {
      const own: [number, number] = n % 2 ? [1, 1] : [0, 1];
      return [report('aurora', `q${n}`, own, [n === 0 ? 0 : 1, 1]), report('borealis', `q${n}`, own, [1, 1])];
    });
    const cells = compareTwoSystems(runOf(tasks), 'aurora', 'borealis')[0]!.rows.find(
      ({ system }) => system === 'Outcome of subtasks'
    )!.cells;
    const width = (at: number): number => cells[at]!.high! - cells[at]!.low!;
    expect(cells[2]!.value).toBeCloseTo(-1 / 16, 12);
    expect(width(2)).toBeLessThan(width(0));
  });

  it('without an outcome on one side stand last, with the reason', () => {
    const open = {
      ...report('borealis', 'q1', [0, 1], [1, 1]),
      subtasks: [judged('unscored', 'no-rubric', 'no-rubric', { key: 's1' })]
    };
    const rows = compareTwoSystems(runOf([given[0]!, open, given[1]!, given[4]!]), 'aurora', 'borealis')[1]!.rows;
    expect(rows.at(-1)).toMatchObject({ system: 'q1 · s1' });
    expect(rows.at(-1)!.cells.at(-1)).toMatchObject({ value: null, reason: 'One side has no outcome.' });
    expect(compareTwoSystems(runOf(given), 'aurora', 'nobody')).toEqual([]);
  });
});
