import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import { RunDriver } from '../../runs/driving/driver.server.ts';
import { estimateHere, estimatePlan } from './estimate.server.ts';
import { parseJudgeSpec } from '../../judges/index.ts';
import type { NewRun } from '../../runs/new-run.server.ts';
import type { Page } from '../../page.ts';
import { runByNumber } from '../../runs/runs.server.ts';
import { planned, scene } from '../../runs/runs.fixture.ts';

const page = (url: string): Promise<Page> =>
  Promise.resolve({
    ...{ url, outcome: 'ok', note: '200', status: 200, finalUrl: null, title: 'Parks', text: 'There are 12 parks.' },
    ...{ contentHash: 'h', origin: 'fetched', at: 1 }
  });

/** Four reports that cite a page each, of which the first two were judged by one run. */
async function halfDone(repeats = 1) {
  const server = await startOpenAi();
  const given = scene(
    (name, query) => `# ${name}\n\nThere are 12 parks [1].\n\n## References\n\n[1] https://${name}-${query}.example/\n`
  );
  const keys = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url };
  const driver = new RunDriver(given.db, keys, {}, page);
  const metrics = ['presentation', 'citation-accuracy'];
  const run = planned(given, driver, { metrics, specs: ['openai:gpt-5'], reportIds: given.reportIds.slice(0, 2) });
  driver.start(given.manage, run.id);
  await driver.ended(run.id);
  const sent = server.count();
  const keyless = new RunDriver(given.db, { OPENAI_BASE_URL: server.url });
  const estimate = (change: Partial<NewRun> = {}) =>
    estimateHere(
      given.db,
      keyless.planEstimate(given.manage, {
        ...{ name: 'All', versionId: given.versionId, metrics, reportIds: given.reportIds },
        judges: [keyless.describe(parseJudgeSpec('openai:gpt-5'))],
        options: { repeats },
        ...change
      })
    );
  return { server, given, driver, keyless, metrics, sent, estimate };
}

describe('an estimate without a key', () => {
  it('leaves out the calls and pages that an earlier run has, which the run then does not send', async () => {
    const { server, given, driver, metrics, sent, estimate } = await halfDone();
    try {
      // A call for presentation, and two for the page and its claim, on each further report.
      expect(await estimate()).toMatchObject({ calls: 6, known: sent, pages: 2 });
      const run = planned(given, driver, { metrics, specs: ['openai:gpt-5'] });
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      // The stand-in calls some pages irrelevant, by their words: about their claims nothing is asked.
      expect([4, 5, 6]).toContain(server.count() - sent);
      const all = server.count();
      expect(await estimate()).toMatchObject({ calls: 0, known: all, pages: 0, cost: 0, seconds: 0 });
    } finally {
      await server.stop();
    }
  });

  it('counts all calls of a run that is to ask anew, and the further repeats of one that is not', async () => {
    const { server, sent, estimate } = await halfDone(2);
    try {
      expect(await estimate({ options: { useCache: false } })).toMatchObject({ calls: 12, known: 0, pages: 4 });
      expect(await estimate()).toMatchObject({ known: sent, pages: 2 });
      expect((await estimate()).calls).toBeGreaterThan(12);
    } finally {
      await server.stop();
    }
  });

  it('of a run that was stopped counts what is left of it', async () => {
    const { server, given, keyless, estimate } = await halfDone();
    try {
      const judge = keyless.describe(parseJudgeSpec('openai:gpt-5'));
      const left = estimatePlan(given.db, (tx) => runByNumber(tx, given.read, 1), [{ ...judge }]);
      expect(await estimateHere(given.db, left)).toMatchObject({ calls: 0, known: 0, lines: [] });
      given.db.run(sql`DELETE FROM verdict WHERE metric = 'presentation'`);
      expect(await estimateHere(given.db, left)).toMatchObject({ calls: 0, known: 2 });
      given.db.run(sql`DELETE FROM call WHERE metric = 'presentation'`);
      expect(await estimateHere(given.db, left)).toMatchObject({ calls: 2, known: 0 });
      expect((await estimate()).calls).toBe(8);
    } finally {
      await server.stop();
    }
  });
});
