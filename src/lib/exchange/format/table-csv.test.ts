import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { unescapeFormula } from './formula-cells.ts';
import { writeScoresCsv } from '../export/run/scores-csv.ts';
import { writeTableCsv } from './table-csv.ts';
import { writeVerdictsJsonl } from '../export/run/verdicts-jsonl.ts';

describe('writeTableCsv', () => {
  it('gives every text back once its apostrophe is taken off', () => {
    const trouble = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', '＝', 'a', ' ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: trouble }), fc.string({ unit: 'grapheme' })), { minLength: 1 }),
        (rows) => {
          const csv = writeTableCsv(
            [0, 1].map((i) => ({ header: `h${i}`, value: (row: string[]) => row[i]! })),
            rows
          );
          const read = parse(csv, { record_delimiter: '\r\n', skip_empty_lines: false }) as string[][];
          expect(read.slice(1).map((cells) => cells.map(unescapeFormula))).toEqual(rows);
          for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/u);
        }
      )
    );
  });

  it('leaves a negative number a number, and an undefined value an empty cell', () => {
    const columns = [
      { header: 'kappa', value: (row: number | null) => row },
      { header: 'x', value: () => true }
    ];
    expect(writeTableCsv(columns, [-0.125, null])).toBe('kappa,x\r\n-0.125,true\r\n,true\r\n');
  });

  it('does not write what is not a number', () => {
    expect(() => writeTableCsv([{ header: 'kappa', value: () => NaN }], [1])).toThrow(/write null/);
  });
});

describe('exports of a run', () => {
  it('keep an undefined score apart from 0, and give each figure of a protocol a column', () => {
    const row = {
      run: 'r1',
      system: '=evil',
      qid: 'a',
      metric: 'coverage',
      judge: 'rules',
      n: 0,
      abstained: 2,
      unscored: 0,
      judges: 0,
      madeItsOwn: false,
      selfJudging: false,
      textNotice: true,
      served: ['gpt-5.5-2026-04-01', 'gpt-5.5-2026-11-01']
    };
    const csv = writeScoresCsv([
      { ...row, value: null, reason: 'every item was abstained from', figures: { passed: 0 } },
      { ...row, value: 0, reason: null, metric: 'depth', figures: { report: 12.5, baseline: null } }
    ]);
    expect(csv.split('\r\n').slice(0, 3)).toEqual([
      'run,system,qid,metric,judge,value,reason,n,abstained,unscored,judges,self-judging,made own material,text notice,served,passed,report,baseline',
      "r1,'=evil,a,coverage,rules,,every item was abstained from,0,2,0,0,false,false,true,gpt-5.5-2026-04-01; gpt-5.5-2026-11-01,0,,",
      "r1,'=evil,a,depth,rules,0,,0,2,0,0,false,false,true,gpt-5.5-2026-04-01; gpt-5.5-2026-11-01,,12.5,"
    ]);
  });

  it('write one verdict per line, line breaks in a rationale included', () => {
    const row = {
      ...{ run: 'r1', system: 's', qid: 'a', metric: 'coverage', judge: 'rules', repeat: 1 },
      ...{
        kind: 'issue' as const,
        item: 'issue-1',
        itemText: 'I?',
        detail: { kind: 'issue' as const, grounded: false }
      },
      ...{
        state: 'judged' as const,
        label: 'no' as const,
        rationale: 'Two\nlines',
        evidence: [
          { quote: '"q"', place: null },
          { quote: 'r', place: { block: 2, start: 0, end: 1 } },
          { quote: 's' }
        ],
        reason: null
      }
    };
    const lines = writeVerdictsJsonl([row, row], []).split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      item_text: 'I?',
      label: 'no',
      rationale: 'Two\nlines',
      kind: 'issue',
      repeat: 1,
      evidence: [{ quote: '"q"', place: null }, { quote: 'r', place: { block: 2, start: 0, end: 1 } }, { quote: 's' }],
      detail: { kind: 'issue', grounded: false }
    });
    expect(Object.keys((JSON.parse(lines[0]!) as { evidence: object[] }).evidence[2]!)).toEqual(['quote']);
  });
});
