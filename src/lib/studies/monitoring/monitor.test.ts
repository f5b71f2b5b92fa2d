import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { authorize, type Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun, type ExampleRun } from '../planning/example-run.fixture.ts';
import { studyMonitor } from './monitor.server.ts';
import { changeLeases, pauseStudy, resumeStudy } from '../judging/leases/lease-rules.server.ts';
import { nextStudyAssignment } from '../judging/queue.server.ts';
import { reassignWork } from '../planning/drawing/reassigning.server.ts';
import { closeStudy, createStudy } from '../planning/studies.server.ts';
import { isBlinded, requireUnblinded, unblind, unblindings } from '../labels/unblinding.server.ts';
import { commitVerdict } from '../judging/verdicts.server.ts';
import { annotating, openAssignment } from '../judging/annotating.fixture.ts';

const HOUR = 3_600_000;
let db: Db;
let run: ExampleRun;
beforeEach(() => {
  db = memoryDatabase().db;
  run = exampleRun(db);
});

function judge(person: Person, studyId: string, most: number, label = 'yes', note = ''): void {
  let done = 0;
  for (
    let id = nextStudyAssignment(db, person, studyId);
    id && done < most;
    id = nextStudyAssignment(db, person, studyId)
  )
    for (const { id: studyItemId, verdict } of openAssignment(db, person, id).items) {
      if (verdict || done++ >= most) continue;
      commitVerdict(db, annotating(person), {
        ...{ assignmentId: id, studyItemId, label, note, passages: [], seconds: 4 },
        idempotencyKey: `${person.id} ${studyItemId}`
      });
    }
}

describe('studyMonitor', () => {
  it('counts labels by person, stratum and batch, and open items by whether a person works on them', () => {
    const [ana, ben, cleo] = run.annotators;
    const people = [ana.id, ben.id, cleo.id];
    const study = createStudy(db, run.manage, run.input({ people, sample: { allAgree: 12, someDiffer: 12 } }));
    judge(ana, study.id, 5);
    judge(ben, study.id, 3, 'cannot-judge', 'the text breaks off');
    const monitor = studyMonitor(db, run.read, study.id);
    expect(monitor.labels).toEqual({ done: 8, total: 48 });
    expect(monitor.people.map(({ done }) => done)).toEqual([5, 3, 0]);
    for (const { total, done, held, unopened, idle, neglected } of monitor.people)
      expect(held + unopened + idle + neglected).toBe(total - done);
    expect(monitor.people.map(({ lastAt }) => lastAt !== null)).toEqual([true, true, false]);
    expect(monitor.strata).toMatchObject([
      { name: 'all-agree', items: 12, wanted: 24 },
      { name: 'some-differ', items: 12, wanted: 24 }
    ]);
    expect(monitor.strata.reduce((sum, { labels }) => sum + labels, 0)).toBe(8);
    expect(monitor.batches).toMatchObject([{ number: 1, drawn: 24, labels: 8, wanted: 48 }]);
    const { complete, begun, none } = monitor.items;
    expect([complete * 2 + begun, complete + begun + none]).toEqual([8, 24]);
    expect(monitor).toMatchObject({ notes: 3, cannotJudge: 3, free: 0, pace: { perDay: null, reason: 'too-short' } });

    const later = studyMonitor(db, run.read, study.id, Date.now() + 60 * HOUR);
    expect(later.people[2]).toMatchObject({ unopened: 0, neglected: later.people[2]!.total });
    expect(later.free).toBe(40);
    expect(later.pace).toMatchObject({ labels: 8 });
    reassignWork(db, run.manage, study.id, { from: cleo.id, to: null });
    const given = studyMonitor(db, run.read, study.id);
    expect(given.waiting.items).toBe(later.people[2]!.total);
    expect(given.labels).toEqual({ done: 8, total: 48 });
  });

  it('knows when people last did something, whatever a pause and other leases do to their reports', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const [ana] = run.annotators;
    const study = createStudy(db, run.manage, run.input());
    judge(ana, study.id, 3);
    const at = Date.now();
    const lastAt = () => studyMonitor(db, run.read, study.id).people[0]!.lastAt;
    vi.setSystemTime(at + HOUR);
    pauseStudy(db, run.manage, study.id);
    vi.setSystemTime(at + 120 * HOUR);
    resumeStudy(db, run.manage, study.id);
    expect(lastAt()).toBe(at);
    changeLeases(db, run.manage, study.id, { idleMinutes: 10, unopenedHours: 48 });
    expect(lastAt()).toBe(at);
  });

  it('has a pace of labels, to which their revisions add nothing', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const [ana] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ sample: { allAgree: 12, someDiffer: 12 } }));
    judge(ana, study.id, 6);
    vi.setSystemTime(Date.now() + 8 * 24 * HOUR);
    const seen = db.select().from(schema.humanVerdict).all();
    for (const { assignmentId, studyItemId } of seen)
      commitVerdict(db, annotating(ana), {
        ...{ assignmentId, studyItemId, label: 'no', note: '', passages: [], seconds: 4 },
        idempotencyKey: `again ${studyItemId}`
      });
    const { labels, pace } = studyMonitor(db, run.read, study.id, Date.now() + HOUR);
    expect(labels.done).toBe(6);
    expect(pace).toEqual({ perDay: null, reason: 'none-lately' });
  });

  it('tells no label, no system, no judge and no id of an item', () => {
    const study = createStudy(db, run.manage, run.input());
    judge(run.annotators[0], study.id, 4, 'no', 'secret note');
    const said = JSON.stringify(studyMonitor(db, run.read, study.id));
    const ids = db
      .select({ id: schema.studyItem.id })
      .from(schema.studyItem)
      .all()
      .map(({ id }) => id);
    for (const secret of [...run.secrets, ...ids, 'secret note', '"no"', '"yes"']) expect(said).not.toContain(secret);
    expect(() => studyMonitor(db, exampleRun(db).read, study.id)).toThrow('no such study');
  });
});

describe('unblind', () => {
  it('asks every lead for a reason of their own while labels are to come, and records it for good', () => {
    const people = [run.annotators[0].id];
    const study = createStudy(db, run.manage, run.input({ people, overlap: 1 }));
    const resource = { kind: 'project', id: run.projectId } as const;
    const as = (who: Person) => authorize(who, resource, 'manage');
    judge(run.annotators[0], study.id, 3);
    expect(isBlinded(db, as(run.lead), study.id)).toBe(true);
    expect(() => requireUnblinded(db, as(run.lead), study.id)).toThrow('labelling is not complete');
    expect(() => unblind(db, as(run.lead), study.id, ' because ')).toThrow('Nothing was shown');
    expect(unblindings(db, run.read, study.id)).toEqual([]);
    unblind(db, as(run.lead), study.id, 'Two people report that the texts are cut off.');
    expect(isBlinded(db, as(run.lead), study.id)).toBe(false);
    expect(isBlinded(db, as(run.admin), study.id)).toBe(true);
    expect(isBlinded(db, run.manage, study.id)).toBe(true);
    expect(unblindings(db, run.read, study.id)).toMatchObject([
      { name: 'Lea', reason: 'Two people report that the texts are cut off.', labels: 3, open: 21 }
    ]);
    const audit = db.select().from(schema.audit).all();
    expect(audit.filter(({ action }) => action === 'study.unblind')).toMatchObject([
      { actorId: run.lead.id, detail: { open: 21 } }
    ]);
    expect(() => db.update(schema.studyUnblinding).set({ reason: 'x' }).run()).toThrow(/append-only/);
    closeStudy(db, run.manage, study.id);
    expect(isBlinded(db, as(run.admin), study.id)).toBe(false);
    expect(() => unblind(db, as(run.admin), study.id, 'To see how it went at all.')).toThrow('No label is to come');
  });
});
