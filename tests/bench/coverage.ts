import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DELTA, simulate, TARGET, type Measure, type WorldFigures } from './simulation/trial.ts';
import { ensembles, worlds } from './simulation/worlds.ts';
import { correctionsSection } from './corrections-section.ts';
import { writeGatePage, writeUnequalSection } from './gate.ts';
import { intervalsPage } from './intervals-page.ts';
import { root } from './processes.ts';

const help = `Simulates studies in worlds whose truth is known: how often intervals hold it, and how often the chosen ensemble is as
good as it should be. Writes docs/bench-coverage.md, and docs/bench-gate.md for the gate of agreement (--only gate; --only gate-weights
writes its section on unequal weights alone).

  npm run bench:coverage [-- --trials 1000] [-- --resamples 1000] [-- --seed 2024] [-- --no-write] [-- --only gate | gate-weights]`;

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '1000' },
    resamples: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '2024' },
    intervals: { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const [trials, resamples, seed] = [values.trials, values.resamples, values.seed].map(Number) as [
  number,
  number,
  number
];
if (![trials, resamples, seed].every((v) => Number.isInteger(v) && v > 0)) throw new Error(help);

if (values.only === 'gate' || values.only === 'gate-weights') {
  (values.only === 'gate' ? writeGatePage : writeUnequalSection)(trials, seed, !values['no-write']);
  process.exit(0);
}

const page = intervalsPage(Math.min(trials, 500), seed, (done, of) => {
  if (done % 30 === 0 || done === of) console.log(`intervals of coefficients: ${done} of ${of} worlds`);
});
if (values['no-write']) console.log(page);
else writeFileSync(join(root, 'docs/bench-intervals.md'), page);
if (values.intervals) process.exit(0);

const share = (value: number): string =>
  Number.isNaN(value)
    ? '–'
    : value
        .toFixed(3)
        .replace(/^-(?=0\.000)/, '')
        .replace(/^(-?)0/, '$1');

const found: WorldFigures[] = [];
for (const [w, world] of worlds.entries()) {
  const began = performance.now();
  const figures = simulate(world, seed + w, trials, resamples);
  found.push(figures);
  const { shares } = figures;
  console.log(
    `${world.name.padEnd(18)} Wilson ${share(shares.iidWilson)}, by query ${share(shares.clusterWilson)}; chosen: naive ${share(shares.naiveLower)}, corrected ${share(shares.gateLower)}; within δ ${share(shares.chosenWithin)}  (${((performance.now() - began) / 1000).toFixed(0)} s)`
  );
}

const table = (header: string[], rows: string[][], texts = 1): string =>
  [header, header.map((_, i) => (i < texts ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const byWorld = (columns: readonly (readonly [string, (one: WorldFigures) => string])[]): string =>
  table(
    ['world', ...columns.map(([name]) => name)],
    found.map((one) => [one.world.name, ...columns.map(([, cell]) => cell(one))])
  );

const of = (measure: Measure) => (one: WorldFigures) => share(one.shares[measure]);
const error = Math.sqrt((0.95 * 0.05) / trials);
const lowest = (measure: Measure): string => share(Math.min(...found.map(({ shares }) => shares[measure])));

const short = found.filter(({ shares }) => shares.gateLower < 0.975 - 2 * Math.sqrt((0.975 * 0.025) / trials));
const shortfall =
  short.length === 0
    ? 'In no world does the corrected lower bound fall short of its mark by more than chance.'
    : `The corrected lower bound falls short of its mark by more than chance in ${short.map(({ world, shares }) => `"${world.name}" (${share(shares.gateLower)})`).join(', ')}.`;

const text = `# Whether the intervals and the adoption procedure keep their word

\`npm run bench:coverage\` simulates this and writes this page: ${trials.toLocaleString('en')} studies in each of ${worlds.length} worlds whose truth is known, with
${resamples.toLocaleString('en')} resamples each; seed ${seed}. A share near .95 has a standard error of ${share(error)} here.

In each world people and three judges answer yes/no items, ${ensembles.length} ensembles of the judges are candidates, agreement is the
mean of 1 − |score − label|, queries are the clusters, δ is ${share(DELTA)} and the target ${share(TARGET)}. The lower end of the chosen ensemble's
agreement is that of a two-sided 95% CI, so .975 is its mark; the intervals of one judge are to hold the truth in .95.

## The worlds

${table(
  [
    'world',
    'special feature',
    'queries × items',
    'agreement of judge 1',
    'its κ',
    'correlation within a query',
    'best ensemble'
  ],
  found.map(({ world, truth, best }) => [
    ...[world.name, world.what, `${world.queries} × ${world.itemsPerQuery}`],
    ...[truth.agreement, truth.kappa, truth.icc, best].map(share)
  ]),
  3
)}

## Intervals of one judge: how often they hold the truth (nominal .95)

${byWorld([
  ['Wilson, items independent', of('iidWilson')],
  ['Wilson on n_eff, t(G − 1)', of('clusterWilson')],
  ['cluster bootstrap', of('clusterBootstrap')],
  ['κ, bootstrap of items', of('iidKappa')],
  ['κ, cluster bootstrap', of('clusterKappa')]
])}

Items taken as independent hold the truth in as few as ${lowest('iidWilson')}; Wilson's interval on the effective sample size in no world in
less than ${lowest('clusterWilson')}. A bootstrap of few queries is too short, for κ as well: below twenty queries the report warns.

## The chosen ensemble: how often its lower end is below the truth (nominal .975)

${byWorld([
  ['its own interval', of('naiveLower')],
  ['corrected: the gate', of('gateLower')],
  ['out of bag: the former gate', of('outOfBagLower')],
  ['mean: as chosen', (one) => share(one.means.naive)],
  ['corrected', (one) => share(one.means.corrected)],
  ['out of bag', (one) => share(one.means.outOfBag)],
  ['truly', (one) => share(one.means.true)]
])}

The four last columns are means over studies: the apparent agreement of the best of ${ensembles.length} is biased upwards, and the two corrected values lie
close to the truth. ${shortfall}

## What is adopted: how often it is truly within δ of the best

${byWorld([
  ['adopted, within δ', of('adoptedWithin')],
  ['chosen, adopted or not', of('chosenWithin')],
  ['the same by the truth behind the labels', (one) => share(one.withinByTruth)],
  ['cheapest "not worse", within δ', of('cheapestWithin')],
  ['its mean distance from the best', (one) => share(one.best - one.means.cheapest)],
  [`gate passed at ${share(TARGET)}`, of('adopted')],
  ['passed though truly below', of('wronglyAdopted')]
])}

A study adopts the chosen ensemble if its corrected lower bound reaches the target; \`docs/bench-gate.md\` has truths just below it. In no world is that wrong in more than
${share(Math.max(...found.map(({ shares }) => shares.wronglyAdopted)))} of the studies; the worst that a target could do, lying just above the truth, is one less the column "corrected: the
gate". The cheapest ensemble that is "not worse", by bounds that hold for all candidates together, is within
δ of the best in at least ${lowest('cheapestWithin')} of the studies of every world. It is shown beside the chosen one and does not
replace it.

${correctionsSection(seed, trials, table, share)}
${found
  .filter(({ undefinedKappa }) => undefinedKappa > 0)
  .map(({ world, undefinedKappa }) => `In ${undefinedKappa} studies of the world "${world.name}" κ was undefined. `)
  .join('')}`;
if (values['no-write']) console.log(`\n${text}`);
else writeFileSync(join(root, 'docs/bench-coverage.md'), text);
