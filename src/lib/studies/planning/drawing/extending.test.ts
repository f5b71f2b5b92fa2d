import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../server/db/client.ts';
import { extendStudy, planExtension } from '../extension.server.ts';
import { studyLabels } from '../../labels/labels.server.ts';
import { closeStudy, createStudy, listStudies } from '../studies.server.ts';
import { revealAssignment } from '../../reveal/reveal.server.ts';
import { annotating } from '../../judging/annotating.fixture.ts';
import { newForEach, run, db, expectExact, judgeAll } from '../../judging/leases/leases.fixture.ts';

newForEach();

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

  it('is refused for people who have seen the judges of a study that shows them at its end', () => {
    const [ana, ben, cleo] = run.annotators;
    const people = [ana.id, ben.id];
    const study = createStudy(db, run.manage, run.input({ people, sample: { items: 24 }, reveal: 'at-end' }));
    const more = (chosen: string[]) =>
      planExtension(db, run.manage, study.id, { sample: { items: 6 }, people: chosen, seed: 2 }).problems;
    expect(more(people)).toEqual([]);
    judgeAll(ana, study.id);
    const { id } = db.select().from(schema.assignment).where(eq(schema.assignment.userId, ana.id)).get()!;
    revealAssignment(db, annotating(ana), id);
    expect(more(people)).toMatchObject([{ column: 'people', found: ana.name }]);
    expect(more([ben.id, cleo.id])).toEqual([]);
  });

  it('is refused if units or people do not suffice, and once the study has ended', () => {
    const [ana] = run.annotators;
    const study = createStudy(db, run.manage, run.input({ people: [ana.id], overlap: 1 }));
    const input = { sample: { items: 37 }, people: [ana.id], seed: 2 };
    expect(planExtension(db, run.manage, study.id, input).problems[0]!.reason).toContain('36 items');
    expect(() => extendStudy(db, run.manage, study.id, input)).toThrow('not extended');
    expect(() => extendStudy(db, run.manage, study.id, { ...input, sample: { items: 1 }, people: [] })).toThrow(
      'not extended'
    );
    expect(db.select().from(schema.studyBatch).all()).toHaveLength(1);
    closeStudy(db, run.manage, study.id);
    expect(() => extendStudy(db, run.manage, study.id, { ...input, sample: { items: 1 } })).toThrow('closed');
  });
});
