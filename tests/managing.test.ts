import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { insertSampleStudy, sampleMetric } from '../src/lib/alignment/units/sample-study.fixture.ts';
import { recordAdoption } from '../src/lib/alignment/adoption/adoptions.server.ts';
import { liftEmbargo } from '../src/lib/alignment/preregistration/preregistrations.server.ts';
import { sayIn } from '../src/lib/messages/say-in.ts';
import { authorize, instance, operator } from '../src/lib/server/auth/authorize.ts';
import { verifyAudit } from '../src/lib/server/audit/audit-chain.ts';
import { record } from '../src/lib/server/audit/audit.ts';
import { auditFacets, readAudit } from '../src/lib/server/audit/audit-trail.ts';
import { openDatabase, schema, write, type Db } from '../src/lib/server/db/client.ts';
import { memoryDatabase } from '../src/lib/server/db/memory.fixture.ts';
import { archiveThing, restoreThing } from '../src/lib/server/managing/archiving.ts';
import { deleteThing, previewDeletion } from '../src/lib/server/managing/deleting.ts';
import { archivedThings, thingNamed, thingOf, type Manager } from '../src/lib/server/managing/managed-thing.ts';
import { renameThing } from '../src/lib/server/managing/renaming.ts';
import { thingKindNames, type ThingKindName } from '../src/lib/server/managing/things.ts';
import { projectsOf } from '../src/lib/server/projects.ts';
import { enablePerson } from '../src/lib/server/auth/accounts/standing.ts';
import { runsOf } from '../src/lib/scorer/runs/runs.server.ts';
import { runProgress } from '../src/lib/scorer/runs/run-progress.server.ts';
import { exampleRun, type ExampleRun } from '../src/lib/studies/planning/example-run.fixture.ts';
import { closeStudy, createStudy, listStudies } from '../src/lib/studies/planning/studies.server.ts';
import { listSpotChecks } from '../src/lib/studies/spot-checks/spot-checks.server.ts';
import { importTalk, talksOf } from '../src/lib/verification/proposals/talks/talks.server.ts';
import { importTopics, listTopics } from '../src/lib/verification/topics/topics.server.ts';
import { listQueries, getQuery } from '../src/lib/verification/benchmark/benchmark.server.ts';
import { importReports, listReports } from '../src/lib/verification/benchmark/reports.server.ts';
import { listSystems } from '../src/lib/verification/benchmark/systems.server.ts';

const admin = authorize(operator, instance, 'administer');

/** Two projects alike, each with a finished run, a closed study with labels, and a checklist item. */
function scene() {
  made ??= makeScene();
  const { mine, other, copy } = made;
  return { ...openDatabase(':memory:', 'drizzle', copy), mine, other };
}

/** Made once: copying it takes a tenth of the time. */
let made: ReturnType<typeof makeScene> | undefined;

function makeScene() {
  const { db, sqlite } = memoryDatabase();
  const [mine, other] = [withStudy(db, exampleRun(db)), withStudy(db, exampleRun(db))];
  return { mine, other, copy: sqlite.serialize() };
}

function withStudy(db: Db, example: ExampleRun) {
  const { id: studyId } = createStudy(db, example.manage, example.input());
  const item = db.get<{ assignment: string; item: string; person: string }>(
    sql`SELECT a.id AS assignment, i.study_item_id AS item, a.user_id AS person FROM assignment a
      JOIN assignment_item i ON i.assignment_id = a.id WHERE a.study_id = ${studyId} AND a.user_id = ${example.annotators[0].id} LIMIT 1`
  )!;
  db.insert(schema.humanVerdict)
    .values({
      ...{ id: `label-${studyId}`, assignmentId: item.assignment, studyItemId: item.item, userId: item.person },
      ...{ phase: 'blind', revision: 1, label: 'yes', note: '', passages: [], idempotencyKey: studyId, committedAt: 1 }
    })
    .run();
  closeStudy(db, example.manage, studyId);
  const query = db.get<{ id: string }>(
    sql`SELECT id FROM query WHERE project_id = ${example.projectId} AND qid = 'q1'`
  )!;
  db.insert(schema.checklistItem)
    .values({ id: `item-${studyId}`, queryId: query.id, key: 'z', text: 'Z?', kind: 'item', position: 9, createdAt: 1 })
    .run();
  const first = (table: string): string =>
    db.get<{ id: string }>(
      sql`SELECT id FROM ${sql.raw(table)} WHERE project_id = ${example.projectId} ORDER BY rowid LIMIT 1`
    )!.id;
  const ids: Record<ThingKindName, string> = {
    project: example.projectId,
    run: example.runId,
    study: studyId,
    system: first('system'),
    report: first('report'),
    query: query.id,
    item: `item-${studyId}`,
    topic: importedTopic(db, example),
    talk: importedTalk(db, example),
    'spot-check': closedSpotCheck(db, example),
    account: example.annotators[0].id
  };
  return { ...example, ids, grantFor: (kind: ThingKindName): Manager => grantFor(example, kind) };
}

function importedTopic(db: Db, { manage }: ExampleRun): string {
  const about = { platform: 'Forum', url: null, date: null, language: null, comments: [], text: 'A post' };
  importTopics(db, manage, [{ ...about, key: 't1', state: 'waiting', reason: null, note: '' }]);
  return listTopics(db, manage)[0]!.id;
}

function importedTalk(db: Db, { manage }: ExampleRun): string {
  const facts = { title: 'A talk', discipline: 'design', language: 'en' };
  const passages = [{ speaker: null, start: null, end: null, text: 'Words' }];
  const read = { format: 'text', passages, lines: 1, words: 1 } as const;
  return importTalk(db, manage, facts, { ...read, passages }, { disciplines: ['design'], languages: ['en'] }).id;
}

function closedSpotCheck(db: Db, { projectId, runId }: ExampleRun): string {
  const judgeId = db.get<{ id: string }>(sql`SELECT judge_id AS id FROM run_judge WHERE run_id = ${runId} LIMIT 1`)!.id;
  const reportId = db.get<{ id: string }>(sql`SELECT id FROM report WHERE project_id = ${projectId} LIMIT 1`)!.id;
  const id = `check-${runId}`;
  db.insert(schema.spotCheck)
    .values({
      ...{ id, projectId, number: 1, name: 'A check', runId, metric: 'coverage', unitKind: 'daily-claim', judgeId },
      ...{ seed: 1, available: 1, createdAt: 1, closedAt: 2 }
    })
    .run();
  db.insert(schema.spotCheckUnit)
    .values({ id: `unit-${runId}`, spotCheckId: id, position: 0, reportId, item: 'c1', label: 'correct' })
    .run();
  return id;
}

/** Accounts and the deletion of projects are for admins of the instance. */
const grantFor = (example: ExampleRun, kind: ThingKindName): Manager =>
  kind === 'account'
    ? admin
    : kind === 'project'
      ? authorize(operator, example.manage.resource, 'manage')
      : example.manage;

/** Returns the number of things of each kind that lists show. */
const listed = (db: Db, { read, manage, projectId }: ExampleRun, kind: ThingKindName): number =>
  ({
    project: () => projectsOf(db, operator).filter(({ id }) => id === projectId).length,
    run: () => runsOf(db, read).length,
    study: () => listStudies(db, read).length,
    system: () => listSystems(db, manage).length,
    report: () => listReports(db, read).length,
    query: () => listQueries(db, manage).length,
    item: () => getQuery(db, manage, 'q1').items.length,
    topic: () => listTopics(db, manage).length,
    talk: () => talksOf(db, manage).length,
    'spot-check': () => listSpotChecks(db, read).length,
    account: () => db.get<{ n: number }>(sql`SELECT count(*) AS n FROM user WHERE disabled_at IS NULL`)!.n
  })[kind]();

const rowsOf = (db: Db, projectId: string): Record<string, number> =>
  Object.fromEntries(
    ['run', 'study', 'system', 'report', 'query', 'dataset_version', 'judge', 'membership'].map((table) => [
      table,
      db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.raw(table)} WHERE project_id = ${projectId}`)!.n
    ])
  );

describe('every kind of thing', () => {
  it.each(thingKindNames)('%s: the archive hides it from lists, and restoring brings all of it back', (kind) => {
    const { db, mine } = scene();
    const before = listed(db, mine, kind);
    archiveThing(db, mine.grantFor(kind), kind, mine.ids[kind]);
    expect(listed(db, mine, kind)).toBe(before - 1);
    expect(archivedThings(db, mine.grantFor(kind), kind).map(({ id }) => id)).toEqual([mine.ids[kind]]);
    restoreThing(db, mine.grantFor(kind), kind, mine.ids[kind]);
    expect(listed(db, mine, kind)).toBe(before);
    expect(listReports(db, mine.read)).toHaveLength(12);
    expect(verifyAudit(db)).toMatchObject({ whole: true });
  });

  it.each(thingKindNames)('%s: is deleted only from the archive and by its name, with what hangs on it', (kind) => {
    const { db, sqlite, mine, other } = scene();
    const [grant, id] = [mine.grantFor(kind), mine.ids[kind]];
    const { name } = thingOf(db, grant, kind, id);
    const others = rowsOf(db, other.projectId);
    expect(() => deleteThing(db, grant, kind, id, name)).toThrow(
      kind === 'account' ? /Disable this account first/ : /Only things in the archive can be deleted/
    );
    archiveThing(db, grant, kind, id);
    expect(() => deleteThing(db, grant, kind, id, `${name} `.repeat(2))).toThrow(/Nothing was deleted/);
    const told = previewDeletion(db, grant, kind, id);
    expect(told.obstacle).toBeNull();
    expect(deleteThing(db, grant, kind, id, name)).toEqual(told.hanging);
    expect(archivedThings(db, grant, kind)).toEqual([]);
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
    expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.select().from(schema.deletionRow).all()).toEqual([]);
    expect(rowsOf(db, other.projectId)).toEqual(others);
    expect(verifyAudit(db)).toMatchObject({ whole: true });
    expect(db.select().from(schema.audit).all().at(-1)).toMatchObject({
      action: kind === 'account' ? 'user.delete' : `${kind}.delete`,
      entityId: id
    });
  });

  it.each(thingKindNames.filter((kind) => kind !== 'query'))('%s: gets another name, and keeps it', (kind) => {
    const { db, mine } = scene();
    const [grant, id] = [mine.grantFor(kind), mine.ids[kind]];
    if (kind === 'item') return void expect(() => renameThing(db, grant, kind, id, 'y')).toThrow(/Nothing was renamed/);
    const { label } = renameThing(db, grant, kind, id, '  Another name ');
    if (kind !== 'report') expect(label).toContain('Another name');
    expect(() => renameThing(db, grant, kind, id, ' ')).toThrow(/Nothing was renamed/);
  });
});

describe('a name that is a part of file names and addresses', () => {
  it.each(['system', 'query', 'topic', 'item'] as const)('of the kind %s is refused as imports refuse it', (kind) => {
    const { db, mine } = scene();
    const [grant, id] = [mine.grantFor(kind), mine.ids[kind]];
    const { name } = thingOf(db, grant, kind, id);
    for (const given of ['../../above', 'a\\b', 'two\nlines', '.', '..', 'half \ud800']) {
      const refused = (): unknown => renameThing(db, grant, kind, id, given);
      expect(refused, given).toThrow(
        expect.objectContaining({
          problems: [expect.objectContaining({ reason: expect.stringMatching(/slashes|dot/) })]
        })
      );
    }
    expect(thingOf(db, grant, kind, id).name).toBe(name);
  });
});

describe('what hangs on a thing', () => {
  it('is said before, in the nouns that people know', () => {
    const { db, mine } = scene();
    const told = (kind: ThingKindName) =>
      previewDeletion(db, mine.grantFor(kind), kind, mine.ids[kind]).hanging.map(({ n, words }) => `${n} ${words}`);
    expect(told('run')).toEqual(expect.arrayContaining(['1 study', '1 label of people']));
    expect(told('query')).toEqual(expect.arrayContaining(['1 checklist item', '3 reports']));
    expect(told('system')).toEqual(expect.arrayContaining(['4 reports']));
    expect(told('account')).toEqual(['1 label of a study']);
    expect(told('item')).toEqual([]);
  });
});

describe('a decision in force', () => {
  const obstacleOf = (...asked: Parameters<typeof previewDeletion>): string => {
    const { obstacle } = previewDeletion(...asked);
    return obstacle === null ? '' : sayIn('en', obstacle);
  };
  const decided = () => {
    const { db } = memoryDatabase();
    const { managing } = insertSampleStudy(
      db,
      ['ann', 'bob'],
      ['rules', 'openai:m'],
      [
        { id: 'i1', query: 'q1', people: 'yy', judges: 'yy' },
        { id: 'i2', query: 'q2', people: 'nn', judges: 'ny' }
      ]
    );
    liftEmbargo(db, managing, 'study');
    const decide = (outcome: 'adopt' | 'reject'): void => {
      const input = { studyId: 'study', metric: sampleMetric, outcome, judgeIds: ['rules'], rule: 'single' };
      recordAdoption(db, managing, { ...input, reason: 'Said so.' }, { resamples: 20 });
    };
    const { id: runId, name } = db.select().from(schema.run).get()!;
    db.run(sql`UPDATE study SET status = 'closed'`);
    return { db, managing, decide, runId, runName: name };
  };

  it('keeps the study, its run and its project from being deleted until it is withdrawn', () => {
    const { db, managing, decide, runId, runName } = decided();
    decide('adopt');
    const studyName = db.select().from(schema.study).get()!.name;
    for (const [kind, id, name] of [
      ['study', 'study', studyName],
      ['run', runId, runName]
    ] as const) {
      archiveThing(db, managing, kind, id);
      expect(obstacleOf(db, managing, kind, id)).toMatch(/current adoption .* Withdraw/);
      expect(() => deleteThing(db, managing, kind, id, name)).toThrow(/Withdraw the decision first/);
    }
    expect(obstacleOf(db, admin, 'project', managing.resource.id)).toMatch(/Withdraw/);
    decide('reject');
    deleteThing(db, managing, 'run', runId, runName);
    expect(db.select().from(schema.adoption).all()).toEqual([]);
    expect(db.select().from(schema.run).all()).toEqual([]);
    expect(verifyAudit(db)).toMatchObject({ whole: true });
  });

  it('keeps the reports, queries and systems whose labels it rests on', () => {
    const { db, managing, decide } = decided();
    decide('adopt');
    const first = db.get<{ report: string; query: string; system: string }>(
      sql`SELECT r.id AS report, r.query_id AS query, r.system_id AS system FROM study_item i JOIN report r ON r.id = i.report_id LIMIT 1`
    )!;
    for (const kind of ['report', 'query', 'system'] as const) {
      archiveThing(db, managing, kind, first[kind]);
      const { name } = thingOf(db, managing, kind, first[kind]);
      expect(() => deleteThing(db, managing, kind, first[kind], name)).toThrow(/is based on its labels.* Withdraw/);
      restoreThing(db, managing, kind, first[kind]);
    }
    decide('reject');
    archiveThing(db, managing, 'query', first.query);
    deleteThing(db, managing, 'query', first.query, thingOf(db, managing, 'query', first.query).name);
    expect(verifyAudit(db)).toMatchObject({ whole: true });
  });

  it('is not brought back by deleting the study that withdrew it', () => {
    const { db, managing, decide } = decided();
    decide('adopt');
    const first = db.select().from(schema.study).get()!;
    db.insert(schema.study)
      .values({ ...first, id: 'later', number: 2, name: 'Later' })
      .run();
    const adopted = db.select().from(schema.adoption).get()!;
    db.insert(schema.adoption)
      .values({
        ...adopted,
        id: 'withdrawn',
        studyId: 'later',
        outcome: 'reject',
        ensemble: null,
        decidedAt: adopted.decidedAt + 1
      })
      .run();
    archiveThing(db, managing, 'study', 'later');
    expect(() => deleteThing(db, managing, 'study', 'later', 'Later')).toThrow(/would reinstate that ensemble/);
  });
});

describe('tables that only grow', () => {
  it('let the rows of a deletion pass and no others, whatever a statement claims', () => {
    const { db, sqlite, mine } = scene();
    const say = (text: string) => (): void => void sqlite.prepare(text).run();
    expect(say('DELETE FROM human_verdict')).toThrow(/append-only/);
    expect(say('DELETE FROM audit')).toThrow(/append-only/);
    const begin = (finished: number | null) =>
      say(
        `INSERT INTO deletion (id, kind, entity_id, rows, started_at, finished_at) VALUES ('d', 'run', '${mine.runId}', '{}', 1, ${finished ?? 'NULL'})`
      );
    expect(begin(null)).toThrow(/only what is in the archive/);
    expect(say("INSERT INTO deletion_row VALUES ('d', 'audit', 1)")).toThrow(/deletion under way/);
    archiveThing(db, mine.manage, 'run', mine.runId);
    expect(begin(1)).toThrow(/only what is in the archive/);
    begin(null)();
    expect(say("INSERT INTO deletion_row VALUES ('d', 'audit', 1)")).toThrow(/deletion under way/);
    expect(say('DELETE FROM human_verdict')).toThrow(/append-only/);
    db.run(sql`UPDATE deletion SET finished_at = 2 WHERE id = 'd'`);
    expect(say("INSERT INTO deletion_row VALUES ('d', 'human_verdict', 1)")).toThrow(/deletion under way/);
    expect(say("UPDATE deletion SET finished_at = NULL WHERE id = 'd'")).toThrow(/append-only/);
    expect(say('DELETE FROM deletion')).toThrow(/append-only/);
  });

  it('each have the condition, the audit trail and the record of deletions excepted', () => {
    const { db } = memoryDatabase();
    const closed = db
      .all<{ name: string }>(
        sql`SELECT tbl_name AS name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%BEFORE DELETE ON%' AND sql NOT LIKE '%deletion_row%'`
      )
      .map(({ name }) => name);
    expect(closed.sort()).toEqual(['audit', 'deletion']);
  });
});

describe('what people work on', () => {
  it('does not go into the archive: an open study, a run under way, the project of one', () => {
    const { db, mine } = scene();
    db.run(sql`UPDATE study SET status = 'open' WHERE id = ${mine.ids.study}`);
    db.run(sql`UPDATE run SET status = 'running' WHERE id = ${mine.runId}`);
    for (const kind of ['study', 'run', 'project'] as const)
      expect(() => archiveThing(db, mine.manage, kind, mine.ids[kind])).toThrow(/first|then archive it/);
  });

  it('is not deleted by a lead if only admins may, nor by a lead of another project', () => {
    const { db, mine, other } = scene();
    const lead = authorize(mine.lead, mine.manage.resource, 'manage');
    archiveThing(db, lead, 'project', mine.projectId);
    expect(() => deleteThing(db, lead, 'project', mine.projectId, 'Example')).toThrow(/Only admins/);
    expect(() => archiveThing(db, other.manage, 'run', mine.runId)).toThrow(/no such run/);
    expect(() => thingOf(db, lead, 'account', mine.ids.account)).toThrow(/admins/);
  });
});

describe('a deleted account', () => {
  it('keeps its labels under a pseudonym, and no sign-in or link opens it again', () => {
    const { db, mine } = scene();
    const { name } = thingOf(db, admin, 'account', mine.ids.account);
    archiveThing(db, admin, 'account', mine.ids.account);
    deleteThing(db, admin, 'account', mine.ids.account, name);
    const row = db.all<Record<string, unknown>>(sql`SELECT * FROM user WHERE id = ${mine.ids.account}`)[0]!;
    expect(row).toMatchObject({ name: 'Former member 1', password_hash: null });
    expect(JSON.stringify(row)).not.toContain('ana');
    expect(JSON.stringify(db.all(sql`SELECT detail FROM audit WHERE entity_id = ${mine.ids.account}`))).not.toContain(
      name
    );
    expect(
      db.get<{ n: number }>(sql`SELECT count(*) AS n FROM human_verdict WHERE user_id = ${mine.ids.account}`)!.n
    ).toBe(1);
    expect(() => enablePerson(db, admin, mine.ids.account)).toThrow(/was deleted/);
  });
  it('has no name in the audit trail, which stays whole and shows the pseudonym', () => {
    const { db, mine } = scene();
    const id = mine.ids.account;
    const person = { kind: 'person', id, name: 'Zyxwv Utsr', email: 'z@x', admin: false, roles: new Map() } as const;
    const { projectId } = mine;
    write(db, (tx) => record(tx, person, { projectId, action: 'note.write', entity: 'note', entityId: '1' }));
    expect(JSON.stringify(db.all(sql`SELECT * FROM audit`))).not.toContain('Zyxwv');
    const { name } = thingOf(db, admin, 'account', id);
    archiveThing(db, admin, 'account', id);
    deleteThing(db, admin, 'account', id, name);
    const lead = authorize(operator, { kind: 'project', id: projectId }, 'manage');
    expect(readAudit(db, lead, { action: 'note.write' })).toMatchObject([
      { actorId: id, actorName: 'Former member 1' }
    ]);
    expect(auditFacets(db, lead).actors.filter(({ value }) => value === id)).toEqual([
      { value: id, name: 'Former member 1' }
    ]);
    expect(verifyAudit(db).whole).toBe(true);
  });
});

describe('a corrected report', () => {
  const markdown = '# Corrected\n\nOther words.';
  const given = (db: Db, { projectId }: ExampleRun) => {
    const { system, qid } = db.get<{ system: string; qid: string }>(
      sql`SELECT s.name AS system, q.qid AS qid FROM report r JOIN system s ON s.id = r.system_id JOIN query q ON q.id = r.query_id
        WHERE r.project_id = ${projectId} ORDER BY r.rowid LIMIT 1`
    )!;
    return { system, qid, markdown, queryText: null, collectedAt: null, source: 'corrected.md' };
  };

  it('is a new revision: lists show it, runs keep the one that they judged, and it is refused unless it is said', () => {
    const { db, mine } = scene();
    const report = given(db, mine);
    expect(() => importReports(db, mine.manage, [report])).toThrow(/Nothing was imported/);
    expect(importReports(db, mine.manage, [report], { corrected: true }).reports).toMatchObject({
      added: 0,
      corrected: 1
    });
    expect(importReports(db, mine.manage, [report], { corrected: true }).reports).toMatchObject({ unchanged: 1 });
    const shown = listReports(db, mine.read).filter(
      ({ qid, system }) => qid === report.qid && system === report.system
    );
    expect(shown).toMatchObject([{ source: 'corrected.md' }]);
    expect(listReports(db, mine.read)).toHaveLength(12);
    const [first] = db.all<{ id: string }>(
      sql`SELECT id FROM report WHERE project_id = ${mine.projectId} ORDER BY rowid LIMIT 1`
    );
    expect(db.all(sql`SELECT DISTINCT run_id FROM verdict WHERE report_id = ${first!.id}`)).toHaveLength(1);
    expect(db.all(sql`SELECT 1 FROM verdict WHERE report_id = ${shown[0]!.id}`)).toHaveLength(0);
  });

  it('is archived, restored and deleted with its earlier revisions', () => {
    const { db, sqlite, mine } = scene();
    const report = given(db, mine);
    importReports(db, mine.manage, [report], { corrected: true });
    const { id, name } = thingNamed(db, mine.manage, 'report', `${report.system} ${report.qid}`);
    archiveThing(db, mine.manage, 'report', id);
    expect(listReports(db, mine.read)).toHaveLength(11);
    expect(() => importReports(db, mine.manage, [{ ...report, markdown: 'x' }], { corrected: true })).toThrow(
      /Nothing was imported/
    );
    restoreThing(db, mine.manage, 'report', id);
    expect(listReports(db, mine.read)).toHaveLength(12);
    archiveThing(db, mine.manage, 'report', id);
    deleteThing(db, mine.manage, 'report', id, name);
    expect(db.all(sql`SELECT 1 FROM report WHERE project_id = ${mine.projectId}`)).toHaveLength(11);
    expect(db.all(sql`SELECT 1 FROM report_text WHERE markdown = ${markdown}`)).toHaveLength(0);
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  });
});

describe('figures of a run that is done', () => {
  it('are read anew once something of it was deleted', () => {
    const { db, mine } = scene();
    const judged = (): number => runProgress(db, mine.runId).lines.reduce((sum, line) => sum + line.judged, 0);
    const before = judged();
    archiveThing(db, mine.manage, 'query', mine.ids.query);
    expect(judged()).toBe(before);
    deleteThing(db, mine.manage, 'query', mine.ids.query, 'q1');
    expect(judged()).toBeLessThan(before);
  });
});
