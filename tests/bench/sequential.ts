import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './processes.ts';
import {
  coverageOfFixed,
  simulateSequential,
  type SequentialFigures,
  type SequentialWorld,
  type SimulationOptions
} from './simulation/sequential.ts';

const help = `Simulates studies that stop themselves, in worlds whose truth is known. Writes docs/bench-sequential.md.

  npm run bench:sequential [-- --trials 1000] [-- --seed 2024] [-- --no-write]`;

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '2024' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
const [trials, seed] = [values.trials, values.seed].map(Number) as [number, number];
if (values.help || ![trials, seed].every((value) => Number.isInteger(value) && value > 0)) {
  console.log(help);
  process.exit(values.help ? 0 : 2);
}

/** Targets with the difference that the fixed plan is powered for. */
const aims = [[0.8, 0.05], [0.85, 0.05], [0.9, 0.04], [0.93, 0.02], [0.95, 0.02]] as const; // prettier-ignore
const worlds: SequentialWorld[] = aims.flatMap(([target, gap]) =>
  [0, 0.1].flatMap((icc) => [0.3, 0.9].map((shared): SequentialWorld => ({ target, gap, icc, shared })))
);
const BELOW = 0.001;
/** Studies for each figure that no mark is read from. */
const fewer = Math.ceil(0.4 * trials);
/** Studies for each figure at two gaps: they stop early, so that four times as many take little time, and halve the Monte Carlo error. */
const more = 4 * trials;
/** Worlds from which nothing was chosen: other targets, correlations, labels per query, judges. */
const others: SequentialWorld[] = [
  { target: 0.82, gap: 0.06, icc: 0.05, shared: 0.6, items: 3 },
  { target: 0.82, gap: 0.06, icc: 0.1, shared: 0.6, items: 'mixed' },
  { target: 0.82, gap: 0.06, icc: 0.2, shared: 0.6 },
  { target: 0.88, gap: 0.05, icc: 0.05, shared: 0.5, items: 10, judges: 2 },
  { target: 0.88, gap: 0.05, icc: 0, shared: 0.5, items: 1 },
  { target: 0.88, gap: 0.05, icc: 0.2, shared: 0.8, items: 10 },
  { target: 0.94, gap: 0.02, icc: 0.05, shared: 0.8, judges: 2 },
  { target: 0.94, gap: 0.02, icc: 0.15, shared: 0.8, items: 3, judges: 4 }
];
const began = performance.now();
const run = (world: SequentialWorld, truth: number, n: number, options: SimulationOptions = {}): SequentialFigures =>
  simulateSequential(world, truth, n, seed, options);

const found = worlds.map((world, at) => {
  const { target, gap } = world;
  const two = run(world, target + 2 * gap, more, { intervals: more });
  const one = run(world, target + gap, trials, { intervals: trials });
  const plain = (truth: number, { labels, fixed }: SequentialFigures): { queries: number; covered: number } => {
    const queries = Math.round(labels * fixed);
    return { queries, covered: coverageOfFixed(world, truth, queries, fewer, seed) };
  };
  const row = {
    ...{ world, two, one },
    plainTwo: plain(target + 2 * gap, two),
    plainOne: plain(target + gap, one),
    below: run(world, target - BELOW, trials, { intervals: trials }),
    under: run(world, target - gap, fewer),
    wrongFirst: run(world, target + gap, fewer, { first: 0 }),
    pocockTwo: run(world, target + 2 * gap, fewer, { kind: 'pocock' }),
    pocockOne: run(world, target + gap, fewer, { kind: 'pocock' }),
    pocockBelow: run(world, target - BELOW, fewer, { kind: 'pocock' })
  };
  console.log(`world ${at + 1} of ${worlds.length} (${((performance.now() - began) / 1000).toFixed(0)} s)`);
  return row;
});

/** Ten items per query; those on which judges differ are all drawn, of the others the share given. */
const unequal = [0.3, 0.9].map((shared) => {
  const world: SequentialWorld = { target: 0.9, gap: 0.04, icc: 0.1, shared, alike: 0.4 };
  return {
    world,
    one: run(world, 0.94, fewer),
    below: run(world, 0.9 - BELOW, trials, { intervals: trials })
  };
});

const elsewhere = others.map((world) => ({
  world,
  at: [world.target - BELOW, world.target + world.gap, world.target + 2 * world.gap].map((truth) =>
    run(world, truth, fewer, { intervals: fewer })
  )
}));

const share = (value: number): string => value.toFixed(3).replace(/^0\./, '.');
const short = (value: number): string => value.toFixed(2).replace(/^0\./, '.');
const table = (header: string[], rows: string[][]): string =>
  [header, header.map(() => '--:'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const error = (p: number, n: number): string => share(Math.sqrt((p * (1 - p)) / n));
type Row = (typeof found)[number];
const most = (of: (row: Row) => number): number => Math.max(...found.map(of));
const least = (of: (row: Row) => number): number => Math.min(...found.map(of));
const mean = (of: (row: Row) => number): number => found.reduce((sum, row) => sum + of(row), 0) / found.length;
const met = (holds: boolean): string => (holds ? 'met' : 'not met');
/** Shares that lie within .93–.97, and those that lie outside by more than two of their Monte Carlo errors. */
const coverage = (words: string, of: (row: Row) => number, studies = trials): string[] => {
  const beyond = (allowed: (share: number) => number): number =>
    found.filter((row) => Math.abs(of(row) - 0.95) > 0.02 + 1e-9 + allowed(of(row))).length;
  const [outside, clearly] = [beyond(() => 0), beyond((p) => 2 * Math.sqrt((p * (1 - p)) / studies))];
  const result =
    outside === 0 ? 'met' : `${found.length - outside} of ${found.length} worlds inside, ${clearly} clearly outside`;
  return [words, '.93–.97', `${share(least(of))}–${share(most(of))}`, share(mean(of)), result];
};

const marks: string[][] = [
  ['labels at two gaps from the target, share of the fixed plan’s', '≤ .31', short(most(({ two }) => two.labels)), short(mean(({ two }) => two.labels)), met(most(({ two }) => two.labels) <= 0.31)], // prettier-ignore
  ['labels at one gap', '≤ .77', short(most(({ one }) => one.labels)), short(mean(({ one }) => one.labels)), met(most(({ one }) => one.labels) <= 0.77)], // prettier-ignore
  ['adopted though the best lies .001 below the target', '≤ .03', share(most(({ below }) => below.adopted)), share(mean(({ below }) => below.adopted)), met(most(({ below }) => below.adopted) <= 0.03)], // prettier-ignore
  coverage('just below the target: interval of a stopped study', ({ below }) => below.intervalAtStop),
  coverage('just below: bounds at the stop', ({ below }) => below.boundsAtStop),
  coverage('just below: bounds at every look up to the stop', ({ below }) => below.coverage),
  coverage('at one gap: interval of a stopped study', ({ one }) => one.intervalAtStop),
  coverage('at one gap: interval of a study with that many queries', ({ plainOne }) => plainOne.covered, fewer),
  coverage('at two gaps: interval of a stopped study', ({ two }) => two.intervalAtStop, more),
  coverage('at two gaps: interval of a study with that many queries', ({ plainTwo }) => plainTwo.covered, fewer),
  coverage('at one gap: bounds at every look up to the stop', ({ one }) => one.coverage),
  ['one gap, wrong first guess: labels', 'no mark', short(most(({ wrongFirst }) => wrongFirst.labels)), short(mean(({ wrongFirst }) => wrongFirst.labels)), `${short(mean(({ wrongFirst, one }) => wrongFirst.labels - one.labels))} more on average`], // prettier-ignore
  ['one gap, wrong first guess: adopted', 'no mark', share(least(({ wrongFirst }) => wrongFirst.adopted)), share(mean(({ wrongFirst }) => wrongFirst.adopted)), `${share(mean(({ wrongFirst, one }) => one.adopted - wrongFirst.adopted))} fewer on average`] // prettier-ignore
];

const text = `# Studies that stop themselves

\`npm run bench:sequential\` simulates this and writes this page. Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} × ${cpus()[0]!.model.trim()}, Node ${process.versions.node};
seed ${seed}, ${worlds.length} worlds, ${trials} studies for each figure (${more} at two gaps, ${fewer} for those without a mark and “with that many queries”), ${((performance.now() - began) / 60_000).toFixed(1)} minutes.

Three judges, 16 candidates (all subsets with their rules), 5 labels per query. At an item a judge makes the error that all share,
with the chance in the column, or an independent one; errors of a query correlate as stated. The **gap** is the difference that the fixed
plan is powered for: the planner’s number of queries at which the gate’s lower bound reaches the target in 80% of studies if the best
candidate is one gap above it, with the planner’s defaults (four ensembles equally good, errors correlated .8, 95%). The maximum of
the sequential plan is that same number, so no study takes more labels than the fixed one; “open” means that it came to the
maximum without a decision. The first guess, declared before there are labels, is the majority of all three judges.

${table(['mark', 'wanted', 'worst world', 'mean of worlds', 'result'], marks)}

Monte Carlo error of a share: ${error(0.025, trials)} at .025, ${error(0.95, trials)} at .95, ${error(0.5, trials)} at .5; at two gaps ${error(0.95, more)}, without a mark ${error(0.95, fewer)} at .95.
A worst world is the maximum of ${worlds.length} and biased upwards; a world is *clearly* outside .93–.97 if it lies outside by more than two of these errors.
At two gaps, 1000 studies a figure were too few to tell: on 2026-11-28 they left one world outside (.85, correlation .10, shared .90: .973), which has .960 with 4000 studies and .954 with another seed.

Coverage is that of the mean agreement of the candidates that were scored. The **bounds** decide when a study stops. They have to hold at every look together,
so at a single one, such as the stop, they hold more often than 95%; up to the stop they use only as much of their risk as has come up by then, and a tenth of it
is kept for going on beyond the maximum. No boundary for all looks can cover 95% at the stop as well, wherever the truth lies. What a stopped study reports is
therefore a **separate interval** (\`stoppedInterval\`), which allows for earlier looks at which the study could have stopped and has to hold once. It differs from the bounds in three ways:

- The bounds take the larger of two standard errors and suppose that errors of a query are quite alike until enough errors show otherwise. The interval takes one estimate, which supposes half of
  that correlation, at the true mean in question, with the skewness that a mean near 1 has.
- Near 1 so few items go wrong that no result is surprisingly good: many studies two gaps above the target stop at the first look at which a perfect record could. The lower end of an
  interval then never errs, and equal tails would cover .975 and more. What the lower end cannot use of its 2.5% goes to the upper end: above the lower end that a perfect record has itself,
  the upper end takes 5%. The step lies where a perfect record is one study in 40. Rules that give the upper end less there (Blaker’s) cover more than they have to, by up to .025; to count half of
  a perfect record (mid-p) rejects it up to one study in 20, with 2.5% of the upper end on top.
- Results are ordered by when a study stopped, then by the mean.

Of misses, the interval lay above the scored value in ${share(mean(({ two }) => two.intervalAbove))} of studies at two gaps, ${share(mean(({ one }) => one.intervalAbove))} at one gap and ${share(mean(({ below }) => below.intervalAbove))} just below, and below it in the others.
Where it covers less than 95%, errors of a query are alike: a study whose few errors happen to lie apart looks more certain than it is, and stops earlier for it. At two gaps a study stops after
${Math.round(mean(({ two }) => two.labels * two.fixed))} queries on average, with about ${mean(({ two, world }) => two.labels * two.fixed * 5 * (1 - world.target - 2 * world.gap)).toFixed(0)} items that went wrong, which tell little of how alike they are.
An open study, which came to its maximum without a decision, reports this interval widened to its target, since it has decided nothing; the widening is not counted here.

A **study with that many queries** has as many as the stopped ones took on average and could not stop before; its interval is the same one with a single look.

The mean at the stop, by contrast, is not corrected: at one gap it lies ${share(mean(({ one }) => one.bias))} above the truth on average (at most ${share(most(({ one }) => one.bias))}), as studies stop where their mean happens to be high.

## Always-valid, a look after every query from the 15th on

${table(
  ['target', 'gap', 'correlation', 'shared', 'fixed plan, queries', 'two gaps: labels', 'adopted', 'one gap: labels', 'adopted', 'open', 'just below: adopted', 'rejected', 'bounds at every look', 'interval at the stop', 'one gap below: labels', 'rejected', 'one gap, wrong first guess: labels'], // prettier-ignore
  found.map(({ world, two, one, below, under, wrongFirst }) => [
    ...[world.target, world.gap, world.icc, world.shared].map(short),
    String(one.fixed),
    ...[short(two.labels), share(two.adopted), short(one.labels), share(one.adopted), share(one.open)],
    ...[share(below.adopted), share(below.rejected), share(below.coverage), share(below.intervalAtStop)],
    ...[short(under.labels), share(under.rejected), short(wrongFirst.labels)]
  ])
)}

The wrong first guess is a single judge: until the queries tell candidates apart, their scores are its own. Labels at one gap are then ${short(most(({ wrongFirst }) => wrongFirst.labels))} in the worst
world and ${short(mean(({ wrongFirst }) => wrongFirst.labels))} on average, and ${share(mean(({ wrongFirst }) => wrongFirst.adopted))} of studies adopt, against ${share(mean(({ one }) => one.adopted))} with the majority: a wrong guess costs labels and power. The bounds hold whatever the guess,
as a query’s score is always that of a candidate named before it.

## Intervals of stopped studies

${table(
  ['target', 'gap', 'correlation', 'shared', 'just below', 'one gap', 'queries', 'without stopping', 'two gaps', 'queries', 'without stopping'], // prettier-ignore
  found.map(({ world, below, one, two, plainOne, plainTwo }) => [
    ...[world.target, world.gap, world.icc, world.shared].map(short),
    ...[share(below.intervalAtStop), share(one.intervalAtStop), String(plainOne.queries), share(plainOne.covered)],
    ...[share(two.intervalAtStop), String(plainTwo.queries), share(plainTwo.covered)]
  ])
)}

Worlds from which nothing was chosen, ${fewer} studies for each figure:

${table(
  ['target', 'gap', 'correlation', 'shared', 'labels per query', 'judges', 'just below', 'one gap', 'two gaps'],
  elsewhere.map(({ world, at }) => [
    ...[world.target, world.gap, world.icc, world.shared].map(short),
    ...[world.items === 'mixed' ? '1 to 20' : String(world.items ?? 5), String(world.judges ?? 3)],
    ...at.map(({ intervalAtStop }) => share(intervalAtStop))
  ])
)}

## Items drawn unequally

Ten items per query. Those on which the judges differ are all judged, of the others a share of .4 is drawn, and each counts 1 / its chance. Labels are compared with the
fixed plan’s five per query, drawn alike.

${table(
  ['target', 'gap', 'correlation', 'shared', 'one gap: labels', 'adopted', 'just below: labels', 'adopted', 'bounds at every look', 'interval at the stop'], // prettier-ignore
  unequal.map(({ world, one, below }) => [
    ...[world.target, world.gap, world.icc, world.shared].map(short),
    ...[short(one.labels), share(one.adopted), short(below.labels), share(below.adopted)],
    ...[share(below.coverage), share(below.intervalAtStop)]
  ])
)}

## Pocock, five looks at fifths of the maximum

${table(
  ['target', 'gap', 'correlation', 'shared', 'two gaps: labels', 'adopted', 'one gap: labels', 'adopted', 'just below: adopted'], // prettier-ignore
  found.map(({ world, pocockTwo, pocockOne, pocockBelow }) => [
    ...[world.target, world.gap, world.icc, world.shared].map(short),
    ...[short(pocockTwo.labels), share(pocockTwo.adopted), short(pocockOne.labels), share(pocockOne.adopted), share(pocockBelow.adopted)] // prettier-ignore
  ])
)}

Wrong adoption with Pocock: ${share(most(({ pocockBelow }) => pocockBelow.adopted))} in the worst world (Monte Carlo error ${error(0.025, fewer)}), ${share(mean(({ pocockBelow }) => pocockBelow.adopted))} on average.
`;
if (values['no-write']) console.log(text);
else writeFileSync(join(root, 'docs/bench-sequential.md'), text);
