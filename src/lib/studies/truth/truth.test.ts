import { inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { authorize, type Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { openAssignment } from '../judging/annotating.fixture.ts';
import { judgeAll, setUp } from '../judging/judging.fixture.ts';
import { planStudy } from '../planning/planning.server.ts';
import { closeStudy, createStudy } from '../planning/studies.server.ts';
import { studyKinds } from '../kinds/index.ts';
import { valueOnScale } from '../labels/label-scale.ts';
import { everyKindRun, metricOf } from '../planning/every-kind.fixture.ts';
import { copiesOf } from '../../server/db/memory.fixture.ts';
import { adjudicatedLabels } from './adjudicated-labels.server.ts';
import { adjudicatedText } from './adjudicated-text.server.ts';
import { underLetters } from './seen-labels.ts';
import { adjudicateItem, openTruth, studiesToAdjudicate, truthQueue } from './truth.server.ts';

const everyKind = copiesOf(everyKindRun);
let set: ReturnType<typeof setUp>;
let db: Db;
let eve: Person;
const grantOf = (person: Person) => authorize(person, { kind: 'project', id: set.projectId }, 'adjudicate');

/** A person with a role in the example's project. */
function withRole(
  name: string,
  role: 'adjudicator' | 'annotator',
  { db, projectId }: Pick<typeof set, 'db' | 'projectId'> = set
): Person {
  const id = newId();
  const email = `${name}.${id}@x.example`;
  db.insert(schema.user).values({ id, email, name, admin: false, createdAt: 1 }).run();
  db.insert(schema.membership).values({ projectId, userId: id, role, createdAt: 1 }).run();
  return { kind: 'person', id, name, email, admin: false, roles: new Map([[projectId, [role]]]) };
}

beforeEach(() => {
  set = setUp();
  ({ db } = set);
  eve = withRole('Eve', 'adjudicator');
  const [ana] = set.annotators;
  const opened = openAssignment(db, ana)!;
  judgeAll(db, ana, opened.id, 'yes');
});

const first = () => truthQueue(db, grantOf(eve), 1).items[0]!.id;
const decision = (over: Partial<Parameters<typeof adjudicateItem>[2]> = {}) => ({
  ...{ study: 1, item: first(), label: 'yes', reason: 'The report says so in ¶ 2.', basedOn: 0 },
  ...{ idempotencyKey: newId(), ...over }
});

describe('adjudication of a study’s labels', () => {
  it('waits until no label is to come any more', () => {
    expect(() => truthQueue(db, grantOf(eve), 1)).toThrow(/still missing/);
    expect(studiesToAdjudicate(db, grantOf(eve))).toEqual([]);
    closeStudy(db, set.manage, set.study.id);
    const { items } = truthQueue(db, grantOf(eve), 1);
    expect(items.length).toBeGreaterThan(0);
    expect(studiesToAdjudicate(db, grantOf(eve))).toEqual([{ number: 1, name: set.study.name, left: items.length }]);
  });

  it('is not for who judged in the study, nor for who has not the role', () => {
    closeStudy(db, set.manage, set.study.id);
    const [ana] = set.annotators;
    expect(() => grantOf(ana)).toThrow();
    const both: Person = { ...ana, roles: new Map([[set.projectId, ['annotator', 'adjudicator']]]) };
    expect(() => truthQueue(db, grantOf(both), 1)).toThrow(/You judge in this study yourself/);
  });

  it('is not for who still judges one of its items blind in another study, until that study has ended', () => {
    const [, ben, cem] = set.annotators;
    closeStudy(db, set.manage, set.study.id);
    const both = (person: Person): Person => ({
      ...person,
      roles: new Map([[set.projectId, ['annotator', 'adjudicator']]])
    });
    // Neither has work in study 1.
    const { assignment } = schema;
    db.update(assignment)
      .set({ userId: null })
      .where(inArray(assignment.userId, [ben.id, cem.id]))
      .run();
    const input = set.input({ people: [ben.id], overlap: 1, sample: { items: 60 } });
    const again = createStudy(db, set.manage, input);
    expect(() => truthQueue(db, grantOf(both(ben)), 1)).toThrow(/judge items of this study blind in study 2/);
    expect(studiesToAdjudicate(db, grantOf(both(ben)))).toEqual([]);
    expect(truthQueue(db, grantOf(both(cem)), 1).items).not.toEqual([]);
    closeStudy(db, set.manage, again.id);
    expect(truthQueue(db, grantOf(both(ben)), 1).items).not.toEqual([]);
  });

  it('keeps who adjudicated an item from judging it blind later', () => {
    closeStudy(db, set.manage, set.study.id);
    adjudicateItem(db, grantOf(eve), decision());
    db.insert(schema.membership)
      .values({ projectId: set.projectId, userId: eve.id, role: 'annotator', createdAt: 1 })
      .run();
    const { available } = planStudy(db, set.manage, set.input({ people: [eve.id], overlap: 1, sample: { items: 59 } }));
    expect(available).toMatchObject({ units: 59, held: 1 });
  });

  it('shows labels of people and judges under letters, without names, systems or who is who', () => {
    closeStudy(db, set.manage, set.study.id);
    const { items } = truthQueue(db, grantOf(eve), 1);
    for (const { id } of items) {
      const view = openTruth(db, grantOf(eve), 1, id);
      expect(view.labels.length).toBeGreaterThan(1);
      expect(view.labels.map(({ letter }) => letter)).toEqual([...'ABCDEFG'].slice(0, view.labels.length));
      const { reports: _, ...item } = view.item;
      // The example's rationales name their judges, so that other tests can look for them.
      const labels = view.labels.map(({ words: _words, ...label }) => label);
      const shown = JSON.stringify({ ...view, item, labels });
      for (const secret of ['Ana', 'ferrule', 'gannet', 'sextant', 'system-aurora', 'userId', 'judgeId'])
        expect(shown).not.toContain(secret);
    }
  });

  it('mixes people and judges: neither always has the first letter', () => {
    const raters = Array.from({ length: 8 }, (_, n) => ({
      ...{ label: 'yes', words: '' },
      rater: n === 0 ? ({ kind: 'person', userId: 'p' } as const) : ({ kind: 'judge', judgeId: `j${n}` } as const)
    }));
    const places = ['x', 'y', 'z', 'u', 'v', 'w'].map((salt) =>
      underLetters(raters, (rater) =>
        [...`${salt}${JSON.stringify(rater)}`].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 9973, 7).toString()
      ).findIndex(({ rater }) => rater.kind === 'person')
    );
    expect(new Set(places).size).toBeGreaterThan(2);
  });

  it('records label, reason and what was seen; a repeated key makes no second row', () => {
    closeStudy(db, set.manage, set.study.id);
    const input = decision();
    adjudicateItem(db, grantOf(eve), input);
    adjudicateItem(db, grantOf(eve), input);
    const rows = db.select().from(schema.studyAdjudication).all();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.seen.some(({ rater }) => rater.kind === 'person')).toBe(true);
    expect(rows[0]!.seen.some(({ rater }) => rater.kind === 'judge')).toBe(true);
    expect(adjudicatedLabels(db, set.read, set.study.id).get(input.item)).toMatchObject({
      ...{ label: 'yes', by: 'Eve', revision: 1 }
    });
    const audit = db.select().from(schema.audit).all();
    expect(audit.filter(({ action }) => action === 'study.adjudicate')).toHaveLength(1);
  });

  it('needs a label of the study, and a reason if a person gave another one', () => {
    closeStudy(db, set.manage, set.study.id);
    expect(() => adjudicateItem(db, grantOf(eve), decision({ label: 'maybe' }))).toThrow(/not adjudicated/);
    expect(() => adjudicateItem(db, grantOf(eve), decision({ label: 'no', reason: ' ' }))).toThrow(/not adjudicated/);
  });

  it('keeps every decision: the last one counts, and one that rests on an overtaken one is refused', () => {
    closeStudy(db, set.manage, set.study.id);
    const item = first();
    const zoe = withRole('Zoe', 'adjudicator');
    adjudicateItem(db, grantOf(eve), decision({ item }));
    expect(() => adjudicateItem(db, grantOf(zoe), decision({ item, label: 'no' }))).toThrow(/after you opened it/);
    adjudicateItem(db, grantOf(zoe), decision({ item, label: 'no', basedOn: 1 }));
    expect(adjudicatedLabels(db, set.read, set.study.id).get(item)).toMatchObject({ label: 'no', revision: 2 });
    expect(() => db.delete(schema.studyAdjudication).run()).toThrow(/append-only/);
  });

  it('leads from one open item to the next, and to none at the end', () => {
    closeStudy(db, set.manage, set.study.id);
    const { items } = truthQueue(db, grantOf(eve), 1);
    const nexts = items.map(({ id }) => adjudicateItem(db, grantOf(eve), decision({ item: id })).next);
    expect(nexts).toEqual([...items.slice(1).map(({ id }) => id), null]);
  });
});

describe('adjudication of two reports', () => {
  it('has the answers of people and both reports, and stores the label as theirs are stored', () => {
    const kind = studyKinds.preference;
    const { db: own, ...run } = everyKind();
    const people = run.annotators.slice(0, 2);
    const ids = people.map((one) => one.id);
    const plan = run.input({ kind: 'preference', metric: metricOf.preference, sample: { items: 8 }, people: ids });
    createStudy(own, run.manage, plan);
    for (const [n, person] of people.entries())
      for (let open = openAssignment(own, person); open; open = openAssignment(own, person))
        judgeAll(own, person, open.id, kind.options[n]!.label);
    const expert = withRole('Eve', 'adjudicator', { db: own, ...run });
    const grant = authorize(expert, { kind: 'project', id: run.projectId }, 'adjudicate');
    const sides = new Set<boolean>();
    for (const { id: item } of truthQueue(own, grant, 1).items) {
      const { labels, item: shown } = openTruth(own, grant, 1, item);
      expect(kind.options.map(({ label }) => label)).toEqual(expect.arrayContaining(labels.map(({ label }) => label)));
      for (const { exchanged } of labels) sides.add(exchanged);
      const said = labels[0]!.label;
      const input = { study: 1, item, label: said, reason: 'So it is.', basedOn: 0, idempotencyKey: newId() };
      adjudicateItem(own, grant, input);
      expect(openTruth(own, grant, 1, item).decided?.label).toBe(said);
      const { label, seen } = own.select().from(schema.studyAdjudication).all().at(-1)!;
      expect(label).toBe(seen[0]!.label);
      expect(valueOnScale(kind.scale, label)).not.toBeNull();
      expect(adjudicatedText(own, grant, 1, shown).texts).toHaveLength(2);
    }
    // Of some judges the words with the other order are shown: people's words call the reports by each other's letters as well.
    expect(sides).toEqual(new Set([true, false]));
  });
});
