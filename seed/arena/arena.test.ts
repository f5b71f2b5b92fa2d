import { eq } from 'drizzle-orm';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peopleCorrelations } from '../../src/lib/alignment/reported/people-correlation.server.ts';
import { describeRanking } from '../../src/lib/exchange/export/ranking/described-ranking.server.ts';
import { resultsOf, runFiles } from '../../src/lib/exchange/export/run/run-files.server.ts';
import { writeFigure } from '../../src/lib/exchange/export/run/run-figures.server.ts';
import { figureSource } from '../../src/lib/scorer/leaderboard/figure-source.server.ts';
import { leakageResults, leakageRuns } from '../../src/lib/scorer/making/leakage-results.server.ts';
import { makingRuns } from '../../src/lib/scorer/making/making-runs.server.ts';
import { rankingOf, settingsOfRanking } from '../../src/lib/scorer/making/task-ranking.server.ts';
import { listRuns } from '../../src/lib/scorer/runs/run-progress.server.ts';
import { reportScores } from '../../src/lib/scorer/runs/run-scores.server.ts';
import { suites } from '../../src/lib/scorer/suites/index.ts';
import { compareRankings } from '../../src/lib/scorer/suites/research-arena/ranking/compare-rankings.ts';
import { tasksToDecide } from '../../src/lib/exchange/import/talks/tasks-to-decide.server.ts';
import { verifyAudit } from '../../src/lib/server/audit/audit-chain.ts';
import { archiveThing, restoreThing } from '../../src/lib/server/managing/archiving.ts';
import { deleteThing, previewDeletion } from '../../src/lib/server/managing/deleting.ts';
import { listQueries } from '../../src/lib/verification/benchmark/benchmark.server.ts';
import { acceptTasks } from '../../src/lib/verification/proposals/talks/accept-tasks.server.ts';
import { talksOf } from '../../src/lib/verification/proposals/talks/talks.server.ts';
import { materialText } from '../../src/lib/scorer/suites/material.ts';
import { authorize, operator, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import { openDatabase, schema, type OpenDatabase } from '../../src/lib/server/db/client.ts';
import { markOf, QUERY_MARK } from '../../src/lib/verification/proposals/model-marks.ts';
import { modelMarks } from '../../src/lib/verification/proposals/query-draft-adoption.server.ts';
import { picksOfRanking } from '../../src/lib/verification/proposals/talks/task-picks.server.ts';
import { talkSummaries } from '../../src/lib/verification/proposals/talks/talk-summaries.server.ts';
import { readSubjects } from '../../src/lib/verification/records/records.server.ts';
import { openRound } from '../../src/lib/verification/rounds/rounds.server.ts';
import { addDemoPeople } from '../load/people.server.ts';
import { loadArena } from './load.server.ts';

const data = mkdtempSync(join(tmpdir(), 'voirdire-arena-'));
let database: OpenDatabase;
let manage: ProjectGrant<'manage'>;
beforeAll(async () => {
  database = openDatabase(join(data, 'voirdire.db'), join(import.meta.dirname, '../../drizzle'));
  await addDemoPeople(database.db, data);
  const { id } = await loadArena(database.db);
  manage = authorize(operator, { kind: 'project', id }, 'manage');
});
afterAll(() => {
  database.close();
  rmSync(data, { recursive: true, force: true });
});

describe('the talk of the demo', () => {
  it('gives five inspirations, of whose six one has no quote in it, and six tasks that pass of eight', () => {
    expect(talkSummaries(database.db, manage)).toMatchObject([{ title: 'Measuring heat in classrooms', inspirations: 5, dropped: 1, tasks: 7, accepted: 6 }]); // prettier-ignore
  });

  it('has its tasks ranked by the model and by two people on the same pairs', () => {
    const run = makingRuns(database.db, manage).find(({ name }) => name === 'Demo: task-comparison')!;
    const picks = picksOfRanking(database.db, run.id);
    const models = rankingOf(database.db, run, 'models', picks).view;
    const people = rankingOf(database.db, run, 'people', picks).view;
    expect([models.games.length, people.games.length, picks.people.length]).toEqual([12, 12, 2]);
    expect(models.rows).toHaveLength(6);
    expect(models.failed).toEqual([]);
    expect(compareRankings(models.games, people.games, 3)).toMatchObject({ pairs: 12, tasks: 6 });
  });

  it('says which texts were ranked, which version holds them, and which tasks changed or came since', () => {
    const { db } = database;
    const { number, id } = makingRuns(db, manage).find(({ name }) => name === 'Demo: task-comparison')!;
    const found = () => describeRanking(db, manage, number, 'models');
    const { texts, table } = found();
    expect(settingsOfRanking(db, id)!.texts).toBe(texts.hash);
    expect(texts).toMatchObject({
      version: 1,
      since: { changed: [], gone: [], added: ['night-buses', 'school-lunch'] }
    });
    expect(table.notes[0]).toBe(`Texts of 6 tasks, SHA-256 ${texts.hash.slice(0, 16)}, as in dataset version 1.`);
    expect(table.rows.every(({ cells }) => /^[0-9a-f]{12}$/.test(cells.at(-1)!.text!))).toBe(true);

    const { query } = schema;
    const first = db.select().from(query).where(eq(query.qid, 'talk1-1')).get()!;
    const reword = (text: string) => db.update(query).set({ text }).where(eq(query.id, first.id)).run();
    reword(`${first.text} Again.`);
    const second = listQueries(db, manage).find(({ qid }) => qid === 'talk1-2')!;
    archiveThing(db, manage, 'query', second.id);
    expect(found().texts).toMatchObject({ hash: texts.hash, since: { changed: ['talk1-1'], gone: ['talk1-2'] } });
    reword(first.text);
    restoreThing(db, manage, 'query', second.id);
    expect(found().texts).toEqual(texts);
  });

  it('has tasks that people verify in a round with their material, and that stay marked as drafted by a model', () => {
    const { db } = database;
    const marks = modelMarks(db, manage, 'talk1-1');
    expect(marks.get(QUERY_MARK)).toMatchObject({ judge: 'scripted:ferrule' });
    const round = openRound(db, manage, { name: 'Experts', settings: { overlap: 2 }, materialText });
    const subjects = readSubjects(db, { roundId: round.id }).filter(({ qid }) => qid === 'talk1-1');
    expect(subjects.map(({ kind, key }) => [kind, key])).toEqual([
      ['query', 'talk1-1'],
      ['material', 'research-arena']
    ]);
    expect(subjects[1]!.wording.split('\n')[0]).toBe('Education · Literature survey (Synthesize) · Basic');
    expect(markOf(marks, subjects[0]!)).toEqual({ judge: 'scripted:ferrule', model: null, reworded: false });
    expect(markOf(marks, subjects[1]!)).toBeNull();
  });

  it('has criteria and key points of all tasks, judged by two judges of whom one made them, and continued by both', async () => {
    const { db } = database;
    const read = authorize(operator, manage.resource, 'read-results');
    const run = listRuns(db, read)[0]!;
    expect(reportScores(db, read, run).map(({ judges }) => judges.map(({ score }) => score?.value === null))).toEqual(Array.from({ length: 48 }, () => [false, false])); // prettier-ignore
    const tables = suites['research-arena'].figures!.map(({ table }) => table(figureSource(db, read, run)));
    expect(tables.every((table) => table !== null && table.rows.length > 0)).toBe(true);
    const makers = tables.find((table) => table?.name === 'makers-and-judges')!;
    expect(makers.rows.map(({ system, cells }) => [system, cells[0]!.value])).toEqual([['scripted:ferrule', 8], ['scripted:gannet', 0], ['scripted:ferrule', 8], ['scripted:gannet', 0]]); // prettier-ignore
    const flagged = resultsOf(db, read, run);
    const lines = runFiles['verdicts.jsonl'](flagged).trim().split('\n').map((line) => JSON.parse(line) as { judge: string; made_own_material?: true }); // prettier-ignore
    expect(new Set(lines.map((line) => `${line.judge} ${line.made_own_material}`))).toEqual(new Set(['scripted:ferrule true', 'scripted:gannet undefined'])); // prettier-ignore
    const note = 'scripted:ferrule made criteria of 8 of 8 queries and key points of 8 of 8 queries by which it judges';
    expect(runFiles['leaderboard.md'](flagged, 'en').replaceAll('\\', '')).toContain(note);
    expect(runFiles['leaderboard.json'](flagged)).toContain('"what": "key points"');
    const [header, ...rows] = runFiles['scores.csv'](flagged).trim().split('\n').map((line) => line.trim().split(',')); // prettier-ignore
    const [judge, made] = ['judge', 'made own material'].map((name) => header!.indexOf(name));
    expect(new Set(rows.map((row) => `${row[judge!]} ${row[made!]}`))).toEqual(new Set(['scripted:ferrule true', 'scripted:gannet false', 'mean of judges true'])); // prettier-ignore
    expect(await writeFigure(db, read, run, { name: 'arena-overview', format: 'md' }, 'en')).toContain(note);
    const [leakage] = leakageRuns(db, manage);
    const results = leakageResults(db, manage, leakage!);
    expect(results.continuations).toHaveLength(16);
    expect(results.continuations.filter(({ leaked }) => leaked).map(({ qid, model }) => [qid, model])).toEqual([
      ['talk1-3', 'scripted:ferrule'],
      ['night-buses', 'scripted:ferrule'],
      ['talk1-5', 'scripted:gannet']
    ]);
  });

  it('has scores by three people, correlated with both judges', () => {
    const [found] = peopleCorrelations(database.db, authorize(operator, manage.resource, 'read-results'));
    expect(found!.embargoed).toEqual([]);
    expect(found!.table.rows.map(({ cells }) => [cells[0]!.value! > 0.5, cells[0]!.n, cells[6]!.value])).toEqual(Array.from({ length: 4 }, () => [true, 9, 3])); // prettier-ignore
  });

  it('stays as it is when it is loaded again', async () => {
    const counts = () => [schema.made, schema.taskPick, schema.query, schema.talk, schema.report, schema.study, schema.run].map((table) => database.db.select().from(table).all().length); // prettier-ignore
    const before = counts();
    await loadArena(database.db);
    expect(counts()).toEqual(before);
    // What a visitor may have done since: taken a role from a person, and archived the project.
    const { project, membership } = schema;
    const roles = database.db.select().from(membership).all();
    database.db.delete(membership).run();
    database.db.update(project).set({ archivedAt: 1 }).run();
    await loadArena(database.db);
    expect(counts()).toEqual(before);
    database.db.update(project).set({ archivedAt: null }).run();
    database.db.insert(membership).values(roles).run();
  });

  it('is archived with its waiting tasks, and deleted with all that was drafted from it once its queries are deleted', async () => {
    const { db, sqlite } = database;
    const { id, title } = talksOf(db, manage)[0]!;
    const waiting = tasksToDecide(db, manage).map(({ piece }) => piece.id);
    expect(waiting).toHaveLength(1);
    archiveThing(db, manage, 'talk', id);
    expect([talksOf(db, manage), talkSummaries(db, manage), tasksToDecide(db, manage)]).toEqual([[], [], []]);
    expect(() => acceptTasks(db, manage, waiting)).toThrow('The talk is in the archive');
    // 6 inspirations, 8 tasks and the findings of the filter on 7 of them; one call each for inspirations, tasks and 8 checks.
    expect(previewDeletion(db, manage, 'talk', id).hanging).toEqual([
      { of: 'draftedPiece', n: 21, words: 'drafted pieces' },
      { of: 'call', n: 10, words: 'calls' },
      { of: 'other', n: 9, words: 'other records' }
    ]);
    const remove = () => deleteThing(db, manage, 'talk', id, title);
    expect(remove).toThrow('The benchmark contains 6 results of this talk, marked as drafted by a model');
    const accepted = listQueries(db, manage).filter(({ qid }) => qid.startsWith('talk1-'));
    for (const query of accepted) {
      archiveThing(db, manage, 'query', query.id);
      deleteThing(db, manage, 'query', query.id, query.qid);
    }
    remove();
    const left = db.select().from(schema.makingUnit).all();
    expect(left.filter(({ source }) => source === 'talk' || source === 'made')).toEqual([]);
    expect(JSON.stringify(left)).not.toContain('the sign of the difference changed in the afternoon');
    expect(accepted).toHaveLength(6);
    expect(listQueries(db, manage)).toHaveLength(2);
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
    expect(verifyAudit(db)).toMatchObject({ whole: true });
  });
});
