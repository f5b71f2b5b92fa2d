import { describe, expect, it } from 'vitest';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { defaultAnalysisPlan, typedAs } from '../preregistration/analysis-plan.ts';
import { studyProcedure } from '../procedure/procedure.server.ts';
import { preregister } from '../preregistration/preregistrations.server.ts';
import type { SequentialPlan } from '../preregistration/sequential-plan.ts';
import type { SampleItem } from '../units/sample-ratings.fixture.ts';
import { insertLabel, insertSampleStudy } from '../units/sample-study.fixture.ts';
import { attentionForStopping } from './attention-stopping.server.ts';
import { sequentialFacts } from './sequential-facts.server.ts';
import { monitoredPlan } from './sequential-monitor.server.ts';

const judges = ['openai:a', 'openai:b'];
const start = 1_700_000_000_000;

/** Two people, two items in each of three queries, nothing judged. */
function threeQueries() {
  const { db } = memoryDatabase();
  const items = ['q1', 'q2', 'q3'].flatMap((query): SampleItem[] =>
    ['a', 'b'].map((item) => ({ id: `${query}${item}`, query, people: '--', judges: 'yy' }))
  );
  const study = insertSampleStudy(db, ['ann', 'bob'], judges, items);
  const label = (item: string, who: string, after: number, revision = 1, said: 'yes' | 'no' | null = 'yes'): void =>
    insertLabel(db, `${who}-report-${item.slice(0, 2)}`, item, who, 'blind', revision, said, start + after);
  const facts = () => sequentialFacts(db, study.reading, 'study');
  return { db, label, facts };
}

describe('queries of a study', () => {
  it('are complete when all annotators have judged all of their items, in the order of the last labels', () => {
    const { label, facts } = threeQueries();
    expect(facts()).toEqual({ complete: [], looks: [], changed: 0 });
    for (const [i, who] of ['ann', 'bob'].entries()) {
      label('q2a', who, 5 + i);
      label('q2b', who, 10 + i);
      label('q1a', who, 1 + i);
      label('q1b', who, 20 + i);
      label('q3a', who, 3);
    }
    label('q3b', 'ann', 4);
    expect(facts().complete).toEqual(['q2', 'q1']);
    label('q3b', 'bob', 30);
    expect(facts().complete).toEqual(['q2', 'q1', 'q3']);
  });

  it('keep their place when a label is changed later, and lose it while one is taken back', () => {
    const { label, facts } = threeQueries();
    for (const [q, query] of ['q2', 'q1', 'q3'].entries())
      for (const item of ['a', 'b']) for (const who of ['ann', 'bob']) label(`${query}${item}`, who, 10 * q);
    expect(facts().complete).toEqual(['q2', 'q1', 'q3']);
    label('q2a', 'ann', 100, 2, 'no');
    expect(facts().complete).toEqual(['q2', 'q1', 'q3']);
    label('q1b', 'bob', 110, 2, null);
    expect(facts().complete).toEqual(['q2', 'q3']);
    label('q1b', 'bob', 120, 3, 'no');
    expect(facts().complete).toEqual(['q2', 'q1', 'q3']);
  });
});

it('a look is a lift of the embargo or an unblinding, counted once if both are at the same labels, by queries complete then', () => {
  const { db, label, facts } = threeQueries();
  for (const [q, query] of ['q1', 'q2'].entries())
    for (const item of ['a', 'b']) for (const who of ['ann', 'bob']) label(`${query}${item}`, who, 10 * (q + 1));
  db.insert(schema.embargoLift)
    .values({ studyId: 'study', labels: 4, liftedByName: 'Ines', liftedAt: start + 15 })
    .run();
  const unblind = (id: string, name: string, labels: number, after: number): void =>
    void db
      .insert(schema.studyUnblinding)
      .values({ id, studyId: 'study', name, reason: 'To check.', labels, open: 12 - labels, at: start + after })
      .run();
  unblind('u1', 'Ines', 4, 16);
  unblind('u2', 'Otto', 8, 25);
  expect(facts().looks).toEqual([
    { by: 'Ines', labels: 4, at: start + 15, queries: 1 },
    { by: 'Otto', labels: 8, at: start + 25, queries: 2 }
  ]);
});

const always: SequentialPlan = { rule: 'always-valid', maximum: 60, looks: 0 };

/** So many judged queries of three items, on which people and judges agree, and one that no person has judged yet. */
function running(queries: number, sequential: SequentialPlan | null, judged = 'yy') {
  const { db } = memoryDatabase();
  const items = Array.from({ length: 3 * queries + 1 }, (_, i): SampleItem => ({
    id: `i${String(i).padStart(3, '0')}`,
    query: `q${String(Math.floor(i / 3)).padStart(3, '0')}`,
    people: i === 3 * queries ? '--' : 'yy',
    judges: judged
  }));
  const { reading, managing } = insertSampleStudy(db, ['ann', 'bob'], judges, items);
  const plan = { ...defaultAnalysisPlan(judges), target: 0.8, floor: 0.8, ...(sequential && { sequential }) };
  preregister(db, managing, 'study', { ...typedAs(plan), reason: '' });
  return { db, reading };
}
const close = (db: Db): void => void db.update(schema.study).set({ status: 'closed', closedAt: start }).run();

describe('while people judge', () => {
  it('a study that may stop is due, with its queries but neither a figure nor a direction', () => {
    const up = running(40, always);
    const down = running(40, always, 'nn');
    const shown = monitoredPlan(up.db, up.reading, 'study');
    expect(shown).toEqual({ plan: always, queries: 40, left: 20, next: 41, due: 26, mayStop: true, taken: [] });
    expect(monitoredPlan(down.db, down.reading, 'study')).toEqual(shown);
    expect(attentionForStopping(up.db, up.reading, 'en')).toEqual([
      {
        kind: 'may stop',
        fact: 'Study 1 may stop',
        reason: '40 of at most 60 queries complete. The study may stop.',
        action: { label: 'Open the study', href: '/studies/1' }
      }
    ]);
    expect(attentionForStopping(down.db, down.reading, 'en')).toEqual(attentionForStopping(up.db, up.reading, 'en'));
    close(up.db);
    expect(attentionForStopping(up.db, up.reading, 'en')).toEqual([]);
  });

  it('nothing is due before the first look, or without a sequential plan', () => {
    const early = running(12, always);
    expect(monitoredPlan(early.db, early.reading, 'study')).toMatchObject({ queries: 12, next: 15, mayStop: false });
    expect(attentionForStopping(early.db, early.reading, 'en')).toEqual([]);
    const fixed = running(40, null);
    expect(monitoredPlan(fixed.db, fixed.reading, 'study')).toBeNull();
    expect(attentionForStopping(fixed.db, fixed.reading, 'en')).toEqual([]);
  });
});

it('items drawn more often if judges differ count 1 / their chance, from the sample to the gate', () => {
  const { db } = memoryDatabase();
  // Of each query both items on which judges differ, and two of eight on which they say the same; the first judge is wrong
  // on those that differ in every other query, so that it agrees on .9 of the items and on .75 of those drawn.
  const queries = 40;
  const items = Array.from({ length: 4 * queries }, (_, i): SampleItem => {
    const wrong = Math.floor(i / 4) % 2 === 1;
    const own = { id: `i${String(i).padStart(3, '0')}`, query: `q${String(Math.floor(i / 4)).padStart(3, '0')}` };
    return i % 4 < 2
      ? { ...own, people: 'yy', judges: wrong ? 'ny' : 'yn', stratum: 'some-differ', probability: 1 }
      : { ...own, people: 'yy', judges: 'yy', stratum: 'all-agree', probability: 0.25 };
  });
  const { reading, managing } = insertSampleStudy(db, ['ann', 'bob'], judges, items);
  const plan = {
    ...defaultAnalysisPlan(['openai:a']),
    target: 0.7,
    floor: 0.7,
    sequential: { ...always, maximum: 50 }
  };
  preregister(db, managing, 'study', { ...typedAs(plan), reason: '' });
  const { sequential, gates } = studyProcedure(db, reading, 'study', { resamples: 10 }).procedure;
  const at = sequential!.at!;
  expect(sequential).toMatchObject({ decision: 'adopt', queries });
  // Weights of a query are 2 · 1 + 2 · 4, of which the wrong items are .2.
  expect(sequential!.value).toBeCloseTo(1 - (0.2 * Math.floor(at / 2)) / at, 12);
  expect(gates.find(({ name }) => name === 'agreement')).toMatchObject({ state: 'pass', value: sequential!.value });
  // Without the weights it would be the agreement of the items drawn.
  const alike = items.map((item) => ({ ...item, stratum: 'all-agree', probability: 1 }));
  const plain = memoryDatabase().db;
  const other = insertSampleStudy(plain, ['ann', 'bob'], judges, alike);
  preregister(plain, other.managing, 'study', { ...typedAs(plan), reason: '' });
  const unweighted = studyProcedure(plain, other.reading, 'study', { resamples: 10 }).procedure.sequential!;
  expect(unweighted).toMatchObject({ decision: 'go-on' });
  expect(unweighted.value).toBeCloseTo(0.75, 12);
});

it('the verdict names an unblinding after which a label was changed, though no label came in addition', () => {
  const { db } = memoryDatabase();
  const items = Array.from({ length: 6 }, (_, i): SampleItem => ({
    ...{ id: `i${i}`, query: `q${i}`, people: i === 0 ? 'nn' : 'yy', judges: 'yy' }
  }));
  const { reading } = insertSampleStudy(db, ['ann', 'bob'], judges, items);
  db.insert(schema.embargoLift).values({ studyId: 'study', labels: 12, liftedByName: 'Ines', liftedAt: start }).run();
  const verdict = (): string => studyProcedure(db, reading, 'study', { resamples: 10 }).procedure.verdict.text;
  expect(verdict()).not.toContain('unblinded');
  insertLabel(db, 'ann-report-q0', 'i0', 'ann', 'blind', 2, 'yes', start + 1);
  expect(verdict()).toContain(
    'The figures were unblinded once before the last label was committed or changed (after 12 labels)'
  );
});

it('the verdict under a plan says how many labels were changed after the figures were seen', () => {
  const { db, reading } = running(15, always);
  const lift = (labels: number, after: number): void =>
    void db
      .insert(schema.studyUnblinding)
      .values({
        ...{ id: `u${after}`, studyId: 'study', name: 'Ines', reason: 'To check.' },
        labels,
        open: 2,
        at: start + after
      })
      .run();
  const label = (item: number, who: string, revision: number, said: 'yes' | 'no' | null, after: number): void => {
    const [id, query] = [item, Math.floor(item / 3)].map((n) => String(n).padStart(3, '0'));
    insertLabel(db, `${who}-report-q${query}`, `i${id}`, who, 'blind', revision, said, start + after);
  };
  lift(90, 10);
  label(45, 'ann', 1, 'yes', 20);
  expect(sequentialFacts(db, reading, 'study').changed).toBe(0);
  lift(91, 30);
  // Two that were seen are others now, one of them withdrawn; one is again as it was.
  label(0, 'ann', 2, 'no', 40);
  label(1, 'bob', 2, 'no', 40);
  label(1, 'bob', 3, 'yes', 50);
  label(45, 'ann', 2, null, 60);
  const { verdict } = studyProcedure(db, reading, 'study', { resamples: 10 }).procedure;
  expect(verdict.text).toContain('2 labels were changed or withdrawn after the figures had been unblinded.');
});
