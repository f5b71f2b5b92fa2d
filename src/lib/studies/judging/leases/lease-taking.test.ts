import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../../errors.ts';
import type { Person } from '../../../server/auth/authorize.ts';
import { openDatabase, schema, type Db } from '../../../server/db/client.ts';
import { newId } from '../../../server/db/id.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { exampleRun, type ExampleRun } from '../../planning/example-run.fixture.ts';
import { studyLabels } from '../../labels/labels.server.ts';
import { pauseStudy, resumeStudy } from './lease-rules.server.ts';
import { openWork } from './lease-work.server.ts';
import { takeWork } from './leases.server.ts';
import { nextStudyAssignment } from '../queue.server.ts';
import { reassignWork } from '../../planning/drawing/reassigning.server.ts';
import { createStudy, type Study } from '../../planning/studies.server.ts';
import { commitVerdict } from '../verdicts.server.ts';
import { annotating, openAssignment } from '../annotating.fixture.ts';

const quickImports = join(import.meta.dirname, '../../../server/db/quick-imports.ts');
const HOUR = 3_600_000;

function annotators(db: Db, { projectId }: ExampleRun, n: number): Person[] {
  return Array.from({ length: n }, (_, i) => {
    const [id, name] = [newId(), `Person ${String(i).padStart(2, '0')}`];
    const email = `${i}.${id}@x.example`;
    db.insert(schema.user).values({ id, email, name, createdAt: 1 }).run();
    db.insert(schema.membership).values({ projectId, userId: id, role: 'annotator', createdAt: 1 }).run();
    return { kind: 'person', id, name, email, admin: false, roles: new Map([[projectId, ['annotator']]]) };
  });
}

/** Rows of the database itself: how many places each item has, and whether one person has it twice. */
function exactness(db: Db, studyId: string): { places: number[]; twice: number } {
  const places = db.all<{ n: number; people: number; held: number }>(sql`
    select count(*) as n, count(distinct a.user_id) as people, count(a.user_id) as held
    from study_item i join assignment_item ai on ai.study_item_id = i.id join assignment a on a.id = ai.assignment_id
    where i.study_id = ${studyId} group by i.id`);
  return {
    places: [...new Set(places.map(({ n }) => n))],
    twice: places.reduce((sum, { held, people }) => sum + held - people, 0)
  };
}

describe('twelve people, a lead who gives work about, and people who leave', () => {
  it.each([1, 2])('keep every item at three labels of three people (walk %i)', (seed) => {
    const { db } = memoryDatabase();
    const run = exampleRun(db);
    const people = annotators(db, run, 12);
    const study: Study = createStudy(
      db,
      run.manage,
      run.input({ people: people.map(({ id }) => id), overlap: 3, sample: { items: 30 }, seed })
    );
    const random = seededRandom(seed);
    const any = <T>(things: readonly T[]): T => things[random.below(things.length)]!;
    /** Open pages of each person, in up to two tabs; an item may have gone to another person meanwhile. */
    const tabs: { person: Person; assignmentId: string; items: string[] }[] = [];
    const refused = { taken: 0, paused: 0, other: [] as string[] };
    let clock = Date.now();
    let key = 0;
    const unlessRefused = (act: () => void): void => {
      try {
        act();
      } catch (e) {
        if (!isRefusal(e)) throw e;
        if (e.message.startsWith('This task is now assigned to another annotator')) refused.taken += 1;
        else if (e.message.startsWith('The study is paused')) refused.paused += 1;
        else if (!/^(There is no (open item|verdict)|This person can take none)/.test(e.message))
          refused.other.push(e.message);
      }
    };
    const open = (person: Person): void => {
      const id = nextStudyAssignment(db, person, study.id) ?? takeWork(db, annotating(person), study.id, clock);
      if (id === null) return;
      const { items } = openAssignment(db, person, id);
      tabs.push({ person, assignmentId: id, items: items.map((one) => one.id) });
    };
    const commit = (): void => {
      if (tabs.length === 0) return;
      const { person, assignmentId, items } = any(tabs);
      const label = random.below(10) === 0 ? null : 'yes';
      const entry = { label, note: '', passages: [], seconds: 1, idempotencyKey: `k${(key += 1)}` };
      commitVerdict(db, annotating(person), { assignmentId, studyItemId: any(items), ...entry });
    };
    for (let step = 0; step < 350; step++) {
      const what = random.below(100);
      unlessRefused(() => {
        if (what < 70) commit();
        else if (what < 85) open(any(people));
        else if (what < 90) clock += 3 * HOUR;
        else if (what < 92) clock += 50 * HOUR;
        else if (what < 97)
          reassignWork(db, run.manage, study.id, {
            ...{
              from: random.below(4) === 0 ? null : any(people).id,
              to: random.below(3) === 0 ? null : any(people).id
            }
          });
        else if (what < 98) pauseStudy(db, run.manage, study.id, clock);
        else resumeStudy(db, run.manage, study.id, clock);
      });
      if (step % 50 === 0) expect(exactness(db, study.id)).toEqual({ places: [3], twice: 0 });
    }
    expect(refused.other.filter((message) => !message.endsWith('Choose another person.'))).toEqual([]);
    expect(refused.taken).toBeGreaterThan(5);
    expect(refused.paused).toBeGreaterThan(0);

    resumeStudy(db, run.manage, study.id, clock);
    const work = (): number => openWork(db, study, clock).length;
    for (let round = 0; round < 30 && work() > 0; round++) {
      clock += 60 * HOUR;
      for (const person of people)
        for (
          let id;
          (id = nextStudyAssignment(db, person, study.id) ?? takeWork(db, annotating(person), study.id, clock)) !==
          null;
        )
          for (const { id: studyItemId, verdict } of openAssignment(db, person, id).items)
            if (!verdict)
              commitVerdict(db, annotating(person), {
                ...{ assignmentId: id, studyItemId, label: 'no', note: '', passages: [], seconds: 1 },
                idempotencyKey: `k${(key += 1)}`
              });
    }
    expect(exactness(db, study.id)).toEqual({ places: [3], twice: 0 });
    for (const { humans } of studyLabels(db, run.read, study.id)) {
      expect(humans).toHaveLength(3);
      expect(new Set(humans.map(({ userId }) => userId)).size).toBe(3);
    }
    // The first commit of a label keeps it: the item stays in that assignment.
    const stray = db.all(sql`
      select h.id from human_verdict h where h.label is not null and h.phase = 'blind'
        and h.revision = (select max(l.revision) from human_verdict l
          where l.study_item_id = h.study_item_id and l.user_id = h.user_id and l.phase = 'blind')
        and not exists (select 1 from assignment_item ai where ai.assignment_id = h.assignment_id
          and ai.study_item_id = h.study_item_id)`);
    expect(stray).toEqual([]);
  });
});

describe('several processes that take over at once', () => {
  it('judge everything exactly as often as planned, though they take things from one another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voirdire-leases-'));
    const [file, migrations] = [join(folder, 'test.db'), join(process.cwd(), 'drizzle')];
    const { db, close } = openDatabase(file, migrations);
    try {
      const run = exampleRun(db);
      const people = annotators(db, run, 6);
      const study = createStudy(
        db,
        run.manage,
        run.input({ people: people.map(({ id }) => id), overlap: 3, sample: { items: 10 } })
      );
      // One person's work waits, two people have left, and three join whose clocks show all others as idle.
      reassignWork(db, run.manage, study.id, { from: people[5]!.id, to: null });
      let waiting = 3;
      let begin = (): void => undefined;
      const all = new Promise<void>((resolve) => (begin = resolve));
      const outcomes = await Promise.all(
        people.slice(0, 3).map(
          (person) =>
            new Promise<{ out: string; errors: string; code: number | null }>((resolve) => {
              const who = JSON.stringify({ ...person, projectId: run.projectId });
              const script = join(import.meta.dirname, 'lease-taking.fixture.ts');
              const asked = [script, file, migrations, study.id, who, String(60 * HOUR)];
              const child = spawn(process.execPath, ['--import', quickImports, ...asked]);
              let [out, errors] = ['', ''];
              child.stdout.on('data', (chunk: Buffer) => {
                if (out === '' && --waiting === 0) begin();
                if (out === '') void all.then(() => child.stdin.write('begin\n'));
                out += chunk.toString();
              });
              child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
              child.on('close', (code) => resolve({ out, errors, code }));
            })
        )
      );
      for (const { errors, code } of outcomes) expect({ errors, code }).toEqual({ errors: '', code: 0 });
      const labels = outcomes.reduce((sum, { out }) => sum + Number(out.split('\n')[1]), 0);
      expect(labels).toBe(30);
      expect(exactness(db, study.id)).toEqual({ places: [3], twice: 0 });
      expect(db.select().from(schema.humanVerdict).all()).toHaveLength(30);
      const taken = db.select().from(schema.audit).where(eq(schema.audit.action, 'assignment.take')).all();
      expect(new Set(taken.map(({ actorId }) => actorId)).size).toBeGreaterThan(0);
    } finally {
      close();
      rmSync(folder, { recursive: true });
    }
  });
});
