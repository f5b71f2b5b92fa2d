import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/lib/stats/index.ts';
import { root } from './processes.ts';
import {
  bridgedIn,
  comparedIn,
  SUCCESSION_MARGIN,
  type BridgeWorld,
  type LabelledWorld
} from './simulation/succession-worlds.ts';

const help = `Simulates successors of adopted judges in worlds whose truth is known. Writes docs/bench-succession.md.

  npm run bench:succession [-- --worlds 1000] [-- --seed 18] [-- --no-write]`;

const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '18' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
const [worlds, seed] = [values.worlds, values.seed].map(Number) as [number, number];
if (values.help || ![worlds, seed].every((n) => Number.isInteger(n) && n > 0)) {
  console.log(help);
  process.exit(values.help ? 0 : 2);
}
const began = performance.now();

const share = (value: number): string => value.toFixed(3).replace(/^0\./, '.');
const table = (header: string[], rows: string[][], texts = 1): string =>
  [header, header.map((_, i) => (i < texts ? '---' : '--:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'); // prettier-ignore
const error = (p: number, n: number): string => share(Math.sqrt((p * (1 - p)) / n));

const judges = {
  'as good, independent errors': { candidate: { found: 0.9, invented: 0.05 }, shared: 0 },
  'as good, 70% of answers shared': { candidate: { found: 0.9, invented: 0.05 }, shared: 0.7 },
  'more lenient': { candidate: { found: 0.97, invented: 0.2 }, shared: 0.7 },
  'twice as many errors': { candidate: { found: 0.8, invented: 0.1 }, shared: 0 }
} as const;
const evenly = (count: number, gap: number): number[] => Array.from({ length: count }, (_, i) => 0.7 - gap * i);
const orders = {
  '5 systems, .02 apart': evenly(5, 0.02),
  '5 systems, .05 apart': evenly(5, 0.05),
  '5 systems, two pairs tied, .06 apart': [0.7, 0.7, 0.64, 0.64, 0.58],
  '10 systems, .03 apart': evenly(10, 0.03)
} as const;

const bridgeWorlds: BridgeWorld[] = Object.entries(orders).flatMap(([order, systems]) =>
  Object.entries(judges).flatMap(([judge, of]) =>
    [20, 41, 100].map((queries) => ({
      name: `${order}; ${judge}`,
      ...{ systems, queries, perReport: 10, adopted: { found: 0.9, invented: 0.05 }, ...of }
    }))
  )
);
/** The candidate adds points to the reports of the third system, so that it truly comes first. */
const turned: BridgeWorld[] = [20, 41, 100].map((queries) => ({
  ...{ name: '5 systems, .05 apart; the third is favoured by .2', systems: evenly(5, 0.05), queries, perReport: 10 },
  ...{ adopted: { found: 0.9, invented: 0.05 }, ...judges['as good, 70% of answers shared'] },
  favours: { system: 2, by: 0.2 }
}));

function bridges(world: BridgeWorld) {
  const random = seededRandom(seed);
  const pairs = (world.systems.length * (world.systems.length - 1)) / 2;
  const of = { world, told: 0, both: 0, kept: 0, sameOrder: 0, all: 0, systems: 0 };
  for (let i = 0; i < worlds; i++) {
    const { bridge, told, sameOrder, allHeld, systemsHeld } = bridgedIn(world, random);
    of.told += told / pairs / worlds;
    of.both += bridge.pairs.both / pairs / worlds;
    if (bridge.pairs.kept === bridge.pairs.both) of.kept += 1 / worlds;
    if (sameOrder === told) of.sameOrder += 1 / worlds;
    if (allHeld) of.all += 1 / worlds;
    of.systems += systemsHeld / world.systems.length / worlds;
  }
  console.log(world.name, world.queries, share(of.kept), share(of.sameOrder), share(of.all), share(of.systems));
  return of;
}

const designs = [[20, 4], [30, 8], [60, 4], [100, 2], [120, 4], [240, 4]] as const; // prettier-ignore
const alike = [0, 0.7] as const;
const labelled: Omit<LabelledWorld, 'difference' | 'candidates'>[] = designs.flatMap(([queries, perQuery]) =>
  [0.85, 0.95].flatMap((agreement) =>
    alike.map((shared) => ({ queries, perQuery, agreement, correlation: 0.1, shared }))
  )
);

/** Shares of worlds in which the first candidate, and any of them, is said to be non-inferior; and coverage of the first's interval. */
function compared(world: LabelledWorld) {
  const random = seededRandom(seed);
  const of = { first: 0, any: 0, covered: 0 };
  for (let i = 0; i < worlds; i++) {
    const found = comparedIn(world, random);
    const [first] = found;
    const [low, high] = first!.difference!.interval!;
    if (first!.result === 'non-inferior') of.first += 1 / worlds;
    if (found.some(({ result }) => result === 'non-inferior')) of.any += 1 / worlds;
    if (low <= world.difference && world.difference <= high) of.covered += 1 / worlds;
  }
  return of;
}

const kept = bridgeWorlds.map(bridges);
const changed = turned.map(bridges);
const rows = labelled.map((world) => {
  const with4 = compared({ ...world, difference: -SUCCESSION_MARGIN - 0.001, candidates: 4 });
  const row = {
    ...{ world, with4 },
    with8: compared({ ...world, difference: -SUCCESSION_MARGIN - 0.001, candidates: 8 }),
    alone: compared({ ...world, difference: -SUCCESSION_MARGIN - 0.001, candidates: 1 }),
    equalOf4: compared({ ...world, difference: 0, candidates: 4 }),
    equal: compared({ ...world, difference: 0, candidates: 1 }),
    better: compared({ ...world, difference: 0.02, candidates: 1 })
  };
  console.log(world.queries, world.perQuery, share(row.alone.first), share(with4.any), share(row.equal.first));
  return row;
});

const met = (holds: boolean): string => (holds ? 'met' : 'not met');
const range = (all: readonly number[]): string => `${share(Math.min(...all))}–${share(Math.max(...all))}`;
const mean = (all: readonly number[]): string => share(all.reduce((sum, one) => sum + one, 0) / all.length);
const between = (all: readonly number[]): string => {
  const outside = all.filter((one) => one < 0.93 || one > 0.97).length;
  return outside === 0 ? 'met' : `${outside} of ${all.length} worlds outside`;
};
const mark = (words: string, wanted: string, all: readonly number[], result: string): string[] => [words, wanted, range(all), mean(all), result]; // prettier-ignore
const atLeast = (all: readonly number[]): string => met(all.every((one) => one >= 0.95));
const atMost = (all: readonly number[]): string => met(all.every((one) => one <= 0.05));
const of = <T>(all: readonly T[], value: (one: T) => number): number[] => all.map(value);

const marks = [
  mark('order kept: pairs that both tell apart', '≥ .95', of(kept, (one) => one.kept), atLeast(of(kept, (one) => one.kept))), // prettier-ignore
  mark('order kept: scores of all pairs that the adopted judges tell apart', '≥ .95', of(kept, (one) => one.sameOrder), atLeast(of(kept, (one) => one.sameOrder))), // prettier-ignore
  mark('interval of the change of all scores', '.93–.97', of(kept, (one) => one.all), between(of(kept, (one) => one.all))), // prettier-ignore
  mark('interval of the change of one system', '.93–.97', of(kept, (one) => one.systems), between(of(kept, (one) => one.systems))), // prettier-ignore
  mark('a candidate .051 worse is accepted', '≤ .05', of(rows, (one) => one.alone.first), atMost(of(rows, (one) => one.alone.first))), // prettier-ignore
  mark('one of four is accepted, all .051 worse', '≤ .05', of(rows, (one) => one.with4.any), atMost(of(rows, (one) => one.with4.any))), // prettier-ignore
  mark('one of eight is accepted, all .051 worse', '≤ .05', of(rows, (one) => one.with8.any), atMost(of(rows, (one) => one.with8.any))) // prettier-ignore
];

const page = `# Successors of adopted judges

\`npm run bench:succession\` simulates this and writes this page. Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} × ${cpus()[0]!.model.trim()}, Node ${process.versions.node};
seed ${seed}, ${worlds} worlds a row, ${((performance.now() - began) / 60_000).toFixed(1)} minutes. Monte Carlo error of a share: ${error(0.05, worlds)} at .05 and .95, ${error(0.5, worlds)} at .5.

${table(['mark', 'wanted', 'range over worlds', 'mean', 'result'], marks)}

A range is that of ${kept.length} worlds of reports and ${rows.length} of labels, so that its ends are biased outwards.

## The order of systems

A report has ten items, of which a share holds: that of its system, moved by its query (up to .15) and by the report (up to .1). The adopted judges find .90 of
the items that hold and invent .05 of the others; a more lenient candidate finds .97 and invents .20. Both put the systems truly in the same order. Systems
are distinguished by paired t tests over queries, by Holm over all pairs. **Kept**: no pair that both distinguish is reversed. **Scores**: no pair that the adopted
judges tell apart has the reverse order of scores under the candidate, whether or not that difference is significant.

${table(
  ['world', 'queries', 'distinguished pairs', 'by both', 'kept', 'scores', 'interval, all', 'interval, one system'],
  kept.map(({ world, ...found }) => [
    ...[world.name, String(world.queries), share(found.told), share(found.both)],
    ...[share(found.kept), share(found.sameOrder), share(found.all), share(found.systems)]
  ])
)}

Where the order truly changes the bridge says so, as soon as both tell the pairs apart: the share of worlds in which all is “kept” falls with the queries.

${table(
  ['world', 'queries', 'distinguished pairs', 'by both', 'kept', 'scores'],
  changed.map(({ world, ...found }) => [
    ...[world.name, String(world.queries), share(found.told), share(found.both), share(found.kept)],
    share(found.sameOrder)
  ])
)}

## Non-inferiority within ${100 * SUCCESSION_MARGIN} points

Items of a query correlate by .1. “Shared” is the share of items at which the candidate repeats the adopted judges’ answer. A candidate is accepted if its whole
interval lies above −.05. The interval allows for the number of candidates, from the third on: 97.5% with four, 98.75% with eight. The columns of four and eight, all
of them .051 worse with errors of their own, say how often at least one is accepted; “equal of 4” is one of four that are all as good as the adopted judges.

${table(
  ['queries × items', 'n', 'agreement', 'shared', '.051 worse, alone', 'one of 4', 'one of 8', 'equal: accepted', 'equal of 4', '.02 better', 'interval covers, equal'], // prettier-ignore
  rows.map(({ world, alone, with4, with8, equal, equalOf4, better }) => [
    ...[`${world.queries} × ${world.perQuery}`, String(world.queries * world.perQuery)],
    ...[
      world.agreement.toFixed(2).slice(1),
      share(world.shared),
      share(alone.first),
      share(with4.any),
      share(with8.any)
    ],
    ...[share(equal.first), share(equalOf4.first), share(better.first), share(equal.covered)]
  ])
)}

The interval of a difference is cautious: it has a width where no item differs, and takes items of a query to be alike until several queries show otherwise. Few
queries with few items cannot show non-inferiority within five points, whatever the candidate; with 480 items and most answers shared an equal candidate
is accepted nearly always.
`;
if (values['no-write']) console.log(page);
else writeFileSync(join(root, 'docs/bench-succession.md'), page);
