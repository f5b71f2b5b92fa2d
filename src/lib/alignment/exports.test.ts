import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { alignmentJson, candidatesCsv, pairsCsv, type ReportHeader } from './exports.ts';
import { alignment } from './report.ts';
import { sampleRatings } from './sample-ratings.ts';

const report = alignment(
  sampleRatings(
    ['H1', 'H2'],
    ['=cmd()', 'B, "the second"'],
    [
      { id: 'i1', query: 'q1', people: 'yn', judges: 'yy' },
      { id: 'i2', query: 'q1', people: 'yy', judges: 'ny', stratum: 'some-differ', probability: 0.5 },
      { id: 'i3', query: 'q2', people: 'nn', judges: 'y-' },
      { id: 'i4', query: 'q2', people: 'yy', judges: 'n?' }
    ]
  ),
  { resamples: 20, seed: 9 }
);

const rows = (csv: string): Record<string, string>[] => parse(csv, { columns: true });

describe('candidates as CSV', () => {
  it('have one row each, with counts, ends and reasons', () => {
    const table = rows(candidatesCsv(report));
    expect(table.map((row) => row.rule)).toEqual(['single', 'single', 'average', 'any', 'all']);
    expect(table[0]).toMatchObject({
      asked: '4',
      answered: '4',
      // ½ on the item on which people are split, 0 on the others.
      agreement: '0.125',
      agreement_n: '4',
      agreement_clusters: '2',
      agreement_common_n: '2',
      // Never equal; people say yes to 2/3, the judge to 1/3: (0 − 4/9) / (1 − 4/9).
      cohen_kappa: '-0.8',
      people_yes_candidate_no: '2',
      people_no_candidate_yes: '1',
      split_people: '1',
      agreement_some_differ: '0'
    });
    expect(Number(table[0]!.agreement_low)).toBe(report.candidates[0]!.agreement.low);
    expect(table[1]).toMatchObject({
      specificity: '',
      specificity_undefined: 'n=0',
      dropped_abstained: '1',
      dropped_unscored: '1'
    });
  });

  it('keep a judge’s name from running as a formula, and quote what needs it', () => {
    const table = rows(candidatesCsv(report));
    expect(table.map((row) => row.judges)).toContain("'=cmd()");
    expect(table.map((row) => row.judges)).toContain('B, "the second"');
  });
});

describe('pairs as CSV', () => {
  it('have people, judges, and judges with people one below the other', () => {
    expect(rows(pairsCsv(report)).map((row) => row.kind)).toEqual([
      'people',
      'people pooled',
      'judges',
      'judge and person',
      'judge and person',
      'judge and person',
      'judge and person',
      'judge and majority',
      'judge and majority'
    ]);
  });

  it('carry the same numbers as the report', () => {
    const [people] = rows(pairsCsv(report));
    expect(people).toMatchObject({ a: 'H1', b: 'H2', equal: '0.75', equal_n: '4', equal_clusters: '2' });
  });
});

describe('the report as JSON', () => {
  it('says how it was computed and from which judges and prompt, and gives back every figure', () => {
    const header: ReportHeader = {
      project: 'Summer heat',
      study: { number: 1, name: 'First', metric: 'coverage' },
      run: { number: 2, name: 'Second' },
      prompt: { name: 'deep-eval/coverage', version: '1', hash: 'abc' },
      judges: [{ judgeId: 'j', spec: 'rules', fingerprint: 'f' }]
    };
    const read = JSON.parse(alignmentJson(header, report)) as Record<string, unknown>;
    expect(read).toMatchObject({ format: 'voirdire-alignment', formatVersion: 1, ...header });
    expect(read.report).toMatchObject({ method: { resamples: 20, seed: 9, cluster: 'query', confidence: 0.95 } });
    expect(read.report).toEqual(report);
  });
});
