import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  writeAccuracyCsv,
  writeMetaEvaluationCsv,
  writeMetaEvaluationJson,
  writeSpotCheckCsv,
  writeSpotCheckJson
} from '../src/lib/exchange/export/alignment/accuracy-files.server.ts';
import { coolingClaim } from '../src/lib/scorer/suites/daily-report/chain/claim-chain.fixture.ts';
import { evidenceOfVerdict } from '../src/lib/scorer/runs/evidence/evidence-of-verdict.server.ts';
import { checkedVerdict } from '../src/lib/scorer/runs/evidence/checked-verdict.server.ts';
import type { Detail } from '../src/lib/scorer/verdict.ts';
import { authorize, type Person, type Role } from '../src/lib/server/auth/authorize.ts';
import { schema, type Db } from '../src/lib/server/db/client.ts';
import { newId } from '../src/lib/server/db/id.ts';
import { memoryDatabase } from '../src/lib/server/db/memory.fixture.ts';
import { annotating, openAssignment } from '../src/lib/studies/judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { commitVerdict } from '../src/lib/studies/judging/verdicts.server.ts';
import { exampleRun, type ExampleRun } from '../src/lib/studies/planning/example-run.fixture.ts';
import { createStudy } from '../src/lib/studies/planning/studies.server.ts';
import { checkQueue, commitCheck, openCheckUnit } from '../src/lib/studies/spot-checks/spot-answers.server.ts';
import { drawSpotCheck } from '../src/lib/studies/spot-checks/spot-checks.server.ts';
import { adjudicateItem, openTruth, truthQueue } from '../src/lib/studies/truth/truth.server.ts';
import { recordAdoption } from '../src/lib/alignment/adoption/adoptions.server.ts';
import { listDecisions } from '../src/lib/alignment/adoption/decisions.server.ts';
import { defaultAnalysisPlan, typedAs } from '../src/lib/alignment/preregistration/analysis-plan.ts';
import {
  liftEmbargo,
  preregister,
  procedureState
} from '../src/lib/alignment/preregistration/preregistrations.server.ts';
import { studyProcedure } from '../src/lib/alignment/procedure/procedure.server.ts';
import { metaEvaluations } from '../src/lib/alignment/accuracy/meta-evaluation.server.ts';
import { spotCheckAccuracy } from '../src/lib/alignment/accuracy/spot-check-accuracy.server.ts';
import { studyAccuracy } from '../src/lib/alignment/accuracy/study-accuracy.server.ts';

const at = 1_700_000_000_000;
const METRIC = 'daily-instruction';
const labels = ['satisfied', 'partly', 'not-satisfied'];
let db: Db;
let run: ExampleRun;
let judges: string[];
let reports: string[];

/** The true label of the `u`th of 24 requirements, two in each of 12 reports. */
const truth = (u: number): string => labels[u % 3]!;
const next = (label: string): string => labels[(labels.indexOf(label) + 1) % 3]!;

function say(judge: number, reportId: string, kind: string, item: string, label: string, detail: object, text: string) {
  const of = { runId: run.runId, reportId, metric: METRIC, judgeId: judges[judge]!, kind, item, text, label, at };
  db.insert(schema.verdict)
    .values({
      ...{ ...of, state: 'judged', rationale: 'so', evidence: [], detail: { kind, ...detail } as unknown as Detail }
    })
    .run();
}

/** The example run with two requirements, a claim and a paragraph in each report: judge 0 is always right, 1 errs on each sixth. */
beforeEach(() => {
  ({ db } = memoryDatabase());
  run = exampleRun(db);
  db.insert(schema.runMetric)
    .values({
      ...{ runId: run.runId, metric: METRIC, promptName: METRIC, promptVersion: '1', promptHash: 'h' },
      ...{ settings: {}, position: 5 }
    })
    .run();
  judges = db
    .select()
    .from(schema.runJudge)
    .where(eq(schema.runJudge.runId, run.runId))
    .orderBy(schema.runJudge.position)
    .all()
    .map(({ judgeId }) => judgeId);
  reports = db
    .select({ id: schema.report.id })
    .from(schema.report)
    .all()
    .map(({ id }) => id);
  reports.forEach((reportId, r) => {
    db.insert(schema.runReport).values({ runId: run.runId, reportId, position: r }).run();
    for (const n of [0, 1])
      for (const j of [0, 1]) {
        const u = 2 * r + n;
        const detail = { subtask: `s${n}`, rubric: 'r', importance: 'P0', group: null, unobtainable: null };
        const label = j === 1 && u % 6 === 0 ? next(truth(u)) : truth(u);
        say(j, reportId, 'daily-instruction', `s${n}/ins`, label, detail, `Requirement ${u}.`);
      }
    for (const [n, label] of ['correct', 'incorrect', 'not-verified'].entries())
      say(0, reportId, 'daily-claim', `s0/claim-${n}`, label, coolingClaim, `Claim ${n} of ${r}.`);
    const paragraph = { subtask: 's0', place: { block: 1, start: 0, end: 5 }, errors: [], claims: [] };
    say(0, reportId, 'daily-paragraph', 's0/paragraph-1', 'sound', paragraph, `Paragraph of ${r}.`);
    db.insert(schema.call)
      .values({
        ...{ runId: run.runId, reportId, metric: METRIC, judgeId: judges[0]!, key: `k${r}`, outcome: 'reply', at },
        ...{ attempts: 1, cached: false, cost: 0.25, milliseconds: 1 }
      })
      .run();
  });
});

function person(name: string, role: Role): Person {
  const id = newId();
  const email = `${name}.${id}@x.example`;
  db.insert(schema.user).values({ id, email, name, admin: false, createdAt: 1 }).run();
  db.insert(schema.membership).values({ projectId: run.projectId, userId: id, role, createdAt: 1 }).run();
  return { kind: 'person', id, name, email, admin: false, roles: new Map([[run.projectId, [role]]]) };
}
const as = <A extends 'adjudicate' | 'review'>(who: Person, access: A) =>
  authorize(who, { kind: 'project', id: run.projectId }, access);

/** Which requirement an item is, from its wording. */
const unitOf = (text: string): number => Number(/\d+/.exec(text)![0]);

/** A study of all requirements by two people: Ana is right, Ben errs on each fourth. */
function judgedStudy() {
  const people = run.annotators.slice(0, 2);
  const study = createStudy(
    db,
    run.manage,
    run.input({
      ...{ metric: METRIC, kind: 'unit-daily-instruction', sample: { items: 24 }, reveal: 'never' },
      ...{ people: people.map(({ id }) => id), overlap: 2 }
    })
  );
  for (const [p, who] of people.entries())
    for (let id = nextStudyAssignment(db, who, study.id); id !== null; id = nextStudyAssignment(db, who, study.id))
      for (const item of openAssignment(db, who, id)!.items) {
        const u = unitOf(item.text);
        commitVerdict(db, annotating(who), {
          ...{ assignmentId: id, studyItemId: item.id, note: '', passages: [], seconds: 5, idempotencyKey: newId() },
          label: p === 1 && u % 4 === 0 ? next(truth(u)) : truth(u)
        });
      }
  return study;
}

function adjudicateAll(): void {
  const eve = person('Eve', 'adjudicator');
  for (const { id } of truthQueue(db, as(eve, 'adjudicate'), 1).items) {
    const { item } = openTruth(db, as(eve, 'adjudicate'), 1, id);
    adjudicateItem(db, as(eve, 'adjudicate'), {
      ...{ study: 1, item: id, label: truth(unitOf(item.text)), reason: 'As the report says.', basedOn: 0 },
      idempotencyKey: newId()
    });
  }
}

describe('instruction following judged blind', () => {
  it('runs through preregistration, gates and a recorded decision like any metric', () => {
    const study = judgedStudy();
    preregister(db, run.manage, study.id, { ...typedAs(defaultAnalysisPlan(judges)), reason: '' });
    expect(procedureState(db, run.read, study.id).embargoed).toBe(true);
    expect(() => studyAccuracy(db, run.read, study.id)).toThrow(/its labels have not been unblinded/);
    liftEmbargo(db, run.manage, study.id);
    const { procedure, report } = studyProcedure(db, run.read, study.id, { resamples: 20 });
    expect(report.method.scale).toMatchObject({ level: 'ordinal', labels: ['not-satisfied', 'partly', 'satisfied'] });
    // Four queries are too few for any gate to pass: nothing may be adopted, and the procedure says so.
    expect(procedure.verdict.outcome).not.toBe('adopt');
    const [ferrule] = report.candidates.filter(({ name }) => name === 'scripted:ferrule');
    expect(ferrule!.agreement.n).toBe(24);
    recordAdoption(
      db,
      run.manage,
      {
        ...{ studyId: study.id, metric: METRIC, outcome: procedure.verdict.outcome, judgeIds: [], rule: '' },
        reason: 'More tasks are needed.'
      },
      { resamples: 20 }
    );
    expect(listDecisions(db, run.read, METRIC)).toHaveLength(1);
  });

  it('has the accuracy of people and of each judge against adjudicated labels, by hand', () => {
    const study = judgedStudy();
    liftEmbargo(db, run.manage, study.id);
    expect(studyAccuracy(db, run.read, study.id)).toMatchObject({ items: 24, adjudicated: 0 });
    adjudicateAll();
    const found = studyAccuracy(db, run.read, study.id);
    // 24 labels of Ana and 24 of Ben, of which 6 (u = 0, 4 … 20) are wrong; judge 1 errs on 4 (u = 0, 6, 12, 18) of 24.
    expect(found.people.share).toMatchObject({ n: 48, value: 42 / 48, clusters: 4 });
    expect(found.judges.map(({ accuracy: { share } }) => [share.n, share.value])).toEqual([
      [24, 1],
      [24, 20 / 24],
      [0, null]
    ]);
    expect(writeAccuracyCsv(found).split('\r\n')[1]).toMatch(/^people,0\.875,/);
  });
});

describe('spot checks beside it', () => {
  /** Rea and Rob check: Rob disagrees with the first two. */
  function checked(unitKind: string, items: number) {
    const check = drawSpotCheck(db, run.manage, {
      ...{
        name: `Check of ${unitKind}`,
        runId: run.runId,
        metric: METRIC,
        unitKind,
        judgeId: judges[0]!,
        items,
        seed: 3
      }
    });
    const [rea, rob] = [person('Rea', 'reviewer'), person('Rob', 'reviewer')];
    for (const [p, who] of [rea, rob].entries())
      for (const [n, { id }] of checkQueue(db, as(who, 'review'), check.number).units.entries()) {
        const { judged, labels: offered, asked } = openCheckUnit(db, as(who, 'review'), check.number, id);
        const other = offered.find(({ label, value }) => label !== judged && value !== null)!.label;
        commitCheck(db, as(who, 'review'), {
          ...{ check: check.number, unit: id, label: (p === 1 && n < 2) || n === 2 ? other : judged },
          ...{ errors: n === 2 ? [Object.keys(asked.errors)[2]!] : [], note: '', idempotencyKey: newId() }
        });
      }
    return check;
  }

  it('draws only claims with a verdict, and leaves out those on which annotators are tied', () => {
    const check = checked('daily-claim', 10);
    expect(check.available).toBe(24);
    const found = spotCheckAccuracy(db, run.read, check);
    // Two ties; of the other eight both people change one.
    expect(found).toMatchObject({ items: 10, checked: 10, tied: 2, people: 2 });
    expect(found.accuracy.share).toMatchObject({ n: 8, value: 7 / 8 });
    expect(found.accuracy.leftOut).toBe(2);
    expect(found.errors.find(({ name }) => name === 'search')).toMatchObject({ units: 1 });
  });

  it('says in every file that it is not blind, and reaches no label of a study', () => {
    const check = checked('daily-paragraph', 6);
    const found = spotCheckAccuracy(db, run.read, check);
    const about = {
      number: 1,
      name: check.name,
      run: 1,
      metric: METRIC,
      unit: 'daily-paragraph',
      judge: 'j',
      available: 12
    };
    expect(JSON.parse(writeSpotCheckJson(about, found))).toMatchObject({
      blind: false,
      note: expect.stringContaining('not blind') as string
    });
    const [head, ...lines] = writeSpotCheckCsv(found).trim().split('\r\n');
    expect(head).toMatch(/^blind,/);
    expect(lines).toHaveLength(12);
    expect(lines.every((line) => line.startsWith('false,'))).toBe(true);
    expect(db.select().from(schema.humanVerdict).all()).toEqual([]);
  });

  it('shows the evidence of a claim, and nothing of whose report it is', () => {
    const at = { runId: run.runId, reportId: reports[0]!, metric: METRIC, judgeId: judges[0]!, repeat: 0 };
    const { chain } = evidenceOfVerdict(db, run.read, { ...at, item: 's0/claim-1' });
    expect(chain).toMatchObject({ title: 'Claim 2 is judged incorrect', number: 2, of: 3 });
    expect(() => evidenceOfVerdict(db, run.read, { ...at, item: 's0/ins' })).toThrow(/chain of evidence/);
    const shown = checkedVerdict(db, as(person('Rea', 'reviewer'), 'review'), { ...at, item: 's0/claim-1' }, 'en');
    expect(shown.chain?.questions).toHaveLength(2);
    for (const secret of ['system-aurora', 'ferrule']) expect(JSON.stringify(shown)).not.toContain(secret);
    const paragraph = checkedVerdict(
      db,
      as(person('Rob', 'reviewer'), 'review'),
      { ...at, item: 's0/paragraph-1' },
      'en'
    );
    expect(paragraph).toMatchObject({ chain: null, place: { block: 1 } });
  });

  it('stands in the meta-evaluation with accuracy, cost and printed figures', () => {
    const study = judgedStudy();
    expect(metaEvaluations(db, run.read)).toMatchObject([{ embargoed: [{ study: 1 }], rows: [] }]);
    liftEmbargo(db, run.manage, study.id);
    adjudicateAll();
    checked('daily-claim', 10);
    checked('daily-paragraph', 6);
    const [found] = metaEvaluations(db, run.read);
    const [ferrule, gannet] = found!.rows;
    // Ins 24 of 24, Fac 7 of 8, Rat 3 of 4: the mean is 7/8.
    expect(ferrule!.cells.map((cell) => cell!.accuracy.share.value)).toEqual([1, 7 / 8, 3 / 4]);
    expect(ferrule!.average).toBeCloseTo(7 / 8, 12);
    expect(ferrule!.cost).toMatchObject({ total: 3, perReport: 0.25, reason: null });
    expect(gannet).toMatchObject({ average: null, cost: { total: null, reason: 'no-calls' } });
    expect(found!.people[0]!.accuracy.share.value).toBe(42 / 48);
    expect(found!.possible.map(({ figure, possible }) => [figure, possible])).toEqual([
      ['88.4%', false],
      ['96.5%', false],
      ['94.2%', false],
      ['95.3%', true]
    ]);
    const lines = writeMetaEvaluationCsv([found!]).trim().split('\r\n');
    expect(lines.filter((line) => line.includes(',spot-check,false,'))).toHaveLength(2);
    expect(JSON.parse(writeMetaEvaluationJson([found!]))).toMatchObject({ format: 'voirdire-meta-evaluation' });
  });
});

describe('user preference', () => {
  const PREFERENCE = 'daily-preference';
  /** Computed rating of the `r`th of 12 reports; people rate one step off on each fourth. */
  const computed = (r: number): number => 1 + (r % 4);
  const rated = (r: number): number => (r % 4 === 3 ? 3 : computed(r));

  beforeEach(() => {
    db.insert(schema.runMetric)
      .values({
        ...{ runId: run.runId, metric: PREFERENCE, promptName: PREFERENCE, promptVersion: '1', promptHash: 'h' },
        ...{ settings: {}, position: 6 }
      })
      .run();
    reports.forEach((reportId, r) => {
      const scores = { ins: 1, fac: r % 4 === 0 ? 0 : 1, rat: null, outcome: 1, pass: r % 4 !== 0 };
      const states = { ins: 'scored', fac: 'scored', rat: 'no-rubric' };
      const own = {
        ...{ runId: run.runId, reportId, metric: PREFERENCE, judgeId: judges[0]!, at },
        state: 'judged'
      } as const;
      db.insert(schema.verdict)
        .values([
          {
            ...{ ...own, kind: 'daily-subtask', item: 's1/outcome', text: `Subtask of report ${r}.` },
            ...{ label: r % 4 === 0 ? 'fail' : 'pass', rationale: '', evidence: [] },
            detail: {
              kind: 'daily-subtask',
              subtask: 's1',
              importance: 'P0',
              group: null,
              states,
              ...scores
            } as unknown as Detail
          },
          {
            ...{ ...own, kind: 'daily-preference', item: 'preference', text: 'User preference' },
            ...{ label: String(computed(r)), rationale: 'computed-by-algorithm', evidence: [] }
          }
        ])
        .run();
    });
  });

  it('is rated by users who see the results of subtasks, and neither the computed rating nor who judged', () => {
    const [ana] = run.annotators;
    const study = createStudy(
      db,
      run.manage,
      run.input({
        ...{ metric: PREFERENCE, kind: 'unit-daily-preference', sample: { items: 12 }, reveal: 'never' },
        ...{ people: [ana.id], overlap: 1 }
      })
    );
    let seen = 0;
    for (let id = nextStudyAssignment(db, ana, study.id); id !== null; id = nextStudyAssignment(db, ana, study.id)) {
      const open = openAssignment(db, ana, id)!;
      const [item] = open.items;
      const [result] = item!.results;
      const r = unitOf(result!.text);
      expect(result!.title).toBe(r % 4 === 0 ? 'fails' : 'passes');
      expect(JSON.stringify(open)).not.toMatch(/computed-by-algorithm|ferrule|system-aurora/);
      commitVerdict(db, annotating(ana), {
        ...{ assignmentId: id, studyItemId: item!.id, note: '', passages: [], seconds: 5, idempotencyKey: newId() },
        label: String(rated(r))
      });
      seen++;
    }
    expect(seen).toBe(12);
    expect(metaEvaluations(db, run.read)[0]).toMatchObject({ ratings: [], embargoed: [{ study: 1 }] });
    liftEmbargo(db, run.manage, study.id);
    const [rating] = metaEvaluations(db, run.read)[0]!.ratings;
    expect(rating!.agreement).toMatchObject({
      ...{ n: 12, queries: 4, labels: ['1', '2', '3', '4'] },
      cells: [
        [3, 0, 0, 0],
        [0, 3, 0, 0],
        [0, 0, 3, 3],
        [0, 0, 0, 0]
      ]
    });
    // Distances |i − j| / 3: observed 3/3 over 12; expected over 144 from margins 3 3 6 0 and 3 3 3 3, in thirds:
    // 3·(0+3+6+9) + 3·(3+0+3+6) + 6·(6+3+0+3) = 162, a third of it 54. κ = 1 − (1/12) / (54/144) = 7/9.
    expect(rating!.agreement.linear.value).toBeCloseTo(7 / 9, 12);
    // Squares, in ninths: observed 3 over 12; expected 3·(3·(0+1+4+9)) + 3·(3·(1+0+1+4)) + 6·(3·(4+1+0+1)) = 288 over 144.
    expect(rating!.agreement.quadratic.value).toBeCloseTo(1 - 3 / 12 / (288 / 144), 12);
    for (const { value, interval } of [rating!.agreement.linear, rating!.agreement.quadratic]) {
      expect(interval![0]).toBeLessThan(value!);
      expect(interval![1]).toBeGreaterThan(value!);
    }
    const { report } = studyProcedure(db, run.read, study.id, { resamples: 20 });
    expect(report.method.scale).toMatchObject({ level: 'ordinal', labels: ['1', '2', '3', '4'] });
  });
});
