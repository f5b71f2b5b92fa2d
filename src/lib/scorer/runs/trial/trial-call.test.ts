import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnthropic } from '../../../../../tests/stand-ins/anthropic.ts';
import { startGemini } from '../../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import type { Fault } from '../../../../../tests/stand-ins/faults.ts';
import type { StandIn, StandInOptions } from '../../../../../tests/stand-ins/server.ts';
import { schema } from '../../../server/db/client.ts';
import { RunDriver } from '../driving/driver.server.ts';
import { callOptionsFor, parseJudgeLine } from '../../judges/index.ts';
import { scene, sourcesOf, yes } from '../runs.fixture.ts';
import type { RunOptions } from '../run-options.ts';

const KEY = 'sk-test-0123456789abcdef';
const starts = { openai: startOpenAi, gemini: startGemini, anthropic: startAnthropic };
const models = { openai: 'gpt-5', gemini: 'gemini-2.5-pro', anthropic: 'claude-opus-4-6' };
type Name = keyof typeof starts;
const names = Object.keys(starts) as Name[];
const servers = {} as Record<Name, StandIn>;
const start = (name: Name, options: StandInOptions): Promise<StandIn> => starts[name]({ strict: true, ...options });

beforeAll(async () => {
  for (const name of names) servers[name] = await start(name, {});
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.stop())));

const env = () => ({
  ...{ OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY },
  OPENAI_BASE_URL: servers.openai.url,
  GEMINI_BASE_URL: servers.gemini.url,
  ANTHROPIC_BASE_URL: servers.anthropic.url
});

/** Tests judges as a lead's form does, and tells how many requests reached the stand-ins. */
async function tested(
  lines: readonly string[],
  more: { env?: Record<string, string>; options?: Partial<RunOptions>; prices?: boolean } = {}
) {
  const given = scene();
  const driver = new RunDriver(given.db, { ...env(), ...more.env }, sourcesOf(yes(given.reportIds)));
  const configs = lines.map(parseJudgeLine);
  const before = names.map((name) => servers[name].count());
  const trials = await driver.testJudges(given.manage, configs, {
    ...{ prices: Object.fromEntries(lines.map((line) => [line.split(' ')[0]!, { input: 1, output: 10, asOf: null }])) },
    ...{ limits: {}, calls: callOptionsFor(configs), ...more.options }
  });
  const requests = names.map((name, at) => servers[name].count() - before[at]!);
  const audit = given.db
    .select()
    .from(schema.audit)
    .all()
    .filter(({ action }) => action === 'judge.test');
  const everything = JSON.stringify([trials, audit]);
  return { trials, requests, audit, everything };
}

const misbehaving = async <T>(name: Name, fault: Fault, work: () => Promise<T>): Promise<T> => {
  servers[name].misbehave(fault);
  try {
    return await work();
  } finally {
    servers[name].misbehave();
  }
};

describe('a test of judges before a run', () => {
  it('asks each judge one call in the form of a protocol, and tells reply, time, tokens and price', async () => {
    const lines = [...names.map((name) => `${name}:${models[name]}`), 'rules'];
    const { trials, requests, audit } = await tested([...lines, lines[0]!]);
    expect(requests).toEqual([1, 1, 1]);
    expect(trials.map(({ judge }) => judge)).toEqual(lines);
    for (const trial of trials.slice(0, 3)) {
      expect(trial).toMatchObject({ state: 'answered', problem: null });
      expect(trial.reply).toMatch(/"label":\s*"(?:yes|no)"/);
      const { usage, cost, milliseconds } = trial;
      expect(usage!.inputTokens).toBeGreaterThan(0);
      expect(cost).toBeCloseTo((usage!.inputTokens + 10 * usage!.outputTokens) / 1e6, 10);
      expect(milliseconds).toBeGreaterThanOrEqual(0);
    }
    expect(trials[3]).toMatchObject({ state: 'not-needed', reply: null, cost: null });
    expect(audit).toHaveLength(1);
    expect(audit[0]?.detail).toMatchObject({
      judges: trials.map(({ judge, state, usage, cost }) => ({ judge, state, usage, cost }))
    });
  });

  it.each([
    ['a wrong key', 'bad-key', /does not accept the key\. Check \w+_API_KEY/],
    ['an exhausted quota', 'quota', /quota|too many requests/],
    ['a server out of service', 'unavailable', /The provider has a fault of its own/],
    ['a broken connection', 'disconnect', /The server cannot be reached/],
    ['a request that is refused', 'no-schema', /refuses a setting of this judge, or the form|does not know/],
    ['a reply that is not in the form', 'wrong-ids', /not in the form that was asked for/],
    ['a cut reply', 'cut', /cut off/],
    ['a refusal by the model', 'refusal', /refused to answer/]
  ] as const)('says %s in plain words after one request, and never shows the key', async (_what, kind, words) => {
    for (const name of names) {
      const { trials, requests, everything } = await misbehaving(name, { kind }, () =>
        tested([`${name}:${models[name]}`])
      );
      expect(requests.reduce((sum, n) => sum + n, 0)).toBe(1);
      expect(trials[0]).toMatchObject({ state: 'failed' });
      expect(trials[0]!.problem).toMatch(words);
      expect(everything).not.toContain(KEY);
    }
  });

  it.each(names)('names a model that %s does not know', async (name) => {
    const { trials, requests } = await tested([`${name}:no-such-model-${name}`]);
    expect(requests.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(trials[0]!.problem).toMatch(/does not know the model no-such-model/);
  });

  it('tests the other judges if one has no key, one a setting that is refused, and one no server', async () => {
    const { trials, requests } = await tested(
      [
        'openai:gpt-5',
        'gemini:gemini-2.5-pro thinkingBudget=0',
        'anthropic:claude-opus-4-6',
        'openai-compatible:m@http://127.0.0.1:9/v1'
      ],
      { env: { ANTHROPIC_API_KEY: '' } }
    );
    expect(requests).toEqual([1, 0, 0]);
    expect(trials.map(({ state }) => state)).toEqual(['answered', 'failed', 'failed', 'failed']);
    expect(trials[1]!.problem).toMatch(/thinkingBudget/);
    expect(trials[2]!.problem).toMatch(/ANTHROPIC_API_KEY/);
    expect(trials[3]!.problem).toMatch(/The server cannot be reached/);
  });

  it('gives a judge up at its deadline, as a run does', async () => {
    const { trials, requests } = await misbehaving('openai', { kind: 'hang' }, () =>
      tested(['openai:gpt-5'], { options: { calls: { 'openai:gpt-5': { deadlineSeconds: 1, tries: 5 } } } })
    );
    expect(requests).toEqual([1, 0, 0]);
    expect(trials[0]!.problem).toMatch(/deadline passed.*within 1 seconds/i);
    expect(trials[0]!.milliseconds).toBeGreaterThanOrEqual(990);
    // The provider may charge for it: the estimate counts as spent.
    expect(trials[0]!.cost).toBeGreaterThan(0);
  });

  it('is refused without a judge', async () => {
    await expect(tested([])).rejects.toThrow('No judge is chosen');
  });
});
