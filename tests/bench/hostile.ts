import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { longReportReader } from '../../src/lib/scorer/report/aside/long-reports.ts';
import type { Sample } from '../../src/lib/scorer/sample.ts';
import { rendererAside } from '../../src/lib/scorer/report/html/render-aside.ts';
import { presentationChecks } from '../../src/lib/scorer/suites/deep-eval/presentation.ts';
import { metricByName } from '../../src/lib/scorer/suites/index.ts';
import { hostileShapes } from '../hostile-shapes.ts';
import { measureLargeImport } from './large-import.ts';
import { loadNow, machine, number, Timings } from './timings.ts';

// Times of judging and showing texts in which a careless reader takes quadratic time, as a server does it: in processes with a
// deadline. Meanwhile another thread asks the same server for an answer, again and again.
// `npm run bench:hostile -- 1 2 5` names the sizes in megabytes, prints the page
// instead of writing it, and imports 20 MB instead of 200.

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [1, 2, 5];
if (sizes.some((size) => !(size > 0 && size <= 5))) throw new Error('sizes are megabytes, above 0 and up to 5');

/** Of the large import; if sizes are named, this is a trial. */
const IMPORTED_MB = given.length > 0 ? 20 : 200;
/** After this long no further text is begun, in ms. */
const MOST_MS = 260_000;
const JUDGED_MS = 8_000;
const SHOWN_MS = 8_000;

/** Time on the clock in ms, or the limit at which the work was stopped. */
type Cell = number | string;

async function timed(work: () => Promise<string | null>): Promise<Cell> {
  const began = performance.now();
  const stopped = await work();
  return stopped ?? performance.now() - began;
}

const read = longReportReader({ timeoutMs: JUDGED_MS });
const render = rendererAside({ timeoutMs: SHOWN_MS });

const LIMIT = /more than (\S+ \w+)|longer than (\S+ \w+)|a page of (\d+ MB)/;

/** How a report was stopped, in a few words: `> 10 seconds`. */
function limitIn(words: string): string {
  const [, more, longer, page] = LIMIT.exec(words) ?? [];
  return page === undefined ? `> ${more ?? longer ?? words.slice(0, 40)}` : `plain: ${page}`;
}

const sampleOf = (markdown: string, metric: string): Sample => ({
  ...{ metric, query: { qid: 'q', text: 'What grew?' }, report: { id: 'r', markdown, collectedAt: null } },
  items: Object.keys(presentationChecks).map((key) => ({ key, text: key }))
});

/** All that the judge `rules` says of a report, its claims with what they cite, and the place of a quote. */
const judged = (markdown: string): Promise<Cell> =>
  timed(async () => {
    const issues = { issues: [{ quotes: ['words that stand nowhere'], explanation: '' }], repeated: 0, abstains: null };
    try {
      for (const [metric, name] of [
        ['presentation', 'checklist_verdicts'],
        ['citation-association', 'issues']
      ] as const)
        await read('saying', {
          ...{ about: sampleOf(markdown, metric), schema: { name, json: {} } },
          rules: metricByName(metric).rules!
        });
      await read('pairClaims', markdown);
      await read('verdictsOf', issues, markdown, { grounding: 'any-quote' });
      return null;
    } catch (error) {
      return limitIn(String(error));
    }
  });

const shown = (markdown: string): Promise<Cell> =>
  timed(async () => {
    const { html } = await render(markdown);
    return html.startsWith('<div class="callout"') ? limitIn(html.slice(0, 400)) : null;
  });

const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const others = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads');
   let open = true;
   parentPort.once('message', () => (open = false));
   (async () => {
     const times = [];
     await (await fetch(workerData)).text();
     while (open) {
       const began = performance.now();
       await (await fetch(workerData)).text();
       times.push(performance.now() - began);
       await new Promise((resolve) => setTimeout(resolve, 10));
     }
     parentPort.postMessage(times);
   })();`,
  { eval: true, workerData: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
);

// Neither the start of the processes nor that of the other client is measured.
await Promise.all([judged('# Warm-up'), shown('# Warm-up')]);

const load = loadNow();
const began = performance.now();
const seconds = (cell: Cell): string => (typeof cell === 'number' ? number(cell / 1000, 2) : cell);
const times = new Map(Object.keys(hostileShapes).map((name) => [name, [] as { judged: Cell; shown: Cell }[]]));
for (const megabytes of sizes)
  for (const [name, shape] of Object.entries(hostileShapes)) {
    const cells = times.get(name)!;
    if (performance.now() - began > MOST_MS) {
      cells.push({ judged: 'not begun', shown: 'not begun' });
      continue;
    }
    const text = shape(megabytes * 1_000_000);
    const before = cells.at(-1);
    // A limit that stopped a shorter text stops a longer one.
    const unless = async (last: Cell | undefined, work: (text: string) => Promise<Cell>): Promise<Cell> =>
      typeof last === 'string' ? last : work(text);
    const [ofJudge, ofPage] = await Promise.all([unless(before?.judged, judged), unless(before?.shown, shown)]);
    cells.push({ judged: ofJudge, shown: ofPage });
    console.log(`${megabytes} MB of ${name}: judged ${seconds(ofJudge)}, shown ${seconds(ofPage)}`);
  }
const rows: string[] = [];
for (const [name, cells] of times) {
  const row = `| ${[name, ...cells.map((cell) => seconds(cell.judged)), ...cells.map((cell) => seconds(cell.shown))].join(' | ')} |`;
  rows.push(row);
}

const waited = new Promise<number[]>((resolve) => others.once('message', resolve));
others.postMessage('end');
const timings = new Timings();
for (const time of await waited) timings.add('answer', time);
server.close();
const { n, median, p95, most } = timings.of('answer');
const answered = `Meanwhile another client asked the process that had this done for ${number(n)} answers, one after the other: median ${number(median, 1)} ms, 95% within ${number(p95, 1)} ms, the longest ${number(most)} ms.`;
console.log(answered);
const largeImport = await measureLargeImport(IMPORTED_MB);
console.log(largeImport);

const heading = (what: string): string[] => sizes.map((size, at) => (at === 0 ? `${what}, ${size} MB` : `${size} MB`));
const page = `# Hostile texts

Seconds on the clock for texts of ${sizes.join(', ')} megabytes, each once (\`npm run bench:hostile\`; ${number((performance.now() - began) / 1000)} s in all). *Judged* is all
that the judge \`rules\` says of a report, its claims with what they cite, and the place of a quote; *shown* is its page, made at
the same time. Reports of more than 100,000 characters are judged and shown by processes with a deadline and a memory limit.
Here the deadline is ${JUDGED_MS / 1000} s for each step; a server allows 30 s for judging and 15 s for a page. A report that exceeds a limit is unscored with the
reason, and shown as plain text with the reason: \`>\` names the limit, *plain* the size of the page that was not sent. A text longer
than one that was stopped is not tried; after ${MOST_MS / 1000} s no further text is begun.

${answered}

${machine(load)}

| text of | ${[...heading('judged'), ...heading('shown')].join(' | ')} |
| --- | ${sizes.flatMap(() => ['--:', '--:']).join(' | ')} |
${rows.join('\n')}

## A large import

${largeImport}
`;
if (given.length === 0) writeFileSync(join(import.meta.dirname, '../../docs/bench-hostile.md'), page);
else console.log(`\n${page}`);
process.exit();
