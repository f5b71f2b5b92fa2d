import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { scoreTable } from './score-results.ts';
import { alignmentDocument } from '../lib/alignment/document/build.ts';
import { sources } from '../lib/alignment/document/document.fixture.ts';
import { candidatesCsv } from '../lib/alignment/report/exports.ts';
import { readAlignmentInput } from '../lib/alignment/report/report.server.ts';
import { insertImportedRun } from '../lib/scorer/runs/imported-runs.server.ts';
import { selfJudgingNotes } from '../lib/scorer/judges/self-judging.ts';
import { selfJudgingIn } from '../lib/scorer/judges/self-judging.server.ts';
import { runByNumber } from '../lib/scorer/runs/runs.server.ts';
import { authorize } from '../lib/server/auth/authorize.ts';
import { schema } from '../lib/server/db/client.ts';
import { importStudies } from '../lib/studies/labels/imported-studies.server.ts';
import { importQueries } from '../lib/verification/benchmark/benchmark.server.ts';
import { aQuery, aReport, scene } from '../lib/verification/rounds/project.fixture.server.ts';
import { importReports } from '../lib/verification/benchmark/reports.server.ts';
import { freezeVersion } from '../lib/verification/release/versions.server.ts';
import { writeAlignmentCsv } from '../lib/exchange/export/alignment/alignment-csv.ts';
import { writeAlignmentHtml } from '../lib/exchange/export/alignment/alignment-html.ts';
import { writeAlignmentLatex } from '../lib/exchange/export/alignment/alignment-latex.ts';
import { writeAlignmentMarkdown } from '../lib/exchange/export/alignment/alignment-markdown.ts';
import { readRatingsStudies } from '../lib/exchange/ratings/ratings-study.ts';
import { exportReference } from '../lib/exchange/reference/export.server.ts';
import { figureFile, figureFiles, writeFigure } from '../lib/exchange/export/run/run-figures.server.ts';
import { suiteTables } from '../lib/scorer/leaderboard/figure-source.server.ts';
import { resultsOf, runFiles, type RunResults } from '../lib/exchange/export/run/run-files.server.ts';

/** Two systems, one of which is built on a model of the maker of one of the two judges, and a third of an unknown maker. */
function judged() {
  const made = scene();
  const { db, lead, as } = made;
  importQueries(db, lead, ['a', 'b'].map((qid) => aQuery(qid, 'First?'))); // prettier-ignore
  const systems = { 'aurora-gpt': { provider: 'OpenAI' }, borealis: { provider: 'Anthropic' }, cairn: {} };
  importReports(db, lead, Object.keys(systems).flatMap((one) => ['a', 'b'].map((qid) => aReport(one, qid))), { systems }); // prettier-ignore
  insertImportedRun(db, lead, {
    name: 'Run',
    versionId: freezeVersion(db, lead).version.id,
    metrics: [{ name: 'coverage', prompt: 'coverage' }],
    judges: [
      { origin: 'reference-scorer', provider: 'openai', model: 'gpt-5' },
      { origin: 'reference-scorer', provider: 'mistral', model: 'mistral-large' }
    ],
    reportIds: db.select().from(schema.report).all().map(({ id }) => id), // prettier-ignore
    between: null,
    verdicts: ({ items }) => ({
      verdicts: items.map(({ key }) => ({ item: key, state: 'judged', label: 'yes', rationale: '', evidence: [] })),
      at: null
    })
  });
  const read = authorize(as('lead'), lead.resource, 'read-results');
  return { ...made, read, run: runByNumber(db, read, 1) };
}

const records = (csv: string) => parse(csv, { columns: true, bom: true }) as Record<string, string>[];

describe('a judge of the same maker as a judged system', () => {
  const { db, read, run, lead } = judged();
  const results: RunResults = resultsOf(db, read, run);
  const [judge] = selfJudgingIn(db, run).map((one) => one.judge);
  const notes = selfJudgingNotes(results.summary.selfJudging);

  it('is found once, by judges and systems of the run', () => {
    expect(judge).toContain('gpt-5');
    expect(results.summary.selfJudging).toMatchObject([
      { judge, systems: ['aurora-gpt'], unknown: ['cairn'] },
      { systems: [], unknown: ['cairn'] }
    ]);
    expect(notes[0]).toContain(`${judge} judges aurora-gpt`);
  });

  it('is in every file of a run', () => {
    const files = Object.fromEntries(Object.entries(runFiles).map(([name, write]) => [name, write(results, 'en')]));
    const of = records(files['scores.csv']!).filter((row) => row['self-judging'] === 'true');
    expect([...new Set(of.map((row) => `${row['system']} by ${row['judge']}`))]).toEqual([
      `aurora-gpt by ${judge}`,
      'aurora-gpt by mean of judges'
    ]);
    const systems = records(files['systems.csv']!).filter((row) => row['self-judging'] === 'true');
    expect(systems.map((row) => [row['system'], row['judge']])).toEqual([
      ['aurora-gpt', judge],
      ['aurora-gpt', 'mean of judges']
    ]);
    expect(records(files['leaderboard.csv']!).map((row) => [row['system'], row['self-judging judges']])).toEqual([
      ['aurora-gpt', judge],
      ['borealis', ''],
      ['cairn', '']
    ]);
    const verdicts = files['verdicts.jsonl']!.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
    for (const line of verdicts)
      expect(line['self_judging']).toBe(
        line['system'] === 'cairn' ? null : line['system'] === 'aurora-gpt' && line['judge'] === judge
      );
    // Of a system whose maker is not known, "false" would be a statement.
    for (const name of ['scores.csv', 'systems.csv'] as const)
      expect(records(files[name]!).filter((row) => row['self-judging'] === '').every((row) => row['system'] === 'cairn')).toBe(true); // prettier-ignore
    const ofCairn = records(files['systems.csv']!).filter((row) => row['system'] === 'cairn');
    expect(ofCairn.map((row) => row['self-judging'])).toEqual(['', '', '']);
    for (const name of ['summary.json', 'leaderboard.json'])
      expect(JSON.parse(files[name]!)).toMatchObject({ selfJudging: [{ systems: ['aurora-gpt'] }, {}] });
    for (const name of ['leaderboard.md', 'leaderboard.tex']) expect(files[name]).toContain('Self-judging');
    const told = Object.entries(files).filter(([, text]) => /self.?judging/i.test(text));
    expect(told.map(([name]) => name)).toEqual(Object.keys(runFiles));
  });

  it('is in every figure of judges’ verdicts, in the table of the shell and in the reference scorer’s shapes', async () => {
    for (const name of figureFiles(suiteTables(db, read, run)).filter((one) => !one.startsWith('lengths')))
      if (!name.endsWith('.csv'))
        expect(await writeFigure(db, read, run, figureFile(name)!, 'en')).toContain('Self-judging');
    expect(scoreTable(results)).toContain(notes[0]);
    const { files } = exportReference(db, read, run);
    const details = Object.entries(files).filter(([name]) => /detailed_results|summary_/.test(name));
    expect(details).toHaveLength(4);
    for (const [name, text] of details)
      expect((JSON.parse(text) as { metadata: object }).metadata).toMatchObject({
        self_judging: name.includes('gpt-5') ? ['aurora-gpt'] : []
      });
  });

  it('is in every file of an alignment report', () => {
    const [source] = Object.values(sources);
    const selfJudging = [{ judge: source!.report.judges[0]!.name, systems: ['aurora'], unknown: [] }];
    const document = alignmentDocument({ ...source!, header: { ...source!.header, selfJudging } }, 'en');
    for (const write of [writeAlignmentHtml, writeAlignmentMarkdown, writeAlignmentLatex])
      expect(write(document)).toContain('Self-judging');
    expect(records(writeAlignmentCsv(document))).toContainEqual(
      expect.objectContaining({ table: 'Judges of the same maker or model as a system', figure: 'Own systems', value: '1' }) // prettier-ignore
    );
    const rows = records(candidatesCsv(source!.report, selfJudging));
    const named = rows.filter((row) => row['self_judged_systems'] === 'aurora').length;
    expect(named).toBeGreaterThan(0);
    expect(named).toBeLessThan(rows.length);
  });

  it('is found by names alone if labels were given elsewhere', async () => {
    const csv = ['item,rater,label,system', 'a,ann,yes,grok-4', 'a,grok-3,yes,grok-4'].join('\n');
    const parsed = await readRatingsStudies(new TextEncoder().encode(csv), {
      ...{ name: 'n', file: 'f', judges: ['grok-3'], columns: { system: 'system' } },
      scale: { level: 'binary', labels: ['yes', 'no'] }
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const [study] = importStudies(db, lead, parsed.value);
    const { header } = readAlignmentInput(db, read, study!.id, {});
    expect(header.selfJudging).toEqual([{ judge: 'grok-3', systems: ['grok-4'], unknown: [] }]);
  });
});
