import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { everyKindRun } from '../planning/every-kind.fixture.ts';
import { studyKinds } from '../kinds/index.ts';
import { studyLabels } from '../labels/labels.server.ts';
import { createStudy } from '../planning/studies.server.ts';
import { studyUnits } from './units.server.ts';

const setUp = () => {
  const { db } = memoryDatabase();
  const example = everyKindRun(db);
  const run = db.select().from(schema.run).where(eq(schema.run.id, example.runId)).get()!;
  const units = () => studyUnits(db, run, 'consistency', studyKinds['issue-validity']);
  return { db, example, run, units };
};

describe('issues of a run as units of a study', () => {
  it('asks once about a place that three judges report, with an answer of each judge', () => {
    const { db, example, units } = setUp();
    // 12 reports; each of three judges reports the same two paragraphs of each.
    expect(units()).toHaveLength(24);
    const study = createStudy(
      db,
      example.manage,
      example.input({ kind: 'issue-validity', metric: 'consistency', sample: { items: 24 } })
    );
    const labelled = studyLabels(db, example.read, study.id);
    expect(labelled).toHaveLength(24);
    for (const { judges } of labelled) {
      expect(new Set(judges.map(({ judgeId }) => judgeId)).size).toBe(3);
      expect(judges.map(({ state, label }) => [state, label])).toEqual(Array(3).fill(['judged', 'valid']));
    }
  });

  it('lets a judge that lists issues answer “not valid” for those it does not list, and no other judge', () => {
    const { db, example, run, units } = setUp();
    const { verdict, runJudge } = schema;
    const [ferrule, gannet, sextant] = db
      .select()
      .from(runJudge)
      .where(eq(runJudge.runId, run.id))
      .orderBy(runJudge.position)
      .all()
      .map(({ judgeId }) => judgeId) as [string, string, string];
    const [first, second] = units().filter((unit, _, all) => unit.reportId === all[0]!.reportId);
    const of = (judgeId: string, item: string) =>
      and(
        eq(verdict.reportId, first!.reportId),
        eq(verdict.metric, 'consistency'),
        eq(verdict.judgeId, judgeId),
        eq(verdict.item, item)
      );
    // Gannet misses the second; of sextant's list nothing is known; the count of ferrule stands.
    db.delete(verdict).where(of(gannet, 'issue-2')).run();
    for (const item of ['issue-1', 'issue-2']) db.delete(verdict).where(of(sextant, item)).run();
    db.update(verdict)
      .set({ state: 'unscored', label: null, reason: 'The reply was cut off.' })
      .where(of(sextant, 'count'))
      .run();
    const now = units().filter(({ reportId }) => reportId === first!.reportId);
    expect(now.map(({ item, stratum }) => [item, stratum])).toEqual([
      [first!.item, 'all-agree'],
      [second!.item, 'some-differ']
    ]);
    const study = createStudy(
      db,
      example.manage,
      example.input({ kind: 'issue-validity', metric: 'consistency', sample: { items: 24 } })
    );
    const told = studyLabels(db, example.read, study.id)
      .filter(({ reportId }) => reportId === first!.reportId)
      .map(({ item, judges }) => [item, judges.map(({ judgeId, state, label }) => [judgeId, state, label])]);
    expect(new Map(told as [string, unknown][])).toEqual(
      new Map([
        [
          first!.item,
          [
            [ferrule, 'judged', 'valid'],
            [gannet, 'judged', 'valid'],
            [sextant, 'unscored', null]
          ]
        ],
        [
          second!.item,
          [
            [ferrule, 'judged', 'valid'],
            [gannet, 'judged', 'not-valid'],
            [sextant, 'unscored', null]
          ]
        ]
      ])
    );
  });

  it('knows the merged issue of an item that was drawn as the issue of one judge', () => {
    const { db, example, run, units } = setUp();
    const study = createStudy(
      db,
      example.manage,
      example.input({ kind: 'issue-validity', metric: 'consistency', sample: { items: 2 } })
    );
    const { studyItem } = schema;
    // As studies before the merging named their items.
    const rows = db.select().from(studyItem).where(eq(studyItem.studyId, study.id)).all();
    for (const { id, unitKey } of rows)
      db.update(studyItem)
        .set({ item: `${unitKey} of ferrule 0123abcd` })
        .where(eq(studyItem.id, id))
        .run();
    expect(run.id).toBe(study.runId);
    expect(units()).toHaveLength(24);
    for (const { judges } of studyLabels(db, example.read, study.id))
      expect(judges.map(({ label }) => label)).toEqual(['valid', 'valid', 'valid']);
  });
});
