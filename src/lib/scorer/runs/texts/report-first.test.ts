import { describe, expect, it } from 'vitest';
import { startAnthropic } from '../../../../../tests/stand-ins/anthropic.ts';
import { startGemini } from '../../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import type { Received, StandIn } from '../../../../../tests/stand-ins/server.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { reportMarkdown } from '../../../server/db/report-text.ts';
import { RunDriver } from '../driving/driver.server.ts';
import { runProgress } from '../run-progress.server.ts';
import { planned, scene } from '../runs.fixture.ts';
import { metricByName, metrics, withSettings } from '../../suites/index.ts';

const chosen = {
  presentation: { prompt: '2' },
  coverage: { prompt: '2' },
  consistency: { prompt: '3' },
  'citation-association': { prompt: '3' }
};
const all = Object.keys(chosen);
/** Two of the four reports answer a query without a checklist: coverage has nothing to ask there. */
const CALLS = 3 * 4 + 2;

/** Judges all reports of a scene with a strict stand-in; every unit must have its verdict. */
const judged = async (server: StandIn, spec: string, names: readonly string[] = all) => {
  const given = scene();
  const driver = new RunDriver(given.db, {
    ...{ ANTHROPIC_API_KEY: 'sk-0', ANTHROPIC_BASE_URL: server.url },
    ...{ OPENAI_API_KEY: 'sk-0', OPENAI_BASE_URL: server.url },
    ...{ GEMINI_API_KEY: 'sk-0', GEMINI_BASE_URL: server.url }
  });
  const settings = Object.fromEntries(names.map((name) => [name, chosen[name as keyof typeof chosen]]));
  const run = planned(given, driver, { specs: [spec], metrics: [...names], settings, options: { concurrency: 8 } });
  driver.start(given.manage, run.id);
  await driver.ended(run.id);
  expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', unscored: 0, calls: { failed: 0 } });
  return { given, run };
};

const markdowns = (db: Db): string[] =>
  db
    .select({ markdown: reportMarkdown })
    .from(schema.report)
    .all()
    .map(({ markdown }) => markdown);

/** The text that all requests about a report begin with. */
const commonBeginning = (texts: readonly string[]): string => {
  const [first = '', ...others] = texts;
  let end = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, end))) end -= 1;
  return first.slice(0, end);
};

/** Requests about each report, in the order in which they came. */
const byReport = (requests: readonly Received[]): Received[][] => [
  ...Map.groupBy(requests, ({ asked }) => asked.report).values()
];

describe('report-first prompts', () => {
  it('are a version of every metric that shows a judge one report, and the own prompt of those of ResearchArena alone', () => {
    const first = metrics.filter(({ versions = [] }) => versions.some(({ task }) => task !== undefined));
    expect(first.map(({ name }) => name)).toEqual([
      ...['presentation', 'consistency', 'coverage', 'citation-association'],
      ...metrics.filter(({ name }) => name.endsWith('-rating')).map(({ name }) => name),
      'key-points'
    ]);
    const own = metrics.filter(({ prompt }) => prompt.task !== undefined);
    expect(own.map(({ name }) => name)).toEqual(['key-points', 'adaptive-criteria']);
  });

  it('share their system message, and give the instructions of the version that puts the report last', () => {
    const prompts = metrics.flatMap(({ versions = [] }) => versions.filter(({ task }) => task !== undefined));
    expect(new Set(prompts.map(({ system }) => system)).size).toBe(1);
    for (const [name, settings] of Object.entries(chosen))
      expect(withSettings(metricByName(name), settings).prompt.task).toBe(metricByName(name).prompt.system);
  });

  it('reach Anthropic with one breakpoint after the report: it is written once, and read by the other metrics', async () => {
    const server = await startAnthropic({ strict: true, delayMs: 20 });
    try {
      const { given, run } = await judged(server, 'anthropic:claude-opus-5');
      expect(server.count()).toBe(CALLS);
      for (const { body } of server.requests) {
        const { content } = (body['messages'] as { content: { text: string; cache_control?: object }[] }[])[0]!;
        expect(content).toHaveLength(2);
        expect(content[0]!.cache_control).toEqual({ type: 'ephemeral' });
        expect(content[1]!.cache_control).toBeUndefined();
        expect(content[0]!.text).toMatch(/<<<end of report \w+>>>\n\n$/);
        expect(content[1]!.text).toContain('satisfies this JSON schema');
        expect(body['output_config'] ?? {}).not.toHaveProperty('format');
      }
      const rows = given.db.select().from(schema.call).all();
      for (const { id } of given.db.select().from(schema.report).all()) {
        const own = rows.filter(({ reportId }) => reportId === id);
        expect(own.length).toBeGreaterThanOrEqual(3);
        expect(own.filter(({ cacheWriteTokens }) => cacheWriteTokens! > 0)).toHaveLength(1);
        expect(own.filter(({ cachedTokens }) => cachedTokens! > 0)).toHaveLength(own.length - 1);
      }
      const { promptCache } = runProgress(given.db, run.id).calls;
      expect(promptCache).toMatchObject({ calls: CALLS });
      expect(promptCache.readTokens).toBeGreaterThan(2 * promptCache.writtenTokens);
    } finally {
      await server.stop();
    }
  });

  it('have no breakpoint if one call alone begins so: writing would cost more than it saves', async () => {
    const server = await startAnthropic({ strict: true });
    try {
      await judged(server, 'anthropic:claude-opus-5', ['coverage']);
      expect(server.count()).toBeGreaterThan(0);
      expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('cache_control');
    } finally {
      await server.stop();
    }
  });

  it('reach OpenAI alike up to the end of the report, the format included', async () => {
    const server = await startOpenAi({ strict: true });
    try {
      const { given } = await judged(server, 'openai:gpt-5');
      const groups = byReport(server.requests);
      expect(groups).toHaveLength(4);
      for (const requests of groups) {
        const texts = requests.map(({ body }) => JSON.stringify([body['response_format'], body['messages']]));
        expect(texts.length).toBeGreaterThanOrEqual(3);
        expect(texts[0]).toContain('{"type":"json_object"}');
        expect(commonBeginning(texts)).toContain('<<<end of report ');
      }
      expect(groups.map(([one]) => one!.asked.report).sort()).toEqual(markdowns(given.db).sort());
    } finally {
      await server.stop();
    }
  });

  it('reach Gemini alike up to the end of the report, and name no schema', async () => {
    const server = await startGemini({ strict: true });
    try {
      await judged(server, 'gemini:gemini-2.5-pro');
      const groups = byReport(server.requests);
      expect(groups).toHaveLength(4);
      for (const requests of groups) {
        const texts = requests.map(({ body }) => {
          const { systemInstruction, contents, generationConfig } = body;
          return JSON.stringify([generationConfig, systemInstruction, contents]);
        });
        expect(texts.length).toBeGreaterThanOrEqual(3);
        expect(texts[0]).not.toContain('responseJsonSchema');
        expect(commonBeginning(texts)).toContain('<<<end of report ');
      }
    } finally {
      await server.stop();
    }
  });
});
