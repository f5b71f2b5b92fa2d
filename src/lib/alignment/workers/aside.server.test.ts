import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../stats/index.ts';
import { authorize, type Person } from '../../server/auth/authorize.ts';
import { openDatabase, schema, type OpenDatabase } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import type { ImportedStudy } from '../../studies/labels/imported.ts';
import { importStudies } from '../../studies/labels/imported-studies.server.ts';
import { yesNo } from '../../studies/labels/label-scale.ts';
import { studyLabels } from '../../studies/labels/labels.server.ts';
import { recordAdoption } from '../adoption/adoptions.server.ts';
import { usualContents } from '../card/card.ts';
import { makeCard } from '../card/make-card.server.ts';
import { liftEmbargo, preregister } from '../preregistration/preregistrations.server.ts';
import { defaultAnalysisPlan, typedAs } from '../preregistration/analysis-plan.ts';
import { withoutItems } from '../items/items.ts';
import { listedItems, type ListedItems } from '../items/listed-items.ts';
import { studyProcedure } from '../procedure/procedure.server.ts';
import { insertLabel, insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';
import { Aside } from './aside.server.ts';
import { pack, unpack } from './packed.ts';
import { AsidePool } from './pool.server.ts';
import { answerHere, type QuestionData, type QuestionName } from './questions.server.ts';
import { workerFile } from './worker.server.ts';
import { atMost, processorTime, sized, watchThread } from '../../../../tests/timing.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0).reverse()) await end();
});

/** One thread for all tests: starting one takes longer than most of them. */
const thread = new AsidePool(workerFile, 1);
afterAll(() => thread.close());

function onDisk(pool = thread): { database: OpenDatabase; aside: Aside } {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-aside-'));
  const database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
  const aside = new Aside(database, pool);
  ends.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => database.close()
  );
  return { database, aside };
}

const items = [
  { id: 'i1', query: 'q1', people: 'yy', judges: 'yy' },
  { id: 'i2', query: 'q1', people: 'nn', judges: 'ny' },
  { id: 'i3', query: 'q2', people: 'yy', judges: 'yn' },
  { id: 'i4', query: 'q2', people: 'n-', judges: 'yn' }
];
const quick = { resamples: 20 };
const sample = (database: OpenDatabase) => insertSampleStudy(database.db, ['ann', 'bob'], ['rules', 'openai:m'], items);

describe('figures computed aside', () => {
  it('are those that this thread computes, lists of items included', async () => {
    const { database, aside } = onDisk();
    const { reading } = sample(database);
    const here = studyProcedure(database.db, reading, 'study', quick);
    const there = await aside.study(reading, 'study', quick);
    expect(JSON.parse(JSON.stringify(there))).toEqual(JSON.parse(JSON.stringify(here)));
    expect(withoutItems(there.report)).toEqual(withoutItems(here.report));
  });

  it('are the same object while nothing changes, and others once a label or a preregistration comes in', async () => {
    const { database, aside } = onDisk();
    const { reading, managing } = sample(database);
    const first = await aside.study(reading, 'study', quick);
    expect(await aside.study(reading, 'study', quick)).toBe(first);
    insertLabel(database.db, 'bob-report-q2', 'i4', 'bob', 'blind', 1, 'yes');
    const second = await aside.study(reading, 'study', quick);
    expect(second.report.scope.labels).toBe(first.report.scope.labels + 1);
    const analysisPlan = typedAs({
      ...defaultAnalysisPlan(first.ratings.judges.map(({ id }) => id)),
      target: 0.85,
      floor: 0.8
    });
    preregister(database.db, managing, 'study', { ...analysisPlan, reason: '' });
    const third = await aside.study(reading, 'study', quick);
    expect(third.report.method.target).toBe(0.85);
  });

  it('that took long are shown a moment longer than they hold, but not once an improvement begins or ends', async () => {
    const { database, aside } = onDisk();
    const { db } = database;
    const { reading } = sample(database);
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 2500));
    const first = await aside.study(reading, 'study', quick);
    insertLabel(db, 'bob-report-q2', 'i4', 'bob', 'blind', 1, 'yes');
    expect(aside.figures(reading, 'study', quick).ready).toBe(first);
    db.insert(schema.improvement)
      .values({
        ...{ id: 'improvement', projectId: reading.resource.id, number: 1, studyId: 'study', metric: sampleMetric },
        ...{
          judgeId: 'openai:m',
          runId: 'run-1',
          promptHash: 'p',
          seed: 1,
          heldOut: ['q1'],
          splitHash: 's',
          openings: 2
        },
        ...{ step: 0, confidence: 0.95, createdAt: 1, createdBy: 'ann', createdByName: 'Ann' }
      })
      .run();
    const begun = aside.figures(reading, 'study', quick);
    expect(begun.ready).toBeNull();
    const second = begun.ready ?? (await begun.whenReady);
    insertLabel(db, 'ann-report-q2', 'i4', 'ann', 'blind', 2, 'yes');
    expect(aside.figures(reading, 'study', quick).ready).toBe(second);
    db.update(schema.improvement).set({ endedAt: 2 }).run();
    expect(aside.figures(reading, 'study', quick).ready).toBeNull();
  });

  it('are not computed again if what was written has nothing to do with them', async () => {
    const { database, aside } = onDisk();
    const { reading } = sample(database);
    const first = await aside.study(reading, 'study', quick);
    database.sqlite.exec(`update project set description = 'another'`);
    const second = await aside.study(reading, 'study', quick);
    expect(second).not.toBe(first);
    expect(second.report).toBe(first.report);
    expect(second.procedure).toBe(first.procedure);
  });

  it('pass on what goes wrong in the thread', async () => {
    const { database, aside } = onDisk();
    const { reading } = sample(database);
    await expect(aside.study(reading, 'study', { target: 2 })).rejects.toThrow('requires a target between 0 and 1');
    expect((await aside.study(reading, 'study', quick)).report.scope.labels).toBe(7);
  });

  it('come with the items behind them, a page at a time, as they are in the database now', async () => {
    const { database, aside } = onDisk();
    const { reading } = sample(database);
    const judges = studyLabels(database.db, reading, 'study')[0]!.judges.map(({ judgeId }) => ({ id: judgeId }));
    const asked = { scale: yesNo, judges, ids: ['i4', 'i2', 'i1'], only: null, page: 1, perPage: 2 };
    const here = (): ListedItems => listedItems(studyLabels(database.db, reading, 'study'), asked);
    expect(await aside.items(reading, 'study', asked)).toEqual(here());
    insertLabel(database.db, 'bob-report-q2', 'i4', 'bob', 'blind', 1, 'yes');
    const now = await aside.items(reading, 'study', asked);
    expect(now.units[0]!.humans).toHaveLength(2);
    expect(now).toEqual(here());
  });

  it('end where they are when the threads are closed, and the thread closes what it reads', async () => {
    const { database, aside } = onDisk(new AsidePool(workerFile, 1));
    const { reading, managing } = sample(database);
    // Seconds of work: it cannot come to its end before the threads are closed.
    const [study] = importStudies(database.db, managing, [largeStudy(2000)]);
    const under = aside.figures(reading, study!.id, { resamples: 20_000 });
    if (under.ready) throw new Error('the figures cannot be there yet');
    const failed = expect(under.whenReady).rejects.toThrow('The pool was closed');
    while (under.share() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await aside.close();
    await failed;
    // No other connection has the file open: it can leave the mode that needs more than one file.
    expect(database.sqlite.pragma('journal_mode = DELETE', { simple: true })).toBe('delete');
  });

  it('are computed here if the database is in memory', async () => {
    const database = memoryDatabase();
    ends.push(() => database.close());
    const { reading } = sample(database);
    expect(new Aside(database).figures(reading, 'study', quick).ready?.report.scope.labels).toBe(7);
  });
});

/** Three people and three judges on many items, as labels from elsewhere. */
function largeStudy(count: number): ImportedStudy {
  const random = seededRandom(3);
  const raters = ['Ann', 'Bob', 'Cem', 'J1', 'J2', 'J3'].map((name, i) => ({ name, judge: i > 2 }));
  return {
    ...{ name: 'Large', metric: 'relevance', file: 'large.csv', columns: {}, scale: yesNo, raters },
    items: Array.from({ length: count }, (_, i) => {
      const truth = random.unit() < 0.6;
      const label = (right: number): string => (random.unit() < right === truth ? 'yes' : 'no');
      return {
        ...{ item: `item ${i}`, cluster: `q${i % 400}`, system: `s${i % 7}`, category: null, stratum: null },
        ...{ inclusionProbability: 1, labels: [0.9, 0.88, 0.86, 0.9, 0.85, 0.8].map(label) }
      };
    })
  };
}

describe('a study of many items', () => {
  it('leaves the server free while it is computed, and says how far it is', { timeout: 300_000 }, async () => {
    // In `npm test` about a second of work.
    const ITEMS = sized(2500, 700);
    const { database, aside } = onDisk();
    const { reading, managing } = sample(database);
    const [study] = importStudies(database.db, managing, [largeStudy(ITEMS)]);

    const began = performance.now();
    const figures = aside.figures(reading, study!.id);
    if (figures.ready) throw new Error('the figures cannot be there yet');
    let found: Awaited<typeof figures.whenReady> | null = null;
    void figures.whenReady.then((one) => (found = one));
    const { longest } = watchThread();
    const shares: number[] = [];
    while (found === null) {
      shares.push(aside.progress(reading, study!.id) ?? 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const took = performance.now() - began;
    const held = longest();
    const strip = processorTime(() => withoutItems(found as object));
    console.log(
      `${ITEMS} items in ${(took / 1000).toFixed(1)} s; meanwhile this thread was held up for ` +
        `${held.toFixed(1)} ms at most; numbers for a page in ${strip.toFixed(1)} ms`
    );
    expect(held).toBeLessThan(atMost(50));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(new Set(shares).size).toBeGreaterThan(2);
  });
});

describe('questions asked aside', () => {
  it('are answered as in this thread, and refused with the same code', async () => {
    const { database, aside } = onDisk();
    const { db } = database;
    const { reading, managing } = sample(database);
    const judgeIds = ['rules', 'openai:m'];
    preregister(db, managing, 'study', { ...typedAs(defaultAnalysisPlan(judgeIds)), reason: '' });
    liftEmbargo(db, managing, 'study');
    const decided = { studyId: 'study', metric: sampleMetric, outcome: 'adopt', reason: 'x' } as const;
    const { id } = recordAdoption(db, managing, { ...decided, judgeIds: ['openai:m'], rule: 'single' }, quick);
    db.update(schema.study).set({ status: 'closed' }).run();
    const card = { adoptionId: id, contents: usualContents };
    makeCard(db, managing, { ...card, software: '1.0.0' });
    const same = async <Name extends QuestionName>(name: Name, ...asked: QuestionData<Name>): Promise<void> =>
      expect(await aside.ask(name, reading, ...asked), name).toEqual(
        structuredClone(answerHere(name, db, reading, asked))
      );
    await same('succession', sampleMetric);
    await same('compared-runs', 1, { runs: [1] });
    await same('study-accuracy', 'study');
    await same('computed-card', card);
    await same('verified-card', 1);
    const refused = { name: 'Refusal', code: 'not-found' };
    await expect(aside.ask('verified-card', reading, 2)).rejects.toMatchObject(refused);
    await expect(aside.ask('succession', reading, 'of no metric')).rejects.toMatchObject({ name: 'Refusal' });
  });

  it('are answered for the person who asks: an open study does not exist for viewers', async () => {
    const { database, aside } = onDisk();
    const { reading, managing } = sample(database);
    preregister(database.db, managing, 'study', { ...typedAs(defaultAnalysisPlan(['rules', 'openai:m'])), reason: '' });
    liftEmbargo(database.db, managing, 'study');
    const viewer: Person = {
      ...{ kind: 'person', id: 'v', name: 'Vera', email: 'v@x.example', admin: false },
      roles: new Map([[managing.resource.id, ['viewer']]])
    };
    const viewing = authorize(viewer, managing.resource, 'read-results');
    const asked = [1, { runs: [1] }] as const;
    expect(await aside.ask('compared-runs', reading, ...asked)).toMatchObject({ study: { number: 1 } });
    await expect(aside.ask('compared-runs', viewing, ...asked)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('lists of items, packed', () => {
  const ids = ['a', 'b', 'c'];

  it('come out as they went in', () => {
    const value = { one: ['c', 'a'], none: [], names: ['a', 'x'], deep: [{ all: ids, n: 1.5, gone: null }] };
    const packed = structuredClone(pack(value, ids));
    expect(packed.lists).toHaveLength(2);
    const out = unpack(packed, ids) as typeof value;
    expect(JSON.stringify(out)).toBe(JSON.stringify(value));
    expect([...out.one]).toEqual(['c', 'a']);
    expect(out.one.map((id) => id)).toEqual(['c', 'a']);
    expect(Array.isArray(out.one) && out.one.length === 2 && out.one.includes('a')).toBe(true);
  });
});
