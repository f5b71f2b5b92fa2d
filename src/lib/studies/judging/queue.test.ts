import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { VerdictLabel } from '../../scorer/verdict.ts';
import { authorize, operator, type Person } from '../../server/auth/authorize.ts';
import { schema, writesSeen } from '../../server/db/client.ts';
import { myStudies, nextStudyAssignment, noteStudyAssignmentOpened, readAssignment } from './queue.server.ts';
import { revealAssignment } from '../reveal/reveal.server.ts';
import { commitVerdict, saveVerdictDraft } from './verdicts.server.ts';
import { nextInStudy, ownMedianSeconds, waitingFor } from './waiting.server.ts';
import { setUp, entry, judgeAll } from './judging.fixture.ts';
import { takeWork } from './leases/leases.server.ts';
import { keepReadingPlace } from './reading-place.server.ts';
import { annotating, openAssignment } from './annotating.fixture.ts';

describe('readAssignment', () => {
  it('shows only one’s own; another person’s is as absent as one that never was', () => {
    const { db, annotators, lead, admin, outsider } = setUp();
    const [ana, ben] = annotators;
    const anas = openAssignment(db, ana)!;
    for (const other of [ben, lead, admin, outsider]) {
      expect(() => readAssignment(db, other, anas.id)).toThrow('There is no such assignment here.');
      expect(() => readAssignment(db, other, 'never-was')).toThrow('There is no such assignment here.');
    }
    const grant = annotating(ben);
    expect(() => revealAssignment(db, grant, anas.id)).toThrow('no such assignment');
    const input = { assignmentId: anas.id, studyItemId: anas.items[0]!.id, ...entry('yes') };
    expect(() => commitVerdict(db, grant, input)).toThrow('no such assignment');
    expect(() => saveVerdictDraft(db, grant, input)).toThrow('no such assignment');
    for (const other of [lead, admin, outsider])
      expect(() => annotating(other)).toThrow(/for annotators of the project|no such project/);
    expect(myStudies(db, lead)).toEqual([]);
  });

  it('is closed to an annotator who has become lead or admin, or is one no more', () => {
    const { db, annotators, projectId } = setUp();
    const [ana] = annotators;
    const { id } = openAssignment(db, ana)!;
    const promoted: Person = { ...ana, roles: new Map([[projectId, ['annotator', 'lead']]]) };
    expect(() => openAssignment(db, promoted, id)).toThrow('not be blind');
    expect(() => openAssignment(db, { ...ana, admin: true }, id)).toThrow('not be blind');
    expect(myStudies(db, promoted)).toEqual([]);
    expect(openAssignment(db, promoted)).toBeNull();
    expect(() => readAssignment(db, { ...ana, roles: new Map() }, id)).toThrow('no such assignment');
  });

  it('is written to by a grant of its own project only', () => {
    const { db, annotators, study } = setUp();
    const [ana] = annotators;
    const { id, items } = openAssignment(db, ana)!;
    const elsewhere = authorize({ ...ana, roles: new Map([...ana.roles, ['other', ['annotator']]]) }, { kind: 'project', id: 'other' }, 'annotate'); // prettier-ignore
    const input = { assignmentId: id, studyItemId: items[0]!.id, ...entry('yes') };
    for (const act of [
      () => commitVerdict(db, elsewhere, input),
      () => saveVerdictDraft(db, elsewhere, input),
      () => noteStudyAssignmentOpened(db, elsewhere, id),
      () => revealAssignment(db, elsewhere, id),
      () => keepReadingPlace(db, elsewhere, id, { blocks: [1], pins: [] })
    ])
      expect(act).toThrow('no such assignment');
    expect(() => takeWork(db, elsewhere, study.id)).toThrow('no such study');
    expect(() => commitVerdict(db, authorize(operator, { kind: 'project', id: study.projectId }, 'annotate'), input)).toThrow('signed in'); // prettier-ignore
    expect(readAssignment(db, ana, id).items[0]).toMatchObject({ verdict: null, draft: null });
  });

  it('goes through the whole queue, in order, until nothing is left', () => {
    const { db, annotators } = setUp();
    const [ana] = annotators;
    const seen: string[] = [];
    for (let open = openAssignment(db, ana); open !== null; open = openAssignment(db, ana)) {
      expect(
        open.queue.seats.slice(open.queue.position, open.queue.position + open.items.length).map((s) => s.id)
      ).toEqual(open.items.map((item) => item.id));
      expect(open.queue.done).toBe(seen.length);
      judgeAll(db, ana, open.id);
      seen.push(...open.items.map((item) => item.id));
    }
    const [mine] = myStudies(db, ana);
    expect(mine).toMatchObject({ done: seen.length, total: seen.length });
    expect(seen).toHaveLength(mine!.total);
    expect(nextStudyAssignment(db, ana)).toBeNull();
  });

  it('says what waits: verdicts, then the judges of the reports done', () => {
    const { db, annotators, study } = setUp();
    const [ana] = annotators;
    const first = openAssignment(db, ana)!;
    expect(waitingFor(db, ana, study.id)).toEqual({ assignmentId: first.id, for: 'verdicts' });
    judgeAll(db, ana, first.id);
    const next = nextInStudy(db, ana, first.id)!;
    expect(next).not.toBe(first.id);
    expect(waitingFor(db, ana, study.id)).toEqual({ assignmentId: next, for: 'verdicts' });
    for (let id = nextStudyAssignment(db, ana); id !== null; id = nextStudyAssignment(db, ana)) judgeAll(db, ana, id);
    expect(waitingFor(db, ana, study.id)).toEqual({ assignmentId: first.id, for: 'reveal' });
  });

  it('knows the person’s own median time, of what stands', () => {
    const { db, annotators, study } = setUp();
    const [ana] = annotators;
    expect(ownMedianSeconds(db, ana, study.id)).toBeNull();
    const open = openAssignment(db, ana)!;
    const commit = (i: number, label: VerdictLabel | null, seconds: number) =>
      commitVerdict(db, annotating(ana), {
        assignmentId: open.id,
        studyItemId: open.items[i]!.id,
        ...entry(label, { seconds })
      });
    commit(0, 'yes', 4);
    commit(0, 'no', 2);
    commit(1, 'yes', 10);
    expect(ownMedianSeconds(db, ana, study.id)).toBe(8);
    commit(1, null, 1);
    expect(ownMedianSeconds(db, ana, study.id)).toBe(6);
  });

  it('records the first opening only, and fetching ahead not at all', () => {
    const { db, annotators } = setUp();
    const [ana] = annotators;
    const id = nextStudyAssignment(db, ana)!;
    const opened = () => db.select().from(schema.audit).where(eq(schema.audit.action, 'assignment.open')).all();
    const before = writesSeen(db);
    readAssignment(db, ana, id);
    expect(writesSeen(db)).toBe(before);
    noteStudyAssignmentOpened(db, annotating(ana), id);
    noteStudyAssignmentOpened(db, annotating(ana), id);
    expect(opened()).toHaveLength(1);
  });

  it('is opened by a first act as well, if no page said so', () => {
    const { db, annotators } = setUp();
    const [ana] = annotators;
    const id = nextStudyAssignment(db, ana)!;
    const [item] = readAssignment(db, ana, id).items;
    saveVerdictDraft(db, annotating(ana), { assignmentId: id, studyItemId: item!.id, note: 'Hm.', passages: [] });
    const row = db.select().from(schema.assignment).where(eq(schema.assignment.id, id)).get()!;
    expect(row.openedAt).not.toBeNull();
    expect(row.heldUntil).toBeGreaterThan(row.openedAt!);
    expect(db.select().from(schema.audit).where(eq(schema.audit.action, 'assignment.open')).all()).toHaveLength(1);
  });
});
