import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alignmentReport } from '../src/lib/alignment/report.server.ts';
import { listRuns } from '../src/lib/scorer/run-progress.server.ts';
import { authorize, instance, operator, type ProjectGrant } from '../src/lib/server/auth/authorize.ts';
import { signIn } from '../src/lib/server/auth/sign-in.ts';
import { openDatabase, schema, type OpenDatabase } from '../src/lib/server/db/client.ts';
import { personByEmail } from '../src/lib/server/people.ts';
import { projectBySlug } from '../src/lib/server/projects.ts';
import { nextAssignment, readAssignment } from '../src/lib/studies/queue.server.ts';
import { studyLabels } from '../src/lib/studies/labels.server.ts';
import { listStudies } from '../src/lib/studies/studies.server.ts';
import { loadDemo, type Demo } from './load.server.ts';

const migrations = join(import.meta.dirname, '../drizzle');
const data = mkdtempSync(join(tmpdir(), 'voirdire-demo-'));
let database: OpenDatabase;
let demo: Demo;
let milliseconds = 0;
let read: ProjectGrant<'read-results'>;

beforeAll(async () => {
  database = openDatabase(join(data, 'voirdire.db'), migrations);
  const began = performance.now();
  demo = await loadDemo(database.db, data);
  milliseconds = performance.now() - began;
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
  it('is loaded in a few seconds', () => {
    console.log(`The demo was loaded in ${Math.round(milliseconds)} ms.`);
    expect(milliseconds).toBeLessThan(15_000);
  });

  it('has a person in each role, who can sign in with the password that is kept for its owner alone', async () => {
    expect(new Set(demo.people.map(({ role }) => role))).toEqual(
      new Set(['lead', 'annotator', 'reviewer', 'adjudicator'])
    );
    const file = join(data, 'demo-sign-ins.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(demo.people);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const { email, password } of demo.people)
      await expect(signIn(database.db, { email, password: password!, address: '127.0.0.1' })).resolves.toBeTruthy();
  });

  it('holds a finished run for each metric, without a unit that is unscored', () => {
    const scripted = ['scripted:ferrule', 'scripted:gannet', 'scripted:sextant'];
    const whole = { status: 'done', unscored: 0 };
    expect(listRuns(database.db, read)).toMatchObject([
      {
        ...whole,
        number: 2,
        metrics: ['presentation'],
        judges: [...scripted, 'rules'],
        tasks: 24 * 4,
        tasksDone: 24 * 4
      },
      { ...whole, number: 1, metrics: ['coverage'], judges: scripted, tasks: 24 * 3, tasksDone: 24 * 3 }
    ]);
  });

  it('holds a study that is through, with most preferences given, and one that is a quarter done', () => {
    const [presentation, coverage] = listStudies(database.db, read);
    expect(coverage).toMatchObject({ metric: 'coverage', items: 72, people: 3, total: 216, done: 216 });
    expect(presentation).toMatchObject({ metric: 'presentation', items: 96, people: 3, total: 192 });
    expect(presentation!.done / presentation!.total).toBeCloseTo(1 / 4, 1);
    const preferences = studyLabels(database.db, read, coverage!.id).flatMap((unit) => unit.preferences);
    expect(preferences.length).toBeGreaterThan(216 / 2);
    expect(preferences.length).toBeLessThan(216);
    expect(new Set(preferences.map(({ choice }) => choice))).toEqual(new Set(['judges', 'tie', 'none']));
    expect(preferences.filter(({ judgeIds }) => judgeIds.length > 1)).not.toEqual([]);
  });

  it('leaves every annotator something to judge', () => {
    const administer = authorize(operator, instance, 'administer');
    for (const { email } of demo.people.filter(({ role }) => role === 'annotator'))
      expect(nextAssignment(database.db, personByEmail(database.db, administer, email))).not.toBeNull();
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
    const [, coverage] = listStudies(database.db, read);
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
    const [, coverage] = listStudies(database.db, read);
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

  it('says so where the file with the sign-ins is gone, and makes no new one', async () => {
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

describe('a start after one that was interrupted', () => {
  it.each(['before the reports', 'before the run', 'before the studies'])('goes on %s', async (moment) => {
    const folder = mkdtempSync(join(tmpdir(), 'voirdire-demo-'));
    const { db, sqlite, close } = openDatabase(join(folder, 'voirdire.db'), migrations);
    sqlite.pragma('synchronous = OFF');
    const table = { 'before the reports': 'report', 'before the run': 'run', 'before the studies': 'study' }[moment];
    sqlite.exec(`CREATE TRIGGER stop BEFORE INSERT ON "${table}" BEGIN SELECT raise(ABORT, 'pulled the plug'); END`);
    await expect(loadDemo(db, folder)).rejects.toThrow();
    sqlite.exec('DROP TRIGGER stop');
    const { people } = await loadDemo(db, folder);
    expect(people.every(({ password }) => password !== null)).toBe(true);
    const { id } = projectBySlug(db, 'demo');
    const grant = authorize(operator, { kind: 'project', id }, 'read-results');
    expect(listStudies(db, grant)).toMatchObject([{ done: 48 }, { done: 216 }]);
    expect(listRuns(db, grant)).toHaveLength(2);
    close();
    rmSync(folder, { recursive: true, force: true });
  });
});
