import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  alphaFromCounts,
  bootstrapTable,
  clusterBootstrapTable,
  cohenKappa,
  confusion,
  generatedRatings,
  kappaOfCells,
  kendall,
  kendallFromTable,
  seededRandom,
  spearman
} from '../../src/lib/stats/index.ts';
import { scaleCodes } from '../../src/lib/stats/numbers/scale.ts';
import { measureAside } from './aside.ts';
import { root } from './processes.ts';

const help = `Measures the statistics on generated ratings: κ, τ and Spearman's ρ of a million items, and ten thousand bootstrap
resamples. Writes docs/bench-stats.md.

  npm run bench:stats [-- --rows 1000000] [-- --seed 2024] [-- --no-write]`;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '2024' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const rows = Number(values.rows);
const seed = Number(values.seed);
if (!(Number.isInteger(rows) && rows >= 1000 && Number.isInteger(seed))) throw new Error(help);

interface Task {
  what: string;
  /** The time that other libraries take, measured on two such cores. */
  elsewhere: string;
  targetMs: number | null;
  times: number;
  run(): number | null;
}

const began = performance.now();
const data = generatedRatings(rows, seed);
const generated = performance.now() - began;
const categories = [1, 2, 3, 4];
const quadratic = kappaOfCells(categories, 'quadratic');
const { human, judge1, judge2, cluster, score, noisy } = data;

const tasks: Task[] = [
  {
    what: 'κ, quadratic weights, with its table',
    ...{ elsewhere: 'scikit-learn 222 ms, numpy 9 ms', targetMs: 5, times: 9 },
    run: () => cohenKappa(human, judge1, { categories, weights: 'quadratic' }).value
  },
  {
    what: 'Kendall τ_b from a 4 × 4 table, with the table',
    ...{ elsewhere: 'numpy 8.8 ms', targetMs: 5, times: 9 },
    run: () => kendallFromTable(confusion(human, judge1, categories).counts).tauB.value
  },
  {
    what: 'the same of labels whose scale is not told',
    ...{ elsewhere: '–', targetMs: null, times: 5 },
    run: () => kendall(human, judge1).tauB.value
  },
  {
    what: 'Kendall τ_b of continuous scores',
    ...{ elsewhere: 'scipy 157 ms', targetMs: 160, times: 5 },
    run: () => kendall(score, noisy).tauB.value
  },
  {
    what: 'Spearman ρ of continuous scores',
    ...{ elsewhere: 'scipy 239 ms', targetMs: 240, times: 5 },
    run: () => spearman(score, noisy).value
  },
  {
    what: '10,000 bootstrap resamples of κ, items independent',
    ...{ elsewhere: 'numpy multinomial 14 ms, scipy.stats.bootstrap minutes', targetMs: 15, times: 5 },
    run: () => {
      const { counts } = confusion(human, judge1, categories);
      return bootstrapTable(counts.flat(), quadratic, { random: seededRandom(1), replicates: 10_000 }).se;
    }
  },
  {
    what: `10,000 cluster resamples of κ, ${Math.ceil(rows / 10).toLocaleString('en')} clusters`,
    ...{ elsewhere: 'numpy 80 s', targetMs: 3000, times: 2 },
    run: () =>
      clusterBootstrapTable(human, judge1, cluster, categories, quadratic, {
        ...{ random: seededRandom(1), replicates: 10_000 }
      }).se
  },
  {
    what: 'Krippendorff α, ordinal, of three raters, with its counts',
    ...{ elsewhere: '–', targetMs: null, times: 3 },
    run: () => {
      const counts = new Float64Array(rows * 4);
      for (const rater of [human, judge1, judge2]) for (let i = 0; i < rows; i++) counts[4 * i + rater[i]! - 1]!++;
      const units = Array.from({ length: rows }, (_, i) => counts.subarray(4 * i, 4 * i + 4));
      return alphaFromCounts(units, { categories, metric: 'ordinal' }).value;
    }
  }
];

const milliseconds = (ms: number): string => (ms < 100 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en'));

const [load = 0] = loadavg();
const measured = tasks.map((task) => {
  const times: number[] = [];
  let value: number | null = null;
  for (let nth = 0; nth < task.times; nth++) {
    const start = performance.now();
    value = task.run();
    times.push(performance.now() - start);
  }
  if (value === null || !Number.isFinite(value)) throw new Error(`${task.what} gave ${value}`);
  const best = Math.min(...times);
  const target = task.targetMs === null ? '' : ` (target ${milliseconds(task.targetMs)} ms)`;
  console.log(`${task.what.padEnd(62)} ${milliseconds(best).padStart(8)} ms${target}  = ${value.toPrecision(12)}`);
  return { ...task, first: times[0]!, best, value };
});

const MOST_WAITING = 50;
const aside = await measureAside({
  ...{ a: Int8Array.from(scaleCodes(human, categories)), b: Int8Array.from(scaleCodes(judge1, categories)) },
  ...{ cluster: Uint32Array.from(cluster), clusters: Math.ceil(rows / 10), categories, statistic: 'cohen-kappa' },
  ...{ weights: 'quadratic', replicates: 10_000, seed: 1, confidence: 0.95 }
});
console.log(
  `In a worker thread ${milliseconds(aside.workMs)} ms; a server meanwhile: median ${aside.medianMs.toFixed(1)}, slowest ${aside.slowestMs.toFixed(1)} ms`
);

const missed = measured.filter(({ best, targetMs }) => targetMs !== null && best > targetMs);
const [cpu] = cpus();
const text = `# How fast the statistics are

\`npm run bench:stats\` measures this and writes this page. Ratings are generated: ${rows.toLocaleString('en')} items in clusters of ten, one human
and two judges on a scale of four, two continuous scores; seed ${seed}. Times are of one thread, in one process: of the first
run, before anything is compiled or cached, and the best of several.

Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; load before the start ${load.toFixed(1)}. ${new Date().toISOString().slice(0, 10)}.

| what | first, ms | best, ms | target, ms | met | elsewhere | value |
| --- | --: | --: | --: | --- | --- | --: |
${measured
  .map(
    ({ what, first, best, targetMs, elsewhere, value }) =>
      `| ${what} | ${milliseconds(first)} | ${milliseconds(best)} | ${targetMs === null ? '–' : milliseconds(targetMs)} | ${targetMs === null ? '' : best <= targetMs ? 'yes' : 'no'} | ${elsewhere} | ${value.toPrecision(8)} |`
  )
  .join('\n')}

Generating the ratings took ${milliseconds(generated)} ms. Values of the bootstraps are standard errors; the others are the statistics themselves.
Times elsewhere are best of three on two cores of the same kind.

## Beside a server

The same ten thousand cluster resamples in one worker thread, while a server in the main thread of the process is asked over
and over. Hashing the input (to remember the result) and copying it to the thread are part of it.

| what | measured, ms | target, ms | met |
| --- | --: | --: | --- |
| the work, from asking to the result | ${milliseconds(aside.workMs)} | – | |
| asked again, from memory | ${milliseconds(aside.againMs)} | – | |
| an answer of the server meanwhile: median of ${aside.answers.toLocaleString('en')} | ${aside.medianMs.toFixed(1)} | – | |
| 99 of 100 within | ${aside.p99Ms.toFixed(1)} | – | |
| the slowest | ${aside.slowestMs.toFixed(1)} | ${MOST_WAITING} | ${aside.slowestMs <= MOST_WAITING ? 'yes' : 'no'} |

Progress was told ${aside.progressTold} times.
`;
if (values['no-write']) console.log(`\n${text}`);
else writeFileSync(join(root, 'docs/bench-stats.md'), text);
if (aside.slowestMs > MOST_WAITING) {
  console.log(`The server's slowest answer took ${aside.slowestMs.toFixed(1)} ms`);
  process.exitCode = 1;
}
if (missed.length > 0) {
  console.log(`Above the target: ${missed.map(({ what }) => what).join('; ')}`);
  process.exitCode = 1;
}
