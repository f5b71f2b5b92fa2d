import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peopleCorrelations } from '../../src/lib/alignment/reported/people-correlation.server.ts';
import { figureSource } from '../../src/lib/scorer/leaderboard/figure-source.server.ts';
import { leakageResults, leakageRuns } from '../../src/lib/scorer/making/leakage-results.server.ts';
import { makingRuns } from '../../src/lib/scorer/making/making-runs.server.ts';
import { rankingOf } from '../../src/lib/scorer/making/task-ranking.server.ts';
import { listRuns } from '../../src/lib/scorer/runs/run-progress.server.ts';
import { reportScores } from '../../src/lib/scorer/runs/run-scores.server.ts';
import { suites } from '../../src/lib/scorer/suites/index.ts';
import { compareRankings } from '../../src/lib/scorer/suites/research-arena/ranking/compare-rankings.ts';
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
}, 120_000);
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

  it('has criteria and key points of all tasks, judged by two judges of whom one made them, and continued by both', () => {
    const { db } = database;
    const read = authorize(operator, manage.resource, 'read-results');
    const run = listRuns(db, read)[0]!;
    expect(reportScores(db, read, run).map(({ judges }) => judges.map(({ score }) => score?.value === null))).toEqual(Array.from({ length: 48 }, () => [false, false])); // prettier-ignore
    const tables = suites['research-arena'].figures!.map(({ table }) => table(figureSource(db, read, run)));
    expect(tables.every((table) => table !== null && table.rows.length > 0)).toBe(true);
    const makers = tables.find((table) => table?.name === 'makers-and-judges')!;
    expect(makers.rows.map(({ system, cells }) => [system, cells[0]!.value])).toEqual([['scripted:ferrule', 8], ['scripted:gannet', 0], ['scripted:ferrule', 8], ['scripted:gannet', 0]]); // prettier-ignore
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
  });
});
