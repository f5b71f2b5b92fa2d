import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RunDriver } from '../../scorer/runs/driving/driver.server.ts';
import { estimateHere } from '../../scorer/engine/estimate/estimate.server.ts';
import { parseJudgeSpec } from '../../scorer/judges/index.ts';
import { manyReports } from '../../scorer/engine/many-reports.fixture.ts';
import { openDatabase } from '../../server/db/client.ts';
import { Aside } from './aside.server.ts';
import { atMost, processorTimeEach, watchThread } from '../../../../tests/timing.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const METRICS = ['presentation', 'consistency', 'coverage', 'depth', 'citation-association', 'citation-accuracy'];

/** Three reports on each query, six metrics and two judges whose keys are not set. */
function planned(queries: number) {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-estimate-'));
  const database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
  const aside = new Aside(database, 1);
  ends.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => database.close(),
    () => aside.close()
  );
  const { manage, versionId, reportIds, baseline } = manyReports(database.db, queries);
  const driver = new RunDriver(database.db, {});
  const plan = () =>
    driver.planEstimate(manage, {
      ...{ name: 'Six metrics', versionId, metrics: METRICS, settings: { depth: { baseline } }, reportIds },
      judges: ['openai:gpt-5', 'gemini:gemini-2.5-pro'].map((spec) => driver.describe(parseJudgeSpec(spec)))
    });
  return { database, aside, plan };
}

describe('an estimate counted aside', () => {
  it('is the one that this thread counts', async () => {
    const { database, aside, plan } = planned(4);
    const there = await aside.estimate(plan(), 'one');
    expect(there).toEqual(await estimateHere(database.db, plan()));
    // Twelve reports: a call by each judge under four metrics, two for each of eight pairs, and two for each of 20 pages; what
    // a page has to do with a query is asked once for the three reports on it.
    expect(there).toMatchObject({ calls: 2 * (4 * 12 + 2 * 8 + 20 * (4 + 12)), pages: 80 });
  });

  it('leaves the server free meanwhile and says how far it is: 201 reports, six metrics, two judges', async () => {
    const { aside, plan } = planned(67);
    const planning = processorTimeEach(plan);

    const question = plan();
    const began = performance.now();
    const estimating = aside.estimate(question, 'all');
    let over = false;
    void estimating.finally(() => (over = true));
    const { longest } = watchThread();
    const shares: number[] = [];
    while (!over) {
      shares.push(aside.estimateProgress('all') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const took = performance.now() - began;
    const held = longest();
    console.log(
      `201 reports × 6 metrics × 2 judges in ${(took / 1000).toFixed(1)} s, after ${planning.toFixed(0)} ms of planning; ` +
        `meanwhile this thread was held up for ${held.toFixed(1)} ms at most`
    );
    expect((await estimating).lines).toHaveLength(12);
    expect(planning).toBeLessThan(atMost(50));
    expect(held).toBeLessThan(atMost(50));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(new Set(shares).size).toBeGreaterThan(2);
  });
});
