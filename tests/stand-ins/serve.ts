import { parseArgs } from 'node:util';
import { startAnthropic } from './anthropic.ts';
import { faultKinds, parseFault } from './faults.ts';
import { startGemini } from './gemini.ts';
import { startOpenAi } from './openai.ts';
import { startSearch } from './search.ts';
import type { StandIn, StandInOptions } from './server.ts';

const help = `Stand-in judges on loopback, for tests and for trying a run without a key.

  node tests/stand-ins/serve.ts --openai-port 0 --gemini-port 0 --anthropic-port 0 --search-port 0 [--seed 1] [--latency 50] [--strict] [--fault KIND…]

--latency is in milliseconds. --strict refuses, as the provider does, settings that a model does not take and unknown models. A fault is KIND, KIND@3,4 (those requests), KIND/5 (every fifth) or KIND%0.1 (a tenth of all).
Kinds: ${faultKinds.join(', ')}.
The stand-in for search finds three made-up pages for every query; faults are for judges only.
Each judge gives its counts at /counts. The first line printed is JSON with the base URLs.`;

const { values } = parseArgs({
  options: {
    'openai-port': { type: 'string' },
    'gemini-port': { type: 'string' },
    'anthropic-port': { type: 'string' },
    'search-port': { type: 'string' },
    seed: { type: 'string', default: '1' },
    latency: { type: 'string', default: '0' },
    strict: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false }
  }
});

const ports = ['openai-port', 'gemini-port', 'anthropic-port'] as const;
if (values.help || [...ports, 'search-port' as const].every((name) => values[name] === undefined)) {
  console.log(help);
  process.exit(values.help ? 0 : 2);
}

const seed = Number(values.seed);
const common = { faults: values.fault.map(parseFault), delayMs: Number(values.latency), strict: values.strict };
const begin = async (
  name: (typeof ports)[number],
  start: (options: StandInOptions) => Promise<StandIn>,
  own: number
): Promise<StandIn | null> => {
  const port = values[name];
  return port === undefined ? null : start({ ...common, seed: own, port: Number(port) });
};
const openai = await begin('openai-port', startOpenAi, seed);
const gemini = await begin('gemini-port', startGemini, seed + 1);
const anthropic = await begin('anthropic-port', startAnthropic, seed + 2);

const madeUp = (query: string) =>
  ['one', 'two', 'three'].map((name, at) => ({
    url: `https://${name}.example/${encodeURIComponent(query)}`,
    ...{ title: `On ${query}`, snippet: `What ${name} says of ${query}.`, date: `2024-0${at + 1}-15` }
  }));
const search =
  values['search-port'] === undefined
    ? null
    : await startSearch(madeUp, { port: Number(values['search-port']), delayMs: Number(values.latency) });

console.log(
  JSON.stringify({
    OPENAI_BASE_URL: openai?.url ?? null,
    GEMINI_BASE_URL: gemini?.url ?? null,
    ANTHROPIC_BASE_URL: anthropic?.url ?? null,
    ...(search && {
      SEARXNG_BASE_URL: search.urlOf('searxng'),
      TAVILY_BASE_URL: search.urlOf('tavily'),
      BRAVE_BASE_URL: search.urlOf('brave'),
      SERPER_BASE_URL: search.urlOf('serper')
    })
  })
);

const stop = async (): Promise<void> => {
  await Promise.all([openai?.stop(), gemini?.stop(), anthropic?.stop(), search?.stop()]);
  process.exit(0);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
