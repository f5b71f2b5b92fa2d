import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, start, startJudge } from './processes.ts';
import { scoreByCommand, writeReports, type CommandFigures } from './scorer-command.ts';
import { openPages, type PageFigures } from './scorer-page.ts';
import { isBuilt } from './serving.ts';

const help = `Measures the scorer through the command line: reports of files are imported, judged by a stand-in on loopback
with 50 ms latency, 64 calls at once, and the results exported, all by one \`voirdire score\`. The same SDK without the scorer
is measured before and after each, because other work on the machine slows both. Writes the table of docs/bench-scorer.md.

  npm run bench:scorer [-- --calls 10000] [-- --sizes 2,30] [-- --metrics presentation,consistency] [-- --no-write]
  npm run bench:scorer -- --calls 2000 --no-write     in a minute
  npm run bench:scorer -- --profile FOLDER            with a processor profile of each command`;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    sizes: { type: 'string', default: '2,30' },
    metrics: { type: 'string', default: 'presentation,consistency' },
    profile: { type: 'string' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const CALLS = Number(values.calls);
const LATENCY_MS = 50;
const AT_ONCE = 64;
/** Most memory in MB by kilobytes of a report, and the share of the bare SDK's rate that the calls should reach. */
const MARKS = { memory: { 2: 400, 30: 600 } as Record<number, number>, share: 0.9, pageMegabytes: 21.8 };

interface Measured extends CommandFigures {
  kilobytes: number;
  metric: string;
  /** Calls per second of the same SDK without the scorer: the mean of before and after. */
  bare: number;
  /** Milliseconds of processor that a call takes there. */
  bareCpuMs: number;
}

/** The rate of the same SDK without the scorer. */
async function bareRate(characters: number, metric: string): Promise<{ callsPerSecond: number; cpuMs: number }> {
  const judge = await startJudge(LATENCY_MS);
  try {
    const args = [judge.url, String(Math.min(CALLS, 2_000)), String(AT_ONCE), String(characters), metric];
    return JSON.parse(await start('tests/bench/bare-judge.ts', args).output()) as Awaited<ReturnType<typeof bareRate>>;
  } finally {
    await judge.stop();
  }
}

async function measure(folder: string, kilobytes: number, metric: string): Promise<Measured> {
  const characters = kilobytes * 1024;
  const before = await bareRate(characters, metric);
  const node = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const command = await scoreByCommand(folder, {
    calls: CALLS,
    metric,
    latencyMs: LATENCY_MS,
    concurrency: AT_ONCE,
    node
  });
  const after = await bareRate(characters, metric);
  const bare = (before.callsPerSecond + after.callsPerSecond) / 2;
  const measured = { ...command, kilobytes, metric, bare, bareCpuMs: (before.cpuMs + after.cpuMs) / 2 };
  console.log(
    `${kilobytes} KB, ${metric}: ${number(rateOf(measured))} calls/s, bare ${number(bare)}, ${percent(rateOf(measured) / bare)}; ` +
      `whole command ${number(wholeRateOf(measured))}/s (${number(measured.beforeSeconds, 1)} s + ${number(measured.callSeconds, 1)} s + ${number(measured.afterSeconds, 1)} s); ` +
      `${number(measured.peakMegabytes)} MB; ${number((measured.cpuSeconds * 1000) / measured.calls, 2)} ms of processor a call, the SDK alone ${number(measured.bareCpuMs, 2)}`
  );
  return measured;
}

const rateOf = ({ calls, callSeconds }: Measured): number => calls / callSeconds;
const wholeRateOf = ({ calls, seconds }: Measured): number => calls / seconds;
const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const percent = (share: number): string => `${number(100 * share, 1)}%`;
const size = (bytes: number): string => `${number(bytes / 1_000)} KB`;
const met = (yes: boolean): string => (yes ? 'yes' : 'no');

function rowsOf(one: Measured): string[] {
  const mark = MARKS.memory[one.kilobytes];
  const what = `${number(one.calls)} reports of ${one.kilobytes} KB, ${one.metric}`;
  return [
    `| ${what}: calls per second, while there are calls | ${number(rateOf(one))} | | |`,
    `| the same SDK without the scorer | ${number(one.bare)} | | |`,
    `| share of it | ${percent(rateOf(one) / one.bare)} | 90% | ${met(rateOf(one) >= MARKS.share * one.bare)} |`,
    `| reports per second of the whole command, import and export included | ${number(wholeRateOf(one))} (${percent(wholeRateOf(one) / one.bare)}) | | |`,
    `| seconds: start and import, calls, export | ${[one.beforeSeconds, one.callSeconds, one.afterSeconds].map((part) => number(part, 1)).join(', ')} | | |`,
    `| processor time per call: the whole command, the SDK alone | ${number((one.cpuSeconds * 1000) / one.calls, 2)}, ${number(one.bareCpuMs, 2)} ms | | |`,
    `| peak memory of the command | ${number(one.peakMegabytes)} MB | ${mark === undefined ? '' : `${mark} MB`} | ${mark === undefined ? '' : met(one.peakMegabytes <= mark)} |`
  ];
}

function report(measured: readonly Measured[], pages: PageFigures[] | null, load: number): string {
  const [cpu] = cpus();
  return `# How fast the scorer is

\`npm run bench:scorer\` measures this and writes this page. One \`voirdire score\` imports the reports of a folder, asks a judge
about each and exports the results. The judge is a server in a separate process on the same machine, reached through the
official SDK over HTTP; it answers after ${LATENCY_MS} ms, and ${AT_ONCE} calls are under way at once. The same calls through the same SDK
without the scorer are measured before and after. Every reply outlasts the end of the process before another call takes its
place, and is on the disk before it counts.

Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${number(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; load before the start ${number(load, 1)}. ${new Date().toISOString().slice(0, 10)}.

| what | measured | mark | met |
| --- | --: | --: | --- |
${measured.flatMap(rowsOf).join('\n')}
${
  pages === null
    ? '\nPages were not measured: there is no build. `npm run build`, then measure again.'
    : pages
        .map(
          (page) =>
            `| \`${page.path}\` (${page.rows} table rows): first opening, then median of ten | ${number(page.firstMs)} ms, ${number(page.medianMs)} ms | | |
| its HTML, and with its scripts and styles | ${size(page.htmlBytes)}, ${size(page.htmlBytes + page.assetBytes)} | ${MARKS.pageMegabytes} MB | ${met(page.htmlBytes + page.assetBytes < MARKS.pageMegabytes * 1e6)} |`
        )
        .join('\n')
}

Sizes of pages are uncompressed, and their mark is that of another tool. Each report of *presentation* gets ten verdicts; of
*consistency*, a count and two issues whose quotes are looked up in the report.
`;
}

/** The page with a new table; the text from the first heading after it is written by hand and stays. */
function withTable(page: string, table: string): string {
  const below = page.indexOf('\n## ');
  return below === -1 ? table : table + page.slice(below);
}

const target = join(root, 'docs/bench-scorer.md');
const folder = mkdtempSync(join(tmpdir(), 'voirdire-bench-'));
try {
  const [load = 0] = loadavg();
  const measured: Measured[] = [];
  let pages: PageFigures[] | null = null;
  for (const kilobytes of values.sizes.split(',').map(Number)) {
    const own = join(folder, String(kilobytes));
    writeReports(own, CALLS, kilobytes * 1024);
    for (const metric of values.metrics.split(',')) measured.push(await measure(own, kilobytes, metric));
    if (pages === null && isBuilt()) {
      const copy = join(own, 'copy');
      mkdirSync(copy);
      copyFileSync(measured.at(-1)!.database, join(copy, 'voirdire.db'));
      pages = await openPages(copy, ['/p/files/runs/1/reports', '/p/files/runs/1']);
    }
    rmSync(own, { recursive: true });
  }
  if (pages === null) console.log('There is no build, so no page is measured: npm run build');
  const text = report(measured, pages, load);
  if (values['no-write']) console.log(text);
  else writeFileSync(target, withTable(readFileSync(target, 'utf8'), text));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
