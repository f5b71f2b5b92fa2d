import { wholeOf } from '../format/file-content.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinResults } from './join.ts';
import { parseReferenceResults } from './parser.ts';
import type { ReferenceFile } from './results.ts';
import {
  checklistRecord,
  depthRecord,
  documentFile,
  errorRecord,
  issuesRecord,
  linesFile,
  reportEntry
} from './reference.fixture.ts';
import type { ImportFile } from '../import/sniff.ts';
import { inEnglish } from '../../messages/say-in.ts';

const parse = ({ bytes, name }: ImportFile) => parseReferenceResults(bytes, name);
function read(file: ImportFile): ReferenceFile {
  const parsed = parse(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}
const saidOf = (criterion: string, record: object) =>
  read(documentFile('d.json', [reportEntry('aurora', 'a', { [criterion]: record })])).results[0]?.said;
const nothing = (words: RegExp) => ({ kind: 'nothing', reason: expect.stringMatching(words) as string });

describe('a file of the reference scorer', () => {
  it('is read as reports alone before anything is graded', () => {
    const file = read(documentFile('reports_1.json', [reportEntry('aurora', 'qid_a'), reportEntry('borealis', 'a')]));
    expect(file).toMatchObject({
      kind: 'reports',
      results: [],
      reports: [
        { system: 'aurora', qid: 'a', path: 'outputs/aurora/qid_qid_a_report.md' },
        { system: 'borealis', qid: 'a', query: 'What is known about a?' }
      ]
    });
  });

  it('is read with all five criteria, from a detailed file and from lines alike', () => {
    const entry = reportEntry('aurora', 'a', {
      presentation: checklistRecord('p', '1111111110'),
      coverage: checklistRecord('q', '10'),
      consistency: issuesRecord(['One', 'Two']),
      citation: issuesRecord([]),
      depth: depthRecord(
        [
          [4, 3],
          [3, 3]
        ],
        ['evaluated_model', 'tie']
      )
    });
    const [detailed, lines] = [read(documentFile('d.json', [entry])), read(linesFile('l.jsonl', [entry]))];
    expect(detailed.kind).toBe('detailed');
    expect(lines.kind).toBe('incremental');
    expect(lines.results.map(({ said }) => said)).toEqual(detailed.results.map(({ said }) => said));
    expect(detailed.results.map(({ criterion, judge }) => [criterion, judge.provider, judge.model])).toEqual(
      ['presentation', 'coverage', 'consistency', 'citation', 'depth'].map((name) => [
        name,
        'openai',
        'gpt-5-2025-08-07'
      ])
    );
    expect(detailed.results[2]?.said).toEqual({
      kind: 'issues',
      issues: ['One', 'Two'],
      told: { total: 2, score: 90 },
      justification: 'As listed.'
    });
    expect(detailed.results[4]?.said).toMatchObject({
      kind: 'comparison',
      baseline: 'open-deep-research',
      told: ['report', 'tie'],
      orders: [
        { first: 'report', report: { insight: 4 }, baseline: { insight: 3 } },
        { first: 'baseline', report: { insight: 3 }, baseline: { insight: 3 } }
      ]
    });
  });

  it('never takes an error record for graded', () => {
    expect(saidOf('coverage', errorRecord('No checklists found for qid: a'))).toEqual({
      kind: 'nothing',
      reason: 'No checklists found for qid: a'
    });
    expect(saidOf('coverage', { evaluations: {}, summary: {} })).toEqual(nothing(/no answers/));
  });

  it('believes no answer that is neither 0 nor 1', () => {
    for (const score of [2, 0.5, '1', true, null])
      expect(saidOf('presentation', { evaluations: { p1: { score, justification: '' } } })).toEqual(
        nothing(/neither 0 nor 1/)
      );
  });

  it('takes no number for its issues, and no record of defaults for a report without issues', () => {
    expect(saidOf('consistency', { total_issues: 3, score: 80 })).toEqual(nothing(/list of issues is missing/));
    expect(saidOf('citation', { specific_issues: [], total_issues: 0, score: 0, justification: '' })).toEqual(
      nothing(/put in for missing fields/)
    );
    expect(saidOf('citation', issuesRecord([]))).toMatchObject({ kind: 'issues', issues: [] });
  });

  it('takes no comparison from one order, nor points outside 0 to 5', () => {
    const record = depthRecord(
      [
        [4, 3],
        [4, 3]
      ],
      ['evaluated_model', 'evaluated_model']
    );
    const { raw_comparison_2: _second, ...once } = record;
    expect(saidOf('depth', once)).toEqual(nothing(/both orders/));
    for (const far of [6, 2.5, -1])
      expect(
        saidOf(
          'depth',
          depthRecord(
            [
              [4, 3],
              [far, 3]
            ],
            ['tie', 'tie']
          )
        )
      ).toEqual(nothing(/second comparison granularity is no whole number from 0 to 5/));
  });

  it('takes a comparison only for the system that it names', () => {
    const record = depthRecord(
      [
        [4, 3],
        [4, 3]
      ],
      ['tie', 'tie'],
      { evaluated: 'borealis' }
    );
    expect(saidOf('depth', record)).toEqual(nothing(/that of borealis/));
  });

  it('gives the issues of both judges back if they were averaged, and says what averaging dropped', () => {
    const averaged = {
      ...{ provider_a: 'openai', provider_b: 'gemini', averaged_at: '2025-11-01T00:00:00' },
      ...{ score: 95, score_a: 100, score_b: 90, total_issues: 0.5, total_issues_a: 0, total_issues_b: 1 },
      ...{ specific_issues_a: [], specific_issues_b: ['One'] }
    };
    const dropped = { provider_a: 'openai', provider_b: 'gemini', averaged_at: '2025-11-01T00:00:00' };
    const parsed = parse(
      documentFile('avg.json', [reportEntry('aurora', 'a', { consistency: averaged, presentation: dropped })])
    );
    if (!parsed.ok) throw new Error('it was refused');
    expect(parsed.value.kind).toBe('averaged');
    expect(parsed.value.results.map(({ judge, said }) => [judge.provider, said.kind])).toEqual([
      ['openai', 'issues'],
      ['gemini', 'issues'],
      ['openai', 'nothing'],
      ['gemini', 'nothing']
    ]);
    expect(parsed.value.results[2]?.said).toEqual(nothing(/Import the two files/));
    expect(inEnglish(parsed.notes).join()).toContain('joined by query');
  });

  it.each([
    ['a summary', { results_by_model: {}, overall_results: {} }, /means only/],
    ['an object of something else', { hello: 1 }, /query_id is missing/],
    ['reports that are none', { reports: ['a'] }, /not a JSON object/],
    ['no report', { reports: [] }, /names no report/],
    ['a report without query', { reports: [{ model_name: 'aurora' }] }, /query_id is missing/],
    ['a system that is no text', { reports: [{ model_name: 1, query_id: 'a' }] }, /not a text/]
  ])('refuses %s', (_what, value, words) => {
    const parsed = parse({ name: 'x.json', bytes: Buffer.from(JSON.stringify(value)) });
    if (parsed.ok) throw new Error('nothing was refused');
    expect(parsed.problems[0]?.reason).toMatch(words);
  });

  it.each([
    ['x.json', '{"reports": [{"query_id": "a",', /not complete JSON/],
    ['x.json', '{"reports": NaN}', /not complete JSON/],
    ['x.jsonl', 'not at all', /no result of the reference scorer/],
    ['x.jsonl', '[1]\n', /not a JSON object/]
  ])('refuses %s with %j', (name, text, words) => {
    const parsed = parse({ name, bytes: Buffer.from(text) });
    if (parsed.ok) throw new Error('nothing was refused');
    expect(parsed.problems[0]?.reason).toMatch(words);
  });

  it('leaves out a line that a stopped process cut off, and reads what the next one wrote behind it', () => {
    const [one, two, three] = ['a', 'b', 'c'].map((qid) =>
      linesFile('l.jsonl', [reportEntry('aurora', qid, { consistency: issuesRecord([]) })]).bytes.toString()
    );
    const parsed = parse({ name: 'l.jsonl', bytes: Buffer.from(`${one}${two!.slice(0, 90)}${three}`) });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(parsed.value.results.map(({ qid }) => qid)).toEqual(['a', 'c']);
    expect(inEnglish(parsed.notes)).toEqual(['l.jsonl: line 2 is cut off; its result counts as missing']);
  });

  it('never makes up a result of a file that was cut off anywhere', () => {
    const { bytes: content } = linesFile(
      'l.jsonl',
      ['a', 'b', 'c'].map((qid) =>
        reportEntry('aurora', qid, {
          presentation: checklistRecord('p', '1010101010'),
          citation: issuesRecord(['“x y”'])
        })
      )
    );
    const bytes = wholeOf(content);
    const whole = read({ name: 'l.jsonl', bytes }).results.map((result) => JSON.stringify(result));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (length) => {
        const parsed = parseReferenceResults(bytes.subarray(0, length), 'l.jsonl');
        if (!parsed.ok) return parsed.problems.every(({ reason }) => reason !== '');
        return parsed.value.results.every((result) => whole.includes(JSON.stringify(result)));
      })
    );
  });

  it('answers anything with results or problems, never an exception', () => {
    const value = fc.oneof(
      fc.json(),
      fc.jsonValue().map((inner) => JSON.stringify({ reports: [inner] })),
      fc
        .tuple(fc.constantFrom('presentation', 'coverage', 'consistency', 'citation', 'depth', 'x'), fc.jsonValue())
        .map(([criterion, record]) => JSON.stringify({ query_id: 'a', [`${criterion}_grading_results`]: record })),
      fc.string()
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), fc.constantFrom('x.json', 'x.jsonl'), (parts, name) => {
        const parsed = parseReferenceResults(Buffer.from(parts.join('\n')), name);
        return parsed.ok ? Array.isArray(parsed.notes) : parsed.problems.length > 0;
      }),
      { numRuns: 300 }
    );
  });
});

describe('several files of the reference scorer', () => {
  const join = (files: ImportFile[], system?: string) => {
    const joined = joinResults(files.map(read), system);
    if (!joined.ok) throw new Error(JSON.stringify(joined.problems));
    return { ...joined.value, notes: inEnglish(joined.notes) };
  };

  it('never give one system the score of another that the cache found by the query', () => {
    const result = issuesRecord(['One'], {}, { second: 7 });
    const detailed = documentFile('d.json', [
      reportEntry('aurora', 'a', { consistency: result }),
      reportEntry('borealis', 'a', { consistency: result })
    ]);
    const alone = join([detailed]);
    for (const system of ['aurora', 'borealis'])
      expect(alone.find(system, 'a', 'consistency', 0)?.said).toEqual(nothing(/recorded for aurora and borealis/));

    const told = join([detailed, linesFile('l.jsonl', [reportEntry('aurora', 'a', { consistency: result })])]);
    expect(told.find('aurora', 'a', 'consistency', 0)?.said).toMatchObject({ kind: 'issues', issues: ['One'] });
    expect(told.find('borealis', 'a', 'consistency', 0)?.said).toEqual(nothing(/that of aurora/));
    expect(told.notes.join()).toMatch(/1 result is left unscored/);
  });

  it('count the latest result that can be used', () => {
    const graded = (record: object) => reportEntry('aurora', 'a', { coverage: record });
    const joined = join([
      linesFile('l.jsonl', [
        graded(checklistRecord('q', '00', { second: 1 })),
        graded(checklistRecord('q', '11', { second: 2 })),
        graded(errorRecord('It failed.', { second: 3 }))
      ])
    ]);
    expect(joined.find('aurora', 'a', 'coverage', 0)?.gradedAt).toContain(':02.');
    expect(joined.notes.join()).toContain('graded again');
  });

  it('are of as many judges as they name', () => {
    const file = (name: string, provider: string, model: string) =>
      documentFile(name, [
        reportEntry('aurora', 'a', { presentation: checklistRecord('p', '1111111111', { provider, model }) })
      ]);
    const { judges, reports } = join([file('1.json', 'openai', 'gpt-5'), file('2.json', 'gemini', 'gemini-2.5-pro')]);
    expect(judges).toEqual([
      { provider: 'openai', model: 'gpt-5' },
      { provider: 'gemini', model: 'gemini-2.5-pro' }
    ]);
    expect(reports).toHaveLength(1);
  });

  it('need a system by name, and something graded', () => {
    const { model_name: _name, ...unnamed } = reportEntry('x', 'a', { citation: issuesRecord([]) });
    const files = [read(documentFile('d.json', [unnamed]))];
    expect(joinResults(files)).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringContaining('--system') as string }]
    });
    expect(joinResults(files, 'aurora')).toMatchObject({ ok: true });
    expect(joinResults([read(documentFile('r.json', [reportEntry('aurora', 'a')]))])).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringContaining('contain no result') as string }]
    });
  });
});
