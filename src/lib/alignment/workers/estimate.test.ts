import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RunDriver } from '../../scorer/runs/driving/driver.server.ts';
import type { RunEstimate } from '../../scorer/engine/estimate/estimate.ts';
import { estimateHere } from '../../scorer/engine/estimate/estimate.server.ts';
import { parseJudgeSpec } from '../../scorer/judges/index.ts';
import { manyReports } from '../../scorer/engine/many-reports.fixture.ts';
import { openDatabase } from '../../server/db/client.ts';
import { Aside } from './aside.server.ts';
import { atMost, processorTimeEach, sized, watchThread } from '../../../../tests/timing.ts';

/** Queries of which each has three reports. */
const QUERIES = sized(67, 8);
const METRICS = ['presentation', 'consistency', 'coverage', 'depth', 'citation-association', 'citation-accuracy'];

const folder = mkdtempSync(join(tmpdir(), 'voirdire-estimate-'));
const database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
const aside = new Aside(database);
afterAll(async () => {
  await aside.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Three reports on each query, six metrics and two judges whose keys are not set. */
function planned() {
  const { manage, versionId, reportIds, baseline } = manyReports(database.db, QUERIES);
  const driver = new RunDriver(database.db, {});
  return () =>
    driver.planEstimate(manage, {
      ...{ name: 'Six metrics', versionId, metrics: METRICS, settings: { depth: { baseline } }, reportIds },
      judges: ['openai:gpt-5', 'gemini:gemini-2.5-pro'].map((spec) => driver.describe(parseJudgeSpec(spec)))
    });
}

describe('an estimate counted aside', () => {
  const plan = planned();
  let there: RunEstimate | undefined;

  it(`leaves the server free meanwhile and says how far it is: ${3 * QUERIES} reports, six metrics, two judges`, async () => {
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
      `${3 * QUERIES} reports × 6 metrics × 2 judges in ${(took / 1000).toFixed(1)} s, after ${planning.toFixed(0)} ms of planning; ` +
        `meanwhile this thread was held up for ${held.toFixed(1)} ms at most`
    );
    there = await estimating;
    expect(there.lines).toHaveLength(12);
    expect(planning).toBeLessThan(atMost(50));
    expect(held).toBeLessThan(atMost(50));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(new Set(shares).size).toBeGreaterThan(2);
  });

  it('is the one that this thread counts', async () => {
    there ??= await aside.estimate(plan(), 'one');
    expect(there).toEqual(await estimateHere(database.db, plan()));
    // A call by each judge under four metrics on three reports of each query, two for each of two pairs, and two for each of 20
    // pages; what a page has to do with a query is asked once for the three reports on it.
    expect(there).toMatchObject({ calls: 2 * QUERIES * (4 * 3 + 2 * 2 + 20 * (1 + 3)), pages: 20 * QUERIES });
  });
});
