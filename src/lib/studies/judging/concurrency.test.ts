import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../server/auth/authorize.ts';
import { openDatabase, schema, type OpenDatabase } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun, type ExampleRun } from '../planning/example-run.fixture.ts';
import { readAssignment } from './queue.server.ts';
import { createStudy, listStudies } from '../planning/studies.server.ts';
import { commitVerdict } from './verdicts.server.ts';
import { annotating, openAssignment } from './annotating.fixture.ts';
import { atMost, processorTimeSince } from '../../../../tests/timing.ts';

const migrations = join(process.cwd(), 'drizzle');
const quickImports = join(import.meta.dirname, '../../server/db/quick-imports.ts');
let folder: string;
let open: OpenDatabase;
let run: ExampleRun;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voirdire-studies-'));
  open = openDatabase(join(folder, 'test.db'), migrations);
  run = exampleRun(open.db);
});
afterEach(() => {
  open.close();
  rmSync(folder, { recursive: true });
});

/** Starts a tab; resolves to the keys that were acknowledged. `killAfter` keys, the process is killed outright. */
const tab = (
  person: Person,
  name: string,
  { killAfter = Infinity, start = () => Promise.resolve() }: { killAfter?: number; start?: () => Promise<void> } = {}
): Promise<{ keys: string[]; errors: string; code: number | null }> =>
  new Promise((resolve) => {
    const who = JSON.stringify({ ...person, projectId: run.projectId });
    const script = join(import.meta.dirname, 'committing.fixture.ts');
    // Somewhat later than it is to be killed it waits: a busy machine may let it continue for long before that.
    const last = String(killAfter + 30);
    const asked = [script, join(folder, 'test.db'), migrations, who, name, 'wait', last];
    const child = spawn(process.execPath, ['--import', quickImports, ...asked]);
    let [out, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      const began = out.startsWith('ready\n');
      out += chunk.toString();
      if (!began && out.startsWith('ready\n')) void start().then(() => child.stdin.write('begin\n'));
      if (out.split('\n').length - 1 > killAfter) child.kill('SIGKILL');
    });
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('close', (code) => resolve({ keys: out.split('\n').slice(1, -1), errors, code }));
  });

const verdictRows = () => open.db.select().from(schema.humanVerdict).all();

describe('several processes at once', () => {
  it('leave one row per key, revisions without gaps, an audit row each, and nothing blind after the reveal', async () => {
    const study = createStudy(open.db, run.manage, run.input());
    const [ana, ben] = run.annotators;
    let waiting = 4;
    let begin: () => void;
    const all = new Promise<void>((resolve) => (begin = resolve));
    const start = (): Promise<void> => {
      if (--waiting === 0) begin();
      return all;
    };
    const tabs = await Promise.all(
      [ana, ben].flatMap((person) => ['left', 'right'].map((name) => tab(person, name, { start })))
    );
    for (const { errors, code } of tabs) expect({ errors, code }).toEqual({ errors: '', code: 0 });

    const rows = verdictRows();
    expect(new Set(rows.map((row) => row.idempotencyKey))).toEqual(new Set(tabs.flatMap((one) => one.keys)));
    const byUnit = new Map<string, number[]>();
    for (const { studyItemId, userId, revision } of rows) {
      const unit = `${userId} ${studyItemId}`;
      byUnit.set(unit, [...(byUnit.get(unit) ?? []), revision]);
    }
    for (const revisions of byUnit.values()) expect(revisions.sort()).toEqual(revisions.map((_, i) => i + 1));
    const audit = open.db.select().from(schema.audit).all();
    expect(
      audit
        .filter((row) => row.action === 'blind-verdict.commit')
        .map((row) => row.entityId)
        .sort()
    ).toEqual(rows.map((row) => row.id).sort());

    const assignments = open.db.select().from(schema.assignment).all();
    const mine = assignments.filter(({ userId }) => userId === ana.id || userId === ben.id);
    for (const { id, revealedAt } of mine) {
      expect(revealedAt).not.toBeNull();
      expect(audit.filter((row) => row.action === 'assignment.reveal' && row.entityId === id)).toHaveLength(1);
      for (const row of rows.filter((one) => one.assignmentId === id))
        expect(row.committedAt).toBeLessThanOrEqual(revealedAt!);
    }
    const total = mine.flatMap(
      (one) => readAssignment(open.db, one.userId === ana.id ? ana : ben, one.id).items
    ).length;
    expect(listStudies(open.db, run.read)[0]).toMatchObject({ id: study.id, done: total });
  });

  it('lose nothing that was acknowledged when one is killed', async () => {
    const [ana] = run.annotators;
    createStudy(open.db, run.manage, run.input({ sample: { items: 60 }, people: [ana.id], overlap: 1 }));
    const { keys, code } = await tab(ana, 'left', { killAfter: 3 });
    expect(code).toBeNull();
    const stored = verdictRows().map((row) => row.idempotencyKey);
    expect(stored).toEqual(expect.arrayContaining(keys));
    expect(stored.length).toBeLessThan(120);

    const again = await tab(ana, 'left');
    expect(again.errors).toBe('');
    const complete = verdictRows().map((row) => row.idempotencyKey);
    expect(complete).toEqual(expect.arrayContaining([...stored, ...again.keys]));
    expect(new Set(complete).size).toBe(complete.length);
    expect(listStudies(open.db, run.read)[0]).toMatchObject({ done: 60, total: 60 });
  });
});

describe('two studies made at once', () => {
  it('get two numbers and share no unit between the same people', () => {
    const other = openDatabase(join(folder, 'test.db'), migrations);
    try {
      const small = run.input({ sample: { items: 30 } });
      const made = [createStudy(open.db, run.manage, small), createStudy(other.db, run.manage, small)];
      expect(made.map((one) => one.number)).toEqual([1, 2]);
      const units = open.db
        .select()
        .from(schema.studyItem)
        .all()
        .map((one) => `${one.reportId} ${one.item}`);
      expect(units).toHaveLength(60);
      expect(new Set(units).size).toBe(60);
    } finally {
      other.close();
    }
  });
});

describe('a long queue', () => {
  it('keeps a commit and the next report within a few milliseconds', () => {
    const { db } = memoryDatabase();
    const example = exampleRun(db);
    const [ana] = example.annotators;
    createStudy(db, example.manage, example.input({ sample: { items: 60 }, people: [ana.id], overlap: 1 }));
    let [commits, took] = [0, 0];
    for (let at = openAssignment(db, ana); at !== null;) {
      for (const { id } of at.items) {
        const entry = { label: 'yes', note: '', passages: [], seconds: 1, idempotencyKey: id } as const;
        const before = process.threadCpuUsage();
        commitVerdict(db, annotating(ana), { assignmentId: at.id, studyItemId: id, ...entry });
        readAssignment(db, ana, at.id);
        commits += 1;
        took += processorTimeSince(before);
      }
      at = openAssignment(db, ana);
    }
    expect(commits).toBe(60);
    expect(took / commits).toBeLessThan(atMost(25));
  });
});
