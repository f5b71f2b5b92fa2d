import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, start, startJudge } from './processes.ts';
import { scoreByCommand, writeReports, type CommandFigures } from './scorer-command.ts';
import { openPages, type PageFigures } from './scorer-page.ts';
import { isBuilt } from './serving.ts';

const help = `Measures the scorer through the command line: reports of files are imported, judged by a stand-in on loopback
with 50 ms latency, 64 calls at once, and the results exported, all by one \`voirdire score\`. The same SDK without the scorer
is measured before and after each, because other work on the machine slows both. Writes docs/bench-scorer.md.

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

const journal = `
## The journal

A reply is in the database before another call takes its place, in the commit of its turn of the event loop, and on the disk
before it counts. Until 2026-11-22 a file held the calls on their way there. Measured by hand that day, whole command, 2,500
reports of 2 KB under *presentation*, twice each way in turn on a machine busy with other work: 2.13 and 2.23 ms of processor a
call with the file, 2.10 and 2.25 without; calls took 6.7 and 6.8 s with it, 7.4 and 7.1 s without.

The write-ahead log is moved into the database file after 16 MB. After 4 MB, which is SQLite's own, commits of 4,000 calls with ten
verdicts each took 0.26 ms a call instead of 0.19, and one in a hundred more than 4.7 ms instead of 0.5.

## What a call costs beyond the SDK

The judge of this measurement takes the second processor, so that a call of the scorer may take little more time of the first than
the SDK needs. It has to read the report from the database, build the message around it, hash both (the mark around foreign text,
the key of the call), keep the reply and write the verdicts. Under *consistency* it also parses each report's blocks once and looks
for the letters of two quotes in them. A judge elsewhere leaves the second processor to garbage collection.

Measured one by one on 2026-11-23, in milliseconds of processor at 2 and 30 KB: mark around the report 0.004 and 0.027, key of the call
0.002 and 0.020, invisible characters 0.002 and 0.020, blocks and two quotes 0.20 and 0.85 to 0.95, commits 0.19 at ten verdicts; the
search for sentences to the judge, once a report when results are written, 0.23 at 30 KB.

## What remains, and why

Shares of the processor time of a whole command of 2,000 calls under *consistency*, without kept compiled modules, by a profile of 2026-11-23 on a busy machine:

| where | 2 KB | 30 KB |
| --- | --: | --: |
| loading modules, once | 23% | 31% |
| SDK and HTTP, with the JSON of the request | 20% | 17% |
| blocks and two quotes | 10% | 11% |
| garbage collection | 8% | 10% |
| import | 6% | 7% |
| commits | 6% | 4% |
| message and reply of the protocol | 4% | 5% |
| results | 6% | 3% |
| engine: limits, journal, tasks | 4% | 3% |
| the report read from the database | 2% | 2% |
| key of the call | 1% | 2% |
| the rest | 8% | 4% |

Loading was the largest part, and people wait for it: compiled modules are now kept beside the installed packages, so that a command starts in half the time
(\`score --help\` 0.63 s of processor, 0.29 s with them). Places of quotes that are looked up only when a person opens the report would save their time, but
verdicts in files hold them. Real judges take seconds: at 2 s and 64 calls at once a run makes 32 calls
a second, for which all this is a tenth of one processor at most.

### Found on 2026-11-28

What was read of a report for its quotes outlasted every minor garbage collection: 265 KB of each report of 30 KB, copied twice, until
a major collection took it. V8 keeps getters of an object's own (an object literal with a getter, \`Object.defineProperty\`) in its old
generation, with all that they hold, and values of a \`WeakMap\` whatever becomes of their keys. Getters now belong to classes, and
letters to their blocks. In a loop over reports of 30 KB a minor collection took 10 to 50 ms and left 12 MB behind; now it takes 1 to
10 ms and leaves nothing behind.

Lines are found by their ends instead of by every character. Letters are read from bytes: 0.030 ms for 27 KB instead of 0.085. Lines
that are empty or begin with a letter are not matched with the expressions for labels and titles. The key of a call is made from bytes:
0.042 ms at 30 KB instead of 0.076 if a character beyond Latin-1 stands in the message, as in most. The abort of a run calls back
from a set: listeners of one signal are a list that each further one walks through. Counting ahead for the time left takes a
hundredth of the thread instead of a fiftieth.

Milliseconds of the main thread for each of 2,000 calls, before and after, whole commands at the same time on a machine with a load
of 10 to 25, which about doubles them: 2.26 and 1.79 under *consistency* at 30 KB (three pairs: -13, -21, -17%), 1.01 and 0.94 at 2 KB (0, -14,
-7%). Under *presentation* at 30 KB six pairs lie between -13 and +10%, -3% on average. Blocks and two quotes alone, in turn in one process,
least of 60 rounds: 0.63 and 0.47 ms at 30 KB, 0.28 and 0.16 ms at 2 KB. Peaks of memory of 2,000 calls stayed as they were.

Tried and not taken: calls and 16 as the number of tasks at once (2 to 26% more time at 30 KB in six pairs, probably because fewer
writes share a commit); 16 read reports kept instead of 64 (three pairs under *consistency* at 30 KB: +6, -6 and -3% time, 45, 17 and 14 MB
less; several judges of one report would read it again);
printable ASCII recognised four bytes at a time (0.090 ms at 30 KB, the expression 0.026: the bytes of a text are counted slowly); a
key object for the marks around foreign text (0.0016 ms instead of 0.0017); bytes of a request through one buffer (0.033 ms instead
of 0.014). Texts of reports as getters of a class would not be copied with their samples, which tests demand.

Most of the rest at 30 KB is the text itself, in milliseconds for each time that it is read: 0.090 its JSON, 0.042 the key, 0.026 the search for
invisible characters (twice under *consistency*), 0.020 the mark around it, 0.014 the bytes of the request; and message and request are
copied by up to two minor collections while their call is under way. At the mark a call may take 0.92 ms of the thread, of
which the SDK takes half: 0.3 to 0.5 ms for blocks and quotes of 30 KB leave too little for the rest.

What two processors can give: while calls of 30 KB were under way (6,000 calls, four seconds in their middle), the main thread took 0.88 of a processor under *consistency*, other threads of the process (garbage,
disk) 0.48 and the judge 0.09, at 693 calls a second: 2.09 ms of both processors for each call. At 90% of the SDK's rate, 1,100 calls a second, two processors have 1.82 ms for a call. So a second thread alone,
however well it divides the work, does not reach the mark; a seventh of the work would have to go as well. Under *presentation* it was 0.86, 0.37 and 0.15 at 953 calls a second, 1.45 ms: there
a second thread could reach it. Judges that take two seconds need 32 calls a second.

Not taken either: no parallel minor collections (635 calls a second, 693 and 671 without the flag), one thread for garbage (520, at 802 MB), no marking beside the thread (585, at 867 MB), minor collections by marking (583).
128 MB of new objects instead of 64 in two further pairs of 4,000 calls at 30 KB: 77.1 and 78.6% under *presentation* (73.7 and 74.7% with 64), 52.7 and 52.3% under *consistency* (50.5 and 53.5%), with 36 to 82 MB more.

## Memory

The peak of a run of 10,000 short reports was reached after its calls, when the results of all reports came on top of what calls had left. All garbage
is now collected once after the calls, which takes 0.2 s of processor: 350 MB become 180, and the results of 5,000 reports add 35. On a busy machine the peak at 2 KB went from
389 and 394 MB to 354 and 369 under *presentation* and from 382 to 364 under *consistency*; calls that come faster leave more behind them. During calls 134 MB
are the space of new objects; half of it takes about 70 MB less and about 0.15 ms of processor more for each call.

Since 2026-11-28 garbage is collected before the calls as well: the import leaves as much behind as calls under way need. In one run with and one without it, on the
quiet machine, the peak was 403 and 424 MB (2 KB, *presentation*), 417 and 424 (2 KB, *consistency*), 545 and 606 (30 KB, *consistency*), at the same rates. Peaks of equal runs differ by up to 25 MB.
Before that day every second quote of the judge under *consistency* stood in the question and not in the report at 2 KB, so that it was looked for in vain: figures of *consistency* from before are not comparable.
`;

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
${journal}`;
}

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
  else writeFileSync(join(root, 'docs/bench-scorer.md'), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
