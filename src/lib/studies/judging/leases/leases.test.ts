import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addRole, removeRole } from '../../../server/projects.ts';
import { archiveThing, restoreThing } from '../../../server/managing/archiving.ts';
import { schema } from '../../../server/db/client.ts';
import { studyMonitor } from '../../monitoring/monitor.server.ts';
import { nomineesOf } from '../../study/nominees.server.ts';
import { studyLabels } from '../../labels/labels.server.ts';
import { changeLeases, pauseStudy, resumeStudy } from './lease-rules.server.ts';
import { takeWork, workToTake } from './leases.server.ts';
import { nextStudyAssignment, readAssignment } from '../queue.server.ts';
import { keepReadingPlace } from '../reading-place.server.ts';
import { reassignWork } from '../../planning/drawing/reassigning.server.ts';
import { createStudy } from '../../planning/studies.server.ts';
import { saveVerdictDraft } from '../verdicts.server.ts';
import { newForEach, db, run, begin, judge, work, judgeAll, expectExact } from './leases.fixture.ts';
import { annotating, openAssignment } from '../annotating.fixture.ts';

newForEach();

const HOUR = 3_600_000;

describe('a lease', () => {
  it('begins when a report is opened and is renewed by drafts, by commits, by reading on and by opening it again', () => {
    const study = createStudy(db, run.manage, run.input());
    const [ana] = run.annotators;
    const { id, items } = begin(ana, study.id);
    const until = () =>
      db.select().from(schema.assignment).where(eq(schema.assignment.id, id)).get()!.heldUntil ?? Number.NaN;
    const rewind = () =>
      db
        .update(schema.assignment)
        .set({ heldUntil: until() - HOUR })
        .where(eq(schema.assignment.id, id))
        .run();
    const first = until();
    expect(first - Date.now()).toBeGreaterThan(1.9 * HOUR);
    const target = { assignmentId: id, studyItemId: items[0]!.id };
    for (const act of [
      () => saveVerdictDraft(db, annotating(ana), { ...target, note: 'n', passages: [] }),
      () => judge(ana, id, items[0]!.id),
      () => openAssignment(db, ana, id),
      () => keepReadingPlace(db, annotating(ana), id, { blocks: [3], pins: [] })
    ]) {
      rewind();
      act();
      expect(until()).toBeGreaterThanOrEqual(first);
    }
    expect(work(study).find((one) => one.assignmentId === id)?.state ?? 'done').toMatch(/held|done/);
    readAssignment(db, ana, id);
  });

  it('that has ended lets an annotator who has nothing left take open items, and only those', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 1 }));
    const begun = begin(ana, study.id);
    expect(begun.items.length).toBeGreaterThan(1);
    judge(ana, begun.id, begun.items[0]!.id);
    expect(takeWork(db, annotating(ben), study.id, Date.now() + 3 * HOUR)).toBeNull();
    judgeAll(ben, study.id);
    expect(takeWork(db, annotating(ben), study.id)).toBeNull();
    expect(workToTake(db, ben, study.id, Date.now() + 3 * HOUR)).toEqual({
      reports: 1,
      items: begun.items.length - 1
    });
    const taken = takeWork(db, annotating(ben), study.id, Date.now() + 3 * HOUR)!;
    expect(readAssignment(db, ben, taken).items.map(({ id }) => id)).toEqual(begun.items.slice(1).map(({ id }) => id));
    expect(readAssignment(db, ana, begun.id).items.map(({ id }) => id)).toEqual([begun.items[0]!.id]);
    // Two days without anything: what was never opened may go as well.
    judgeAll(ben, study.id);
    expect(workToTake(db, ben, study.id, Date.now() + 3 * HOUR).items).toBe(0);
    while (takeWork(db, annotating(ben), study.id, Date.now() + 51 * HOUR) !== null) judgeAll(ben, study.id);
    expectExact(study);
    expect(work(study)).toEqual([]);
    expect(studyLabels(db, run.read, study.id).every(({ humans }) => humans.length === 1)).toBe(true);
    const moves = db.select().from(schema.assignmentMove).all();
    expect(moves.every((one) => one.fromUser === ana.id && one.toUser === ben.id && one.why === 'idle')).toBe(true);
    expect(() => db.delete(schema.assignmentMove).run()).toThrow(/append-only/);
  });

  it('ends at once if its annotator cannot judge in the project any more, and is back with the role', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 1 }));
    const begun = begin(ana, study.id);
    judge(ana, begun.id, begun.items[0]!.id);
    judgeAll(ben, study.id);
    const open = work(study).reduce((sum, one) => sum + one.open.length, 0);
    const anas = () => studyMonitor(db, run.read, study.id).people.find(({ userId }) => userId === ana.id);
    for (const [change, undo, role] of [
      [removeRole, addRole, 'annotator'],
      [addRole, removeRole, 'lead']
    ] as const) {
      expect(workToTake(db, ben, study.id).items).toBe(0);
      change(db, run.manage, ana.id, role);
      expect(anas()).toMatchObject({ done: 1, abandoned: open, held: 0, unopened: 0 });
      expect(workToTake(db, ben, study.id).items).toBe(open);
      undo(db, run.manage, ana.id, role);
      expect(anas()).toMatchObject({ done: 1, abandoned: 0 });
    }
  });

  it('is read although the items of its study are more than the variables of a statement', () => {
    const [ana] = run.annotators;
    const byItem = Array.from({ length: 40_000 }, () => ana.id);
    expect(nomineesOf(db, run.projectId, byItem).map(({ userId }) => userId)).toEqual([ana.id]);
  });

  it('refuses who comes back to what is gone, and keeps what they typed', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 1 }));
    const begun = begin(ana, study.id);
    const [first, second] = begun.items;
    judge(ana, begun.id, first!.id, 'yes', 'kept');
    judgeAll(ben, study.id);
    const taken = takeWork(db, annotating(ben), study.id, Date.now() + 3 * HOUR)!;
    expect(() => judge(ana, begun.id, second!.id, 'no')).toThrow('This task is now assigned to another annotator');
    expect(() =>
      saveVerdictDraft(db, annotating(ana), {
        assignmentId: begun.id,
        studyItemId: second!.id,
        note: 'later',
        passages: [2]
      })
    ).toThrow('This task is now assigned to another annotator');
    const drafts = db.select().from(schema.draft).where(eq(schema.draft.userId, ana.id)).all();
    expect(drafts.map(({ studyItemId, content }) => [studyItemId, content.note])).toEqual([[second!.id, 'later']]);
    expect(db.select().from(schema.humanVerdict).where(eq(schema.humanVerdict.studyItemId, second!.id)).all()).toEqual(
      []
    );
    // An item that was committed before gets the same answer again, and can still be changed.
    expect(judge(ana, begun.id, first!.id, 'yes', 'kept').repeated).toBe(true);
    expect(judge(ana, begun.id, first!.id, 'no').verdict?.label).toBe('no');
    expect(JSON.stringify(readAssignment(db, ben, taken))).not.toMatch(/Ana|later/);
    // Given back, it is hers again, with what she typed.
    reassignWork(db, run.manage, study.id, { from: ben.id, to: ana.id });
    const back = work(study).find(({ userId, open }) => userId === ana.id && open.includes(second!.id))!;
    const again = openAssignment(db, ana, back.assignmentId);
    expect(again.items.find(({ id }) => id === second!.id)?.draft?.note).toBe('later');
    expect(() => openAssignment(db, ben, taken)).toThrow('This task is now assigned to another annotator');
    expectExact(study);
  });

  it('does not run while the study is paused, and continues with the time that was left', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 1 }));
    const begun = begin(ana, study.id);
    judgeAll(ben, study.id);
    const start = Date.now();
    pauseStudy(db, run.manage, study.id, start);
    expect(() => judge(ana, begun.id, begun.items[0]!.id)).toThrow('The study is paused');
    expect(readAssignment(db, ana, begun.id)).toMatchObject({ study: { status: 'paused' } });
    expect(readAssignment(db, ana, begun.id).items[0]!.draft).toMatchObject({ note: 'typed', passages: [1] });
    expect(nextStudyAssignment(db, ana, study.id)).toBeNull();
    expect(work(study, start + 90 * HOUR).map(({ state }) => state)).not.toContain('idle');
    expect(takeWork(db, annotating(ben), study.id, start + 90 * HOUR)).toBeNull();
    archiveThing(db, run.manage, 'study', study.id);
    expect(() => resumeStudy(db, run.manage, study.id, start + 90 * HOUR)).toThrow('in the archive');
    restoreThing(db, run.manage, 'study', study.id);
    resumeStudy(db, run.manage, study.id, start + 90 * HOUR);
    expect(workToTake(db, ben, study.id, start + 91 * HOUR).items).toBe(0);
    expect(workToTake(db, ben, study.id, start + 93 * HOUR).items).toBe(begun.items.length);
    judge(ana, begun.id, begun.items[0]!.id);
    const acts = db.select({ action: schema.audit.action }).from(schema.audit).all();
    expect(acts.filter(({ action }) => /^study\.(pause|resume)$/.test(action))).toHaveLength(2);
  });

  it('follows the rules that the lead gives the study', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 1 }));
    begin(ana, study.id);
    judgeAll(ben, study.id);
    changeLeases(db, run.manage, study.id, { idleMinutes: null, unopenedHours: 1 });
    const states = work(study, Date.now() + 4 * HOUR).map(({ state }) => state);
    expect(states).toContain('held');
    expect(states).toContain('neglected');
    expect(() => changeLeases(db, run.manage, study.id, { idleMinutes: 0, unopenedHours: 1 })).toThrow('minutes');
  });
});
