import { sayIn } from '../../messages/say-in.ts';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addPromptVersion } from '../../scorer/prompts/prompt-versions.server.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { fitInWords } from '../../studies/labels/label-fit.ts';
import { labelFit } from '../../studies/labels/label-fit.server.ts';
import { studyLabels } from '../../studies/labels/labels.server.ts';
import { runAgain } from '../../studies/labels/second-run.fixture.ts';
import { lackingHeldOutTest } from '../adoption/held-out-test.server.ts';
import { liftEmbargo } from '../preregistration/preregistrations.server.ts';
import { alignmentReport } from '../report/report.server.ts';
import { insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';
import { improvableStudies, planImprovement } from './improvement-plans.server.ts';
import { endImprovement, improvementView, listImprovements, openImprovement } from './improvements.server.ts';

const QUERIES = 32;
const HELD_OUT = 21;
const TRAINING = QUERIES - HELD_OUT;

/** Two people say yes to an item of each query; the judge says yes to every second one. */
function labelled() {
  const { db } = memoryDatabase();
  const items = Array.from({ length: QUERIES }, (_, at) => ({
    ...{ id: `i${at}`, query: `q${at}`, people: 'yy' },
    judges: at % 2 === 0 ? 'yy' : 'yn'
  }));
  const study = insertSampleStudy(db, ['ann', 'bob'], ['rules', 'openai:m'], items);
  const [{ key, text }] = metricByName(sampleMetric).items as [{ key: string; text: string }];
  db.update(schema.studyItem).set({ item: key, text }).run();
  db.update(schema.verdict).set({ item: key }).run();
  for (let at = 0; at < QUERIES; at++)
    db.insert(schema.runReport)
      .values({ runId: 'run-1', reportId: `report-q${at}`, position: at })
      .run();
  liftEmbargo(db, study.managing, study.studyId);
  return { db, ...study };
}

const input = { studyId: 'study', judgeId: 'openai:m', openings: 2, step: 0, seed: 3 };

/** A run of the judge under a new version of the prompt, in which it says yes to what `says` holds. */
function scored(given: ReturnType<typeof labelled>, words: string, says: (query: number) => boolean): number {
  const { db, managing } = given;
  const metric = metricByName(sampleMetric);
  const stored = addPromptVersion(db, managing, {
    ...{ metric: sampleMetric, basedOn: '1', reason: words },
    texts: { instructions: `${metric.prompt.system} ${words}` }
  });
  const number = 10 + db.select().from(schema.run).all().length;
  const { runId, judgeId } = runAgain(db, 'run-1');
  // Each run of the fixture would bring the same number and the same new judge.
  db.update(schema.judge)
    .set({ fingerprint: `run ${number}` })
    .where(eq(schema.judge.id, judgeId))
    .run();
  db.update(schema.run).set({ number }).where(eq(schema.run.id, runId)).run();
  db.update(schema.runMetric)
    .set({ promptVersion: stored.version, promptHash: stored.hash })
    .where(eq(schema.runMetric.runId, runId))
    .run();
  for (let at = 0; at < QUERIES; at++)
    db.update(schema.verdict)
      .set({ label: says(at) ? 'yes' : 'no' })
      .where(
        and(
          eq(schema.verdict.runId, runId),
          eq(schema.verdict.reportId, `report-q${at}`),
          eq(schema.verdict.judgeId, 'openai:m')
        )
      ) // prettier-ignore
      .run();
  return number;
}

/** An anchor set of these items, without the adoption that it would rest on. */
function anchored({ db, projectId }: ReturnType<typeof labelled>, itemIds: readonly string[]): void {
  db.run('PRAGMA foreign_keys = OFF');
  db.insert(schema.anchorSet)
    .values({
      ...{ id: 'set', projectId, number: 1, studyId: 'study', adoptionId: 'none', runId: 'run-1', seed: 1, hash: 'h' },
      ...{
        metric: sampleMetric,
        available: QUERIES,
        loss: 0.05,
        flips: 0.1,
        candidates: 1,
        createdByName: 'Ines',
        createdAt: 1
      },
      items: itemIds.map((itemId) => ({ itemId, reportId: 'r', query: 'q', people: 1, split: null, score: 1, agreement: 1 })) // prettier-ignore
    })
    .run();
  db.run('PRAGMA foreign_keys = ON');
}

const planned = (given: ReturnType<typeof labelled>) => planImprovement(given.db, given.managing, input);
const hashOf = (db: Db, version: string) => db.select().from(schema.promptVersion).where(eq(schema.promptVersion.version, version)).get()!.hash; // prettier-ignore

describe('an improvement of a prompt', () => {
  it('holds out two of three queries for good, and splits the labels of a study once', () => {
    const given = labelled();
    expect(improvableStudies(given.db, given.managing, sampleMetric)).toMatchObject([
      { number: 1, queries: QUERIES, items: QUERIES, finds: [{ gain: 0.05 }, { gain: 0.1 }, { gain: 0.2 }] }
    ]);
    const improvement = planned(given);
    expect(improvement.heldOut).toHaveLength(HELD_OUT);
    expect(improvement.splitHash).toMatch(/^[0-9a-f]{64}$/);
    expect(() => planned(given)).toThrow('are already split, by improvement 1');
    expect(improvableStudies(given.db, given.managing, sampleMetric)).toEqual([]);
    expect(() => given.db.update(schema.improvement).set({ openings: 20 }).run()).toThrow(/immutable/);
    expect(() => given.db.delete(schema.improvement).run()).toThrow(/immutable/);
  });

  it('shows disagreements of the training side only, and opens the held-out side as often as planned, with figures alone', () => {
    const given = labelled();
    const improvement = planned(given);
    const none = improvementView(given.db, given.managing, improvement, null);
    expect(none.obstacle).toBe('noRun');
    const useless = scored(given, 'Be kind.', (at) => at % 2 === 1);
    const view = improvementView(given.db, given.managing, improvement, useless);
    expect(view.training).toHaveLength(TRAINING);
    expect(view.training.filter(({ qid }) => improvement.heldOut.includes(qid))).toEqual([]);
    expect(new Set(view.training.map(({ change }) => change))).toEqual(new Set(['fixed', 'new']));
    const first = openImprovement(given.db, given.managing, improvement, useless);
    expect(first).toMatchObject({
      number: 1,
      passed: false,
      items: HELD_OUT,
      queries: HELD_OUT,
      promptVersion: 'p1',
      level: 0.95
    });
    expect(() => openImprovement(given.db, given.managing, improvement, useless)).toThrow('already tested');
    const better = scored(given, 'Take care.', () => true);
    expect(openImprovement(given.db, given.managing, improvement, better)).toMatchObject({ number: 2, passed: true, after: 1 }); // prettier-ignore
    const third = scored(given, 'Take more care.', (at) => at % 3 === 0);
    expect(() => openImprovement(given.db, given.managing, improvement, third)).toThrow('All openings are used');
    expect(improvementView(given.db, given.managing, improvement, third)).toMatchObject({ left: 0 });
    expect(given.db.select().from(schema.audit).all().filter(({ action }) => action === 'improvement.open')).toHaveLength(2); // prettier-ignore
    expect(() => given.db.update(schema.improvementOpening).set({ passed: true }).run()).toThrow(/append-only/);
  });

  it('keeps a version that was made with it from adoption until it has passed, and no other version', () => {
    const given = labelled();
    const { db, projectId } = given;
    scored(given, 'Before.', () => true);
    // Both are made within one millisecond otherwise.
    const improvement = planned(given);
    db.run('DROP TRIGGER improvement_no_update');
    db.update(schema.improvement)
      .set({ createdAt: improvement.createdAt + 1 })
      .run();
    const run = scored(given, 'Take care.', () => true);
    db.run('DROP TRIGGER prompt_version_no_update');
    db.update(schema.promptVersion).set({ createdAt: improvement.createdAt + 2 }).where(eq(schema.promptVersion.version, 'p2')).run(); // prettier-ignore
    const lackingOf = (promptHash: string) => lackingHeldOutTest(db, { projectId, studyId: 'study', metric: sampleMetric, promptHash }); // prettier-ignore
    const lacking = (version: string) => {
      const reason = lackingOf(hashOf(db, version));
      return reason && sayIn('en', reason);
    };
    expect(lackingOf(improvement.promptHash)).toBeNull();
    expect(lacking('p1')).toBeNull();
    expect(lacking('p2')).toMatch(/^Version p2 of the prompt was made after labels of a study were split/);
    openImprovement(db, given.managing, listImprovements(db, given.managing, sampleMetric)[0]!, run);
    expect(lacking('p2')).toMatch(/^Improvement 1 of this prompt is open/);
    endImprovement(db, given.managing, improvement);
    expect(lacking('p2')).toBeNull();
    expect(() => endImprovement(db, given.managing, improvement)).toThrow('already ended');
    expect(() => openImprovement(db, given.managing, improvement, run)).toThrow('has ended');
  });

  it('keeps held-out labels from every figure of later versions until it is over, and says so', () => {
    const given = labelled();
    const { db, managing, reading } = given;
    const improvement = planned(given);
    const { id } = db
      .select()
      .from(schema.run)
      .where(
        eq(
          schema.run.number,
          scored(given, 'Take care.', () => true)
        )
      )
      .get()!;
    const fit = () => fitInWords(labelFit(db, reading, 'study', id));
    const labels = () => studyLabels(db, reading, 'study', { runId: id });
    expect(fit()).toBe(
      '11 of 32 labelled items still apply; excluded: held out while the prompt of the run is being improved against these labels (21)'
    );
    expect(labels()).toHaveLength(TRAINING);
    expect(labels().filter(({ qid }) => improvement.heldOut.includes(qid))).toEqual([]);
    expect(alignmentReport(db, reading, 'study', { resamples: 20, runId: id }).header.carriedOver!.fit.apply).toBe(TRAINING); // prettier-ignore
    // The first version is compared as before: its figures were known when the labels were split.
    expect(studyLabels(db, reading, 'study')).toHaveLength(QUERIES);
    endImprovement(db, managing, improvement);
    expect([labels().length, fit()]).toEqual([QUERIES, '32 of 32 labelled items still apply']);
  });

  it('shows no item of an anchor set, and is refused if these leave too few training queries', () => {
    const given = labelled();
    const { db, managing } = given;
    const improvement = planned(given);
    const seen = () => improvementView(db, managing, improvement, scored(given, `Be kind ${Math.random()}.`, () => false)); // prettier-ignore
    const [first] = seen().training;
    anchored(given, [first!.itemId]);
    const view = seen();
    expect([view.training.length, view.anchored]).toEqual([TRAINING - 1, 1]);
    expect(view.training.map(({ itemId }) => itemId)).not.toContain(first!.itemId);
    const other = labelled();
    anchored(other, Array.from({ length: QUERIES - 2 }, (_, at) => `i${at}`)); // prettier-ignore
    expect(() => planned(other)).toThrow(/^30 of the 32 labelled items are anchor items/);
  });

  it('is refused if the run leaves out a held-out item, and on fewer than sixteen queries', () => {
    const given = labelled();
    const improvement = planned(given);
    const run = scored(given, 'Take care.', () => true);
    const { id } = given.db.select().from(schema.run).where(eq(schema.run.number, run)).get()!;
    const reportId = `report-${improvement.heldOut[0]!}`;
    for (const table of [schema.verdict, schema.runReport] as const)
      given.db.delete(table).where(and(eq(table.runId, id), eq(table.reportId, reportId))).run(); // prettier-ignore
    expect(() => openImprovement(given.db, given.managing, improvement, run)).toThrow(
      `Run ${run} judged 20 of 21 held-out items`
    );
    const { db } = memoryDatabase();
    const few = insertSampleStudy(db, ['ann', 'bob'], ['openai:m'], [{ id: 'a', query: 'q', people: 'yy', judges: 'y' }]); // prettier-ignore
    liftEmbargo(db, few.managing, few.studyId);
    expect(() => planImprovement(db, few.managing, input)).toThrow('Labels on 1 queries are too few for a split');
  });
});
