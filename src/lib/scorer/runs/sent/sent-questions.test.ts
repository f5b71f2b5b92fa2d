import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../server/db/client.ts';
import { delimiterKey } from '../../../server/db/settings.ts';
import type { Call, Reply } from '../../call.ts';
import { runEngine } from '../../engine/engine.ts';
import type { Judge } from '../../judge.ts';
import { parseJudgeSpec } from '../../judges/index.ts';
import type { Page } from '../../page.ts';
import { sqliteStore } from '../../store/sqlite.server.ts';
import { textHash } from '../fingerprint.ts';
import { createRun } from '../new-run.server.ts';
import type { Run } from '../runs.server.ts';
import { scene } from '../runs.fixture.ts';
import { tasksOf } from '../tasks.server.ts';
import { sentQuestions } from './sent-questions.server.ts';

const METRICS = ['presentation', 'coverage', 'consistency', 'depth', 'citation-accuracy', 'coverage-rating'];

const textOf = (name: string, queryId: string): string =>
  `# ${name}\n\nHeat killed 61,000 people in ${queryId.slice(0, 3)} in 2022 [1].\n\n## References\n\n[1] https://a.example/${name}\n`;

type Json = { [name: string]: unknown };

/** The smallest value of a schema: the first of an enumeration, one entry of a list. */
const least = (schema: Json): unknown => {
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema['properties'] as Record<string, Json>).map(([name, one]) => [name, least(one)])
      );
    case 'array':
      return [least(schema['items'] as Json)];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    default:
      return 'Heat';
  }
};

const PAGE = 'Heat killed 61,000 people.';
const page = (url: string): Promise<Page> =>
  Promise.resolve({
    ...{ url, outcome: 'ok', note: '', status: 200, finalUrl: url, title: 'Heat', text: PAGE },
    ...{ contentHash: textHash(PAGE), origin: 'fetched', at: 1 }
  });

const config = parseJudgeSpec('openai:stand-in');

/** A run of a judge that notes each call: the first report's item is answered as nonsense at first. */
async function judged(): Promise<{
  given: ReturnType<typeof scene>;
  run: Run;
  calls: { call: Call; reply: Reply }[];
  judge: Judge;
}> {
  const given = scene(textOf);
  const calls: { call: Call; reply: Reply }[] = [];
  const judge: Judge = {
    spec: 'openai:stand-in',
    fingerprint: 'stand-in',
    provider: 'openai',
    ask: (call) => {
      const nonsense = call.prompt.name === 'deep-eval/consistency' && !call.user.includes('not usable');
      const text = nonsense ? 'I would rather not.' : JSON.stringify(least(call.schema.json));
      const reply: Reply = { text, ending: 'complete', usage: null, model: 'stand-in-2025' };
      calls.push({ call, reply });
      return Promise.resolve(reply);
    }
  };
  const baseline = given.db.select({ id: schema.system.id }).from(schema.system).where(eq(schema.system.name, 'aurora')).get()!.id; // prettier-ignore
  const run = createRun(given.db, given.manage, {
    name: 'Asked',
    versionId: given.versionId,
    metrics: METRICS,
    settings: { depth: { baseline } },
    judges: [{ spec: judge.spec, fingerprint: judge.fingerprint, config }],
    reportIds: given.reportIds,
    options: { repeats: 2 }
  });
  await runEngine({
    tasks: tasksOf(given.db, run, [judge]),
    store: sqliteStore(given.db, run.id),
    owner: 'test',
    delimiterKey: delimiterKey(given.db),
    fetchPage: page
  });
  return { given, run, calls, judge };
}

const asSent = ({ system, user, schema }: Pick<Call, 'system' | 'user' | 'schema'>) => ({ system, user, schema });

describe('the questions of a run', () => {
  it('are worded again exactly as they were sent, under every protocol, with repeats and second tries', async () => {
    const { given, run, calls, judge } = await judged();
    const { ask: _ask, players: _players, ...facts } = judge;
    const found = (
      await Promise.all(
        given.reportIds.flatMap((reportId) =>
          METRICS.map((metric) =>
            sentQuestions(given.db, given.manage, { run, reportId, metric }, () => ({ ...facts }))
          )
        )
      )
    ).flatMap(({ sent, lost, reasons }) => {
      expect({ lost, reasons }).toEqual({ lost: [], reasons: [] });
      return sent;
    });
    const keys = new Map(found.map((one) => [one.key, one]));
    expect(keys.size).toBe(calls.length);
    expect(calls.length).toBeGreaterThan(40);
    const texts = (all: readonly object[]): string[] => all.map((one) => JSON.stringify(one)).sort();
    expect(texts([...keys.values()].map(asSent))).toEqual(texts(calls.map(({ call }) => asSent(call))));
    for (const { call, reply } of calls)
      expect([...keys.values()].filter((one) => one.user === call.user).map(({ answer }) => answer.reply)).toContain(
        reply.text
      );
    expect(found.some(({ user, trial }) => trial === 0 && user.includes('was not usable'))).toBe(true);
  });

  it('that cannot be worded again are named with the reason, and nothing else is shown in their place', async () => {
    const { given, run, judge } = await judged();
    const { ask: _ask, players: _players, ...facts } = judge;
    const asked = { run, reportId: given.reportIds[0]!, metric: 'coverage' };
    given.db
      .update(schema.runMetric)
      .set({ promptHash: 'f'.repeat(64) })
      .run();
    given.db.update(schema.call).set({ key: 'another' }).run();
    const { sent, lost, reasons } = await sentQuestions(given.db, given.manage, asked, () => ({ ...facts }));
    expect(sent).toEqual([]);
    expect(lost).toMatchObject([
      { judge: 'openai:stand-in', repeat: 0, answer: { outcome: 'reply' } },
      { judge: 'openai:stand-in', repeat: 1, answer: { outcome: 'reply' } }
    ]);
    expect(reasons).toEqual([
      `The prompt deep-eval/coverage@1 (hash ${'f'.repeat(16)}) is not part of this version of Voirdire.`
    ]);
  });
});
