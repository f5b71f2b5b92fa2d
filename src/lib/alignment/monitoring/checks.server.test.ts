import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRun } from '../../scorer/runs/run-state.ts';
import { statedRuns } from '../../scorer/runs/run-state.server.ts';
import { schema } from '../../server/db/client.ts';
import { recordAdoption } from '../adoption/adoptions.server.ts';
import {
  anchorSetByNumber,
  anchorSets,
  availableAnchors,
  createAnchorSet,
  endAnchorSet,
  scheduleAnchorSet,
  embargoedItems
} from './anchor-sets.server.ts';
import { attentionForAnchors } from './anchor-attention.server.ts';
import { planCheck, setState } from './checks.server.ts';
import { monitored } from './monitored.fixture.ts';

const limits = { loss: 0.05, flips: 0.1 };
const DAY = 86_400_000;

it('names a version changed since adoption though no judge answered the first check', async () => {
  const { db, manage, read, driver, study, server, standIn } = await monitored();
  const set = createAnchorSet(db, manage, { studyId: study.id, items: 30, ...limits, everyDays: null }, 5);
  const check = async () => {
    const run = planCheck(db, manage, driver, set, 'manual');
    driver.start(manage, run.id);
    await driver.ended(run.id);
    return setState(db, read, set).looks.at(-1)!;
  };
  server.silent = true;
  // The key was refused: nothing is billed.
  expect(await check()).toMatchObject({ figures: { n: 0 }, versions: [], cost: 0 });
  Object.assign(server, { silent: false, version: 'judge-m-2025-11-01' });
  expect(await check()).toMatchObject({
    figures: { n: 30 },
    changed: ['openai:judge-m: judge-m-2025-11-01 (4 calls); before, judge-m-2025-01-01 (4 calls).'],
    cost: null
  });
  await standIn.stop();
});

describe('an anchor set', () => {
  let world: Awaited<ReturnType<typeof monitored>>;
  const check = async () => {
    const { db, manage, read, driver } = world;
    const set = anchorSetByNumber(db, read, 1);
    const run = planCheck(db, manage, driver, set, 'manual');
    driver.start(manage, run.id);
    await driver.ended(run.id);
    return setState(db, read, set);
  };
  const lastAudit = () => world.db.select().from(schema.audit).all().findLast(({ entity }) => entity === 'anchor-set')!; // prettier-ignore

  beforeAll(async () => {
    world = await monitored();
  });
  afterAll(async () => world?.standIn.stop());

  it('is drawn from labelled items with the adopted verdicts, and kept with its seed and hash', () => {
    const { db, manage, read, study } = world;
    expect(availableAnchors(db, read, study.id)).toEqual({ items: 40, queries: 2, candidates: 1 });
    const set = createAnchorSet(db, manage, { studyId: study.id, items: 30, ...limits, everyDays: 7 }, 5);
    expect(set).toMatchObject({ number: 1, seed: 5, available: 40, candidates: 1, metric: 'presentation' });
    expect(set.items).toHaveLength(30);
    expect(set.items.every(({ people, score, agreement }) => people === 1 && score === 1 && agreement === 1)).toBe(
      true
    );
    expect(embargoedItems(db, study.id)).toEqual(new Set(set.items.map(({ itemId }) => itemId)));
    expect(anchorSets(db, read)[0]!.hash).toBe(set.hash);
    expect(() => db.update(schema.anchorSet).set({ loss: 0.5 }).where(eq(schema.anchorSet.id, set.id)).run()).toThrow('anchor set never changes'); // prettier-ignore
    expect(lastAudit()).toMatchObject({ action: 'anchor-set.create', detail: { items: 30, hash: set.hash } });
  });

  it('is asked anew at a check, though every question was answered before', async () => {
    const asked = world.standIn.count();
    const { looks, due, drift } = await check();
    expect(world.standIn.count() - asked).toBe(4);
    expect(looks).toHaveLength(1);
    expect(looks[0]).toMatchObject({ number: 1, sequence: 1, changed: [], trigger: 'manual', askedByName: 'command line' }); // prettier-ignore
    expect(looks[0]!.figures).toMatchObject({ n: 30, of: 30, flips: 0, agreement: 1, adopted: 1 });
    expect(looks[0]!.versions).toEqual([
      { judge: 'openai:judge-m', role: null, version: 'judge-m-2025-01-01', calls: 4 }
    ]);
    expect(drift).toBe(false);
    expect(due).toBe(looks[0]!.at + 7 * DAY);
    expect(lastAudit()).toMatchObject({ action: 'anchor-set.check', detail: { check: 1, flips: 0 } });
  });

  it('leaves the run of the leaderboard what it was', () => {
    const { db, read, run } = world;
    expect(statedRuns(db, read)[0]!.options.check).toMatchObject({ trigger: 'manual' });
    expect(defaultRun(statedRuns(db, read))?.id).toBe(run.id);
  });

  it('shows drift if the judge says otherwise, and enters it in the ledger once', async () => {
    const { db, read, server } = world;
    server.noes = 6;
    const { looks, drift } = await check();
    expect(looks[1]).toMatchObject({ number: 2, sequence: 1, result: 'flips' });
    expect(looks[1]!.figures).toMatchObject({ n: 30, tooManyFlips: true });
    expect(drift).toBe(true);
    expect(setState(db, read, anchorSetByNumber(db, read, 1)).looks).toHaveLength(2);
    expect(() => db.delete(schema.anchorLook).run()).toThrow('append-only');
    expect(attentionForAnchors(db, read, Date.now(), 'en')).toMatchObject([
      { kind: 'drift', action: { href: '/judges/monitoring?set=1' } }
    ]);
  });

  it('keeps its drift and stays due if no judge answers a check', async () => {
    const { db, read, server } = world;
    const before = setState(db, read, anchorSetByNumber(db, read, 1));
    server.silent = true;
    const after = await check();
    server.silent = false;
    expect(after.looks).toHaveLength(3);
    expect(after.looks[2]).toMatchObject({ number: 3, figures: { n: 0, of: 30 }, versions: [], changed: [] });
    expect(after).toMatchObject({ drift: true, due: before.due, answered: { number: 2 } });
    expect(attentionForAnchors(db, read, Date.now(), 'en')).toMatchObject([{ kind: 'drift' }]);
  });

  it('begins a new sequence with each version that the provider reports, and says how many calls each side has', async () => {
    const { server } = world;
    Object.assign(server, { noes: 0, version: 'judge-m-2025-11-01' });
    const { looks, drift } = await check();
    expect(looks[3]).toMatchObject({
      ...{ number: 4, sequence: 2 },
      changed: ['openai:judge-m: judge-m-2025-11-01 (4 calls); before, judge-m-2025-01-01 (8 calls).']
    });
    // The flips of the check before are those of another version.
    expect(looks[3]!.figures).toMatchObject({ flips: 0, tooManyFlips: false });
    expect(drift).toBe(true);
    server.version = 'judge-m-2025-11-01';
    expect((await check()).looks[4]).toMatchObject({ sequence: 2, changed: [] });
  });

  it('is overdue after its days, is not checked twice at once, and no more once it has ended', () => {
    const { db, manage, read, driver } = world;
    const set = anchorSetByNumber(db, read, 1);
    const last = setState(db, read, set).looks.at(-1)!;
    expect(attentionForAnchors(db, read, last.at + 6 * DAY, 'en')).toEqual([]);
    expect(attentionForAnchors(db, read, last.at + 8 * DAY, 'en')).toMatchObject([{ kind: 'overdue' }]);
    scheduleAnchorSet(db, manage, set, null);
    expect(attentionForAnchors(db, read, last.at + 80 * DAY, 'en')).toEqual([]);
    expect(() => scheduleAnchorSet(db, manage, set, 0)).toThrow('schedule was not changed');
    planCheck(db, manage, driver, set, 'schedule');
    expect(() => planCheck(db, manage, driver, set, 'schedule')).toThrow('is under way');
    endAnchorSet(db, manage, anchorSetByNumber(db, read, 1));
    expect(() => planCheck(db, manage, driver, anchorSetByNumber(db, read, 1), 'manual')).toThrow('a lead ended it');
  });

  it('is refused with impossible limits, and if nothing is adopted on the study any more', () => {
    const { db, manage, study } = world;
    const make = (change: object) => () =>
      createAnchorSet(db, manage, { studyId: study.id, items: 30, ...limits, everyDays: null, ...change });
    expect(make({ items: 1 })).toThrow('not drawn');
    expect(make({ loss: 0 })).toThrow('not drawn');
    recordAdoption(
      db,
      manage,
      { studyId: study.id, metric: 'presentation', outcome: 'reject', judgeIds: [], rule: '', reason: 'Drift.' },
      { resamples: 20 }
    );
    expect(make({})).toThrow('No ensemble is adopted on this study');
  });
});
