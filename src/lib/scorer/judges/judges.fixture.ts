import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startAnthropic } from '../../../../tests/stand-ins/anthropic.ts';
import { startGemini } from '../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import { startAzure, startBedrock, startVertex } from '../../../../tests/stand-ins/platforms.ts';
import type { StandIn } from '../../../../tests/stand-ins/server.ts';
import type { Call } from '../call.ts';
import { type Judge, JudgeCallError } from '../judge.ts';
import type { Sample } from '../sample.ts';
import { checklistSchema } from '../protocols/checklist/checklist-reply.ts';
import { checklistMessage } from '../protocols/checklist/checklist.ts';
import { metricByName } from '../suites/index.ts';

export const KEY = 'sk-test-0123456789abcdef';
const metric = metricByName('presentation');
export const items = metric.items ?? [];
/** One report under one metric of fixed items, and the question about it. */
export const about: Sample = {
  metric: metric.name,
  query: { qid: 'q1', text: 'What do heat pumps cost?' },
  report: { id: 'r1', markdown: '# Heat pumps\n\nThey cost money [1].', collectedAt: null },
  items: [...items]
};
export const call: Call = {
  prompt: metric.prompt,
  system: metric.prompt.system,
  user: checklistMessage(about, 'key'),
  schema: checklistSchema(items.map((item) => item.key)),
  about,
  trial: 0
};

const starts = {
  openai: () => startOpenAi({ seed: 1 }),
  gemini: () => startGemini({ seed: 2 }),
  anthropic: () => startAnthropic({ seed: 3 }),
  azure: () => startAzure({ seed: 4 }),
  vertex: () => startVertex({ seed: 5 }),
  bedrock: () => startBedrock({ seed: 6 })
};

/** A stand-in for each provider, from before the tests of a file until after them; faults are forgotten after each test. */
export function standIns(): Record<keyof typeof starts, StandIn> {
  const servers = {} as Record<keyof typeof starts, StandIn>;
  beforeAll(async () => {
    for (const [name, start] of Object.entries(starts)) servers[name as keyof typeof starts] = await start();
  });
  afterEach(() => {
    for (const server of Object.values(servers)) server.misbehave();
  });
  afterAll(async () => {
    for (const server of Object.values(servers)) await server.stop();
  });
  return servers;
}

export const keys = { OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY };
/** The keys, bound by the operator to one address: no other address receives them. */
export const keysAt = (url: string) => ({
  ...keys,
  OPENAI_BASE_URL: url,
  GEMINI_BASE_URL: url,
  ANTHROPIC_BASE_URL: url
});

/** The call above, asked of a judge. */
export const ask = (judge: Judge, signal = new AbortController().signal) => judge.ask(call, { signal });
/** The failure of an outside call; anything else fails the test. */
export const failureOf = async (asking: Promise<unknown>): Promise<JudgeCallError> => {
  const error: unknown = await asking.then(
    () => new Error('it answered'),
    (thrown: unknown) => thrown
  );
  expect(error).toBeInstanceOf(JudgeCallError);
  return error as JudgeCallError;
};

/** Whether an optional package is installed. */
export const hasPackage = (name: string): boolean => {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
};
