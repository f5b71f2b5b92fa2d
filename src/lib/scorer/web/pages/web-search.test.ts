import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../../messages/words.ts';
import type { StandIn } from '../../../../../tests/stand-ins/server.ts';
import { schema } from '../../../server/db/client.ts';
import { RunDriver } from '../../runs/driving/driver.server.ts';
import { questionKey } from '../../engine/question-keys.ts';
import { drive, reply } from '../../engine/engine.fixture.ts';
import { estimateRun } from '../../engine/estimate/estimate.ts';
import { keys, standIns } from '../../judges/judges.fixture.ts';
import { type Env, makeJudge, parseJudgeLine } from '../../judges/index.ts';
import { findRun } from '../../runs/new-run.server.ts';
import type { Call } from '../../call.ts';
import type { Judge } from '../../judge.ts';
import type { Page } from '../../page.ts';
import type { Sample } from '../../sample.ts';
import type { RunOptions } from '../../runs/run-options.ts';
import { type Run, runByNumber } from '../../runs/runs.server.ts';
import { planned, scene } from '../../runs/runs.fixture.ts';
import { metrics, metricByName } from '../../suites/index.ts';
import { tasksOf } from '../../runs/tasks.server.ts';
import { searchingIn } from './web-search.server.ts';
import { searchesInWords } from './web-search.ts';

const cited = '# On towns\n\nThe town has 12 parks [1].\n\n## References\n\n[1] [Parks](https://a.example/one)\n';
const page = (url: string): Promise<Page> =>
  Promise.resolve({
    ...{ url, outcome: 'ok', note: '', status: 200, finalUrl: null, title: 'Parks', contentHash: 'h' },
    ...{ text: 'The town has 12 parks.', origin: 'fetched', at: 0 }
  });

const servers = standIns();
const env = (): Env => ({
  ...keys,
  OPENAI_BASE_URL: servers.openai.url,
  GEMINI_BASE_URL: servers.gemini.url,
  ANTHROPIC_BASE_URL: servers.anthropic.url,
  VOIRDIRE_SERVER_LAB: servers.openai.url
});

/** A run over four reports, each of which cites a page. */
const plan = (lines: readonly string[], change: { metrics?: string[]; options?: Partial<RunOptions> } = {}) => {
  const given = scene(() => cited);
  const driver = new RunDriver(given.db, env(), {});
  const judges = lines.map((line) => driver.name(parseJudgeLine(line)));
  const run = planned(given, driver, { judges, specs: [], metrics: ['citation-accuracy'], ...change });
  return { given, driver, judges, run };
};
const made = (lines: readonly string[]): Judge[] => lines.map((line) => makeJudge(parseJudgeLine(line), env()));

/** Drives a run against a stand-in and says of each request under which metric it stood and whether it could search. */
const searched = async (
  server: () => StandIn,
  line: string,
  change: Parameters<typeof plan>[1] = {},
  alter: (run: Run) => Run = (run) => run
): Promise<Record<string, boolean[]>> => {
  const { given, run } = plan([line], change);
  const found: Record<string, boolean[]> = {};
  const judge = made([line])[0]!;
  for (const task of tasksOf(given.db, alter(run), [judge])) {
    const before = server().requests.length;
    await drive({ tasks: [task], fetchPage: page });
    const sent = server().requests.slice(before);
    expect(sent.length).toBeGreaterThan(0);
    const own = sent.map(({ asked }) => asked.webSearch);
    found[task.metric.name] = [...new Set([...(found[task.metric.name] ?? []), ...own])];
  }
  return found;
};

const several = [
  'presentation',
  'consistency',
  'citation-association',
  'citation-accuracy',
  'citation-accuracy-rating'
];
const without = Object.fromEntries(several.map((name) => [name, [false]]));
const before = (run: Run): Run => {
  const { webSearch: _none, ...options } = run.options;
  return { ...run, options };
};

describe('web search of a run', () => {
  it('is published for citation accuracy only (arXiv 2510.14240, 4.2)', () => {
    expect(metrics.filter(({ searches }) => searches).map(({ name }) => name)).toEqual(['citation-accuracy']);
  });

  it.each([
    ['openai:gpt-5', () => servers.openai],
    ['gemini:gemini-2.5-pro', () => servers.gemini],
    ['anthropic:claude-opus-5', () => servers.anthropic]
  ])('lets %s search under citation accuracy and no other metric, unless told otherwise', async (line, server) => {
    const on = { ...without, 'citation-accuracy': [true] };
    expect(await searched(server, line, { metrics: several })).toEqual(on);
    expect(await searched(server, line, { metrics: several, options: { webSearch: 'off' } })).toEqual(without);
  });

  it('stays off in a run that was made before there was the choice', async () => {
    expect(await searched(() => servers.openai, 'openai:gpt-5', { metrics: several }, before)).toEqual(without);
  });

  it.each([
    ['openai:gpt-5 webSearch=off', 'a judge that was told not to'],
    ['openai:gpt-5 seed=1', 'OpenAI with a seed, which the responses API does not take'],
    ['openai:gpt-4.1-nano', 'a model that has no search tool'],
    ['openai:gpt-5 reasoningEffort=minimal', 'an effort that excludes the search tool'],
    ['openai-compatible:m@lab', 'a compatible server']
  ])('leaves %s without: %s', async (line) => {
    expect(await searched(() => servers.openai, line)).toEqual({ 'citation-accuracy': [false] });
  });

  it('leaves a judge that always searches as it is, also if the run is told not to', async () => {
    const always = 'openai:gpt-5 webSearch=on';
    const metrics = ['presentation', 'citation-accuracy'];
    const both = { presentation: [true], 'citation-accuracy': [true] };
    expect(await searched(() => servers.openai, always, { metrics })).toEqual(both);
    expect(await searched(() => servers.openai, always, { metrics, options: { webSearch: 'off' } })).toEqual(both);
  });

  it('changes no judge: its fingerprint is the same with and without, only webSearch=off makes another', () => {
    const on = plan(['openai:gpt-5']);
    const off = plan(['openai:gpt-5'], { options: { webSearch: 'off' } });
    expect(on.judges[0]?.fingerprint).toBe(off.judges[0]?.fingerprint);
    const [plain, never] = made(['openai:gpt-5', 'openai:gpt-5 webSearch=off']);
    expect(never?.fingerprint).not.toBe(plain?.fingerprint);
  });

  it('enters the key of a question only if it is on, so that replies known from before keep theirs', () => {
    const judge = { spec: 'j', fingerprint: 'j' } as Judge;
    const question: Omit<Call, 'trial'> = {
      ...{ prompt: { name: 'p', version: '1', hash: 'h' }, system: 'S', user: 'U', schema: { name: 's', json: {} } },
      about: {} as Sample
    };
    // The key that this question had before there was web search by metric.
    expect(questionKey(judge, question)).toBe('448cc01c289d26c9bd65e2b3dd972446bde7ca5db389f53e55ea35ad42343803');
    expect(questionKey(judge, { ...question, webSearch: true })).not.toBe(questionKey(judge, question));
  });

  it('does not share replies between asking with and without', async () => {
    const metric = metricByName('citation-accuracy');
    const keysOf = async (line: string, webSearch: boolean): Promise<string[]> => {
      const seen: string[] = [];
      const judge: Judge = {
        ...made([line])[0]!,
        ask: (call) => {
          seen.push(questionKey(judge, call));
          return Promise.resolve(reply('{"rationale":"","label":"irrelevant"}'));
        }
      };
      const sample = tasksOf(given.db, run, [judge])[0]!.sample;
      await drive({
        tasks: [{ sample, metric, judge, repeat: 0, ...(webSearch && { webSearch }) }],
        fetchPage: page
      });
      return seen;
    };
    const { given, run } = plan(['openai:gpt-5']);
    const [asked, off] = [await keysOf('openai:gpt-5', true), await keysOf('openai:gpt-5', false)];
    expect(asked).toHaveLength(off.length);
    expect(asked).not.toEqual(off);
    // A judge that cannot search is asked the same question either way.
    expect(await keysOf('openai:gpt-5 seed=1', true)).toEqual(await keysOf('openai:gpt-5 seed=1', false));
  });
});

describe('a judge that was stored before webSearch=off counted as a setting', () => {
  it('is still the one that its unfinished run names', async () => {
    const { given, driver, run } = plan(['openai:gpt-5 webSearch=off'], { metrics: ['presentation'] });
    const [plain] = made(['openai:gpt-5']);
    given.db.update(schema.judge).set({ fingerprint: plain!.fingerprint }).run();
    driver.start(given.manage, run.id);
    await driver.ended(run.id);
    expect(runByNumber(given.db, given.read, 1)).toMatchObject({ status: 'done', problem: null });
  });
});

describe('the record of web search', () => {
  const lines = ['openai:gpt-5', 'openai:gpt-5-mini seed=1', 'rules', 'gemini:g webSearch=on'];
  const names = ['presentation', 'citation-accuracy'];

  it('is the run’s own, and says which judges could search under which metric', () => {
    const { given, run } = plan(lines, { metrics: names });
    expect(run.options.webSearch).toBe('as-published');
    expect(searchingIn(given.db, run)).toEqual([
      { metric: 'presentation', judges: ['gemini:g'] },
      { metric: 'citation-accuracy', judges: ['openai:gpt-5', 'gemini:g'] }
    ]);
    expect(searchingIn(given.db, before(run))).toEqual([
      { metric: 'presentation', judges: ['gemini:g'] },
      { metric: 'citation-accuracy', judges: ['gemini:g'] }
    ]);
  });

  it('decides which run is the same one: an earlier one is found if nothing is said, and stays without', () => {
    const { given, run, judges } = plan(['openai:gpt-5']);
    const asked = { versionId: given.versionId, metrics: ['citation-accuracy'], judges, reportIds: given.reportIds };
    const find = (options: Partial<RunOptions> = {}) =>
      findRun(given.db, given.read, { ...asked, options })?.id ?? null;
    expect(find()).toBe(run.id);
    expect(find({ webSearch: 'off' })).toBeNull();
    given.db
      .update(schema.run)
      .set({ options: before(run).options })
      .where(eq(schema.run.id, run.id))
      .run();
    expect(find()).toBe(run.id);
    expect(find({ webSearch: 'off' })).toBe(run.id);
    expect(find({ webSearch: 'as-published' })).toBeNull();
    expect(runByNumber(given.db, given.read, 1).options.webSearch).toBeUndefined();
  });

  it('does not tell runs apart in which no judge could search anyway', () => {
    const { given, run, judges } = plan(['openai:gpt-5'], { metrics: ['presentation'] });
    const asked = { versionId: given.versionId, metrics: ['presentation'], judges, reportIds: given.reportIds };
    expect(findRun(given.db, given.read, { ...asked, options: { webSearch: 'off' } })?.id).toBe(run.id);
  });
});

describe('an estimate', () => {
  const estimate = async (lines: readonly string[], change: Parameters<typeof plan>[1]) => {
    const { given, run } = plan(lines, change);
    return estimateRun(tasksOf(given.db, run, made(lines)), run.options);
  };
  const titleOf = (name: string): string => metricByName(name).title;

  it('says how many calls of which judges may search, who cannot, and that the fees are not in it', async () => {
    const lines = ['openai:gpt-5', 'openai:gpt-5-mini seed=1', 'rules'];
    const told = await estimate(lines, { metrics: ['presentation', 'citation-accuracy'] });
    expect(told.lines.map(({ metric, judge, webSearch }) => [metric, judge, webSearch])).toEqual([
      ['presentation', 'openai:gpt-5', 'off'],
      ['presentation', 'openai:gpt-5-mini', 'off'],
      ['citation-accuracy', 'openai:gpt-5', 'on'],
      ['citation-accuracy', 'openai:gpt-5-mini', 'unavailable']
    ]);
    // The reports on a query have the same text, so that the run asks about them once.
    expect(searchesInWords(told.lines, titleOf, messagesIn('en', 'webSearch'))).toEqual([
      'Web search is on for Citation accuracy by openai:gpt-5: 4 calls may search. Fees for searches and tokens of their results are not included in these figures.',
      'Without web search: Citation accuracy by openai:gpt-5-mini.'
    ]);
  });

  it('says nothing of searching if it is off', async () => {
    const told = await estimate(['openai:gpt-5'], { options: { webSearch: 'off' } });
    expect(told.lines).toMatchObject([{ webSearch: 'off' }]);
    expect(searchesInWords(told.lines, titleOf, messagesIn('en', 'webSearch'))).toEqual([]);
  });
});
