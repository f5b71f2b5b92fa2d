/**
 * Measures, in real time, how many of 400 calls an outage of 60 seconds costs: `npm run bench:faults`. Takes about 90 seconds,
 * since all outages run side by side, each at a stand-in of its own. The table is kept in docs/bench-faults.md. Before that,
 * each fault is injected at all four providers, of which `npm test` takes two at a time.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runEngine } from '../../src/lib/scorer/engine/engine.ts';
import { makeJudge, parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import { memoryStore } from '../../src/lib/scorer/store/memory.fixture.ts';
import { metricByName } from '../../src/lib/scorer/suites/index.ts';
import type { Fault } from '../stand-ins/faults.ts';
import { startOpenAi } from '../stand-ins/openai.ts';

const CALLS = 400;
const OUTAGE_MS = 60_000;
const BEGINS_MS = 1_500;

const outages: readonly { name: string; begins: number; fault: Fault }[] = [
  { name: 'HTTP 503 from the start', begins: 0, fault: { kind: 'unavailable' } },
  { name: 'HTTP 503 in the middle', begins: BEGINS_MS, fault: { kind: 'unavailable' } },
  { name: 'connections reset', begins: BEGINS_MS, fault: { kind: 'disconnect' } },
  { name: 'HTTP 500 to every call', begins: BEGINS_MS, fault: { kind: 'server-error' } },
  { name: 'no answer within the deadline (5 s)', begins: BEGINS_MS, fault: { kind: 'hang' } },
  { name: 'HTTP 429 with Retry-After of 1 s', begins: BEGINS_MS, fault: { kind: 'rate-limit', retryAfterSeconds: 1 } }
];

const metric = metricByName('presentation');

const measure = async ({ name, begins, fault }: (typeof outages)[number]): Promise<string[]> => {
  const server = await startOpenAi({ delayMs: 300, faults: begins === 0 ? [fault] : [] });
  const timers = [
    setTimeout(() => server.misbehave(fault), begins),
    setTimeout(() => server.misbehave(), begins + OUTAGE_MS)
  ];
  const judge = makeJudge(parseJudgeSpec('openai:gpt-4o'), {
    OPENAI_API_KEY: 'sk-bench-0000',
    OPENAI_BASE_URL: server.url
  });
  const tasks = Array.from({ length: CALLS }, (_, at) => ({
    ...{ metric, judge, repeat: 0 },
    sample: {
      metric: metric.name,
      query: { qid: `q${at}`, text: 'Why?' },
      report: { id: `r${at}`, markdown: `# Report ${at}\n\nIt says something.`, collectedAt: null },
      items: [...(metric.items ?? [])]
    }
  }));
  const began = performance.now();
  const result = await runEngine({
    ...{ tasks, store: memoryStore(), owner: 'bench', delimiterKey: 'bench' },
    limits: { calls: 32, callTimeoutMs: 5_000 }
  });
  const seconds = (performance.now() - began) / 1_000;
  for (const timer of timers) clearTimeout(timer);
  await server.stop();
  const after = seconds - (begins + OUTAGE_MS) / 1_000;
  const lost = CALLS - result.calls.answered;
  return [
    name,
    String(lost),
    String(result.calls.sent),
    String(server.answered()),
    seconds.toFixed(1),
    after.toFixed(1)
  ];
};

const root = join(import.meta.dirname, '../..');
const injected = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'tests/faults.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, VOIRDIRE_QUIET: '1' } }
);
if (injected.status !== 0) process.exit(1);

const header = [
  'outage of 60 s',
  'calls lost of 400',
  'requests',
  'answered',
  'seconds in all',
  'seconds after its end'
];
const rows = await Promise.all(outages.map(measure));
const table = [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
console.log(table);
const page = `# Outages waited out

\`npm run bench:faults\`, measured with Node ${process.versions.node}: 400 calls at 32 at once to a stand-in on this machine that takes 300 ms
for an answer and fails every request for 60 seconds, with the defaults of a run but a deadline of 5 s. A call is lost if its
units have no verdict.

${table}

The faults that are injected one by one and mixed are in \`tests/stand-ins/fault-table.ts\`; \`tests/faults.test.ts\` holds what has
to become of each. \`npm test\` injects each at all four providers, twice at two of them and in every request at the other two;
\`npm run bench:faults\` does both at all four before it measures.
`;
writeFileSync(join(root, 'docs/bench-faults.md'), page);
process.exit(rows.every(([, lost]) => lost === '0') ? 0 : 1);
