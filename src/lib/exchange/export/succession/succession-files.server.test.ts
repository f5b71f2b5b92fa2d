import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideSuccession, successionsOf } from '../../../alignment/succession/succession-decisions.server.ts';
import { successionShown } from '../../../alignment/succession/succession-detail.server.ts';
import { monitored } from '../../../alignment/monitoring/monitored.fixture.ts';
import { planned } from '../../../scorer/runs/runs.fixture.ts';
import { metricByName } from '../../../scorer/suites/index.ts';
import { schema } from '../../../server/db/client.ts';
import { leaderboardsCsv, successionCsv, successionJson, type SuccessionRecord } from './succession-files.server.ts';

const read = (text: string) => parse(text, { columns: true }) as Record<string, string>[];

describe('files of a comparison of successors', () => {
  let world: Awaited<ReturnType<typeof monitored>>;
  let files: SuccessionRecord;
  /** Input tokens of the successor's calls: US dollars at a price of one each. */
  let spent: number;
  beforeAll(async () => {
    world = await monitored();
    const { db, manage, driver, server } = world;
    // The successor says no to one item of ten, and has a price; the adopted judge has none.
    Object.assign(server, { noes: 1, version: 'judge-m-2025-11-01' });
    const run = planned(world, driver, { specs: ['openai:judge-m'], options: { concurrency: 2, useCache: false, prices: { 'openai:judge-m': { input: 1_000_000, output: 0, asOf: '2026-11-01' } } } }); // prettier-ignore
    driver.start(manage, run.id);
    await driver.ended(run.id);
    const { found } = successionShown(db, world.read, 'presentation');
    const [candidate] = found.candidates;
    const input = { metric: 'presentation', candidate: candidate!.key, margin: 0.05 };
    decideSuccession(db, manage, { ...input, decision: 'collect', reason: 'Two queries are too few.' });
    files = {
      ...successionShown(db, world.read, 'presentation'),
      decisions: successionsOf(db, world.read, 'presentation'),
      scale: metricByName('presentation').scale
    };
    spent = db
      .select()
      .from(schema.call)
      .all()
      .filter(({ runId }) => runId === run.id)
      .reduce((sum, { inputTokens }) => sum + inputTokens!, 0);
    expect(spent).toBeGreaterThan(0);
  });
  afterAll(async () => world?.standIn.stop());

  it('has a row for the adopted judges and one per candidate, with interval, margin, cost and decision', () => {
    const [adopted, candidate, ...more] = read(successionCsv(files));
    expect(more).toEqual([]);
    expect(adopted).toMatchObject({
      ...{ role: 'adopted', judges: 'openai:judge-m', run: '1', agreement: '1', difference: '', result: '' },
      ...{ cost_usd: '', cost_unknown: 'unpriced', calls: '4', items_judged: '40', decision: '' }
    });
    expect(candidate).toMatchObject({
      ...{ metric: 'presentation', role: 'candidate', run: '2', agreement: '0.9', margin: '0.05', worse: '4' },
      ...{ better: '0', items: '40', queries: '2', result: 'inconclusive', cost_usd: String(spent), cost_unknown: '' },
      ...{ cost_usd_per_report: String(spent / 4), calls: '4', reports_judged: '4', decision: 'collect' },
      reason: 'Two queries are too few.'
    });
    expect(Number(candidate!.difference)).toBeCloseTo(-0.1, 9);
    expect(Number(candidate!.cost_usd_per_1000_items)).toBeCloseTo(25 * spent, 6);
  });

  it('has both leaderboards on the scale of the metric: every system falls from 100 to 90', () => {
    const rows = read(leaderboardsCsv(files)).filter(({ scores }) => scores === 'as judged');
    expect(rows.map(({ role, system, score }) => [role, system, Number(score)])).toEqual([
      ['adopted', 'aurora', 100],
      ['adopted', 'borealis', 100],
      ['candidate', 'aurora', 90],
      ['candidate', 'borealis', 90]
    ]);
    expect(rows.map(({ change, reports }) => [change && Number(change).toFixed(6), reports])).toEqual([
      ['', ''],
      ['', ''],
      ['-10.000000', '2'],
      ['-10.000000', '2']
    ]);
  });

  it('has everything as JSON, with the decisions and their reasons', () => {
    expect(JSON.parse(successionJson(files))).toMatchObject({
      ...{ format: 'voirdire-succession', metric: 'presentation', margin: 0.05, preregistered: false },
      adopted: { judges: 'openai:judge-m', run: 1, agreement: 1, cost: { total: null, unknown: 'unpriced' } },
      candidates: [{ run: 2, same: true, result: 'inconclusive', agreement: 0.9, items: 40, cost: { total: spent } }],
      shown: 'openai:judge-m, run 2',
      bridge: { combined: 'items', all: { reports: 4, adopted: 100 }, systems: [{ reports: 2 }, { reports: 2 }] },
      leaderboards: { asJudged: { pairs: { all: 1 } } },
      decisions: [{ decision: 'collect', run: 2, reason: 'Two queries are too few.' }]
    });
  });
});
