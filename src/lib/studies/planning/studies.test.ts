import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../tests/refusals.ts';
import { RunDriver } from '../../scorer/runs/driving/driver.server.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { addRole, removeRole } from '../../server/projects.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun } from './example-run.fixture.ts';
import { copiedPlan } from './copied-plan.server.ts';
import { planExtension } from './extension.server.ts';
import { ableToJudge } from './plan-choices.server.ts';
import { withCautions } from './plan-cautions.ts';
import { planStudy } from './planning.server.ts';
import {
  closeStudy,
  createStudy,
  listStudies,
  openStudiesProgress,
  studyByNumber,
  studyProgress
} from './studies.server.ts';
import { commitVerdict } from '../judging/verdicts.server.ts';
import { revealAssignment } from '../reveal/reveal.server.ts';
import { annotating, openAssignment } from '../judging/annotating.fixture.ts';

const setUp = () => {
  const { db } = memoryDatabase();
  return { db, ...exampleRun(db) };
};
/** A second version of a study's guideline. */
const editStudyGuideline = (db: Db, studyId: string): void =>
  void db
    .insert(schema.studyGuideline)
    .values({ studyId, number: 2, markdown: '# Ours, second version', createdAt: 1 })
    .run();
const itemsOf = (db: Db, studyId: string) =>
  db.select().from(schema.studyItem).where(eq(schema.studyItem.studyId, studyId)).all();

describe('planStudy', () => {
  it('names people who could read the results of the project before', () => {
    const { db, manage, input, annotators } = setUp();
    const [ana, ben] = annotators;
    for (const [person, role] of [
      [ana, 'viewer'],
      [ben, 'reviewer']
    ] as const) {
      addRole(db, manage, person.id, role);
      removeRole(db, manage, person.id, role);
    }
    expect(planStudy(db, manage, input()).readBefore).toEqual(['Ana']);
  });

  it('says that the run has not come to its end, and its study then keeps it from being resumed', () => {
    const { db, manage, runId, input } = setUp();
    expect(planStudy(db, manage, input()).unfinished).toBe(false);
    db.update(schema.run).set({ status: 'paused' }).run();
    const plan = planStudy(db, manage, input());
    expect(withCautions('en', plan).cautions.map(({ title }) => title)).toEqual([
      'The run was paused or stopped before its end'
    ]);
    createStudy(db, manage, input());
    expect(() => new RunDriver(db, {}).start(manage, runId)).toThrow('Study 1 samples the verdicts of this run');
  });

  it('shows exactly what createStudy then makes', () => {
    const { db, manage, input, annotators } = setUp();
    const plan = planStudy(db, manage, input());
    expect(plan.problems).toEqual([]);
    expect(plan.available).toMatchObject({ units: 60, held: 0 });
    expect(plan.available.allAgree + plan.available.someDiffer).toBe(60);
    expect(plan.sampled.units).toBe(24);
    expect(plan.queries).toEqual(['q1', 'q2', 'q3', 'q4'].map((name) => ({ name, available: 15, sampled: 6 })));
    expect(plan.systems.map((one) => one.sampled)).toEqual([8, 8, 8]);
    expect(plan.people.reduce((sum, one) => sum + one.items, 0)).toBe(48);

    const study = createStudy(db, manage, input());
    const items = itemsOf(db, study.id);
    expect(items.filter((one) => one.stratum === 'some-differ')).toHaveLength(plan.sampled.someDiffer);
    expect(new Set(items.map((one) => one.inclusionProbability))).toEqual(new Set([0.4]));
    for (const { id } of annotators) {
      const mine = db
        .select({ item: schema.assignmentItem.studyItemId })
        .from(schema.assignment)
        .innerJoin(schema.assignmentItem, eq(schema.assignmentItem.assignmentId, schema.assignment.id))
        .where(and(eq(schema.assignment.studyId, study.id), eq(schema.assignment.userId, id)))
        .all();
      expect(mine).toHaveLength(plan.people.find((one) => one.userId === id)!.items);
    }
  });

  it('finds the strata by comparing labels, whatever was abstained from', () => {
    const { db, manage, runId, input } = setUp();
    const rows = db
      .select()
      .from(schema.verdict)
      .where(and(eq(schema.verdict.runId, runId), eq(schema.verdict.metric, 'coverage')))
      .all();
    const labels = new Map<string, Set<string>>();
    for (const { reportId, item, label } of rows) {
      const key = `${reportId} ${item}`;
      const set = labels.get(key) ?? new Set<string>();
      if (label !== null) set.add(label);
      labels.set(key, set);
    }
    const differ = [...labels.values()].filter((set) => set.size > 1).length;
    expect(differ).toBeGreaterThan(5);
    expect(planStudy(db, manage, input()).available.someDiffer).toBe(differ);
  });

  it('counts items on which every judge abstained, which tell nothing of judges', () => {
    const { db, manage, input } = setUp();
    db.run(
      sql`UPDATE verdict SET state = 'abstained', label = NULL WHERE item IN (SELECT item FROM verdict ORDER BY item LIMIT 1)`
    );
    const { available, sampled, judged } = planStudy(db, manage, input());
    expect(available).toMatchObject({ units: 60, unlabelled: 12 });
    expect(sampled.unlabelled).toBeGreaterThan(0);
    expect(judged.sizes.reduce((sum, size) => sum + size, 0)).toBe(sampled.units - sampled.unlabelled);
  });

  it('draws reports first, asks people to read only these, and says what it costs in precision and saves in time', () => {
    const { db, manage, input } = setUp();
    const people = ['Ana'].map(
      (name) =>
        db
          .select()
          .from(schema.user)
          .all()
          .find((one) => one.name === name)!.id
    );
    const sample = { reports: 4, perReport: 3 };
    const plan = planStudy(db, manage, input({ sample, people, overlap: 1 }));
    // Each report has 8 words: four reports, and 12 labels of 30 seconds.
    expect(plan.people).toMatchObject([
      { items: 12, reports: 4, time: { words: 32, labels: 12, leastMinutes: 6 + 32 / 250, mostMinutes: 6 + 32 / 200 } }
    ]);
    expect(plan.design).toEqual({ perQuery: 3, weighting: 1 });
    const study = createStudy(db, manage, input({ sample, people, overlap: 1 }));
    const items = itemsOf(db, study.id);
    expect([...Map.groupBy(items, ({ reportId }) => reportId).values()].map(({ length }) => length)).toEqual([
      3, 3, 3, 3
    ]);
    for (const { inclusionProbability } of items) expect(inclusionProbability).toBeCloseTo((4 / 12) * (3 / 5), 12);
    const alike = planStudy(db, manage, input({ sample: { items: 12 }, people: [], overlap: 1 }));
    expect(alike.design).toEqual({ perQuery: 3, weighting: 1 });
    expect(() => planExtension(db, manage, study.id, { sample: { items: 4 }, people, seed: 2 })).toThrow(
      /Copy the study and label a second sample/
    );
  });

  it('makes the same study of the same seed in another database', () => {
    const sampled = () => {
      const { db, manage, input } = setUp();
      const study = createStudy(db, manage, input({ seed: 77 }));
      return db
        .select({ qid: schema.query.qid, system: schema.system.name, item: schema.studyItem.item })
        .from(schema.studyItem)
        .innerJoin(schema.report, eq(schema.report.id, schema.studyItem.reportId))
        .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
        .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
        .where(eq(schema.studyItem.studyId, study.id))
        .orderBy(schema.studyItem.position)
        .all();
    };
    expect(sampled()).toEqual(sampled());
  });

  it('reports problems and still says how much there is', () => {
    const { db, manage, input } = setUp();
    const plan = planStudy(db, manage, input({ sample: { items: 61 }, people: [], overlap: 1 }));
    expect(plan.available.units).toBe(60);
    expect(plan.sampled.units).toBe(0);
    expect(plan.problems.map((one) => one.column).sort()).toEqual(['items', 'people']);
    expect(plan.problems.find((one) => one.column === 'items')!.reason).toContain('60 items');
  });

  it('draws presentation items with the wording of the metric', () => {
    const { db, manage, input } = setUp();
    const study = createStudy(db, manage, input({ metric: 'presentation', sample: { items: 24 } }));
    const items = itemsOf(db, study.id);
    expect(new Set(items.map((one) => one.item))).toEqual(new Set(['p1', 'p2']));
    expect(items.find((one) => one.item === 'p2')!.text).toContain('grammar');
  });
});

describe('createStudy', () => {
  it('refuses a person who is not blind or does not annotate', () => {
    const { db, manage, input, lead, admin, outsider, annotators } = setUp();
    const both = annotators[1];
    const add = (userId: string, role: 'annotator' | 'lead' | 'reviewer' | 'viewer') =>
      db.insert(schema.membership).values({ projectId: manage.resource.id, userId, role, createdAt: 1 }).run();
    // An account that is not in the project is as good as absent, and its name is not told.
    const withOutsider = [annotators[0], annotators[2], outsider].map((one) => one.id);
    const told = problemsOf(() => createStudy(db, manage, input({ people: withOutsider })));
    expect(told.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^1 of the chosen people/)]);
    expect(JSON.stringify(told)).not.toContain('Otto');
    add(both.id, 'lead');
    add(admin.id, 'annotator');
    add(outsider.id, 'reviewer');
    add(annotators[3].id, 'viewer');
    db.update(schema.user).set({ disabledAt: 1 }).where(eq(schema.user.id, annotators[2].id)).run();
    const people = [lead, admin, outsider, both, annotators[0], annotators[2], annotators[3]].map((one) => one.id);
    const problems = problemsOf(() => createStudy(db, manage, input({ people: [...people, 'nobody'] })));
    const of = (name: string) => problems.find((one) => one.found === name)?.reason;
    expect(of('Lea')).toContain('not be blind');
    expect(of('Ada')).toContain('not be blind');
    expect(of('Ben')).toContain('not be blind');
    expect(of('Dan')).toContain('not be blind');
    expect(of('Otto')).toContain('not an annotator');
    expect(of('Cleo')).toContain('disabled');
    expect(of('Ana')).toBeUndefined();
    expect(problems.some((one) => one.reason.startsWith('1 of the chosen people'))).toBe(true);
    expect(listStudies(db, authorize(lead, manage.resource, 'read-results'))).toEqual([]);
    // Nor are the others offered for an extension or for work that is reassigned.
    expect(ableToJudge(db, manage).map(({ name }) => name)).toEqual(['Ana']);
  });

  it('refuses an overlap above the people, a metric that was not scored, too few units, and a run in progress', () => {
    const { db, manage, input, runId } = setUp();
    const columns = (change: Parameters<typeof input>[0]) =>
      problemsOf(() => createStudy(db, manage, input(change))).map((one) => one.column);
    expect(columns({ overlap: 5 })).toEqual(['overlap']);
    expect(columns({ overlap: 0 })).toEqual(['overlap']);
    expect(columns({ metric: 'depth' })).toEqual(['metric']);
    expect(columns({ sample: { allAgree: 60, someDiffer: 60 } })).toEqual(['allAgree', 'someDiffer']);
    expect(columns({ sample: { items: 0 } })).toEqual(['items']);
    expect(columns({ sample: { items: 1.5 } })).toEqual(['items']);
    expect(columns({ name: ' ', seed: 0.5 })).toEqual(['name', 'seed']);
    db.update(schema.run).set({ status: 'running' }).where(eq(schema.run.id, runId)).run();
    expect(columns({})).toEqual(['run']);
    expect(() => createStudy(db, manage, input({ runId: 'elsewhere' }))).toThrow('no such run');
  });

  it('leaves out units of which no judge said anything', () => {
    const { db, manage, input, runId } = setUp();
    const [one] = db.select().from(schema.verdict).where(eq(schema.verdict.metric, 'coverage')).limit(1).all();
    db.update(schema.verdict)
      .set({ state: 'unscored', label: null, reason: 'no reply' })
      .where(
        and(
          eq(schema.verdict.runId, runId),
          eq(schema.verdict.reportId, one!.reportId),
          eq(schema.verdict.item, one!.item)
        )
      )
      .run();
    expect(planStudy(db, manage, input()).available.units).toBe(59);
  });

  it('records who made what in the same transaction', () => {
    const { db, manage, input } = setUp();
    const study = createStudy(db, manage, input({ sample: { allAgree: 6, someDiffer: 6 } }));
    const rows = db.select().from(schema.audit).where(eq(schema.audit.entityId, study.id)).all();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: 'study.create',
      actorName: 'command line',
      detail: { seed: 1, overlap: 2, sample: { allAgree: 6, someDiffer: 6 } }
    });
  });

  it('does not hand out again what a person has in hand or was shown, but what came of a study closed before', () => {
    const { db, manage, input, annotators } = setUp();
    const [ana, ben] = annotators;
    const people = [ana.id];
    const first = createStudy(db, manage, input({ people, overlap: 1, sample: { items: 36 } }));
    expect(planStudy(db, manage, input({ people, overlap: 1 })).available).toMatchObject({ units: 24, held: 36 });
    expect(planStudy(db, manage, input({ people: [ben.id], overlap: 1 })).available).toMatchObject({
      units: 60,
      held: 0
    });
    expect(
      problemsOf(() => createStudy(db, manage, input({ people, overlap: 1, sample: { items: 30 } })))[0]!.reason
    ).toMatch(/^There are only 24 items\. .* 36 more are already assigned/);
    const opened = openAssignment(db, ana)!;
    for (const { id } of opened.items)
      commitVerdict(db, annotating(ana), {
        assignmentId: opened.id,
        studyItemId: id,
        label: 'yes',
        note: '',
        passages: [],
        seconds: 1,
        idempotencyKey: id
      });
    revealAssignment(db, annotating(ana), opened.id);
    closeStudy(db, manage, first.id);
    expect(planStudy(db, manage, input({ people, overlap: 1 })).available.held).toBe(opened.items.length);
  });

  it('numbers studies within their project', () => {
    const { db, manage, read, input, annotators } = setUp();
    const small = { sample: { items: 3 }, overlap: 1, people: [annotators[0].id] };
    expect(createStudy(db, manage, input(small)).number).toBe(1);
    expect(createStudy(db, manage, input(small)).number).toBe(2);
    const other = exampleRun(db);
    expect(createStudy(db, other.manage, other.input()).number).toBe(1);
    expect(studyByNumber(db, read, 2).number).toBe(2);
    expect(() => studyByNumber(db, read, 3)).toThrow('no such study');
  });
});

describe('studyProgress', () => {
  it('counts what stands, gives median times and no labels', () => {
    const { db, manage, read, input, annotators } = setUp();
    const study = createStudy(db, manage, input());
    const [ana] = annotators;
    const opened = openAssignment(db, ana)!;
    const commit = (i: number, label: 'yes' | null, seconds: number | null, key: string) =>
      commitVerdict(db, annotating(ana), {
        assignmentId: opened.id,
        studyItemId: opened.items[i]!.id,
        label,
        note: '',
        passages: [],
        seconds,
        idempotencyKey: key
      });
    expect(opened.items.length).toBeGreaterThanOrEqual(2);
    commit(0, 'yes', 10, 'k1');
    commit(1, 'yes', 15, 'k2');
    commit(1, null, null, 'k3');
    commit(1, 'yes', 5, 'k4');
    const progress = studyProgress(db, read, study.id);
    expect(progress.map((one) => one.name)).toEqual(['Ana', 'Ben', 'Cleo', 'Dan']);
    expect(progress[0]).toMatchObject({ done: 2, medianSeconds: 15 });
    expect(progress[1]).toMatchObject({ done: 0, medianSeconds: null });
    expect(JSON.stringify(progress)).not.toMatch(/yes|"no"/);
    expect(listStudies(db, read)).toMatchObject([
      { number: 1, items: 24, people: 4, total: 48, done: 2, run: { number: 1 } }
    ]);
  });

  it('is summed over the studies that are not closed', () => {
    const { db, manage, read, input } = setUp();
    const first = createStudy(db, manage, input());
    createStudy(db, manage, input({ name: 'Another' }));
    const totals = (people: { name: string; total: number }[]) => people.map(({ name, total }) => `${name} ${total}`);
    const one = studyProgress(db, read, first.id);
    expect(totals(openStudiesProgress(db, read))).toEqual(one.map(({ name, total }) => `${name} ${2 * total}`));
    closeStudy(db, manage, first.id);
    expect(totals(openStudiesProgress(db, read))).toEqual(totals(one));
  });

  it('is not given to another project', () => {
    const { db, manage, input } = setUp();
    const study = createStudy(db, manage, input());
    const other = exampleRun(db);
    expect(() => studyProgress(db, other.read, study.id)).toThrow('no such study');
    expect(() => closeStudy(db, other.manage, study.id)).toThrow('no such study');
  });
});

describe('copiedPlan', () => {
  it('is the plan of a study, so that a study made of it with its seed is the same study', () => {
    const { db, manage, read, input, annotators } = setUp();
    const first = createStudy(
      db,
      manage,
      input({
        ...{ sample: { allAgree: 4, someDiffer: 6, only: { item: ['a', 'b', 'c'] } }, reveal: 'never' },
        ...{ people: annotators.slice(0, 3).map(({ id }) => id), overlap: 1, guidelinePage: '# Ours' },
        settings: { maskNames: true, repeats: 2 }
      })
    );
    closeStudy(db, manage, first.id);
    editStudyGuideline(db, first.id);
    const { number, leftOut, ...plan } = copiedPlan(db, read, first.number);
    expect([number, leftOut]).toEqual([1, 0]);
    expect(plan).toMatchObject({ name: 'Study (copy)', guidelinePage: '# Ours, second version', overlap: 1 });
    expect(plan.settings).toEqual({ maskNames: true, repeats: 2 });
    const second = createStudy(db, manage, { ...plan, seed: first.seed });
    const drawn = (id: string) =>
      itemsOf(db, id).map(({ reportId, item, purpose, inclusionProbability }) => [
        ...[reportId, item, purpose, inclusionProbability]
      ]);
    expect(drawn(second.id)).toEqual(drawn(first.id));
    expect(studyProgress(db, read, second.id).map(({ userId }) => userId)).toEqual(
      studyProgress(db, read, first.id).map(({ userId }) => userId)
    );
    const { metric, kind, reveal, guideline } = first;
    expect(second).toMatchObject({ number: 2, metric, kind, reveal, guideline, status: 'open' });
  });

  it('leaves training and gold items out and counts them, with how often they came', () => {
    const { db, manage, read, input } = setUp();
    const known = [
      { purpose: 'gold' as const, qid: 'q1', system: 'system-aurora', item: 'a', answer: 'yes', reason: 'Plain.' }
    ];
    createStudy(db, manage, input({ known, settings: { goldEvery: 5 } }));
    expect(copiedPlan(db, read, 1)).toMatchObject({ leftOut: 1, settings: {} });
  });

  it('is refused for labels that were given elsewhere, and for a study of another project', () => {
    const { db, manage, read, input } = setUp();
    const other = exampleRun(db);
    createStudy(db, manage, input());
    expect(() => copiedPlan(db, other.read, 1)).toThrow(/no such study/);
    db.update(schema.study).set({ runId: null, kind: null }).run();
    expect(() => copiedPlan(db, read, 1)).toThrow(/given elsewhere/);
  });
});
