import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../errors.ts';
import { authorize } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import type { ImportedStudy } from '../../studies/labels/imported.ts';
import { importStudies } from '../../studies/labels/imported-studies.server.ts';
import { longFormat } from '../../studies/labels/labels.ts';
import { studyLabels, studyRaters } from '../../studies/labels/labels.server.ts';
import { listStudies, studyByNumber } from '../../studies/planning/studies.server.ts';
import { recordAdoption } from './adoptions.server.ts';
import { listDecisions } from './decisions.server.ts';
import {
  preregister,
  liftEmbargo,
  procedureState,
  embargoedStudies
} from '../preregistration/preregistrations.server.ts';
import { defaultAnalysisPlan, typedAs } from '../preregistration/analysis-plan.ts';
import { studyProcedure } from '../procedure/procedure.server.ts';
import { studyRatingsOf } from '../report/report.server.ts';
import { insertSampleStudy } from '../units/sample-study.fixture.ts';

const quick = { resamples: 20 };

/** Two people and a judge on twelve items in four documents; the judge gives none on the last. */
const elsewhere: ImportedStudy = {
  ...{ name: 'Elsewhere', metric: 'coherence', file: 'labels.csv', columns: { cluster: 'doc', label: 'coherence' } },
  scale: { level: 'ordinal', labels: ['1', '2', '3', '4', '5'] },
  raters: [
    { name: 'Ann', judge: false },
    { name: 'gpt', judge: true },
    { name: 'Bob', judge: false }
  ],
  items: Array.from({ length: 12 }, (_, i) => ({
    ...{ item: `s${i}`, cluster: `d${i % 4}`, system: i % 2 ? 'odd' : 'even', category: 'news', stratum: null },
    inclusionProbability: i < 6 ? 0.5 : 1,
    labels: [String(1 + (i % 5)), i === 11 ? null : String(1 + ((i + (i % 3 === 0 ? 1 : 0)) % 5)), i > 8 ? null : '3']
  }))
};

const open = () => {
  const { db, sqlite } = memoryDatabase();
  const sample = insertSampleStudy(db, ['ann'], ['rules'], [{ id: 'i1', query: 'q1', people: 'y', judges: 'y' }]);
  const [study] = importStudies(db, sample.managing, [elsewhere]);
  return { db, sqlite, ...sample, study: study! };
};

describe('labels brought in as a study', () => {
  it('stand beside the studies of runs, by the next number, with where they came from', () => {
    const { db, reading, study } = open();
    expect(study).toMatchObject({ number: 2, status: 'closed', runId: null, overlap: 2 });
    expect(studyByNumber(db, reading, 2).id).toBe(study.id);
    expect(listStudies(db, reading)).toMatchObject([
      { number: 2, run: null, file: 'labels.csv', items: 12, people: 2, total: 21, done: 21 },
      { number: 1, run: { number: 1 }, file: null, items: 1, people: 1 }
    ]);
  });

  it('are the ratings of the file, by rater, on its scale', () => {
    const { db, reading, study } = open();
    const { scale, people, judges, items } = studyRatingsOf(db, reading, study.id);
    expect(scale).toEqual(elsewhere.scale);
    expect([people, judges].map((of) => of.map(({ name }) => name))).toEqual([['Ann', 'Bob'], ['gpt']]);
    expect(items).toHaveLength(12);
    expect(items[0]).toMatchObject({
      ...{ item: 's0', queryId: 'd0', systemName: 'even', category: 'news', inclusionProbability: 0.5 },
      humans: [
        { userId: 'rater-1', label: '1' },
        { userId: 'rater-3', label: '3' }
      ],
      judges: [{ judgeId: 'rater-2', state: 'judged', label: '2' }]
    });
    expect(items[11]!.judges).toMatchObject([{ state: 'unscored', label: null }]);
    const raters = studyRaters(db, reading, study.id);
    const names = new Map([
      ...raters.people.map(({ userId, name }) => [userId, name] as const),
      ...raters.judges.map(({ judgeId, spec }) => [judgeId, spec] as const)
    ]);
    const rows = longFormat(studyLabels(db, reading, study.id), (id) => names.get(id)!);
    expect(rows).toHaveLength(12 + 9 + 12);
    expect(rows.filter(({ rater }) => rater === 'gpt').map(({ label }) => label)).toEqual([...elsewhere.items].map(({ labels }) => labels[1] ?? '')); // prettier-ignore
  });

  it('are under embargo until a lead lifts it, and a preregistration says that the labels were there', () => {
    const { db, reading, managing, study } = open();
    expect(procedureState(db, reading, study.id)).toMatchObject({ labels: 21, embargoed: true, embargoLift: null });
    expect(embargoedStudies(db, reading).has(study.id)).toBe(true);
    const made = preregister(db, managing, study.id, { ...typedAs(defaultAnalysisPlan(['rater-2'], elsewhere.scale)), reason: '' }); // prettier-ignore
    expect(made).toMatchObject({ labels: 21, opened: false, analysisPlan: { judges: ['rater-2'] } });
    expect(liftEmbargo(db, managing, study.id)).toMatchObject({ labels: 21, preregistrationId: made.id });
    expect(embargoedStudies(db, reading).has(study.id)).toBe(false);
  });

  it('are known once a study with the same labels was unblinded: a plan for them is written after unblinding', () => {
    const { db, managing, reading, study } = open();
    const plan = (studyId: string) => {
      const judges = studyRaters(db, reading, studyId).judges.map(({ judgeId }) => judgeId);
      return preregister(db, managing, studyId, {
        ...typedAs(defaultAnalysisPlan(judges, elsewhere.scale)),
        reason: ''
      });
    };
    const items = [...elsewhere.items].map((item) => ({ ...item, labels: item.labels.slice(0, 2) })).slice(2);
    const withoutBob = { ...elsewhere, raters: elsewhere.raters.slice(0, 2), items };
    const onOther = { ...withoutBob, metric: 'relevance' };
    const labelledAnew = items.map((item, i) => ({ ...item, labels: [i === 3 ? '5' : '4', item.labels[1]!] }));
    const relabelled = { ...withoutBob, items: labelledAnew };
    const before = importStudies(db, managing, [withoutBob])[0]!;
    expect(plan(before.id).opened).toBe(false);
    liftEmbargo(db, managing, study.id);
    const [again, other, anew] = importStudies(db, managing, [withoutBob, onOther, relabelled]);
    expect(plan(again!.id).opened).toBe(true);
    expect(studyProcedure(db, reading, again!.id, quick).procedure.verdict.text).toContain(
      'first written after unblinding'
    );
    const [entry] = db.select().from(schema.audit).where(eq(schema.audit.entityId, again!.id)).all().slice(-1);
    expect(entry!.detail).toMatchObject({ opened: true, seenIn: study.number });
    expect(plan(other!.id).opened).toBe(false);
    expect(plan(anew!.id).opened).toBe(false);
  });

  it('have a report, gates and a verdict, and nothing is adopted on them', () => {
    const { db, reading, managing, study } = open();
    liftEmbargo(db, managing, study.id);
    const { header, report, procedure } = studyProcedure(db, reading, study.id, quick);
    expect(header).toMatchObject({ run: null, prompt: null, file: 'labels.csv', study: { metric: 'coherence' } });
    expect(report.scope).toMatchObject({ labels: 21, queries: 4 });
    expect(report.scope.common).toHaveLength(11);
    expect(procedure.gates.length).toBeGreaterThan(3);
    expect(procedure.verdict.text).toMatch(/gpt/);
    const input = { studyId: study.id, metric: 'coherence', outcome: 'adopt', judgeIds: ['rater-2'], rule: 'single', reason: 'good' }; // prettier-ignore
    let why = '';
    try {
      recordAdoption(db, managing, input, quick);
    } catch (e) {
      if (!isRefusal(e)) throw e;
      why = e.message;
    }
    expect(why).toContain('names in a file');
    expect(listDecisions(db, reading)).toEqual([]);
  });

  it('have figures of people alone if no rater is a judge', () => {
    const { db, reading, managing } = open();
    const alone = { ...elsewhere, raters: elsewhere.raters.map(({ name }) => ({ name, judge: false })) };
    const [study] = importStudies(db, managing, [alone]);
    const { report, procedure } = studyProcedure(db, reading, study!.id, quick);
    expect(report.candidates).toEqual([]);
    expect(report.humans.pairs).toHaveLength(3);
    expect(procedure.selection.chosen).toBeNull();
  });

  it('cannot be changed, and their import is on record with the hash of its content', () => {
    const { db, sqlite, study, managing } = open();
    expect(() => sqlite.exec(`update imported_item set labels = '[]'`)).toThrow('imported_item is immutable');
    expect(() => sqlite.exec('delete from imported_item')).toThrow('imported_item is immutable');
    expect(() => sqlite.exec(`update imported_study set scale = '{}'`)).toThrow('imported_study is immutable');
    expect(() => sqlite.exec('delete from imported_study')).toThrow('imported_study is immutable');
    const [again] = importStudies(db, managing, [{ ...elsewhere, name: 'Again' }]);
    const hashes = [study, again!].map(
      ({ id }) => db.select().from(schema.importedStudy).where(eq(schema.importedStudy.studyId, id)).get()!.sha256
    );
    expect(hashes[0]).toBe(hashes[1]);
    const audit = db.select().from(schema.audit).all().filter(({ action }) => action === 'study.import'); // prettier-ignore
    expect(audit).toHaveLength(2);
    expect(audit[0]).toMatchObject({ entityId: study.id, detail: { number: 2, items: 12, labels: 21, people: 2, judges: ['gpt'], sha256: hashes[0] } }); // prettier-ignore
  });

  it('come all or none, and are not for other projects to read', () => {
    const { db, reading, managing, study, lead } = open();
    const broken = { ...elsewhere, items: [{ ...[...elsewhere.items][0]!, item: null as unknown as string }] };
    expect(() => importStudies(db, managing, [elsewhere, broken])).toThrow();
    expect(listStudies(db, reading)).toHaveLength(2);
    db.insert(schema.project).values({ id: 'other', slug: 'other', name: 'Other', createdAt: 1 }).run();
    const roles = new Map([['other', ['lead' as const]]]);
    const other = authorize({ ...lead, roles } as typeof lead, { kind: 'project', id: 'other' }, 'read-results');
    expect(() => studyLabels(db, other, study.id)).toThrow('no such study');
    expect(() => studyProcedure(db, other, study.id, quick)).toThrow('no such study');
  });
});
