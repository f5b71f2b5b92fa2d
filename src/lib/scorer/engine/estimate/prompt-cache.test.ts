import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../../messages/words.ts';
import { startAnthropic } from '../../../../../tests/stand-ins/anthropic.ts';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import { schema } from '../../../server/db/client.ts';
import { RunDriver } from '../../runs/driving/driver.server.ts';
import { promptCacheOf } from '../../runs/prompt-cache.server.ts';
import { promptCacheInWords } from './prompt-cache.ts';
import { runProgress } from '../../runs/run-progress.server.ts';
import { planned, scene } from '../../runs/runs.fixture.ts';

const price = { input: 10, output: 50, asOf: null };

describe('the prompt cache of a run', () => {
  it('is counted over the calls whose provider reported it, with what it saved', async () => {
    const server = await startAnthropic();
    try {
      const given = scene();
      const driver = new RunDriver(given.db, { ANTHROPIC_API_KEY: 'sk-ant-0', ANTHROPIC_BASE_URL: server.url });
      const prices = { 'anthropic:claude-opus-5': { ...price, cachedInput: 1, cacheWrite: 12.5 } };
      const run = planned(given, driver, { specs: ['anthropic:claude-opus-5'], options: { prices } });
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      const rows = given.db.select().from(schema.call).all();
      expect(rows).toHaveLength(4);
      const sum = (of: (row: (typeof rows)[number]) => number | null) => rows.reduce((n, row) => n + (of(row) ?? 0), 0);
      const read = sum((row) => row.cachedTokens);
      const written = sum((row) => row.cacheWriteTokens);
      expect(read).toBeGreaterThan(1000);
      expect(written).toBe(4 * 5);
      const { promptCache, inputTokens, outputTokens } = runProgress(given.db, run.id).calls;
      const saved = (read * 9 - written * 2.5) / 1e6;
      expect(promptCache).toEqual({
        ...{ calls: 4, inputTokens, readTokens: read, writtenTokens: written },
        ...{ saved: expect.closeTo(saved, 10), pricedCalls: 4 }
      });
      expect(runProgress(given.db, run.id).spend.known).toBeCloseTo(
        (inputTokens * 10 + outputTokens * 50) / 1e6 - saved,
        10
      );
      // As if the questions of two of the calls had been answered by a batch, at half the price.
      const options = { ...run.options, batches: 'leave' as const };
      const half = rows.slice(0, 2);
      for (const { id, cost } of half)
        given.db
          .update(schema.call)
          .set({ cost: cost! / 2 })
          .where(eq(schema.call.id, id))
          .run();
      const less = half.reduce((n, row) => n + (row.cachedTokens! * 9 - row.cacheWriteTokens! * 2.5) / 2e6, 0);
      expect(promptCacheOf(given.db, { id: run.id, options }).saved).toBeCloseTo(saved - less, 10);
    } finally {
      await server.stop();
    }
  });

  it('has no figures if no provider reported it, and no saving if the price of cached input is unknown', async () => {
    const server = await startOpenAi();
    try {
      const given = scene();
      const driver = new RunDriver(given.db, { OPENAI_API_KEY: 'sk-0', OPENAI_BASE_URL: server.url });
      const run = planned(given, driver, {
        specs: ['openai:gpt-5'],
        options: { prices: { 'openai:gpt-5': price } }
      });
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      const cache = () => runProgress(given.db, run.id).calls.promptCache;
      expect(cache()).toEqual({
        ...{ calls: 0, inputTokens: 0, readTokens: 0, writtenTokens: 0 },
        ...{ saved: null, pricedCalls: 0 }
      });
    } finally {
      await server.stop();
    }
  });
});

describe('the prompt cache in words', () => {
  const use = {
    calls: 40,
    inputTokens: 20_000,
    readTokens: 12_000,
    writtenTokens: 3_000,
    saved: 0.12,
    pricedCalls: 40
  };

  it('gives every figure with its n', () => {
    expect(promptCacheInWords(use, messagesIn('en', 'promptCache'))).toBe(
      'Prompt cache: 12,000 of 20,000 tokens in read from it, 3,000 written to it (n = 40 calls). It saved $0.12 (n = 40 calls).'
    );
    expect(promptCacheInWords({ ...use, pricedCalls: 30 }, messagesIn('en', 'promptCache'))).toContain(
      'It saved $0.12 (n = 30 calls of known price).'
    );
  });

  it('says what is unknown, and when writing cost more than reading saved', () => {
    expect(promptCacheInWords({ ...use, saved: null, pricedCalls: 0 }, messagesIn('en', 'promptCache'))).toContain(
      'The saving is unknown, because the price of cached input is.'
    );
    expect(promptCacheInWords({ ...use, saved: -0.5 }, messagesIn('en', 'promptCache'))).toContain(
      'It cost $0.50 more than it saved (n = 40 calls).'
    );
    expect(promptCacheInWords({ ...use, calls: 0 }, messagesIn('en', 'promptCache'))).toBe(
      'Prompt cache: no provider reported cached tokens.'
    );
  });
});
