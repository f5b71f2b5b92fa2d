import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { defaultRunOptions } from '../../scorer/runs/run-options.ts';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { yesNo } from '../../studies/labels/label-scale.ts';
import { isOfRun } from '../../studies/study/study-of-run.server.ts';
import { insertSampleStudy, sampleMetric } from '../units/sample-study.fixture.ts';
import { procedureFacts } from './procedure-facts.server.ts';

it('the facts of a study hold the length of every report of its run, however many were counted before', () => {
  const { db } = memoryDatabase();
  const items = Array.from({ length: 45 }, (_, i) => ({ id: `i${i}`, query: `q${i}`, people: 'y', judges: 'y' }));
  const { reading } = insertSampleStudy(db, ['ann'], ['rules'], items);
  items.forEach(({ query }, position) =>
    db
      .insert(schema.runReport)
      .values({ runId: 'run-1', reportId: `report-${query}`, position })
      .run()
  );
  const study = db.select().from(schema.study).where(eq(schema.study.id, 'study')).get()!;
  if (!isOfRun(study)) throw new Error('the sample study requires a run');
  expect(db.select().from(schema.reportLength).all()).toEqual([]);
  const { words } = procedureFacts(db, reading, study, yesNo);
  expect(Object.keys(words)).toHaveLength(45);
  expect(procedureFacts(db, reading, study, yesNo).words).toEqual(words);
});

describe('the cost of a judge per 1,000 items', () => {
  const price = { input: 2, output: 10, asOf: null, long: { above: 1_000, input: 4, output: 20 } };
  /** Costs of a judge that answered 4 items. */
  const costOf = (calls: readonly Partial<typeof schema.call.$inferInsert>[]): number | null => {
    const { db } = memoryDatabase();
    const items = Array.from({ length: 4 }, (_, i) => ({ id: `i${i}`, query: 'q', people: 'y', judges: 'y' }));
    const { reading } = insertSampleStudy(db, ['ann'], ['openai:m'], items);
    db.update(schema.run)
      .set({
        options: { ...defaultRunOptions, prices: { 'openai:m': price, 'openai:second': { ...price, input: 6 } } }
      })
      .run();
    for (const call of calls)
      db.insert(schema.call)
        .values({
          ...{
            runId: 'run-1',
            reportId: 'report-q',
            metric: sampleMetric,
            judgeId: 'openai:m',
            key: 'k',
            cached: false
          },
          ...{
            outcome: 'reply',
            reply: 'Yes.',
            attempts: 1,
            inputTokens: 1_000,
            outputTokens: 100,
            milliseconds: 1,
            at: 1
          },
          ...call
        })
        .run();
    const study = db.select().from(schema.study).where(eq(schema.study.id, 'study')).get()!;
    if (!isOfRun(study)) throw new Error('the sample study requires a run');
    return procedureFacts(db, reading, study, yesNo).costs['openai:m']!;
  };

  it.each([
    [
      'is that of its calls: half in a batch, and with tries that were billed',
      [{ cost: 0.0015 }, { cost: 0.008 }],
      2.375
    ],
    [
      'has replies of another run at their price, long ones at that of long ones',
      [
        { cached: true, cost: 0 },
        { cached: true, cost: 0, inputTokens: 2_000 },
        { cached: true, cost: 0, inputTokens: 100 }
      ],
      3.55
    ],
    [
      'has replies in roles at the price of the model that plays them',
      [{ cached: true, cost: 0, role: 'verifier', player: 'openai:second' }],
      1.75
    ],
    [
      'leaves out requests that were refused',
      [{ cost: 0.004 }, { outcome: 'error', reply: null, cost: null, inputTokens: null }],
      1
    ],
    ['has calls before a price was known at the price', [{ cost: null }], 0.75],
    [
      'is unknown if a call may have been billed at an unknown cost',
      [{ cost: 0.004 }, { outcome: 'error', reply: null, cost: null, unanswered: 1 }],
      null
    ],
    [
      'is unknown if a reply of another run has no price',
      [{ cached: true, cost: 0, role: 'verifier', player: 'openai:third' }],
      null
    ]
  ] as const)('%s', (_title, calls, cost) => {
    const found = costOf(calls);
    if (cost === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(cost, 10);
  });
});
