import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../tests/refusals.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { preregister, liftEmbargo, procedureState, embargoedStudies } from './preregistrations.server.ts';
import { planWordsIn } from './plan-words.ts';
import { analysisPlanInWords } from './analysis-plan-words.ts';
import { defaultAnalysisPlan, typedAs, type AnalysisPlan } from './analysis-plan.ts';
import { studyProcedure } from '../procedure/procedure.server.ts';
import type { SampleItem } from '../units/sample-ratings.fixture.ts';
import { insertLabel, insertSampleStudy } from '../units/sample-study.fixture.ts';

const item = (id: string, query: string, people: string): SampleItem => ({ id, query, people, judges: 'yn' });
const judges = ['rules', 'openai:m'];
const open = (people: string) => {
  const { db, sqlite } = memoryDatabase();
  return {
    db,
    sqlite,
    ...insertSampleStudy(db, ['ann'], judges, [item('i1', 'q1', people), item('i2', 'q2', people)])
  };
};
const wish = (change: Partial<AnalysisPlan> = {}, reason = '') => ({
  ...typedAs({ ...defaultAnalysisPlan(judges), ...change }),
  reason
});

describe('a preregistration', () => {
  it('that was made before there were margins has their defaults when it is read, named as such, and stays as it was', () => {
    const { db, managing, reading } = open('-');
    const made = preregister(db, managing, 'study', wish({ target: 0.85, floor: 0.8, severityMargin: 0.02 }));
    expect(procedureState(db, reading, 'study').preregistrations[0]).not.toHaveProperty('assumed');
    const { severityMargin: _s, lengthMargin: _l, positionMargin: _p, ownMakerMargin: _o, ...old } = made.analysisPlan;
    const { by, at, ...row } = made;
    db.insert(schema.preregistration)
      .values({
        ...row,
        id: 'old',
        revision: 2,
        analysisPlan: old as typeof made.analysisPlan,
        studyId: 'study',
        preregisteredBy: null,
        preregisteredByName: by,
        preregisteredAt: at
      })
      .run();
    const [read, first] = procedureState(db, reading, 'study').preregistrations;
    expect(first!.analysisPlan.severityMargin).toBe(0.02);
    expect(read).toMatchObject({
      analysisPlan: { target: 0.85, severityMargin: 0.05, lengthMargin: 0.1 },
      assumed: ['severityMargin', 'positionMargin', 'lengthMargin', 'ownMakerMargin']
    });
    const words = analysisPlanInWords(read!.analysisPlan, (id) => id, planWordsIn('en'), read!.assumed);
    expect(words.find(({ key }) => key === 'severityMargin')!.value).toContain('±.050 of the scale’s range (default');
    expect(db.select().from(schema.preregistration).all()[1]!.analysisPlan).not.toHaveProperty('severityMargin');
  });

  it('keeps its author, its time, and that there was no label and no look by then', () => {
    const { db, managing, reading } = open('-');
    const before = Date.now();
    const made = preregister(db, managing, 'study', wish({ target: 0.85, floor: 0.8 }));
    expect(made).toMatchObject({ revision: 1, labels: 0, opened: false, by: 'Ines', analysisPlan: { target: 0.85 } });
    expect(made.at).toBeGreaterThanOrEqual(before);
    expect(procedureState(db, reading, 'study')).toEqual({
      preregistrations: [made],
      embargoLift: null,
      labels: 0,
      embargoed: false
    });
    expect(db.select().from(schema.audit).all()).toMatchObject([
      {
        actorId: 'lead',
        action: 'study.preregister',
        entityId: 'study',
        detail: { revision: 1, labels: 0, opened: false }
      }
    ]);
  });

  it('can be changed with a reason; the earlier one stays, and it shows that labels were there', () => {
    const { db, managing, reading } = open('-');
    preregister(db, managing, 'study', wish());
    insertLabel(db, 'ann-report-q1', 'i1', 'ann', 'blind', 1, 'yes');
    const second = preregister(db, managing, 'study', wish({ target: 0.95 }, ' Stakes are higher. '));
    expect(second).toMatchObject({ revision: 2, labels: 1, opened: false, reason: 'Stakes are higher.' });
    liftEmbargo(db, managing, 'study');
    preregister(db, managing, 'study', wish({ target: 0.8, floor: 0.8 }, 'It was too strict.'));
    const { preregistrations } = procedureState(db, reading, 'study');
    expect(
      preregistrations.map(({ revision, opened, analysisPlan }) => [revision, opened, analysisPlan.target])
    ).toEqual([
      [3, true, 0.8],
      [2, false, 0.95],
      [1, false, 0.9]
    ]);
  });

  it('is refused without a reason if there is one, with the same content, or with mistakes', () => {
    const { db, managing, reading } = open('-');
    const problems = (work: () => unknown): string[] => problemsOf(work).map(({ column }) => column);
    expect(problems(() => preregister(db, managing, 'study', { ...wish(), judges: ['foreign'] }))).toEqual([
      'judges',
      'judges'
    ]);
    preregister(db, managing, 'study', wish());
    expect(problems(() => preregister(db, managing, 'study', { ...wish(), target: '2' }))).toEqual([
      'target',
      'reason'
    ]);
    expect(() => preregister(db, managing, 'study', wish({}, 'Again.'))).toThrow(
      'The plan equals the one already preregistered'
    );
    expect(procedureState(db, reading, 'study').preregistrations).toHaveLength(1);
  });

  it('stands for good', () => {
    const { db, sqlite, managing } = open('y');
    preregister(db, managing, 'study', wish());
    liftEmbargo(db, managing, 'study');
    for (const statement of ["UPDATE preregistration SET reason = 'x'", 'DELETE FROM preregistration'])
      expect(() => sqlite.exec(statement)).toThrow('preregistration is append-only');
    for (const statement of ['UPDATE embargo_lift SET labels = 0', 'DELETE FROM embargo_lift'])
      expect(() => sqlite.exec(statement)).toThrow('embargo_lift is immutable');
  });

  it('decides by which target and judges the procedure goes', () => {
    const { db, managing, reading } = open('y');
    expect(studyProcedure(db, reading, 'study', { resamples: 10 })).toMatchObject({
      preregistration: null,
      procedure: { analysisPlan: { target: 0.9, judges } }
    });
    preregister(db, managing, 'study', wish({ target: 0.7, floor: 0.7, judges: ['rules'] }));
    const { procedure, report } = studyProcedure(db, reading, 'study', { resamples: 10 });
    expect(report.method.target).toBe(0.7);
    expect(procedure.selection.candidates.map(({ name }) => name)).toEqual(['rules']);
  });

  it('is not made in another project', () => {
    const { db, lead } = open('-');
    const elsewhere = authorize({ ...lead, roles: new Map([['other', ['lead']]]) }, { kind: 'project', id: 'other' }, 'manage'); // prettier-ignore
    expect(() => preregister(db, elsewhere, 'study', wish())).toThrow('There is no such study here.');
    expect(() => liftEmbargo(db, elsewhere, 'study')).toThrow('There is no such study here.');
  });
});

describe('the figures of a study', () => {
  it('are under embargo from the first label until a lead lifts it, which is recorded once', () => {
    const { db, managing, reading } = open('-');
    expect(procedureState(db, reading, 'study').embargoed).toBe(false);
    expect(() => liftEmbargo(db, managing, 'study')).toThrow('no label has been committed');
    const made = preregister(db, managing, 'study', wish());
    insertLabel(db, 'ann-report-q1', 'i1', 'ann', 'blind', 1, 'yes');
    expect(procedureState(db, reading, 'study').embargoed).toBe(true);
    expect([...embargoedStudies(db, reading)]).toEqual(['study']);
    const embargoLift = liftEmbargo(db, managing, 'study');
    expect(embargoLift).toMatchObject({ preregistrationId: made.id, labels: 1, by: 'Ines' });
    expect(liftEmbargo(db, managing, 'study')).toEqual(embargoLift);
    expect(procedureState(db, reading, 'study')).toMatchObject({ embargoed: false, embargoLift });
    expect(embargoedStudies(db, reading).size).toBe(0);
    expect(
      db
        .select()
        .from(schema.audit)
        .all()
        .filter(({ action }) => action === 'study.lift-embargo')
    ).toHaveLength(1);
  });

  it('do not count a label that was taken back', () => {
    const { db, reading } = open('-');
    insertLabel(db, 'ann-report-q1', 'i1', 'ann', 'blind', 1, 'yes');
    insertLabel(db, 'ann-report-q1', 'i1', 'ann', 'blind', 2, null);
    expect(procedureState(db, reading, 'study')).toMatchObject({ labels: 0, embargoed: false });
  });
});

describe('the facts of a study', () => {
  it('give the price of 1,000 items from tokens and price, nothing for code, and repeats in order', () => {
    const { db, reading } = open('y');
    db.update(schema.run).set({ options: { ...db.select().from(schema.run).get()!.options, prices: { 'openai:m': { input: 2, output: 10, asOf: null } } } }).run(); // prettier-ignore
    db.update(schema.judge).set({ provider: 'rules' }).where(eq(schema.judge.id, 'rules')).run();
    for (const [i, reportId] of ['report-q1', 'report-q2'].entries())
      db.insert(schema.call)
        .values({
          ...{ runId: 'run-1', reportId, metric: 'presentation', judgeId: 'openai:m', key: `k${i}` },
          ...{ outcome: 'reply', reply: '', attempts: 1, cached: i === 1, inputTokens: 1000, outputTokens: 100 },
          ...{ milliseconds: 1, at: 1 }
        })
        .run();
    const [verdict] = db.select().from(schema.verdict).all().filter(({ judgeId }) => judgeId === 'openai:m'); // prettier-ignore
    db.insert(schema.verdict)
      .values({ ...verdict!, repeat: 1, label: 'yes' })
      .run();
    const { selection, gates } = studyProcedure(db, reading, 'study', { resamples: 10 }).procedure;
    expect(selection.costUnit).toBe('dollars');
    // Two calls of 1,000 and 100 tokens for three verdicts: (2 · 2,000 + 10 · 200) / 1,000,000 / 3 · 1,000.
    expect(selection.candidates.map(({ name, cost }) => [name, Number(cost.toFixed(6))])).toEqual([
      ['openai:m', 2],
      ['rules', 0],
      ['openai:m + rules, average', 2],
      ['openai:m + rules, any', 2],
      ['openai:m + rules, all', 2]
    ]);
    expect(gates.find(({ name }) => name === 'consistency')!.state).toBe('not-applicable');
  });
});
