import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alignmentReport } from '../src/lib/alignment/report/report.server.ts';
import { RunDriver } from '../src/lib/scorer/runs/driving/driver.server.ts';
import { parseJudgeSpec } from '../src/lib/scorer/judges/index.ts';
import { scriptFiles } from '../src/lib/scorer/judges/scripted/script-files.ts';
import { leaderboardOf } from '../src/lib/scorer/leaderboard/leaderboard.server.ts';
import { pagesOf } from '../src/lib/scorer/web/pages/pages.server.ts';
import { listRuns } from '../src/lib/scorer/runs/run-progress.server.ts';
import { createRun } from '../src/lib/scorer/runs/new-run.server.ts';
import { suites } from '../src/lib/scorer/suites/index.ts';
import { authorize, instance, operator, type ProjectGrant } from '../src/lib/server/auth/authorize.ts';
import { signIn } from '../src/lib/server/auth/sign-in/sign-in.ts';
import { openDatabase, schema, type OpenDatabase } from '../src/lib/server/db/client.ts';
import { personByEmail } from '../src/lib/server/people.ts';
import { projectBySlug } from '../src/lib/server/projects.ts';
import { nextStudyAssignment, readAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { studyLabels } from '../src/lib/studies/labels/labels.server.ts';
import { listStudies } from '../src/lib/studies/planning/studies.server.ts';
import { disagreements, roundBoard } from '../src/lib/verification/monitoring/board.server.ts';
import { versionRecord } from '../src/lib/verification/release/finalise.server.ts';
import { listBatches } from '../src/lib/verification/inspection/inspections.server.ts';
import { getDraft } from '../src/lib/verification/proposals/query-draft-view.server.ts';
import { listDrafts } from '../src/lib/verification/proposals/query-drafts.server.ts';
import { listReports } from '../src/lib/verification/benchmark/reports.server.ts';
import { listRounds, roundByNumber } from '../src/lib/verification/rounds/rounds.server.ts';
import { surveyCounts } from '../src/lib/verification/proposals/survey/survey-counts.server.ts';
import { listSystems } from '../src/lib/verification/benchmark/systems.server.ts';
import { readJudges, readPages } from './load/content.ts';
import { loadDemo, type Demo } from './load.server.ts';
import { copyLoadedDemo } from '../tests/loaded-demo.ts';
import { atMost } from '../tests/timing.ts';

const migrations = join(import.meta.dirname, '../drizzle');
const data = mkdtempSync(join(tmpdir(), 'voirdire-demo-'));
let database: OpenDatabase;
let demo: Demo;
let read: ProjectGrant<'read-results'>;

beforeAll(async () => {
  copyLoadedDemo(data);
  database = openDatabase(join(data, 'voirdire.db'), migrations);
  demo = await loadDemo(database.db, data);
  const { id } = projectBySlug(database.db, demo.project);
  read = authorize(operator, { kind: 'project', id }, 'read-results');
});
afterAll(() => {
  database.close();
  rmSync(data, { recursive: true, force: true });
});

const rows = (): unknown =>
  Object.fromEntries(
    database.sqlite
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
      .all()
      .map((table) => (table as { name: string }).name)
      .map((name) => [name, database.sqlite.prepare(`SELECT * FROM "${name}"`).all()])
  );

describe('the demo', () => {
  it('has a person in each role, who can sign in with the password that is kept for its owner alone', async () => {
    expect(new Set(demo.people.map(({ role }) => role))).toEqual(
      new Set(['lead', 'annotator', 'reviewer', 'adjudicator'])
    );
    const file = join(data, 'demo-sign-ins.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(demo.people);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const { email, password } of demo.people)
      await expect(
        signIn(database.db, { email, password: password!, address: '127.0.0.1', device: null })
      ).resolves.toBeTruthy();
  });

  it('holds a finished run for each study and one with all six metrics, without a unit that is unscored', () => {
    const scripted = ['scripted:ferrule', 'scripted:gannet', 'scripted:sextant'];
    const whole = { status: 'done', unscored: 0 };
    expect(listRuns(database.db, read)).toMatchObject([
      {
        ...whole,
        number: 3,
        metrics: ['presentation', 'consistency', 'coverage', 'depth', 'citation-association', 'citation-accuracy'],
        judges: [...scripted, 'rules'],
        // The baseline's eight reports are not compared with themselves.
        tasks: (5 * 24 + 16) * 4,
        tasksDone: (5 * 24 + 16) * 4
      },
      {
        ...whole,
        number: 2,
        metrics: ['presentation'],
        judges: [...scripted, 'rules'],
        tasks: 24 * 4,
        tasksDone: 24 * 4
      },
      {
        ...whole,
        number: 1,
        metrics: ['coverage', 'coverage-rating'],
        judges: scripted,
        tasks: 2 * 24 * 3,
        tasksDone: 2 * 24 * 3
      }
    ]);
  });

  it('has cited pages of every kind, among them some that a person supplied, and asks nothing of the network', () => {
    const count = (rows: readonly string[]): Record<string, number> =>
      Object.fromEntries([...new Set(rows)].sort().map((row) => [row, rows.filter((one) => one === row).length]));
    const [all] = listRuns(database.db, read);
    const pages = pagesOf(database.db, read, all!);
    expect(pages).toHaveLength(Object.keys(readPages()).length);
    expect(count(pages.map(({ outcome, origin }) => `${outcome} ${origin}`))).toEqual({
      'blocked fetched': 1,
      'needs-sign-in fetched': 1,
      'not-found fetched': 5,
      'ok fetched': 77,
      'ok person': 2,
      'rate-limited fetched': 1,
      'server-error fetched': 1,
      'timed-out fetched': 1,
      'unresolved fetched': 1
    });
  });

  it('ranks the thorough system first, has each system beaten somewhere, and shows its planted defects', () => {
    const [all] = listRuns(database.db, read);
    const board = leaderboardOf(database.db, read, all!);
    const systems = board.groups.flatMap((group) => group.systems);
    const scores = (metric: string) =>
      Object.fromEntries(systems.map(({ system, scores: own }) => [system, own[metric]?.value]));
    for (const metric of ['presentation', 'coverage', 'citation-association', 'citation-accuracy']) {
      const { 'heron-research': best, ...others } = scores(metric);
      for (const other of Object.values(others)) expect(best).toBeGreaterThan(other!);
    }
    const consistency = scores('consistency');
    expect(consistency['cairn-search']).toBeGreaterThan(consistency['heron-research']!);
    expect(consistency['heron-research']).toBeGreaterThan(consistency['tarn-agents']!);
    const depth = scores('depth');
    expect(depth['tarn-agents']).toBeUndefined();
    expect(depth['heron-research']).toBeGreaterThan(50);
    expect(depth['heron-research']).toBeLessThan(100);
    expect(depth['cairn-search']).toBeGreaterThan(0);
    expect(depth['cairn-search']).toBeLessThan(50);
  });

  it('quotes reports and pages where they can be found', () => {
    const astray = database.db
      .select({ kind: schema.verdict.kind, evidence: schema.verdict.evidence, detail: schema.verdict.detail })
      .from(schema.verdict)
      .all()
      .filter(({ kind }) => kind === 'issue' || kind === 'claim')
      .flatMap(({ evidence, detail }) => [
        ...evidence.filter(({ place }) => place === null).map(({ quote }) => quote),
        ...(detail?.kind === 'issue' && !detail.grounded ? ['ungrounded'] : [])
      ]);
    expect(astray).toEqual([]);
  });

  it('holds a study that is through, with most preferences given, and one that is a quarter done', () => {
    const [presentation, coverage] = listStudies(database.db, read).slice(-2);
    expect(coverage).toMatchObject({ metric: 'coverage', items: 72, people: 3, total: 216, done: 216 });
    expect(presentation).toMatchObject({ metric: 'presentation', items: 96, people: 3, total: 192 });
    expect(presentation!.done / presentation!.total).toBeCloseTo(1 / 4, 1);
    const preferences = studyLabels(database.db, read, coverage!.id).flatMap((unit) => unit.preferences);
    expect(preferences.length).toBeGreaterThan(216 / 2);
    expect(preferences.length).toBeLessThan(216);
    expect(new Set(preferences.map(({ choice }) => choice))).toEqual(new Set(['judges', 'tie', 'none']));
    expect(preferences.filter(({ judgeIds }) => judgeIds.length > 1)).not.toEqual([]);
  });

  it('holds a round of verification that is through and one with work in every stage', () => {
    const lead = authorize(operator, read.resource, 'manage');
    expect(listRounds(database.db, lead).map(({ name, status, inStage }) => [name, status, inStage])).toEqual([
      ['Before the first release', 'open', { annotation: 1, review: 1, inspection: 2, adjudication: 1, done: 1 }],
      ['Pilot', 'finalised', { annotation: 0, review: 0, inspection: 0, adjudication: 0, done: 2 }]
    ]);
    const [open, through] = [2, 1].map((number) => roundByNumber(database.db, lead, number));
    const board = roundBoard(database.db, lead, open!.id);
    expect(board.openFlags).toBe(1);
    expect(board.rows.some(({ appended }) => appended > 0)).toBe(true);
    expect(listBatches(database.db, lead, open!.id).map(({ inspections }) => inspections[0]?.status)).toEqual([
      'passed',
      'open',
      undefined
    ]);
    expect(disagreements(database.db, lead, through!.id).length).toBeGreaterThan(1);
  });

  it('scores the very version that its verification made', () => {
    const [all] = listRuns(database.db, read);
    const { version, finalisation } = versionRecord(database.db, read, 1);
    expect(version.id).toBe(all!.versionId);
    expect(finalisation?.datasheet.subjects.item.states).toEqual({ unanimous: 11, adjudicated: 2, open: 0 });
  });

  it('has drafts with questions and items by scripted judges, and a coded survey', () => {
    const lead = authorize(operator, read.resource, 'manage');
    const drafts = new Map(listDrafts(database.db, lead).map((draft) => [draft.qid, draft]));
    expect(drafts.get('schools01')).toMatchObject({
      proposed: 4,
      openClarifications: 2,
      clarifications: 3,
      next: 'questions'
    });
    expect(drafts.get('transport01')).toMatchObject({ items: 2, clarifications: 2, revision: 2, next: 'adopt' });
    expect(drafts.get('heat01')).toMatchObject({ respondent: 's14', items: 0, next: 'checklist' });
    expect(drafts.get('podcasts01')).toMatchObject({ status: 'dropped', next: null });
    expect(
      ['schools01', 'transport01'].flatMap((qid) =>
        getDraft(database.db, lead, qid).clarifications.map(({ status }) => status)
      )
    ).toEqual(expect.arrayContaining(['open', 'answered', 'dismissed', 'edited']));
    expect(surveyCounts(database.db, lead)).toMatchObject({ answers: 24, coded: 18 });
  });

  it('leaves every annotator something to judge', () => {
    const administer = authorize(operator, instance, 'administer');
    for (const { email } of demo.people.filter(({ role }) => role === 'annotator'))
      expect(nextStudyAssignment(database.db, personByEmail(database.db, administer, email))).not.toBeNull();
  });

  it('shows people the dates that the judges read, not the placeholders of the queries', () => {
    const administer = authorize(operator, instance, 'administer');
    const shown = demo.people
      .filter(({ role }) => role === 'annotator')
      .flatMap(({ email }) => {
        const person = personByEmail(database.db, administer, email);
        const own = database.db.select().from(schema.assignment).where(eq(schema.assignment.userId, person.id)).all();
        return own.map(({ id }) => readAssignment(database.db, person, id).query);
      });
    expect(shown.some((query) => /As of 2026-\d\d-\d\d,/.test(query))).toBe(true);
    expect(shown.filter((query) => query.includes('{{'))).toEqual([]);
  });

  it('takes each preference from the judge that the seed names, though the person saw aliases', () => {
    const coverage = listStudies(database.db, read).at(-1);
    const judges = new Map(
      database.db
        .select()
        .from(schema.judge)
        .all()
        .map(({ id, spec }) => [id, spec])
    );
    const people = new Map(
      database.db
        .select()
        .from(schema.user)
        .all()
        .map(({ id, name }) => [id, name])
    );
    const stored = new Map(
      studyLabels(database.db, read, coverage!.id).flatMap(({ systemName, qid, item, preferences }) =>
        preferences.map(({ userId, choice, judgeIds }) => [
          `${people.get(userId)} ${systemName} ${qid} ${item}`,
          choice === 'judges' ? judgeIds.map((id) => judges.get(id)).sort() : choice
        ])
      )
    );
    const named = readFileSync(join(import.meta.dirname, 'preferences.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<'person' | 'system' | 'qid' | 'item', string> & { choice: string[] })
      .map(({ person, system, qid, item, choice }) => [`${person} ${system} ${qid} ${item}`, choice] as const)
      .filter(([key]) => stored.has(key));
    expect(named.length).toBeGreaterThan(20);
    for (const [key, choice] of named)
      expect([key, stored.get(key)]).toEqual([key, Array.isArray(choice) ? [...choice].sort() : choice]);
  });

  it('gives an agreement report whose best candidate counts on the careful judge', () => {
    const coverage = listStudies(database.db, read).at(-1);
    const { report } = alignmentReport(database.db, read, coverage!.id, { resamples: 50 });
    const best = report.candidates[report.recommendation.best!]!;
    expect(best.name).toContain('gannet');
    expect(best.common.value).toBeGreaterThan(0.8);
  });
});

describe('a second start', () => {
  it('changes nothing and gives the same sign-ins', async () => {
    const before = rows();
    expect(await loadDemo(database.db, data)).toEqual(demo);
    expect(rows()).toEqual(before);
  });

  it('says so if the file with the sign-ins is gone, and makes no new one', async () => {
    const file = join(data, 'demo-sign-ins.json');
    const kept = readFileSync(file);
    rmSync(file);
    expect((await loadDemo(database.db, data)).people.map(({ password }) => password)).toEqual(
      demo.people.map(() => null)
    );
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, kept, { mode: 0o600 });
  });
});

describe('a visitor', () => {
  it('may ask the judges for all that is not there yet: another baseline, and direct ratings', async () => {
    const { id } = projectBySlug(database.db, demo.project);
    const manage = authorize(operator, { kind: 'project', id }, 'manage');
    const driver = new RunDriver(database.db, {}, scriptFiles(join(data, 'scripts')));
    const [all] = listRuns(database.db, read);
    const baseline = listSystems(database.db, read).find(({ name }) => name === 'cairn-search')!.id;
    const run = createRun(database.db, manage, {
      name: 'What a visitor may ask',
      versionId: all!.versionId!,
      metrics: ['depth', ...suites['direct-rating'].metrics.map(({ name }) => name)],
      settings: { depth: { baseline } },
      judges: readJudges().map((spec) => driver.name(parseJudgeSpec(spec))),
      reportIds: listReports(database.db, read).map((report) => report.id),
      options: { concurrency: 16 }
    });
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect(listRuns(database.db, read)[0]).toMatchObject({ status: 'done', unscored: 0, tasks: (16 + 6 * 24) * 3 });
  });
});

describe('a start after one that was interrupted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-demo-'));
  let interrupted: OpenDatabase;
  let milliseconds = 0;
  const loading = async (): Promise<Demo> => {
    const began = performance.now();
    return loadDemo(interrupted.db, folder).finally(() => (milliseconds += performance.now() - began));
  };
  beforeAll(() => {
    interrupted = openDatabase(join(folder, 'voirdire.db'), migrations);
    interrupted.sqlite.pragma('synchronous = OFF');
  });
  afterAll(() => {
    interrupted.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // One after the other: each of them stops the start that continues the one before.
  it.each([
    ['reports', 'user', 'report'],
    ['run', 'report', 'run'],
    ['studies', 'run', 'study']
  ])('is interrupted in its turn, before the %s', async (_what, last, next) => {
    const { sqlite } = interrupted;
    const rowsOf = (table: string) => sqlite.prepare(`SELECT count(*) FROM "${table}"`).pluck().get();
    sqlite.exec(`CREATE TRIGGER stop BEFORE INSERT ON "${next}" BEGIN SELECT raise(ABORT, 'pulled the plug'); END`);
    await expect(loading()).rejects.toThrow();
    expect(rowsOf(last)).toBeGreaterThan(0);
    expect(rowsOf(next)).toBe(0);
    sqlite.exec('DROP TRIGGER stop');
  });

  it('continues after three of them to the whole demo, all four in a few seconds', async () => {
    const { people } = await loading();
    expect(people.every(({ password }) => password !== null)).toBe(true);
    const { db } = interrupted;
    const { id } = projectBySlug(db, 'demo');
    const grant = authorize(operator, { kind: 'project', id }, 'read-results');
    expect(listStudies(db, grant).slice(-2)).toMatchObject([{ done: 48 }, { done: 216 }]);
    expect(listRuns(db, grant)).toMatchObject([3, 2, 1].map((number) => ({ number, status: 'done', unscored: 0 })));
    console.log(`The demo was loaded in ${Math.round(milliseconds)} ms.`);
    expect(milliseconds).toBeLessThan(atMost(15_000));
  });
});
