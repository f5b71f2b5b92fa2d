import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assumedEffect, chanceOfLuckiest, sharePassProbability } from '../../src/lib/stats/index.ts';
import { simulateGate, type GateFigures } from './simulation/gate.ts';
import { errorShare, trueAgreements, type GateWorld } from './simulation/gate-worlds.ts';
import { UNEQUAL_HEAD, unequalSection } from './unequal-section.ts';
import { root } from './processes.ts';

/** Wrong passes at the boundary: targets, and designs of queries × items. */
const targets = [0.8, 0.85, 0.9, 0.95, 0.98, 0.99];
type Design = readonly [queries: number, items: number | 'mixed'];
const alone: readonly Design[] = [[20, 1], [100, 1], [20, 5], [100, 5], [50, 10], [20, 20], [50, 20], [100, 20], [20, 'mixed'], [100, 'mixed']]; // prettier-ignore
const among: readonly Design[] = [[20, 5], [20, 20], [100, 5]]; // prettier-ignore
const studies: readonly Design[] = [[20, 10], [40, 5], [80, 5], [100, 10]]; // prettier-ignore
/** Just below the target: what passes is wrong. */
const BELOW = 0.001;
const aims = [[0.8, 0.88], [0.9, 0.95], [0.95, 0.98]] as const; // prettier-ignore

const share = (value: number | null): string =>
  value === null ? '–' : value.toFixed(3).replace(/^-(?=0\.000)/, '').replace(/^(-?)0/, '$1'); // prettier-ignore

const table = (header: string[], rows: string[][], texts = 1): string =>
  [header, header.map((_, i) => (i < texts ? '---' : '--:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'); // prettier-ignore

const sizeOf = ({ queries, items }: GateWorld): string => `${queries} × ${items === 'mixed' ? '1–20' : items}`;

const PAGE = join(root, 'docs/bench-gate.md');

/** Simulates unequal weights alone, and puts their section in place of that of the page. */
export function writeUnequalSection(trials: number, seed: number, write: boolean): void {
  const section = unequalSection(trials, seed);
  if (!write) return console.log(section);
  const [before, after] = readFileSync(PAGE, 'utf8').split(UNEQUAL_HEAD) as [string, string];
  writeFileSync(PAGE, `${before}${section}${after.slice(after.indexOf('\n## '))}`);
}

interface AtTarget extends GateFigures {
  target: number;
}

/**
 * Simulates the gate of agreement near its target, its power, and the comparison with the best.
 *
 * @param write docs/bench-gate.md; else the page is printed.
 */
export function writeGatePage(trials: number, seed: number, write: boolean): void {
  const began = performance.now();
  const at = (world: Omit<GateWorld, 'truth'>, target: number, n: number): AtTarget => ({
    target,
    ...simulateGate({ ...world, truth: target - BELOW }, target, Math.ceil(n), seed, { draws: 600 })
  });
  const tell = (what: string): void => console.log(`${what} (${((performance.now() - began) / 1000).toFixed(0)} s)`);

  const single = targets.flatMap((target) =>
    alone.flatMap(
      ([queries, items]) =>
      (items === 1 ? [0] : [0, 0.1, 0.2]).map((icc) => at({ judges: 1, shared: 1, queries, items, icc }, target, 3 * trials)) // prettier-ignore
    )
  );
  tell('one candidate');
  const three = targets.flatMap((target) =>
    among.flatMap(
      ([queries, items]) =>
      [0.5, 0.9].flatMap((shared) => [0, 0.2].map((icc) => at({ judges: 3, shared, queries, items, icc }, target, trials))) // prettier-ignore
    )
  );
  tell('three judges');
  const five = targets.flatMap(
    (target) =>
    among.slice(0, 2).map(([queries, items]) => at({ judges: 5, shared: 0.9, queries, items, icc: 0.2 }, target, trials / 3)) // prettier-ignore
  );
  tell('five judges');
  const power = aims
    .flatMap(([target, truth]) =>
      studies.flatMap(([queries, items]) =>
        [0, 0.1, 0.2].flatMap((icc) =>
          (
            [
              [1, 1],
              [3, 0.3],
              [3, 0.9]
            ] as const
          ).map(([judges, shared]) => {
            // prettier-ignore
            const world: GateWorld = { judges, shared, queries, items, icc, truth };
            const n = Math.ceil(judges === 1 ? trials : trials / 3);
            return {
              target,
              ...simulateGate(world, target, n, seed, { draws: 600, outOfBag: judges === 1 ? 0 : 200 })
            };
          })
        )
      )
    )
    .map((one) => {
      const { queries, items } = one.world as { queries: number; items: number };
      const promised = sharePassProbability(one.world.truth, {
        ...{ clusters: queries, items: queries * items, target: one.target, critical: one.critical },
        ...{ designEffect: Math.max(1, one.designEffect), assumed: assumedEffect(items) }
      });
      return { ...one, promised, tied: chanceOfLuckiest(promised, one.planned) };
    });
  tell('power');
  const notWorse = (
    [
      [20, 10],
      [50, 5],
      [100, 10]
    ] as const
  ).flatMap(([queries, items]) =>
    // prettier-ignore
    [0, 0.2].map((icc) => {
      const world: GateWorld = { judges: 3, shared: 0.3, queries, items, icc, truth: 0.9 };
      const truths = trueAgreements(world, errorShare(world));
      const delta = Math.max(...truths) - truths[0]! - BELOW;
      return { delta, ...simulateGate(world, 0.9, trials, seed, { draws: 600, delta }) };
    })
  );
  tell('non-inferior');
  const unequal = unequalSection(trials, seed);
  tell('unequal weights');

  const worst = (of: readonly AtTarget[]): string => share(Math.max(...of.map(({ passes }) => passes)));
  const byTarget = (of: readonly AtTarget[]): string[][] =>
    targets.map((target) => {
      const here = of.filter((one) => one.target === target);
      const most = here.reduce((a, b) => (b.passes > a.passes ? b : a));
      return [
        share(target),
        ...[most.passes, Math.max(...here.map(({ uncorrected }) => uncorrected)), here.reduce((sum, { passes }) => sum + passes / here.length, 0)].map(share), // prettier-ignore
        `${sizeOf(most.world)}, correlation ${share(most.world.icc)}`
      ];
    });
  const heads = ['target', 'most wrong passes', 'without correction for the selection', 'mean over worlds', 'world with the most']; // prettier-ignore
  const ofOne = power.filter(({ world }) => world.judges === 1);
  const far = Math.max(...ofOne.map(({ promised, passes }) => Math.abs(promised - passes)));
  const text = `# The gate of agreement: wrong passes, power, and the planner's prediction

\`npm run bench:coverage -- --only gate\` simulates this and writes this page; seed ${seed}. A study selects the best of all ensembles
of its judges and passes if the corrected lower bound of a 95% CI reaches the target. In each world a query has a share of
hard items (Beta-distributed over queries, with the given correlation within a query); at an item a judge makes the error that
all share, or an independent one.

## Studies that pass though the best ensemble lies .001 below the target (nominal .025)

One judge, nothing to select: ${single.length} worlds of 20–100 queries with 1–20 items, correlation 0–.2, ${(3 * trials).toLocaleString('en')} studies each
(standard error ${share(Math.sqrt((0.025 * 0.975) / (3 * trials)))}).

${table(heads, byTarget(single))}

Three judges, 16 candidates: ${three.length} worlds, ${trials.toLocaleString('en')} studies each (standard error ${share(Math.sqrt((0.025 * 0.975) / trials))}).

${table(heads, byTarget(three))}

Five judges, 94 candidates: ${five.length} worlds, ${Math.ceil(trials / 3).toLocaleString('en')} studies each (standard error ${share(Math.sqrt((0.025 * 0.975) / (trials / 3)))}).

${table(heads, byTarget(five))}

The maximum of the three tables is ${worst([...single, ...three, ...five])}; as the largest of ${single.length + three.length + five.length} estimates, it is biased upwards. The bound is cautious where
errors are few: an intra-cluster correlation of .2 is assumed until enough items went wrong to estimate it.

${unequal}
## Power, and the planner's prediction

The share of studies that pass, by the gate and by its former bound (the 2.5 % quantile out of bag, which is not valid near 1);
the planner's prediction at the world's true design effect with the same critical value, if one ensemble is the best, and if all
contenders were equally good. A value of the shared error of .9 makes ensembles almost equal; 1 is a single judge.

${table(
  ['queries × items', 'target', 'truth', 'judges', 'shared error', 'correlation', 'contenders', 'critical value', 'gate', 'out of bag', 'planner', 'planner, all tied'], // prettier-ignore
  power.map((one) => [
    sizeOf(one.world),
    ...[one.target, one.world.truth].map(share),
    String(one.world.judges),
    ...[one.world.shared, one.world.icc].map((x) => String(x).replace(/^0\./, '.')),
    ...[one.contenders.toFixed(1), one.critical.toFixed(2)],
    ...[one.passes, one.before, one.promised, one.tied].map(share)
  ]),
  1
)}

For a single judge the planner and the gate differ by ${share(far)} at most. For the best of several, the gate lies between the two
promises: by ${share(Math.max(0, ...power.map(({ promised, tied, passes }) => Math.max(Math.min(promised, tied) - passes, passes - Math.max(promised, tied)))))} outside them at most.

## A candidate that is truly worse than the best by more than δ, shown as "not worse" (at most .05)

Three judges, ensembles at .9 at best; δ is .001 less than the true deficit of single judges.

${table(
  ['queries × items', 'correlation', 'δ', 'studies that show one'],
  notWorse.map((one) => [sizeOf(one.world), ...[one.world.icc, one.delta, one.wronglyNotWorse].map(share)])
)}
`;
  if (write) writeFileSync(PAGE, text);
  else console.log(`\n${text}`);
}
