import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addSuite, unitNamed } from '../../scorer/suites/index.ts';
import type { UnitDefinition } from '../../scorer/unit-definition.ts';
import { authorize, type Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { openAssignment } from '../judging/annotating.fixture.ts';
import { everyKindRun } from '../planning/every-kind.fixture.ts';
import { exampleRun, type ExampleRun } from '../planning/example-run.fixture.ts';
import { planStudy } from '../planning/planning.server.ts';
import { closeStudy, createStudy } from '../planning/studies.server.ts';
import { checkedUnits, checkQueue, commitCheck, openCheckUnit } from './spot-answers.server.ts';
import {
  checkableVerdicts,
  closeSpotCheck,
  drawSpotCheck,
  listSpotChecks,
  spotCheckByNumber,
  type SpotCheck
} from './spot-checks.server.ts';

const facts: UnitDefinition = {
  name: 'checked-fact',
  one: 'fact',
  many: 'facts',
  about: 'A fact of the report.',
  scale: {
    level: 'binary',
    labels: [
      { label: 'right', title: 'right', value: 1 },
      { label: 'wrong', title: 'wrong', value: 0, error: true }
    ]
  },
  detail: null,
  asked: null,
  uncorrected: 'Each judge finds facts of its own.',
  spotCheck: {
    title: 'Facts',
    about: 'People check facts with the evidence of the judge.',
    question: 'Is this the right verdict?',
    errors: { search: 'Search', page: 'Page verdict' }
  }
};
afterAll(addSuite({ name: 'checked-suite', title: 'Checked', metrics: [], units: [facts] }));

let db: Db;
let run: ExampleRun;
let judgeId: string;
let rea: Person;
const review = (person: Person) => authorize(person, { kind: 'project', id: run.projectId }, 'review');

function reviewer(name: string): Person {
  const id = newId();
  const email = `${name}.${id}@x.example`;
  db.insert(schema.user).values({ id, email, name, admin: false, createdAt: 1 }).run();
  db.insert(schema.membership).values({ projectId: run.projectId, userId: id, role: 'reviewer', createdAt: 1 }).run();
  return { kind: 'person', id, name, email, admin: false, roles: new Map([[run.projectId, ['reviewer']]]) };
}

function setUp(runIn: (db: Db) => ExampleRun): void {
  ({ db } = memoryDatabase());
  run = runIn(db);
  rea = reviewer('Rea');
  judgeId = db.select().from(schema.judge).get()!.id;
  for (const { id: reportId } of db.select().from(schema.report).all())
    for (const n of [1, 2])
      db.insert(schema.verdict)
        .values({
          ...{ runId: run.runId, reportId, metric: 'coverage', judgeId, kind: 'checked-fact', item: `fact-${n}` },
          ...{
            text: `Fact ${n}.`,
            state: 'judged',
            label: n === 1 ? 'right' : 'wrong',
            rationale: '',
            evidence: [],
            at: 1
          }
        })
        .run();
}

beforeEach(() => setUp(exampleRun));

const draw = (over: Partial<Parameters<typeof drawSpotCheck>[2]> = {}) =>
  drawSpotCheck(db, run.manage, {
    ...{ name: 'Facts of run 1', runId: run.runId, metric: 'coverage', unitKind: 'checked-fact', judgeId },
    ...{ items: 5, seed: 7, ...over }
  });
const answer = (
  unit: string,
  label: string | null | undefined,
  over: Partial<Parameters<typeof commitCheck>[2]> = {}
) => ({
  ...{ check: 1, unit, label, errors: [], note: '', idempotencyKey: newId(), ...over }
});

describe('a spot check', () => {
  it('is offered for kinds of units that say how people check them, with how many verdicts there are', () => {
    expect(unitNamed('item').spotCheck).toBeUndefined();
    expect(checkableVerdicts(db, run.read)).toMatchObject([
      { metric: 'coverage', unitKind: 'checked-fact', title: 'Facts', available: 24 }
    ]);
  });

  it('draws different verdicts at random, the same with the same seed, and never more than there are', () => {
    const [one, two, other] = [draw(), draw(), draw({ seed: 8 })].map((check) =>
      checkedUnits(db, run.read, check).map(({ reportId, item }) => `${reportId} ${item}`)
    );
    expect(new Set(one).size).toBe(5);
    expect(two).toEqual(one);
    expect(other).not.toEqual(one);
    expect(() => draw({ items: 25 })).toThrow(/not drawn/);
    expect(() => draw({ items: 0 })).toThrow(/not drawn/);
    expect(() => draw({ unitKind: 'item' })).toThrow(/not checked by people/);
  });

  it('shows the query that the judge was asked, not a later wording', () => {
    draw();
    const [unit] = checkQueue(db, review(rea), 1).units;
    const asked = openCheckUnit(db, review(rea), 1, unit!.id).query;
    db.update(schema.query).set({ text: 'A later wording?' }).run();
    expect(asked).toMatch(/\S/);
    expect(openCheckUnit(db, review(rea), 1, unit!.id).query).toBe(asked);
  });

  it('takes the right label, an error of the chain and cannot judge; anything else is refused', () => {
    draw();
    const { units } = checkQueue(db, review(rea), 1);
    const view = openCheckUnit(db, review(rea), 1, units[0]!.id);
    expect(commitCheck(db, review(rea), answer(units[0]!.id, view.judged, { errors: ['search'] })).next).toBe(
      units[1]!.id
    );
    commitCheck(db, review(rea), answer(units[1]!.id, null));
    const wrong = openCheckUnit(db, review(rea), 1, units[2]!.id).judged === 'right' ? 'wrong' : 'right';
    commitCheck(db, review(rea), answer(units[2]!.id, wrong));
    expect(checkQueue(db, review(rea), 1).units.map(({ agrees }) => agrees)).toEqual([
      ...[true, null, false, undefined, undefined]
    ]);
    expect(() => commitCheck(db, review(rea), answer(units[3]!.id, 'maybe'))).toThrow(/not saved/);
    expect(() => commitCheck(db, review(rea), answer(units[3]!.id, undefined))).toThrow(/not saved/);
    expect(() => commitCheck(db, review(rea), answer(units[3]!.id, 'right', { errors: ['judge'] }))).toThrow(
      /not saved/
    );
  });

  it('keeps each answer; the last one of a person counts, and a repeated key adds none', () => {
    const check = draw();
    const [unit] = checkQueue(db, review(rea), 1).units;
    const input = answer(unit!.id, 'right');
    commitCheck(db, review(rea), input);
    commitCheck(db, review(rea), input);
    commitCheck(db, review(rea), answer(unit!.id, 'wrong'));
    expect(db.select().from(schema.spotCheckAnswer).all()).toHaveLength(2);
    expect(checkedUnits(db, run.read, check)[0]!.answers).toMatchObject([{ name: 'Rea', label: 'wrong' }]);
    expect(() => db.delete(schema.spotCheckAnswer).run()).toThrow(/append-only/);
    expect(listSpotChecks(db, run.read)).toMatchObject([{ items: 5, checked: 1, available: 24 }]);
  });

  it('is closed to a person who still judges blind on the same run, and open to them once the study has ended', () => {
    const [ana] = run.annotators;
    const study = createStudy(db, run.manage, run.input());
    openAssignment(db, ana);
    draw();
    const both: Person = { ...ana, roles: new Map([[run.projectId, ['annotator', 'reviewer']]]) };
    expect(() => checkQueue(db, review(both), 1)).toThrow(/judge reports of its run blind in study 1/);
    closeStudy(db, run.manage, study.id);
    expect(checkQueue(db, review(both), 1).units).toHaveLength(5);
  });

  /** Draws one verdict on a report, in another run on the same reports. */
  function drawElsewhere(reportId: string): SpotCheck {
    const first = db.select().from(schema.run).get()!;
    const again = { ...first, id: newId(), number: 2 };
    db.insert(schema.run).values(again).run();
    const asked = db.select().from(schema.runMetric).where(eq(schema.runMetric.metric, 'coverage')).get()!;
    db.insert(schema.runMetric)
      .values({ ...asked, runId: again.id })
      .run();
    db.insert(schema.runJudge).values({ runId: again.id, judgeId, position: 0 }).run();
    const ofReport = and(eq(schema.verdict.reportId, reportId), eq(schema.verdict.kind, 'checked-fact'));
    const verdict = db.select().from(schema.verdict).where(ofReport).get()!;
    db.insert(schema.verdict)
      .values({ ...verdict, runId: again.id })
      .run();
    return draw({ runId: again.id, items: 1 });
  }

  it('is closed to a person who judges the same reports blind in a study of another run', () => {
    const [ana] = run.annotators;
    createStudy(db, run.manage, run.input());
    openAssignment(db, ana);
    drawElsewhere(db.select().from(schema.assignment).where(eq(schema.assignment.userId, ana.id)).get()!.reportId);
    const both: Person = { ...ana, roles: new Map([[run.projectId, ['annotator', 'reviewer']]]) };
    expect(() => checkQueue(db, review(both), 1)).toThrow(/judge reports of its run blind in study 1/);
  });

  it('counts each report of a pair: none that a person compares blind is checked by them, and none that they checked is compared', () => {
    setUp(everyKindRun);
    const [ana, ben] = run.annotators;
    const pairs = { metric: 'depth', kind: 'preference', overlap: 1, reveal: 'never' } as const;
    const plan = (people: string[]) => run.input({ ...pairs, people, sample: { items: 8 } });
    const both = (one: Person): Person => ({ ...one, roles: new Map([[run.projectId, ['annotator', 'reviewer']]]) });
    const study = createStudy(db, run.manage, plan([ana.id]));
    const { reportId } = db.select().from(schema.studyItemReport).get()!;
    const compared = db
      .select()
      .from(schema.studyItemReport)
      .where(eq(schema.studyItemReport.reportId, reportId))
      .all();
    const [unit] = checkQueue(db, review(both(ben)), drawElsewhere(reportId).number).units;
    expect(() => checkQueue(db, review(both(ana)), 1)).toThrow(/judge reports of its run blind in study 1/);
    closeStudy(db, run.manage, study.id);
    commitCheck(db, review(both(ben)), answer(unit!.id, 'right'));
    expect(planStudy(db, run.manage, plan([ben.id])).available.held).toBe(compared.length);
  });

  it('keeps who checked a verdict from judging its report blind later', () => {
    const [ana] = run.annotators;
    const both: Person = { ...ana, roles: new Map([[run.projectId, ['annotator', 'reviewer']]]) };
    const check = draw();
    const [first] = checkQueue(db, review(both), 1).units;
    commitCheck(db, review(both), answer(first!.id, 'right'));
    const { reportId } = checkedUnits(db, run.read, check)[0]!;
    const plan = (people: string[]) => planStudy(db, run.manage, run.input({ people, overlap: 1 })).available;
    // Five checklist items of the one report.
    expect(plan([ana.id])).toMatchObject({ units: 55, held: 5 });
    expect(plan([run.annotators[1].id])).toMatchObject({ units: 60, held: 0 });
    const study = createStudy(db, run.manage, run.input({ people: [ana.id], overlap: 1, sample: { items: 55 } }));
    const drawn = db.select().from(schema.studyItem).where(eq(schema.studyItem.studyId, study.id)).all();
    expect(drawn.some((item) => item.reportId === reportId)).toBe(false);
  });

  it('takes no answer once it is ended', () => {
    draw();
    const [unit] = checkQueue(db, review(rea), 1).units;
    closeSpotCheck(db, run.manage, 1);
    expect(spotCheckByNumber(db, run.read, 1).closedAt).not.toBeNull();
    expect(() => commitCheck(db, review(rea), answer(unit!.id, 'right'))).toThrow(/ended/);
  });

  it('leaves no blind label and no label of a study behind', () => {
    draw();
    const { units } = checkQueue(db, review(rea), 1);
    for (const { id } of units) commitCheck(db, review(rea), answer(id, 'right'));
    expect(db.select().from(schema.humanVerdict).all()).toEqual([]);
  });
});
