import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import type { Asked } from '../../../../tests/stand-ins/answers.ts';
import type { StandIn } from '../../../../tests/stand-ins/server.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { estimateHere } from '../engine/estimate/estimate.server.ts';
import { parseJudgeSpec } from '../judges/index.ts';
import { RunDriver } from '../runs/driving/driver.server.ts';
import { processName } from '../runs/driving/process-name.server.ts';
import { createRun } from '../runs/new-run.server.ts';
import type { RunOptions } from '../runs/run-options.ts';
import { runProgress } from '../runs/run-progress.server.ts';
import { scene } from '../runs/runs.fixture.ts';
import { judgesOf, runByNumber, runsOf, type Run } from '../runs/runs.server.ts';
import { createMaking, makingRunByNumber, makingRuns, unitsOfMaking, type NewMaking } from './making-runs.server.ts';
import { makers } from './makers.ts';
import { retriesOf, retryMaking } from './retried-making.server.ts';

let server: StandIn;
let answer: (asked: Asked) => object | string = () => ({ items: ['Does it name a figure?'] });
beforeAll(async () => {
  server = await startOpenAi({ answer: (asked) => answer(asked) });
});
afterAll(() => server.stop());
beforeEach(() => {
  server.misbehave();
  answer = ({ user }) => ({ items: [`Does the report answer ${JSON.parse(user)}`, 'Does it name a figure?'] });
});

const units = (n: number) =>
  Array.from({ length: n }, (_, at) => ({
    ...{ source: 'draft', sourceId: `d${at + 1}`, label: `q${at + 1}` },
    input: { text: `What of ${at + 1}?` }
  }));

const PRICE = { input: 2, output: 10, asOf: null };

const begun = (count = 3, options: Partial<RunOptions> = {}, change: Partial<NewMaking> = {}) => {
  const given = scene();
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'key-of-openai' };
  const driver = new RunDriver(given.db, env);
  const input: NewMaking = {
    ...{ maker: 'checklist', units: units(count) },
    judges: [driver.name(parseJudgeSpec('openai:gpt-5'))],
    options: { concurrency: 1, prices: { 'openai:gpt-5': PRICE }, ...options },
    ...change
  };
  const asked = server.count();
  return { ...given, env, driver, input, plan: () => createMaking(given.db, given.manage, input), asked: () => server.count() - asked }; // prettier-ignore
};

const madeIn = (db: Db) =>
  db
    .select({
      label: schema.makingUnit.label,
      state: schema.made.state,
      text: schema.made.text,
      reason: schema.made.reason
    }) // prettier-ignore
    .from(schema.made)
    .innerJoin(schema.makingUnit, eq(schema.makingUnit.id, schema.made.unitId))
    .orderBy(schema.makingUnit.position, schema.made.item)
    .all();

const acts = (db: Db) => db.select().from(schema.audit).all().filter(({ action }) => action.startsWith('making.')); // prettier-ignore

describe('a making run', () => {
  it('whose results are lacking is asked again for those, and no stored answer a second time', async () => {
    const two = ['openai:gpt-5', 'openai:gpt-4.1'];
    const given = scene();
    const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'key-of-openai' };
    const driver = new RunDriver(given.db, env);
    const named = two.map((spec) => driver.name(parseJudgeSpec(spec)));
    const plan = { maker: 'checklist', units: units(3), judges: named, options: { concurrency: 1, useCache: false } };
    answer = ({ user, model }) =>
      user.includes('What of 2') && model === 'gpt-5' ? 'I would rather not.' : { items: ['Does it name a figure?'] };
    const run = createMaking(given.db, given.manage, plan);
    const retry = () =>
      retryMaking(given.db, given.manage, makingRunByNumber(given.db, given.manage, run.number), (config) =>
        driver.name(config)
      );
    expect(retry).toThrow(
      /No unit of this run failed, a later run asks for those that did, or the run is not done yet/
    );
    driver.start(given.manage, run.id);
    await driver.ended(run.id);

    answer = () => ({ items: ['Does it name a town?'] });
    expect(retriesOf(given.db, makingRunByNumber(given.db, given.manage, run.number))).toEqual([
      { judges: ['openai:gpt-5'], units: 1 }
    ]);
    const [again, ...more] = retry() as [Run, ...Run[]];
    expect(more).toEqual([]);
    expect(unitsOfMaking(given.db, again.id).map(({ label, input }) => [label, input])).toEqual([
      ['q2', { text: 'What of 2?' }]
    ]);
    // Not asked a second time while the first run is still to be asked, nor after.
    expect(retry).toThrow(/No unit of this run failed/);
    const asked = server.count();
    driver.start(given.manage, again.id);
    await driver.ended(again.id);
    expect(server.count() - asked).toBe(1);
    expect(retry).toThrow(/No unit of this run failed/);
    expect(runProgress(given.db, again.id)).toMatchObject({ state: 'done', tasks: 1, unscored: 0 });
    expect(acts(given.db).map(({ action }) => action)).toEqual([
      ...['making.create', 'making.start', 'making.done', 'making.create', 'making.start', 'making.done']
    ]);
  });

  it('whose models failed on different units asks each model for its own, and shares the budget', async () => {
    const given = begun();
    const { db, driver, manage } = given;
    const specs = ['openai:gpt-5', 'openai:gpt-4.1'];
    const prices = Object.fromEntries(specs.map((spec) => [spec, PRICE]));
    const fails = new Set(['gpt-5 on 1', 'gpt-5 on 3', 'gpt-4.1 on 2', 'gpt-4.1 on 3', 'gpt-4.1 on 4']);
    answer = ({ user, model }) =>
      fails.has(`${model} on ${/What of (\d)/.exec(user)![1]}`)
        ? 'I would rather not.'
        : { items: ['Does it name a figure?'] };
    const run = createMaking(db, manage, {
      ...{ maker: 'checklist', units: units(5), judges: specs.map((spec) => driver.name(parseJudgeSpec(spec))) },
      options: { concurrency: 1, prices, budget: 10 }
    });
    driver.start(manage, run.id);
    await driver.ended(run.id);
    const done = makingRunByNumber(db, manage, run.number);
    expect(retriesOf(db, done)).toEqual([
      { judges: ['openai:gpt-5'], units: 1 },
      { judges: ['openai:gpt-4.1'], units: 2 },
      { judges: specs, units: 1 }
    ]);

    answer = () => ({ items: ['Does it name a town?'] });
    const asked = given.asked();
    const again = retryMaking(db, manage, done, (config) => driver.name(config));
    expect(
      again.map(({ id, options }) => [
        judgesOf(db, id).map(({ spec }) => spec),
        unitsOfMaking(db, id).map(({ label }) => label),
        options.budget
      ])
    ).toEqual([
      [['openai:gpt-5'], ['q1'], 2],
      [['openai:gpt-4.1'], ['q2', 'q4'], 4],
      [specs, ['q3'], 4]
    ]);
    for (const { id } of again) {
      driver.start(manage, id);
      await driver.ended(id);
    }
    expect(given.asked() - asked).toBe(fails.size);
    // Each unit has exactly one draft by each model.
    const drafts = madeIn(db).filter(({ state }) => state === 'made');
    expect(drafts.map(({ label }) => label).sort()).toEqual(units(5).flatMap(({ label }) => [label, label]));
  });

  it('makes pieces of every unit, each waiting for a person, and is told in the audit trail', async () => {
    const { db, driver, manage, plan, asked } = begun();
    const run = plan();
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect(madeIn(db).map(({ label, state, text }) => [label, state, text])).toEqual(
      [1, 2, 3].flatMap((n) => [
        [`q${n}`, 'made', `Does the report answer What of ${n}?`],
        [`q${n}`, 'made', 'Does it name a figure?']
      ])
    );
    expect(
      new Set(
        db
          .select()
          .from(schema.made)
          .all()
          .map(({ decision }) => decision)
      )
    ).toEqual(new Set(['waiting']));
    expect(asked()).toBe(3);
    const calls = db.select().from(schema.call).all();
    expect(calls.map(({ reportId, unitId, metric }) => [reportId, unitId !== null, metric])).toEqual(
      calls.map(() => [null, true, 'checklist'])
    );
    expect(runProgress(db, run.id)).toMatchObject({ state: 'done', tasks: 3, tasksDone: 3, unscored: 0 });
    expect(acts(db).map(({ action }) => action)).toEqual(['making.create', 'making.start', 'making.done']);
    expect(acts(db)[0]!.detail).toMatchObject({ maker: 'checklist', prompt: 'verification/checklist@1', units: 3 });
  });

  it('has its own numbers and stays out of the runs that score', () => {
    const { db, driver, manage, read, versionId, reportIds, input, plan } = begun();
    const run = plan();
    expect([run.number, makingRuns(db, manage).length, runsOf(db, read).length]).toEqual([1, 1, 0]);
    expect(() => runByNumber(db, read, 1)).toThrow('no such run');
    const scoring = createRun(db, manage, {
      ...{ name: 'Scores', versionId, metrics: ['presentation'], reportIds },
      judges: [driver.name(parseJudgeSpec('rules'))]
    });
    expect([scoring.number, runByNumber(db, read, 1).id, makingRunByNumber(db, manage, 1).id]).toEqual([1, scoring.id, run.id]); // prettier-ignore
    expect(createMaking(db, manage, input).number).toBe(2);
  });

  it('is estimated before, and only what is left once it has begun', async () => {
    const { db, driver, manage, input, plan, asked } = begun();
    const estimate = await estimateHere(db, driver.planMaking(manage, input));
    expect(estimate).toMatchObject({ calls: 3, known: 0, unpriced: [] });
    expect(estimate.cost).toBeGreaterThan(0);
    expect([asked(), makingRuns(db, manage).length]).toEqual([0, 0]);
    const run = plan();
    driver.start(manage, run.id);
    await driver.ended(run.id);
    // The same again is answered from the earlier run.
    expect(await estimateHere(db, driver.planMaking(manage, input))).toMatchObject({ calls: 0, known: 3 });
  });

  it('that was killed continues without asking anything twice, and loses nothing', async () => {
    const { db, driver, env, manage, plan, asked } = begun(4);
    const run = plan();
    server.misbehave({ kind: 'unavailable', on: [server.count() + 3] });
    driver.start(manage, run.id);
    while (asked() < 3) await new Promise((resolve) => setTimeout(resolve, 2));
    await driver.stop();
    server.misbehave();
    const before = madeIn(db);
    expect(before.length).toBeGreaterThanOrEqual(2);
    // Its process is gone, and the last result was not written any more: the answer is in the journal.
    const last = db.select().from(schema.made).all().at(-1)!;
    db.delete(schema.made).where(eq(schema.made.unitId, last.unitId)).run();
    db.update(schema.run)
      .set({ leaseOwner: processName().replace(String(process.pid), '99999999'), leaseUntil: Date.now() + 3_600_000 })
      .run();
    const answered = db.select().from(schema.call).all().filter(({ outcome }) => outcome === 'reply').length; // prettier-ignore
    const sent = asked();
    const next = new RunDriver(db, env);
    next.resumeAll();
    await next.ended(run.id);
    expect(runProgress(db, run.id)).toMatchObject({ state: 'done', tasksDone: 4 });
    expect(asked() - sent).toBe(4 - answered);
    expect(madeIn(db)).toHaveLength(8);
    expect(madeIn(db)).toEqual(expect.arrayContaining(before));
  });

  it('stops when its budget is used up, keeps what is there, and continues with a higher one', async () => {
    const { db, driver, manage, plan, asked } = begun(3, { budget: 0.0008 });
    const run = plan();
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect(runProgress(db, run.id)).toMatchObject({ status: 'cancelled', problem: expect.stringMatching(/^The budget of/) }); // prettier-ignore
    const there = madeIn(db);
    expect(asked()).toBeLessThan(3);
    driver.setBudget(manage, run.id, 10);
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect([runProgress(db, run.id).state, asked()]).toEqual(['done', 3]);
    expect(madeIn(db)).toEqual(expect.arrayContaining(there));
  });

  it('that is cancelled keeps what is there, and can continue', async () => {
    const { db, driver, manage, plan, asked } = begun(4);
    const run = plan();
    server.misbehave({ kind: 'hang', on: [server.count() + 3] });
    driver.start(manage, run.id);
    while (asked() < 3) await new Promise((resolve) => setTimeout(resolve, 2));
    await driver.cancel(manage, run.id);
    server.misbehave();
    expect(runProgress(db, run.id).status).toBe('cancelled');
    const there = madeIn(db);
    expect(there.length).toBeGreaterThan(0);
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect(madeIn(db)).toHaveLength(8);
    expect(madeIn(db)).toEqual(expect.arrayContaining(there));
    // Only the call that was under way is sent once more.
    expect(asked()).toBe(5);
  });

  it('leaves a unit unmade with the reason if a reply cannot be used, and makes the others', async () => {
    const hostile: Record<string, object | string> = {
      'What of 1?': 'I would rather not.',
      'What of 2?': { items: [] },
      'What of 3?': { items: ['Fine?'], more: '<script>' },
      'What of 4?': { items: Array.from({ length: 41 }, (_, at) => `Item ${at}?`) },
      'What of 5?': { items: ['\u0000\ud800'] },
      'What of 6?': `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    };
    answer = ({ user }) => hostile[JSON.parse(user.split('\n\n')[0]!) as string] ?? { items: ['Good?'] };
    const { db, driver, manage, plan } = begun(7);
    const run = plan();
    driver.start(manage, run.id);
    await driver.ended(run.id);
    const rows = madeIn(db);
    expect(rows.map(({ label, state }) => [label, state])).toEqual([
      ...[1, 2, 3, 4].map((n) => [`q${n}`, 'unmade']),
      ['q5', 'made'],
      ['q6', 'unmade'],
      ['q7', 'made']
    ]);
    for (const { state, reason } of rows) expect(reason !== null).toBe(state === 'unmade');
    expect(rows[0]!.reason).toMatch(/not usable/);
    expect(rows[4]!.text.isWellFormed()).toBe(true);
    expect(runProgress(db, run.id)).toMatchObject({ state: 'incomplete', unscored: 5 });
    expect(runProgress(db, run.id).failures.reduce((sum, { units: n }) => sum + n, 0)).toBe(5);
  });

  it('keeps an empty answer as an answer', async () => {
    answer = () => ({ questions: [] });
    const { db, driver, manage, plan } = begun(1, {}, { maker: 'clarifications' });
    const run = plan();
    driver.start(manage, run.id);
    await driver.ended(run.id);
    expect(madeIn(db)).toMatchObject([{ state: 'nothing', reason: null }]);
    expect(runProgress(db, run.id)).toMatchObject({ state: 'done', unscored: 0 });
  });

  it('keeps to the limits and prices of this server’s runs if it has none of its own', () => {
    const { db, manage, input, driver } = begun();
    const limits = { openai: { requestsPerMinute: 60, concurrency: 2 }, gemini: { requestsPerMinute: 10 } };
    createMaking(db, manage, { ...input, options: { limits, prices: { 'openai:gpt-5': PRICE } } });
    const { options: _own, ...bare } = input;
    const made = (options?: Partial<RunOptions>) =>
      createMaking(db, manage, { ...bare, ...(options && { options }) }).options;
    // Only those of the providers that it asks, and only those that were not given.
    expect(made().limits).toEqual({ openai: limits.openai });
    expect(made().prices).toEqual({ 'openai:gpt-5': PRICE });
    expect(made().calls).toEqual({ 'openai:gpt-5': { deadlineSeconds: 600, tries: 5 } });
    expect(driver.planMaking(manage, bare).plan.run.options.limits).toEqual({ openai: limits.openai });
    expect(made({ limits: { openai: { requestsPerMinute: 5 } } }).limits).toEqual({ openai: { requestsPerMinute: 5 } });
    const given = { 'openai:gpt-5': { ...PRICE, input: 3 } };
    expect(made({ prices: given }).prices).toEqual(given);
  });

  it('is refused without units, with a unit twice, with an input that does not fit, by a judge made of code', () => {
    const { db, driver, manage, input } = begun();
    const refused = (change: Partial<NewMaking>) => {
      try {
        createMaking(db, manage, { ...input, ...change });
      } catch (error) {
        return (error as { problems?: { column: string }[] }).problems?.map(({ column }) => column);
      }
      return null;
    };
    expect(refused({ units: [] })).toEqual(['units']);
    expect(refused({ units: [...units(1), ...units(1)] })).toEqual(['units']);
    expect(refused({ units: [{ ...units(1)[0]!, input: { text: '' } }] })).toEqual(['units']);
    expect(refused({ judges: [driver.name(parseJudgeSpec('rules'))] })).toEqual(['judge']);
    expect(refused({ judges: [] })).toEqual(['judge']);
    expect(() => createMaking(db, manage, { ...input, maker: 'coverage' })).toThrow(
      /There is no maker named "coverage"/
    );
    expect(() => createMaking(db, manage, { ...input, prompt: '9' })).toThrow(/no prompt version "9"/);
    expect(makingRuns(db, manage)).toEqual([]);
  });
});

it('shows the input of each unit to people as text, whatever its maker takes', () => {
  const withText = makers.filter(({ input }) => input instanceof z.ZodObject && 'text' in input.shape);
  expect(makers.filter((maker) => !withText.includes(maker) && !maker.shown).map(({ name }) => name)).toEqual([]);
});
