import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startGemini } from '../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { type EngineLimits, runEngine } from '../engine/engine.ts';
import { makeJudge, parseJudgeSpec } from '../judges/index.ts';
import type { Judge } from '../judge.ts';
import { callsOf, seedRuns } from '../store/sqlite.fixture.ts';
import { sqliteStore } from '../store/sqlite.server.ts';
import { metricByName } from '../suites/index.ts';
import { atMost, processorTimeSince } from '../../../../tests/timing.ts';

const data = join(process.env['VOIRDIRE_SHARED'] ?? '../shared', 'data');
const there = existsSync(data);
if (!there) console.log(`skipped: scoring the 141 real reports, because ${data} is absent`);

interface RealReport {
  id: string;
  markdown: string;
}

const cited = (): RealReport[] => {
  const folder = join(data, 'liveresearchbench/reports/open-deep-research');
  return readdirSync(folder).map((name) => ({ id: name, markdown: readFileSync(join(folder, name), 'utf8') }));
};

const uncited = (): RealReport[] =>
  readFileSync(join(data, 'deep_research_bench/claude-3-7-sonnet-latest.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; article: string })
    .map(({ id, article }) => ({ id: String(id), markdown: article }));

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

const score = async (reports: readonly RealReport[], judges: readonly Judge[], limits: Partial<EngineLimits> = {}) => {
  const { db, close } = memoryDatabase();
  closers.push(close);
  seedRuns(db, { runs: ['a'], judges: judges.map(({ spec, fingerprint }) => ({ id: spec, fingerprint })), reports });
  const metric = metricByName('presentation');
  const items = [...(metric.items ?? [])];
  const tasks = reports.flatMap(({ id, markdown }) =>
    judges.map((judge) => ({
      metric,
      judge,
      repeat: 0,
      sample: {
        metric: metric.name,
        query: { qid: id, text: 'Why?' },
        report: { id, markdown, collectedAt: null },
        items
      }
    }))
  );
  const result = await runEngine({ tasks, store: sqliteStore(db, 'a'), owner: 'test', delimiterKey: 'real', limits });
  return { db, result };
};

describe.skipIf(!there)('the 141 real reports', () => {
  it('are judged by rules in under ten seconds, every unit judged or abstained from', async () => {
    const reports = [...cited(), ...uncited()];
    expect(reports).toHaveLength(141);
    const began = process.threadCpuUsage();
    const { result } = await score(reports, [makeJudge(parseJudgeSpec('rules'), {})]);
    expect(processorTimeSince(began)).toBeLessThan(atMost(10_000));
    expect(result.units.unscored).toBe(0);
    expect(result.units.judged + result.units.abstained).toBe(1410);
    expect(result.units.judged).toBeGreaterThan(300);
  });

  it('are judged by two models whose servers misbehave now and then, and no call fails for good', async () => {
    const faults = [
      { kind: 'server-error', ratio: 0.05 },
      { kind: 'rate-limit', ratio: 0.03, retryAfterSeconds: 0.05 },
      { kind: 'truncated', ratio: 0.03 },
      { kind: 'wrong-count', ratio: 0.03 },
      { kind: 'html', ratio: 0.02 },
      { kind: 'disconnect', ratio: 0.02 }
    ] as const;
    const openai = await startOpenAi({ faults: [...faults] });
    const gemini = await startGemini({ faults: [...faults], seed: 2 });
    closers.push(openai.stop, gemini.stop);
    const env = {
      OPENAI_API_KEY: 'sk-test-real-reports',
      GEMINI_API_KEY: 'test-real-reports',
      OPENAI_BASE_URL: openai.url,
      GEMINI_BASE_URL: gemini.url
    };
    const judges = ['openai:gpt-5', 'gemini:gemini-2.5-pro'].map((spec) => makeJudge(parseJudgeSpec(spec), env));
    const reports = [...cited(), ...uncited()];
    const { db, result } = await score(reports, judges, { backoffMs: 20, maxBackoffMs: 200, maxAttempts: 9 });
    const { judged, abstained, unscored } = result.units;
    expect({ all: judged + unscored, abstained }).toEqual({ all: 2820, abstained: 0 });
    // Only two unusable replies in a row lose a report.
    expect(unscored).toBeLessThan(141);
    const reasons = callsOf(db, 'a').filter((call) => call.outcome === 'error');
    expect(reasons).toEqual([]);
    expect(openai.count() + gemini.count()).toBe(result.calls.sent);
    expect(result.calls.sent).toBeGreaterThan(282);
    for (const server of [openai, gemini])
      expect(new Set(server.requests.map((request) => request.asked.report))).toEqual(
        new Set(reports.map((report) => report.markdown))
      );
  });
});
