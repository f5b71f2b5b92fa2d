import { describe, expect, it } from 'vitest';
import { RunDriver } from '../../scorer/runs/driving/driver.server.ts';
import { leaderboardOf } from '../../scorer/leaderboard/leaderboard.server.ts';
import { reportScores } from '../../scorer/runs/run-scores.server.ts';
import { verdictLines } from '../../scorer/runs/run-verdicts.server.ts';
import { runProgress } from '../../scorer/runs/run-progress.server.ts';
import { judgesOf, runByNumber } from '../../scorer/runs/runs.server.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { importQueries } from '../../verification/benchmark/benchmark.server.ts';
import { auditActions, aQuery, aReport, problemsOf, scene } from '../../verification/rounds/project.fixture.server.ts';
import { importReports } from '../../verification/benchmark/reports.server.ts';
import { importReferenceResults, type ReferenceImportOptions } from './import.server.ts';
import {
  checklistRecord,
  depthRecord,
  documentFile,
  errorRecord,
  issuesRecord,
  linesFile,
  reportEntry
} from './reference.fixture.ts';
import { wholeOf } from '../format/file-content.ts';
import type { JsonObject } from '../format/json-lines.ts';
import type { ImportFile } from '../import/sniff.ts';
import { systemLines } from '../import/reports/system-lines.ts';

const systems = ['aurora', 'borealis', 'open-deep-research'];
const gpt = { provider: 'openai', model: 'gpt-5' };
const gemini = { provider: 'gemini', model: 'gemini-2.5-pro' };
const markdown = '# On a\n\nThe town has 12 parks. Later on, the town has 14 parks.\n';

function given() {
  const made = scene();
  importQueries(made.db, made.lead, [aQuery('a', 'First?', 'Second?'), aQuery('b', 'Only?'), aQuery('c')]);
  importReports(
    made.db,
    made.lead,
    systems.flatMap((system) => ['a', 'b', 'c'].map((qid) => aReport(system, qid, markdown)))
  );
  const read = authorize(made.as('lead'), made.lead.resource, 'read-results');
  return {
    ...made,
    read,
    take: (files: ImportFile[], options: ReferenceImportOptions = {}) =>
      importReferenceResults(made.db, made.lead, files, options),
    scores: () => reportScores(made.db, read, runByNumber(made.db, read, 1)),
    systems: () => systemLines(leaderboardOf(made.db, read, runByNumber(made.db, read, 1))),
    lines: () => verdictLines(made.db, read, runByNumber(made.db, read, 1))
  };
}

const detailed = (results: Record<string, JsonObject>, name = 'detailed_results_1.json'): ImportFile =>
  documentFile(
    name,
    Object.entries(results).map(([place, graded]) => {
      const [system = '', qid = ''] = place.split(' ');
      return reportEntry(system, qid, graded);
    })
  );

describe('results of the reference scorer', () => {
  it('become a run that is done, with every verdict and its words', () => {
    const { take, scores, lines, db, read } = given();
    const done = take([
      detailed({
        'aurora a': {
          presentation: checklistRecord('p', '1111111110', gpt),
          coverage: checklistRecord('q', '10', gpt),
          consistency: issuesRecord(
            ['The report says "the town has 12 parks" and then "the town has 14 parks".'],
            {},
            gpt
          ),
          citation: issuesRecord([], {}, gpt),
          depth: depthRecord(
            [
              [4, 3],
              [4, 2]
            ],
            ['evaluated_model', 'evaluated_model'],
            { ...gpt, evaluated: 'aurora' }
          )
        }
      })
    ]);
    expect(done).toMatchObject({
      metrics: ['presentation', 'coverage', 'consistency', 'citation-association', 'depth'],
      judges: ['openai/gpt-5'],
      units: { unscored: 0 },
      // A text on the comparison as a whole, beside those on its orders, has no place here.
      notes: ['Ignored fields: depth_grading_results.justification (1)']
    });
    expect(scores().map(({ metric, ensemble }) => [metric, ensemble?.value])).toEqual([
      ['presentation', 90],
      ['coverage', 50],
      ['consistency', 90],
      ['citation-association', 100],
      ['depth', 7.5]
    ]);
    const issue = lines().find(({ kind }) => kind === 'issue');
    expect(issue).toMatchObject({
      detail: { grounded: true },
      evidence: [{ place: { block: 1 } }, { place: { block: 1 } }]
    });
    expect(lines().find(({ item }) => item === 'c2')).toMatchObject({ label: 'no', rationale: 'Because of q2.' });
    const run = runByNumber(db, read, 1);
    expect(run).toMatchObject({ origin: 'imported', status: 'done' });
    expect(new Date(run.startedAt!).toISOString()).toBe('2025-10-31T01:38:49.407Z');
    expect(runProgress(db, run.id)).toMatchObject({ tasks: 5, tasksDone: 5, calls: { made: 0 } });
    expect(auditActions(db)).toContain('run.import');
  });

  it('leave unscored what has 12 or 5 answers to 10 questions: never 120 %, never 50 %', () => {
    const { take, scores } = given();
    const done = take([
      detailed({
        'aurora a': { presentation: checklistRecord('p', '111111111111', gpt, 10) },
        'borealis a': { presentation: checklistRecord('p', '11111', gpt, 10) },
        'borealis b': { presentation: checklistRecord('p', '1111111110', gpt) }
      })
    ]);
    expect(scores().map(({ system, qid, ensemble }) => [system, qid, ensemble?.value])).toEqual([
      ['aurora', 'a', null],
      ['borealis', 'a', null],
      ['borealis', 'b', 90]
    ]);
    expect(done.notes.join('\n')).toMatch(/There are 12 answers for 10 items; p11, p12 were not asked/);
    expect(done.notes.join('\n')).toMatch(/There are 5 answers for 10 items; none for p6, p7, p8, p9, p10/);
  });

  it('hold coverage to the checklist that the project has for the query', () => {
    const { take, scores } = given();
    take([
      detailed({
        'aurora a': { coverage: checklistRecord('q', '111', gpt) },
        'borealis a': { coverage: checklistRecord('q', '01', gpt) }
      })
    ]);
    expect(scores().map(({ ensemble }) => ensemble?.value)).toEqual([null, 50]);
  });

  it('are scored by their list of issues, and say if total and score tell otherwise', () => {
    const { take, scores, lines } = given();
    const done = take([
      detailed({ 'aurora a': { consistency: issuesRecord(['One', 'Two', 'Three'], { total: 1, score: 100 }, gpt) } })
    ]);
    expect(scores()[0]?.ensemble).toMatchObject({ value: 80, figures: { issues: 3 } });
    expect(done.notes).toEqual([
      'detailed_results_1.json, report 1: it says 1 issue, its parts 3; it says 100 points, its parts 80'
    ]);
    expect(lines()[0]?.rationale).toContain('In the file it says 1 issue');
  });

  it('call a comparison with A ahead in both orders at 15 to 15 a tie, and say so', () => {
    const { take, scores } = given();
    const done = take([
      detailed({
        'aurora a': {
          depth: depthRecord(
            [
              [3, 3],
              [3, 3]
            ],
            ['evaluated_model', 'reference_model'],
            gpt
          )
        }
      })
    ]);
    expect(scores()[0]?.ensemble).toMatchObject({ value: 0, figures: { outcome: 0, report: 15, baseline: 15 } });
    expect(done.notes.join('\n')).toContain(
      'comparison 1 says report wins at 15–15; comparison 2 says baseline wins at 15–15'
    );
  });

  it('count failed calls as missing: a mean says on how many of how many reports it rests', () => {
    const { take, scores, systems: means } = given();
    const done = take([
      detailed({
        'aurora a': { consistency: issuesRecord([], {}, gpt) },
        'aurora b': {},
        'aurora c': { consistency: errorRecord('Timeout after 600 s', gpt) }
      })
    ]);
    expect(means()).toMatchObject([{ value: 100, n: 1, reports: 3, unscored: 2 }]);
    expect(scores().map(({ ensemble }) => ensemble?.reason)).toEqual([
      null,
      'The reference scorer left no result.',
      'Timeout after 600 s'
    ]);
    expect(done.units).toEqual({ judged: 1, unscored: 2 });
  });

  it('never treat an error record as graded', () => {
    const { take, lines } = given();
    take([
      detailed({
        'aurora a': { coverage: errorRecord('No checklists found for qid: a', gpt) },
        'aurora b': { coverage: checklistRecord('q', '1', gpt) }
      })
    ]);
    expect(lines().map(({ qid, state, reason }) => [qid, state, reason])).toEqual([
      ['a', 'unscored', 'No checklists found for qid: a'],
      ['a', 'unscored', 'No checklists found for qid: a'],
      ['b', 'judged', null]
    ]);
  });

  it('keep the answers of every judge, and average only reports that all of them scored', () => {
    const { take, scores, lines, systems: means } = given();
    const files = [
      detailed(
        {
          'aurora a': { coverage: checklistRecord('q', '11', gpt) },
          'aurora b': { coverage: checklistRecord('q', '1', gpt) }
        },
        'one.json'
      ),
      detailed({ 'aurora a': { coverage: checklistRecord('q', '10', gemini) } }, 'two.json')
    ];
    take(files);
    expect(lines().filter(({ qid, state }) => qid === 'a' && state === 'judged')).toHaveLength(4);
    expect(scores().map(({ qid, ensemble }) => [qid, ensemble?.value])).toEqual([
      ['a', 75],
      ['b', null]
    ]);
    expect(means()[0]).toMatchObject({ value: 75, n: 1, reports: 2, judges: [{ n: 2 }, { n: 1 }] });
    const other = given();
    other.take(files, { ensemble: 'answered' });
    expect(other.scores().map(({ ensemble }) => [ensemble?.value, ensemble?.judges])).toEqual([
      [75, 2],
      [100, 1]
    ]);
  });

  it('are never asked of a judge, nor taken up', () => {
    const { take, db, lead, read } = given();
    take([detailed({ 'aurora a': { citation: issuesRecord([], {}, gpt) } })]);
    const run = runByNumber(db, read, 1);
    expect(judgesOf(db, run.id)).toMatchObject([
      { provider: 'imported', model: 'gpt-5', spec: expect.stringContaining('imported:') as string }
    ]);
    const driver = new RunDriver(db, {});
    expect(() => driver.start(lead, run.id)).toThrow('done');
    driver.resumeAll();
    expect(driver.live(run.id)).toBeNull();
  });

  it('bring in reports and queries that the project lacks, if their texts are to be had', () => {
    const { db, lead } = scene();
    const file = documentFile('detailed.json', [
      reportEntry('aurora', 'qid_x', { citation: issuesRecord([], {}, gpt) })
    ]);
    const refused = problemsOf(() => importReferenceResults(db, lead, [file]));
    expect(refused[0]?.reason).toMatch(/no text of it at outputs\/aurora\/qid_qid_x_report\.md.*--reports/);
    const textOf = () => '# On x\n\nText.\n';
    expect(problemsOf(() => importReferenceResults(db, lead, [file], { textOf }))[0]?.reason).toContain('no query x');
    const done = importReferenceResults(db, lead, [file], { textOf, createQueries: true });
    expect(done.added).toMatchObject({ reports: { added: 1 }, systems: { added: 1 }, queries: { added: 1 } });
  });

  it('name every field that was not taken, with its count, in documents and in lines', () => {
    const presentation = checklistRecord('p', '1111111110', gpt);
    const answers = presentation['evaluations'] as Record<string, JsonObject>;
    answers['p1'] = { ...answers['p1'], confidence: 0.4 };
    answers['p2'] = { ...answers['p2'], confidence: null };
    const results = {
      presentation: { ...presentation, tokens: 812, cost: 0.2 },
      citation: { ...issuesRecord([], {}, gpt), tokens: 9 }
    };
    const entries = ['a', 'b'].map((qid) => ({ ...reportEntry('aurora', qid, results), run_id: 'x' }));
    const named =
      'Ignored fields: run_id (2), presentation_grading_results.tokens (2), presentation_grading_results.cost (2), presentation_grading_results.evaluations.*.confidence (2), citation_grading_results.tokens (2)';
    for (const file of [documentFile('detailed.json', entries), linesFile('x_results.jsonl', entries)])
      expect(
        given()
          .take([file])
          .notes.filter((note) => note.startsWith('Ignored fields'))
      ).toEqual([named]);
    const text = JSON.parse(new TextDecoder().decode(wholeOf(documentFile('d.json', entries).bytes))) as JsonObject;
    const more = { ...text, metadata: { ...(text['metadata'] as JsonObject), seed: 7 }, notes: ['one'] };
    const bytes = Buffer.from(JSON.stringify(more));
    expect(given().take([{ name: 'd.json', bytes }]).notes.join()).toContain('Ignored fields: notes (1), metadata.seed (1), run_id (2)'); // prettier-ignore
  });

  it('come in without a report whose text is empty, which is named', () => {
    const { db, lead } = scene();
    const entries = ['x', 'y'].map((qid) => reportEntry('aurora', qid, { citation: issuesRecord([], {}, gpt) }));
    const textOf = ({ qid }: { qid: string }) => (qid === 'x' ? '# On x\n\nText.\n' : ' \n');
    const take = () => importReferenceResults(db, lead, [documentFile('d.json', entries)], { textOf, createQueries: true }); // prettier-ignore
    for (const added of [1, 0]) {
      const done = take();
      expect(done).toMatchObject({ reports: 1, added: { reports: { added } } });
      expect(done.notes.join()).toContain('1 report is empty and was not imported: aurora · y (outputs/aurora');
    }
  });

  it('count for the project’s query with dates filled in, and say if the query is another', () => {
    const { db, lead } = scene();
    importQueries(db, lead, [{ ...aQuery('a'), text: 'What is known of {{current_year}} parks?' }]);
    const entry = (query: string) => ({
      ...reportEntry('aurora', 'a', { citation: issuesRecord([], {}, gpt) }),
      query
    });
    const textOf = () => '# On a\n';
    const take = (query: string, system: string) =>
      importReferenceResults(db, lead, [documentFile('d.json', [{ ...entry(query), model_name: system }])], { textOf });
    expect(take('What is known of 2025 parks?', 'aurora').notes).toEqual([]);
    expect(take('What is known of lakes?', 'borealis').notes.join()).toContain('a different wording');
  });

  it('leave depth out with the reason if the project has no report of the baseline', () => {
    const { take } = given();
    const record = (baseline: string) =>
      depthRecord(
        [
          [3, 3],
          [3, 3]
        ],
        ['tie', 'tie'],
        { ...gpt, baseline }
      );
    const done = take([detailed({ 'aurora a': { depth: record('somebody'), citation: issuesRecord([], {}, gpt) } })]);
    expect(done.metrics).toEqual(['citation-association']);
    expect(done.notes.join()).toContain('no report of somebody');
    expect(() => take([detailed({ 'aurora a': { depth: record('somebody') } })])).toThrow();
    expect(() =>
      take([detailed({ 'aurora a': { depth: record('aurora') }, 'aurora b': { depth: record('borealis') } })])
    ).toThrow('several systems');
  });

  it('are refused as a whole if one file cannot be read, and if there are means only', () => {
    const { take, db } = given();
    const sound = detailed({ 'aurora a': { citation: issuesRecord([], {}, gpt) } });
    const broken = { name: 'two.json', bytes: Buffer.from('{"reports": [{') };
    expect(problemsOf(() => take([sound, broken]))).toMatchObject([{ column: 'two.json' }]);
    const means = { name: 'summary_1.json', bytes: Buffer.from('{"results_by_model":{},"overall_results":{}}') };
    expect(problemsOf(() => take([means]))[0]?.reason).toContain('means only');
    expect(auditActions(db)).not.toContain('run.import');
  });

  it('say if a summary has a mean that its own results do not come to', () => {
    const summary = (mean: number, count: number): ImportFile => ({
      name: 'summary_1.json',
      bytes: Buffer.from(
        JSON.stringify({
          metadata: gpt,
          results_by_model: { aurora: { presentation: { mean, count, min: 0, max: 120 } } },
          overall_results: {}
        })
      )
    });
    const results = detailed({
      'aurora a': { presentation: checklistRecord('p', '1111111110', gpt) },
      'aurora b': { presentation: checklistRecord('p', '111111111111', gpt, 10) }
    });
    expect(
      given()
        .take([results, summary(105, 2)])
        .notes.at(-1)
    ).toBe(
      'aurora, presentation, by openai/gpt-5: the summary has a mean of 105.0 of 2 reports, the results come to 90.0 of 1'
    );
    expect(
      given()
        .take([results, summary(90, 1)])
        .notes.join()
    ).not.toContain('summary');
  });

  it('say if a summary counts other games than its own results hold, each order a game', () => {
    const summary = (wins: number, losses: number, ties: number): ImportFile => ({
      name: 'summary_1.json',
      bytes: Buffer.from(
        JSON.stringify({
          metadata: gpt,
          results_by_model: { aurora: { depth: { wins, losses, ties, total: 2, win_rate: 50 } } },
          overall_results: {}
        })
      )
    });
    const results = detailed({
      'aurora a': {
        depth: depthRecord(
          [
            [4, 3],
            [4, 4]
          ],
          ['evaluated_model', 'tie'],
          { ...gpt, evaluated: 'aurora', baseline: 'borealis' }
        )
      },
      'borealis a': {}
    });
    const notes = (...games: [number, number, number]): string =>
      given()
        .take([results, summary(...games)])
        .notes.join('\n');
    expect(notes(2, 0, 0)).toContain(
      'aurora, depth, by openai/gpt-5, each order a game: the summary has 2 won, 0 lost and 0 tied, the results come to 1 won, 0 lost and 1 tied'
    );
    expect(notes(1, 0, 1)).not.toContain('summary');
  });

  it('take a result of lines for the system that the line names', () => {
    const { take, scores } = given();
    const result = issuesRecord(['One'], {}, { ...gpt, second: 3 });
    take([
      detailed({ 'aurora a': { consistency: result }, 'borealis a': { consistency: result } }),
      linesFile('consistency_results.jsonl', [reportEntry('borealis', 'a', { consistency: result })])
    ]);
    expect(scores().map(({ system, ensemble }) => [system, ensemble?.value])).toEqual([
      ['aurora', null],
      ['borealis', 90]
    ]);
  });
});
