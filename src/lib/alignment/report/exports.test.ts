import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { alignmentJson, candidatesCsv, consensusCsv, pairsCsv, type ReportHeader } from './exports.ts';
import { alignment } from './report.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';

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
    const table = rows(candidatesCsv(report, []));
    expect(table.map((row) => row.rule)).toEqual(['single', 'single', 'average', 'any', 'all']);
    expect(table[0]).toMatchObject({
      asked: '4',
      answered: '4',
      // ½ on the item on which people are split, 0 on the others.
      agreement: '0.125',
      agreement_n: '4',
      agreement_clusters: '2',
      agreement_common_n: '2',
      // Never equal, half right on the split item; yes to 5/8 for people, 1/2 for the judge: 1 − (7/8) / (1/2).
      cohen_kappa: '-0.75',
      cohen_kappa_n: '4',
      people_yes_candidate_no: '2',
      people_no_candidate_yes: '1',
      people_tied_candidate_yes: '1',
      half_tied_people: '1',
      left_out_tied_people: '0',
      agreement_some_differ: '0'
    });
    expect(Number(table[0]!.agreement_low)).toBe(report.candidates[0]!.agreement.low);
    expect(table[1]).toMatchObject({
      // Of people's no it answered none but half of the split item, from one query.
      specificity: '0',
      specificity_n: '1',
      specificity_undefined: 'too-few-clusters',
      left_out_abstained: '1',
      left_out_unscored: '1'
    });
  });

  it('keep a judge’s name from running as a formula, and quote what needs it', () => {
    const table = rows(candidatesCsv(report, []));
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
      judges: [{ judgeId: 'j', spec: 'rules', fingerprint: 'f' }],
      selfJudging: [{ judge: 'rules', systems: ['s'], unknown: [] }]
    };
    const read = JSON.parse(alignmentJson(header, report)) as Record<string, unknown>;
    expect(read).toMatchObject({ format: 'voirdire-alignment', formatVersion: 1, ...header });
    expect(read.report).toMatchObject({ method: { resamples: 20, seed: 9, cluster: 'query', confidence: 0.95 } });
    const { warnings, ...figures } = report;
    expect(read.report).toEqual({
      ...figures,
      warnings: warnings.map(({ code, text, items }) => ({ code, text, items }))
    });
  });
});

describe('the consensus of annotators as CSV', () => {
  const world = sampleRatings(
    ['Ana', 'Ben', 'Cleo'],
    ['J1', 'J2'],
    Array.from({ length: 30 }, (_, i) => ({
      id: `i${i}`,
      query: `q${i % 6}`,
      people: ['yyy', 'yyn', 'nnn', 'nny', 'yny'][i % 5]!,
      judges: ['yy', 'yn', 'nn', 'ny', 'yy'][i % 5]!
    }))
  );
  const found = alignment(world, { resamples: 20 });

  it('has a row for each candidate and system, then annotators under pseudonyms without a name', () => {
    const table = rows(consensusCsv(found));
    expect(table.filter(({ kind, system }) => kind === 'candidate' && system === '')).toHaveLength(
      found.candidates.length
    );
    expect(table.filter(({ system }) => system === 'Tern')).toHaveLength(found.candidates.length);
    const [first] = table;
    const { majority, difference } = found.consensus.candidates[0]!.all;
    expect(first).toMatchObject({ name: 'J1', judges: 'J1', agreement_majority: String(majority.value), difference: String(difference.value) }); // prettier-ignore
    expect([first!.agreement_majority_n, first!.agreement_majority_clusters]).toEqual(['30', '6']);
    const annotators = table.filter(({ kind }) => kind === 'annotator');
    expect(annotators.map(({ name }) => name)).toEqual(['Annotator 1', 'Annotator 2', 'Annotator 3']);
    expect(consensusCsv(found)).not.toMatch(/Ana|Ben|Cleo/);
  });

  it('is refused, with the place of the reason, if annotators cannot be weighted', () =>
    expect(() => consensusCsv(report)).toThrow('the weighted consensus of this study is undefined'));
});
