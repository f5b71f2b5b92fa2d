import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../server/db/client.ts';
import { everyKindRun } from '../every-kind.fixture.ts';
import { exampleRun } from '../example-run.fixture.ts';
import { studyLabels } from '../../labels/labels.server.ts';
import { takeWork } from '../../judging/leases/leases.server.ts';
import { nextStudyAssignment } from '../../judging/queue.server.ts';
import { reassignWork } from './reassigning.server.ts';
import { closeStudy, createStudy, listStudies } from '../studies.server.ts';
import {
  newForEach,
  run,
  db,
  begin,
  judge,
  slots,
  expectExact,
  judgeAll
} from '../../judging/leases/leases.fixture.ts';
import { revealAssignment } from '../../reveal/reveal.server.ts';
import { annotating } from '../../judging/annotating.fixture.ts';

newForEach();

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
    expect(nextStudyAssignment(db, ana, study.id)).toBeNull();
    expect(nextStudyAssignment(db, dan, study.id)).not.toBeNull();
    expect(reassignWork(db, run.manage, study.id, { from: dan.id, to: null }).items).toBe(toDan.items);
    expect(listStudies(db, run.read)[0]).toMatchObject({ total: 48, done: 1 });
    judgeAll(ben, study.id);
    while (takeWork(db, annotating(ben), study.id) !== null) judgeAll(ben, study.id);
    judgeAll(cleo, study.id);
    while (takeWork(db, annotating(cleo), study.id) !== null) judgeAll(cleo, study.id);
    judgeAll(dan, study.id);
    while (takeWork(db, annotating(dan), study.id) !== null) judgeAll(dan, study.id);
    expectExact(study);
    expect(listStudies(db, run.read)[0]).toMatchObject({ total: 48, done: 48 });
    for (const { humans } of studyLabels(db, run.read, study.id))
      expect(new Set(humans.map(({ userId }) => userId)).size).toBe(2);
  });

  it('gives nothing more to a person who has seen the judges at the end of their work', () => {
    const [ana, ben, cleo] = run.annotators;
    const people = [ana.id, ben.id, cleo.id];
    const study = createStudy(db, run.manage, run.input({ people, overlap: 1, reveal: 'at-end' }));
    judgeAll(ana, study.id);
    const { id } = db.select().from(schema.assignment).where(eq(schema.assignment.userId, ana.id)).get()!;
    revealAssignment(db, annotating(ana), id);
    expect(() => reassignWork(db, run.manage, study.id, { from: ben.id, to: ana.id })).toThrow('seen the judges');
    reassignWork(db, run.manage, study.id, { from: ben.id, to: null });
    expect(takeWork(db, annotating(ana), study.id)).toBeNull();
    judgeAll(cleo, study.id);
    expect(takeWork(db, annotating(cleo), study.id)).not.toBeNull();
  });

  it('refuses who is not blind, who has the items already, and what is not there', () => {
    const [ana, ben] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id, ben.id], overlap: 2 }));
    const give = (to: string | null, from: string | null = ana.id) =>
      reassignWork(db, run.manage, study.id, { from, to });
    expect(() => give(run.lead.id)).toThrow('not be blind');
    expect(() => give(run.outsider.id)).toThrow('no such person');
    expect(() => give(ben.id)).toThrow('can take none of it');
    expect(() => give(ana.id)).toThrow('already has the work');
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

  it('keeps the order of the texts with the item, so that orders stay balanced after a reassignment', () => {
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
