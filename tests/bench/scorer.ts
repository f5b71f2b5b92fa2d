import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, start, startJudge } from './processes.ts';
import { openPages, type PageFigures } from './scorer-page.ts';
import { prepareRun } from './scorer-scene.ts';
import { isBuilt } from './serving.ts';

const help = `Measures the scorer: ten thousand calls of a judge on loopback, how fast they go, how much memory they take, how
long the result page takes to open and how large it is. Writes docs/bench-scorer.md.

  npm run bench:scorer [-- --calls 10000] [-- --no-write]`;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const CALLS = Number(values.calls);
const CHARACTERS = 2_048;
const MARKS = { callsPerSecond: 313, peakMegabytes: 1_081, pageMegabytes: 21.8, share: 0.9 };

interface Scored {
  status: string;
  problem: string | null;
  calls: number;
  failed: number;
  unscored: number;
  seconds: number;
  peakMegabytes: number;
  cpuSeconds: number;
}

/** Scores that many reports, one call each, against a stand-in of that latency; both in processes of their own. */
async function score(
  data: string,
  latencyMs: number,
  concurrency: number
): Promise<Scored & { slug: string; number: number }> {
  const judge = await startJudge(latencyMs);
  try {
    mkdirSync(data, { recursive: true });
    const run = prepareRun(join(data, 'voirdire.db'), {
      ...{ reports: CALLS, characters: CHARACTERS, metric: 'presentation', concurrency },
      judge: `openai-compatible:bench@${judge.url}`
    });
    const scored = JSON.parse(await start('tests/bench/scorer-process.ts', [run.file]).output()) as Scored;
    if (scored.status !== 'done' || scored.calls !== CALLS || scored.failed > 0 || scored.unscored > 0)
      throw new Error(`The run did not end as it should: ${JSON.stringify(scored)}`);
    return { ...scored, ...run };
  } finally {
    await judge.stop();
  }
}

/** The rate of the same SDK without the scorer. */
async function bareRate(latencyMs: number, concurrency: number): Promise<number> {
  const judge = await startJudge(latencyMs);
  try {
    const args = [judge.url, String(Math.min(CALLS, 5_000)), String(concurrency), String(CHARACTERS)];
    const { callsPerSecond } = JSON.parse(await start('tests/bench/bare-judge.ts', args).output()) as {
      callsPerSecond: number;
    };
    return callsPerSecond;
  } finally {
    await judge.stop();
  }
}

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const kilobytes = (bytes: number): string => `${number(bytes / 1_000)} KB`;

function report(full: Scored, slow: Scored, bare: number, pages: PageFigures[] | null, load: number): string {
  const rate = full.calls / full.seconds;
  const slowRate = slow.calls / slow.seconds;
  const ideal = (64 * 1000) / 50;
  const met = (yes: boolean): string => (yes ? 'yes' : 'no');
  const [cpu] = cpus();
  return `# How fast the scorer is

\`npm run bench:scorer\` measures this and writes this page. The judge is a server in a process of its own on the same
machine, spoken to through the official SDK over HTTP. Every reply is in the tail of the journal, a file, before another call
takes its place, where the end of the process can not lose it, and in the database and flushed to the disk before it counts.
Every report gets ten verdicts.

Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${number(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; load before the start ${number(load, 1)}. ${new Date().toISOString().slice(0, 10)}.

| what | measured | mark | met |
| --- | --: | --: | --- |
| ${number(full.calls)} reports of 2 KB, 20 calls at once, judge without latency: calls per second | ${number(rate)} | ${MARKS.callsPerSecond} | ${met(rate > MARKS.callsPerSecond)} |
| the same: peak memory of the scoring process | ${number(full.peakMegabytes)} MB | ${number(MARKS.peakMegabytes)} MB | ${met(full.peakMegabytes < MARKS.peakMegabytes)} |
| the same: processor time per call | ${number((full.cpuSeconds * 1000) / full.calls, 2)} ms | | |
| ${number(slow.calls)} reports, judge with 50 ms latency, 64 calls at once: calls per second | ${number(slowRate)} | ${number(MARKS.share * ideal)} (90 % of ${number(ideal)}) | ${met(slowRate >= MARKS.share * ideal)} |
| the same without the scorer: a bare loop over the same SDK | ${number(bare)} | | |
| the same: share of the ideal rate | ${number((100 * slowRate) / ideal, 1)} % | 90 % | ${met(slowRate >= MARKS.share * ideal)} |
${
  pages === null
    ? '\nPages were not measured: there is no build. `npm run build`, then measure again.'
    : pages
        .map(
          (page) =>
            `| \`${page.path}\` (${page.rows} table rows): first opening, then median of ten | ${number(page.firstMs)} ms, ${number(page.medianMs)} ms | | |
| its HTML, and with its scripts and styles | ${kilobytes(page.htmlBytes)}, ${kilobytes(page.htmlBytes + page.assetBytes)} | ${MARKS.pageMegabytes} MB | ${met(page.htmlBytes + page.assetBytes < MARKS.pageMegabytes * 1e6)} |`
        )
        .join('\n')
}

Marks are those of another tool, measured on two such cores with an echo provider inside its process (its "cases" are our
calls), and for the latency run nine tenths of what 64 calls of 50 ms allow. Sizes are uncompressed.
`;
}

const folder = mkdtempSync(join(tmpdir(), 'voirdire-bench-'));
try {
  const [load = 0] = loadavg();
  const full = await score(join(folder, 'full'), 0, 20);
  console.log(`20 at once: ${number(full.calls / full.seconds)} calls/s, ${number(full.peakMegabytes)} MB`);
  const slow = await score(join(folder, 'slow'), 50, 64);
  console.log(`64 at once, 50 ms: ${number(slow.calls / slow.seconds)} calls/s of ${number(64_000 / 50)}`);
  const bare = await bareRate(50, 64);
  console.log(`The same SDK without the scorer: ${number(bare)} calls/s`);
  let pages: PageFigures[] | null = null;
  if (isBuilt()) {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    copyFileSync(join(folder, 'full/voirdire.db'), join(copy, 'voirdire.db'));
    const run = `/p/${full.slug}/runs/${full.number}`;
    pages = await openPages(copy, [`${run}/reports`, run]);
  } else console.log('There is no build, so no page is measured: npm run build');
  const text = report(full, slow, bare, pages, load);
  if (values['no-write']) console.log(text);
  else writeFileSync(join(root, 'docs/bench-scorer.md'), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
