import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentAdoption } from '../adoption/decisions.server.ts';
import { monitored } from '../monitoring/monitored.fixture.ts';
import { planned } from '../../scorer/runs/runs.fixture.ts';
import { schema } from '../../server/db/client.ts';
import { attentionForSuccession } from './succession-attention.server.ts';
import { comparisonSeen, decideSuccession, successionsOf } from './succession-decisions.server.ts';
import { successionDetail } from './succession-detail.server.ts';
import { successionOf } from './succession.server.ts';

describe('the succession of adopted judges', () => {
  let world: Awaited<ReturnType<typeof monitored>>;
  beforeAll(async () => {
    world = await monitored();
    const { db, manage, driver, server } = world;
    // The same judge under another version says no to one item of ten; another judge does as well.
    Object.assign(server, { noes: 1, version: 'judge-m-2025-11-01' });
    const specs = ['openai:judge-m', 'openai:judge-n'];
    const run = planned(world, driver, { specs, options: { concurrency: 2, useCache: false } });
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect(db.select().from(schema.run).all()).toHaveLength(2);
  });
  afterAll(async () => world?.standIn.stop());

  it('compares the judges of another run on the labels that still apply, the same ensemble first', () => {
    const { margin, confidence, candidates } = successionOf(world.db, world.read, 'presentation');
    expect(margin).toBe(0.05);
    expect(confidence).toBeCloseTo(1 - 0.1 / 3, 12);
    expect(candidates.map(({ name, same, n, worse, better }) => [name, same, n, worse, better])).toEqual([
      ['openai:judge-m, run 2', true, 40, 4, 0],
      ['openai:judge-m + openai:judge-n, average, run 2', false, 40, 4, 0],
      ['openai:judge-n, run 2', false, 40, 4, 0]
    ]);
    expect(candidates[0]).toMatchObject({ adopted: 1, candidate: 0.9, fit: { total: 40, apply: 40 } });
    // Two queries: no interval could exclude anything.
    expect(candidates[0]!.result).toBe('inconclusive');
    expect(() => successionOf(world.db, world.read, 'coverage')).toThrow('no successor');
    expect(() => successionOf(world.db, world.read, 'presentation', 2)).toThrow('No comparison was made');
  });

  it('weights items by what they stand for in the run', () => {
    const { db, read } = world;
    const { run } = successionOf(db, read, 'presentation').candidates[0]!;
    const lost = db
      .select({ item: schema.verdict.item })
      .from(schema.verdict)
      .where(and(eq(schema.verdict.runId, run.id), eq(schema.verdict.label, 'no')))
      .all()
      .map(({ item }) => item);
    const draw = (inclusionProbability: number): void =>
      void db.update(schema.studyItem).set({ inclusionProbability }).where(inArray(schema.studyItem.item, lost)).run();
    draw(0.5);
    expect(successionOf(db, read, 'presentation').candidates[0]!.candidate).toBeCloseTo(36 / (36 + 2 * 4), 12);
    draw(1);
  });

  it('builds a bridge: the scores of every system fall by ten points', () => {
    const found = successionOf(world.db, world.read, 'presentation');
    const { bridge, combined, judges } = successionDetail(world.db, world.read, found, found.candidates[0]!);
    const { all, systems } = bridge;
    expect(combined).toBe('items');
    expect(judges).toMatchObject([
      {
        judge: 'openai:judge-m',
        before: ['judge-m-2025-01-01'],
        now: ['judge-m-2025-11-01'],
        flips: 4,
        worse: 4,
        n: 40
      }
    ]);
    expect(all!.n).toBe(4);
    expect(all!.change).toBeCloseTo(-0.1, 9);
    expect(systems.map(({ system, n }) => [system, n])).toEqual([
      ['aurora', 2],
      ['borealis', 2]
    ]);
  });

  it('is undecided until a lead decides, needs a reason, and switches the adoption with the figures on record', () => {
    const { db, manage, read } = world;
    expect(attentionForSuccession(db, read, 'en')).toMatchObject([{ kind: 'undecided' }]);
    const [candidate] = successionOf(db, read, 'presentation').candidates;
    const input = { metric: 'presentation', candidate: candidate!.key, margin: 0.05, reason: 'Version is gone.' };
    expect(() => decideSuccession(db, manage, { ...input, decision: 'switch', reason: ' ' })).toThrow(
      'No decision was recorded'
    );
    const found = successionOf(db, read, 'presentation');
    const other = found.candidates.find(({ name }) => name === 'openai:judge-n, run 2');
    const [seen, otherSeen] = [candidate, other].map((one) => comparisonSeen(found, one!));
    decideSuccession(db, manage, { ...input, decision: 'collect', seen });
    expect(attentionForSuccession(db, read, 'en')).toEqual([]);
    const before = currentAdoption(db, read, 'presentation')!;
    const row = decideSuccession(db, manage, { ...input, decision: 'switch' });
    const now = currentAdoption(db, read, 'presentation')!;
    expect(row).toMatchObject({ adoptionId: before.id, adopted: now.id, result: 'inconclusive', margin: 0.05 });
    expect(now.id).not.toBe(before.id);
    // Read before the switch: the judges that it would keep are no longer the adopted ones.
    const stale = { ...input, candidate: other!.key, decision: 'keep', seen: otherSeen };
    expect(() => decideSuccession(db, manage, stale)).toThrow('The figures have changed');
    expect(now).toMatchObject({ runId: candidate!.run.id, validity: { valid: true } });
    // The version of the first run is no longer served: leads cannot go back to it.
    expect(successionOf(db, read, 'presentation').candidates.map(({ name }) => name)).toEqual([
      'openai:judge-m + openai:judge-n, average, run 2',
      'openai:judge-n, run 2'
    ]);
    expect(successionsOf(db, read, 'presentation').map(({ decision }) => decision)).toEqual(['switch', 'collect']);
    expect(() => db.delete(schema.succession).run()).toThrow('immutable');
    expect(
      db
        .select()
        .from(schema.audit)
        .all()
        .filter(({ action }) => action.startsWith('succession.'))
    ).toMatchObject([
      { action: 'succession.collect' },
      { action: 'succession.switch', detail: { result: 'inconclusive', adoption: now.id } }
    ]);
  });
});
