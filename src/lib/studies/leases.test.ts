import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { memoryDatabase } from '../server/db/memory.ts';
import { everyKindRun } from './every-kind.fixture.ts';
import { exampleRun, type ExampleRun } from './example-run.fixture.ts';
import { extendStudy, planExtension } from './extension.server.ts';
import { studyLabels } from './labels.server.ts';
import { changeLeases, pauseStudy, resumeStudy } from './lease-rules.server.ts';
import { openWork } from './lease-work.server.ts';
import { takeWork, workToTake } from './leases.server.ts';
import { nextAssignment, openAssignment, readAssignment } from './queue.server.ts';
import { keepReadingPlace } from './reading-place.server.ts';
import { reassignWork } from './reassigning.server.ts';
import { closeStudy, createStudy, listStudies, type Study } from './studies.server.ts';
import { commitVerdict, saveDraft } from './verdicts.server.ts';

const HOUR = 3_600_000;
let db: Db;
let run: ExampleRun;
let key = 0;

beforeEach(() => {
  db = memoryDatabase().db;
  run = exampleRun(db);
});

const judge = (person: Person, assignmentId: string, studyItemId: string, label: string | null = 'yes', idem = '') =>
  commitVerdict(db, person, {
    ...{ assignmentId, studyItemId, label, note: 'typed', passages: [1], seconds: 3 },
    idempotencyKey: idem || `key-${(key += 1)}`
  });
const judgeAll = (person: Person, studyId: string): void => {
  for (let id = nextAssignment(db, person, studyId); id; id = nextAssignment(db, person, studyId))
    for (const item of openAssignment(db, person, id).items) if (!item.verdict) judge(person, id, item.id);
};
const begin = (person: Person, studyId: string) => openAssignment(db, person, nextAssignment(db, person, studyId)!);
const studyNow = (id: string): Study => db.select().from(schema.study).where(eq(schema.study.id, id)).get()!;
const work = (study: Study, now = Date.now()) => openWork(db, studyNow(study.id), now);
const slots = (studyId: string) =>
  db
    .select({ item: schema.assignmentItem.studyItemId, user: schema.assignment.userId })
    .from(schema.assignment)
    .innerJoin(schema.assignmentItem, eq(schema.assignmentItem.assignmentId, schema.assignment.id))
    .where(eq(schema.assignment.studyId, studyId))
    .all();

/** Every item stands in exactly `overlap` places, and in no person's hands twice. */
function expectExact(study: Study): void {
  const byItem = Map.groupBy(slots(study.id), ({ item }) => item);
  for (const own of byItem.values()) {
    expect(own).toHaveLength(study.overlap);
    const people = own.flatMap(({ user }) => user ?? []);
    expect(new Set(people).size).toBe(people.length);
  }
}

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
      () => saveDraft(db, ana, { ...target, note: 'n', passages: [] }),
      () => judge(ana, id, items[0]!.id),
      () => openAssignment(db, ana, id),
      () => keepReadingPlace(db, ana, id, { blocks: [3], pins: [] })
    ]) {
      rewind();
      act();
      expect(until()).toBeGreaterThanOrEqual(first);
    }
    expect(work(study).find((one) => one.assignmentId === id)?.state ?? 'done').toMatch(/held|done/);
    readAssignment(db, ana, id);
  });

  it('that has ended lets whoever has nothing left take what is open, and only that', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 1 }));
    const begun = begin(ana, study.id);
    expect(begun.items.length).toBeGreaterThan(1);
    judge(ana, begun.id, begun.items[0]!.id);
    expect(takeWork(db, ben, study.id, Date.now() + 3 * HOUR)).toBeNull();
    judgeAll(ben, study.id);
    expect(takeWork(db, ben, study.id)).toBeNull();
    expect(workToTake(db, ben, study.id, Date.now() + 3 * HOUR)).toEqual({
      reports: 1,
      items: begun.items.length - 1
    });
    const taken = takeWork(db, ben, study.id, Date.now() + 3 * HOUR)!;
    expect(readAssignment(db, ben, taken).items.map(({ id }) => id)).toEqual(begun.items.slice(1).map(({ id }) => id));
    expect(readAssignment(db, ana, begun.id).items.map(({ id }) => id)).toEqual([begun.items[0]!.id]);
    // Two days without anything: what was never opened may go as well.
    judgeAll(ben, study.id);
    expect(workToTake(db, ben, study.id, Date.now() + 3 * HOUR).items).toBe(0);
    while (takeWork(db, ben, study.id, Date.now() + 51 * HOUR) !== null) judgeAll(ben, study.id);
    expectExact(study);
    expect(work(study)).toEqual([]);
    expect(studyLabels(db, run.read, study.id).every(({ humans }) => humans.length === 1)).toBe(true);
    const moves = db.select().from(schema.assignmentMove).all();
    expect(moves.every((one) => one.fromUser === ana.id && one.toUser === ben.id && one.why === 'idle')).toBe(true);
    expect(() => db.delete(schema.assignmentMove).run()).toThrow(/append-only/);
  });

  it('refuses who comes back to what is gone, and keeps what they typed', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 1 }));
    const begun = begin(ana, study.id);
    const [first, second] = begun.items;
    judge(ana, begun.id, first!.id, 'yes', 'kept');
    judgeAll(ben, study.id);
    const taken = takeWork(db, ben, study.id, Date.now() + 3 * HOUR)!;
    expect(() => judge(ana, begun.id, second!.id, 'no')).toThrow('Somebody else has this now');
    expect(() =>
      saveDraft(db, ana, { assignmentId: begun.id, studyItemId: second!.id, note: 'later', passages: [2] })
    ).toThrow('Somebody else has this now');
    const drafts = db.select().from(schema.draft).where(eq(schema.draft.userId, ana.id)).all();
    expect(drafts.map(({ studyItemId, content }) => [studyItemId, content.note])).toEqual([[second!.id, 'later']]);
    expect(db.select().from(schema.humanVerdict).where(eq(schema.humanVerdict.studyItemId, second!.id)).all()).toEqual(
      []
    );
    // What was committed before is answered again, and can still be changed.
    expect(judge(ana, begun.id, first!.id, 'yes', 'kept').repeated).toBe(true);
    expect(judge(ana, begun.id, first!.id, 'no').verdict?.label).toBe('no');
    expect(JSON.stringify(readAssignment(db, ben, taken))).not.toMatch(/Ana|later/);
    // Given back, it is hers again, with what she typed.
    reassignWork(db, run.manage, study.id, { from: ben.id, to: ana.id });
    const back = work(study).find(({ userId, open }) => userId === ana.id && open.includes(second!.id))!;
    const again = openAssignment(db, ana, back.assignmentId);
    expect(again.items.find(({ id }) => id === second!.id)?.draft?.note).toBe('later');
    expect(() => openAssignment(db, ben, taken)).toThrow('Somebody else has this now');
    expectExact(study);
  });

  it('does not run while the study is paused, and goes on with the time that was left', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 1 }));
    const begun = begin(ana, study.id);
    judgeAll(ben, study.id);
    const start = Date.now();
    pauseStudy(db, run.manage, study.id, start);
    expect(() => judge(ana, begun.id, begun.items[0]!.id)).toThrow('The study is paused');
    expect(readAssignment(db, ana, begun.id)).toMatchObject({ study: { status: 'paused' } });
    expect(readAssignment(db, ana, begun.id).items[0]!.draft).toMatchObject({ note: 'typed', passages: [1] });
    expect(nextAssignment(db, ana, study.id)).toBeNull();
    expect(work(study, start + 90 * HOUR).map(({ state }) => state)).not.toContain('idle');
    expect(takeWork(db, ben, study.id, start + 90 * HOUR)).toBeNull();
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

describe('reassignWork', () => {
  it('gives all open items away, to a person or to those that wait, and leaves every label where it is', () => {
    const [ana, ben, cleo, dan] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id, cleo.id], overlap: 2 }));
    const begun = begin(ana, study.id);
    judge(ana, begun.id, begun.items[0]!.id);
    const before = slots(study.id).filter(({ user }) => user === ana.id).length;
    // Dan was not in the study; Ben has some of the items himself.
    const toBen = reassignWork(db, run.manage, study.id, { from: ana.id, to: ben.id, assignmentId: begun.id });
    const toDan = reassignWork(db, run.manage, study.id, { from: ana.id, to: dan.id });
    expect(toDan.items + (toBen.items === 0 ? 0 : toBen.items)).toBe(before - 1);
    expect(toDan.stayed).toBe(0);
    expectExact(study);
    expect(nextAssignment(db, ana, study.id)).toBeNull();
    expect(nextAssignment(db, dan, study.id)).not.toBeNull();
    expect(reassignWork(db, run.manage, study.id, { from: dan.id, to: null }).items).toBe(toDan.items);
    expect(listStudies(db, run.read)[0]).toMatchObject({ total: 48, done: 1 });
    judgeAll(ben, study.id);
    while (takeWork(db, ben, study.id) !== null) judgeAll(ben, study.id);
    judgeAll(cleo, study.id);
    while (takeWork(db, cleo, study.id) !== null) judgeAll(cleo, study.id);
    judgeAll(dan, study.id);
    while (takeWork(db, dan, study.id) !== null) judgeAll(dan, study.id);
    expectExact(study);
    expect(listStudies(db, run.read)[0]).toMatchObject({ total: 48, done: 48 });
    for (const { humans } of studyLabels(db, run.read, study.id))
      expect(new Set(humans.map(({ userId }) => userId)).size).toBe(2);
  });

  it('refuses who is not blind, who has the items already, and what is not there', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 2 }));
    const give = (to: string | null, from: string | null = ana.id) =>
      reassignWork(db, run.manage, study.id, { from, to });
    expect(() => give(run.lead.id)).toThrow('not be blind');
    expect(() => give(run.outsider.id)).toThrow('not an annotator');
    expect(() => give(ben.id)).toThrow('can take none of it');
    expect(() => give(ana.id)).toThrow('somebody else');
    expect(() => give(ben.id, null)).toThrow('no open item');
    expect(() => reassignWork(db, exampleRun(db).manage, study.id, { from: ana.id, to: null })).toThrow(
      'no such study'
    );
    closeStudy(db, run.manage, study.id);
    expect(() => give(null)).toThrow('The study is closed');
  });

  it('cannot be made to give one person an item twice, whatever code asks for it', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 2 }));
    const own = db
      .select()
      .from(schema.assignment)
      .where(and(eq(schema.assignment.studyId, study.id), eq(schema.assignment.userId, ana.id)))
      .all()[0]!;
    const [item] = db.select().from(schema.assignmentItem).where(eq(schema.assignmentItem.assignmentId, own.id)).all();
    const here = eq(schema.assignment.id, own.id);
    expect(() => db.update(schema.assignment).set({ userId: ben.id }).where(here).run()).toThrow('twice');
    const assignmentId = begin(ben, study.id).id;
    expect(() =>
      db
        .insert(schema.assignmentItem)
        .values({ ...item!, assignmentId })
        .run()
    ).toThrow('twice');
  });

  it('keeps the order of the texts with the item, so that orders stay balanced whoever judges', () => {
    const example = everyKindRun(db);
    const [ana, ben, cleo] = example.annotators;
    const study = createStudy(
      db,
      example.manage,
      example.input({ kind: 'preference', metric: 'depth', sample: { items: 6 }, people: [ana.id, ben.id], overlap: 2 })
    );
    const orders = () =>
      db
        .select({ item: schema.assignmentItem.studyItemId, order: schema.assignmentItem.order })
        .from(schema.assignmentItem)
        .all()
        .map(({ item, order }) => `${item} ${JSON.stringify(order)}`)
        .sort();
    const planned = orders();
    reassignWork(db, example.manage, study.id, { from: ana.id, to: cleo.id });
    expect(orders()).toEqual(planned);
    expect(new Set(planned).size).toBe(12);
  });
});

describe('extendStudy', () => {
  it('adds what the preview shows: new units only, handed out behind the old, with their chance, and frozen', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], sample: { items: 24 } }));
    const input = { sample: { items: 18 }, people: [ana.id, ben.id], seed: 9 };
    const plan = planExtension(db, run.manage, study.id, input);
    expect(plan).toMatchObject({ available: { units: 36 }, sampled: { units: 18 }, problems: [] });
    expect(extendStudy(db, run.manage, study.id, input)).toBe(2);
    const items = db.select().from(schema.studyItem).where(eq(schema.studyItem.studyId, study.id)).all();
    expect(new Set(items.map(({ reportId, item }) => `${reportId} ${item}`)).size).toBe(42);
    expect(items.filter(({ batch }) => batch === 2).map(({ inclusionProbability: p }) => p)).toEqual(
      Array.from({ length: 18 }, () => 0.5)
    );
    expect(new Set(items.flatMap(({ batch, inclusionProbability: p }) => (batch === 1 ? [p] : [])))).toEqual(
      new Set([0.4])
    );
    for (const { inclusionProbability } of studyLabels(db, run.read, study.id))
      expect(inclusionProbability).toBeCloseTo(0.7, 12);
    expectExact(study);
    const batches = db.select().from(schema.studyBatch).all();
    expect(batches.map(({ number, seed, available, drawn }) => [number, seed, available, drawn])).toEqual([
      [1, 1, 60, 24],
      [2, 9, 36, 18]
    ]);
    expect(() => db.update(schema.studyBatch).set({ seed: 3 }).run()).toThrow(/immutable/);
    const positions = db
      .select()
      .from(schema.assignment)
      .where(eq(schema.assignment.userId, ana.id))
      .all()
      .map(({ batch, position }) => [position, batch] as const)
      .sort(([a], [b]) => a - b);
    expect(positions.map(([, batch]) => batch)).toEqual(positions.map(([, batch]) => batch).sort());
    judgeAll(ana, study.id);
    expect(listStudies(db, run.read)[0]).toMatchObject({ items: 42, total: 84, done: 42 });
  });

  it('is refused where units or people do not suffice, and once the study has ended', () => {
    const [ana] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id], overlap: 1 }));
    const input = { sample: { items: 37 }, people: [ana.id], seed: 2 };
    expect(planExtension(db, run.manage, study.id, input).problems[0]!.reason).toContain('36 units');
    expect(() => extendStudy(db, run.manage, study.id, input)).toThrow('not extended');
    expect(() => extendStudy(db, run.manage, study.id, { ...input, sample: { items: 1 }, people: [] })).toThrow(
      'not extended'
    );
    expect(db.select().from(schema.studyBatch).all()).toHaveLength(1);
    closeStudy(db, run.manage, study.id);
    expect(() => extendStudy(db, run.manage, study.id, { ...input, sample: { items: 1 } })).toThrow('closed');
  });
});
