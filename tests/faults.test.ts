import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEngine, type EngineLimits, type EngineResult } from '../src/lib/scorer/engine/engine.ts';
import { makeJudge, parseJudgeSpec } from '../src/lib/scorer/judges/index.ts';
import type { Judge } from '../src/lib/scorer/judge.ts';
import type { Verdict } from '../src/lib/scorer/verdict.ts';
import { createMemory, memoryStore } from '../src/lib/scorer/store/memory.fixture.ts';
import { metricByName } from '../src/lib/scorer/suites/index.ts';
import { seededRandom } from '../src/lib/stats/numbers/rng.ts';
import { startAnthropic } from './stand-ins/anthropic.ts';
import { faultTable, type TableFault } from './stand-ins/fault-table.ts';
import type { Fault } from './stand-ins/faults.ts';
import { startGemini } from './stand-ins/gemini.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import type { StandIn } from './stand-ins/server.ts';
import { sized } from './timing.ts';

/**
 * Every way in which a server can fail, alone and mixed, against the judges of all four providers. Whatever happens, a unit
 * has the verdict of an undisturbed run, or says what happened; nothing hangs; and a paused run loses nothing.
 *
 * In `npm test` each fault strikes two requests at two of the providers and every request at the other two, in turn, so that
 * all four meet it; `npm run bench:faults` does both at all four.
 */

const REPORTS = 5;
const PROVIDERS = sized(4, 2);
const metric = metricByName('presentation');
const limits: Partial<EngineLimits> = {
  ...{ calls: 3, callTimeoutMs: 5_000, maxAttempts: 3 },
  ...{ backoffMs: 4, maxBackoffMs: 20, maxProbeMs: 75, outageWaitMs: 300, maxRetryAfterMs: 200 }
};

interface Party {
  name: string;
  server: StandIn;
  judge: Judge;
  undisturbed: Verdict[][];
}
const parties: Party[] = [];

const tasksOf = (judge: Judge) =>
  Array.from({ length: REPORTS }, (_, at) => ({
    ...{ metric, judge, repeat: 0 },
    sample: {
      metric: metric.name,
      query: { qid: `q${at}`, text: 'Why?' },
      report: { id: `r${at}`, markdown: `# Report ${at}\n\nIt says something [1].`, collectedAt: null },
      items: [...(metric.items ?? [])]
    }
  }));

const run = async (
  judge: Judge,
  memory = createMemory(),
  callTimeoutMs = limits.callTimeoutMs ?? 5_000
): Promise<{ result: EngineResult; verdicts: (Verdict[] | null)[] }> => {
  const store = memoryStore(memory);
  const result = await runEngine({
    ...{ tasks: tasksOf(judge), store, owner: 'test', delimiterKey: 'faults', limits: { ...limits, callTimeoutMs } }
  });
  const verdicts = tasksOf(judge).map(({ sample }) =>
    store.verdictsDone({ report: sample.report.id, metric: metric.name, judge: judge.fingerprint, repeat: 0 })
  );
  return { result, verdicts };
};

beforeAll(async () => {
  const openai = await startOpenAi({ seed: 1 });
  const compatible = await startOpenAi({ seed: 4 });
  const gemini = await startGemini({ seed: 2 });
  const anthropic = await startAnthropic({ seed: 3 });
  const env = {
    ...{
      OPENAI_API_KEY: 'sk-test-faults-0000',
      GEMINI_API_KEY: 'test-faults',
      ANTHROPIC_API_KEY: 'sk-ant-faults-0000'
    },
    ...{ OPENAI_BASE_URL: openai.url, GEMINI_BASE_URL: gemini.url, ANTHROPIC_BASE_URL: anthropic.url }
  };
  for (const [spec, server] of [
    ['openai:gpt-4o', openai],
    ['gemini:gemini-2.5-pro', gemini],
    ['anthropic:claude-opus-5', anthropic],
    [`openai-compatible:llama@${compatible.url}`, compatible]
  ] as const) {
    const judge = makeJudge(parseJudgeSpec(spec), env);
    const { verdicts } = await run(judge);
    const name = spec.slice(0, spec.indexOf(':'));
    parties.push({ name, server, judge, undisturbed: verdicts.map((one) => one ?? []) });
  }
});
afterAll(() => Promise.all(parties.map(({ server }) => server.stop())));

/** Each report has the verdicts of the undisturbed run, or none and a reason; returns how many have none. */
const check = (verdicts: readonly (Verdict[] | null)[], { name, undisturbed }: Party, says: RegExp): number => {
  let lost = 0;
  verdicts.forEach((own, at) => {
    if (own === null) return;
    if (own.every(({ state }) => state === 'unscored')) {
      lost += 1;
      for (const one of own) expect(one.state === 'unscored' ? one.reason : '', name).toMatch(says);
    } else expect(own, name).toEqual(undisturbed[at]);
  });
  return lost;
};

/** As many providers as each fault meets, from that one on. */
const partiesFrom = (first: number): Party[] =>
  Array.from({ length: PROVIDERS }, (_, n) => parties[(first + n) % parties.length]!);

/** Waits for all even if one fails, so that none disturbs the next test. */
const eachOf = async (some: readonly Party[], of: (party: Party) => Promise<void>): Promise<void> => {
  const ended = await Promise.allSettled(some.map(of));
  for (const { server } of parties) server.misbehave();
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
};

/** Shorter if the server is silent, so that the test does not wait for nothing. */
const deadlineFor = ({ says }: TableFault): number => (/no answer within/.test(says.source) ? 600 : 5_000);

const striking = ({ act }: TableFault, when: Pick<Fault, 'on' | 'every' | 'ratio'> = {}): Fault => ({
  kind: 'raw',
  act,
  ...when
});

it('is asked by judges of four providers, whose undisturbed verdicts are complete', () => {
  expect(faultTable.length).toBeGreaterThanOrEqual(95);
  expect(new Set(faultTable.map(({ name }) => name)).size).toBe(faultTable.length);
  expect(parties.map(({ name }) => name)).toEqual(['openai', 'gemini', 'anthropic', 'openai-compatible']);
  for (const { undisturbed } of parties) expect(undisturbed.flat().every(({ state }) => state === 'judged')).toBe(true);
});

const faults = faultTable.map((fault, at) => [fault.name, fault, at] as const);

describe('a fault that strikes two requests of a run', () => {
  it.each(faults)('%s', async (_name, fault, at) => {
    await eachOf(partiesFrom(at), async (party) => {
      const { server, judge } = party;
      const before = server.count();
      server.misbehave(striking(fault, { on: [before + 2, before + 4] }));
      const { result, verdicts } = await run(judge, createMemory(), deadlineFor(fault));
      server.misbehave();
      expect(result.status, party.name).toBe('done');
      const lost = check(verdicts, party, fault.says);
      if (fault.once === 'unscored') expect(lost, party.name).toBeGreaterThan(0);
      else expect(lost, party.name).toBe(0);
      expect(lost, party.name).toBeLessThanOrEqual(2);
    });
  });
});

describe('a fault that strikes every request', () => {
  it.each(faults.filter(([, { once }]) => once !== 'read'))('%s', async (_name, fault, at) => {
    await eachOf(partiesFrom(at + 2), async (party) => {
      const { server, judge } = party;
      const memory = createMemory();
      server.misbehave(striking(fault));
      const { result, verdicts } = await run(judge, memory, deadlineFor(fault));
      server.misbehave();
      if (result.status === 'paused') {
        expect(result.unavailable, party.name).toMatch(fault.says);
      } else expect(result.status, party.name).toBe('done');
      const before = check(verdicts, party, fault.says);
      if (result.status === 'done') expect(before, party.name).toBe(REPORTS);
      // Units that were left are judged once the server is well; a unit with a reason keeps it.
      const again = await run(judge, memory);
      expect(again.result.status, party.name).toBe('done');
      const lost = check(again.verdicts, party, fault.says);
      expect(lost, party.name).toBe(before);
    });
  });
});

describe('a server that cannot be reached at all', () => {
  const env = {
    OPENAI_API_KEY: 'sk-test-faults-0000',
    GEMINI_API_KEY: 'test-faults',
    ANTHROPIC_API_KEY: 'sk-ant-0000'
  };
  const specs = ['openai:gpt-4o', 'gemini:gemini-2.5-pro', 'anthropic:claude-opus-5'];
  const places = [
    ['a port without a server', () => 'http://127.0.0.1:9', /ECONNREFUSED/, 5_000],
    // A resolver may take its time.
    ['a name that does not exist', () => 'http://judge.invalid', /ENOTFOUND|EAI_AGAIN|no answer within/, 600],
    ['a server without TLS', () => parties[0]!.server.url.replace('http:', 'https:'), /SSL|EPROTO/, 5_000]
  ] as const;
  it.each(places)('pauses the run with the reason, and no unit is unscored: %s', async (_name, url, says, deadline) => {
    for (const spec of [...specs, 'openai-compatible:llama']) {
      const at = spec.startsWith('openai-compatible') ? `${spec}@${url()}` : spec;
      const config = parseJudgeSpec(at);
      const judge = makeJudge({ ...config, ...(at === spec && { baseUrl: url() }) }, env);
      const { result } = await run(judge, createMemory(), deadline);
      expect(result, spec).toMatchObject({ status: 'paused', units: { unscored: 0 } });
      expect(result.unavailable, spec).toMatch(says);
    }
  });
});

describe('mixes of faults', () => {
  const seeds = Array.from({ length: 12 }, (_, at) => at + 1);
  it.each(seeds)('six at random, each on a tenth of all requests (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const chosen = Array.from({ length: 6 }, () => faultTable[random.below(faultTable.length)]!);
    const says = new RegExp(['no answer within', ...chosen.map(({ says: one }) => one.source)].join('|'));
    await eachOf(parties, async (party) => {
      const memory = createMemory();
      party.server.misbehave(...chosen.map((fault) => striking(fault, { ratio: 0.1 })));
      const { result, verdicts } = await run(party.judge, memory, 600);
      party.server.misbehave();
      expect(['done', 'paused'], party.name).toContain(result.status);
      check(verdicts, party, says);
      const again = await run(party.judge, memory);
      expect(again.result.status, party.name).toBe('done');
      check(again.verdicts, party, says);
    });
  });
});
