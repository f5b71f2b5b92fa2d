import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { anchorSetSize } from '../../src/lib/alignment/monitoring/anchor-set-size.ts';
import { CHECKS_OF_SEQUENCE, WINDOW } from '../../src/lib/alignment/monitoring/drift.ts';
import { servedChanges } from '../../src/lib/alignment/monitoring/served-changes.ts';
import { seededRandom } from '../../src/lib/stats/index.ts';
import { root } from './processes.ts';
import { checksUntilDrift, usualLimits, world, type DriftWorld } from './simulation/drift-worlds.ts';

const help = `Simulates anchor sets whose judge stays the same or loses agreement: how often drift is said. Writes docs/bench-drift.md.

  npm run bench:drift [-- --worlds 400] [-- --unchanged 1000] [-- --seed 18] [-- --no-write]`;

const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '400' },
    unchanged: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '18' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const [worlds, unchanged, seed] = [values.worlds, values.unchanged, values.seed].map(Number) as [
  number,
  number,
  number
];
if (![worlds, unchanged, seed].every((n) => Number.isInteger(n) && n > 0)) throw new Error(help);

const began = performance.now();
const share = (value: number): string => value.toFixed(3).replace(/^0/, '');

/** Share of worlds in which drift is said before anything changed, and within three checks of the change. */
function outcome(one: DriftWorld, checks: number, n: number): { before: number; within: number } {
  const random = seededRandom(seed);
  let [before, within] = [0, 0];
  for (let i = 0; i < n; i++) {
    const said = checksUntilDrift(one, random, checks);
    if (said === null) continue;
    if (one.loss === 0 || said < one.from) before++;
    else if (said < one.from + WINDOW) within++;
  }
  console.log(one.name, before / n, within / n);
  return { before: before / n, within: within / n };
}

const planned = (flips: number, perQuery: number, candidates = 1): number => {
  const n = anchorSetSize({ loss: usualLimits.loss, flips, perQuery, candidates });
  if (n === null) throw new Error('no size was planned');
  return n;
};

const same = [
  ...[0, 0.01, 0.03, 0.06].flatMap((flips) =>
    [24, 60, 147].map((queries) => world({ name: `flips ${flips}, ${4 * queries} items`, flips, queries }))
  ),
  ...[3, 16].flatMap((candidates) =>
    [0.03, 0.06].flatMap((flips) =>
      [24, 60, 147].map((queries) =>
        world({
          name: `best of ${candidates} with independent noise, flips ${flips}, ${4 * queries} items`,
          ...{ queries, candidates, flips }
        })
      )
    )
  ),
  ...[0.03, 0.06].map((flips) =>
    world({
      name: `best of 16 with independent noise, flips ${flips}, 240 items, choice not allowed for`,
      ...{ queries: 60, candidates: 16, assumed: 1, flips }
    })
  )
].map((one) => ({ one, ...outcome(one, CHECKS_OF_SEQUENCE, unchanged) }));

const wayOf = { items: 'items lost for good', chance: 'lost by chance at each check' } as const;
const lost = [
  ...[0.01, 0.03, 0.06].flatMap((flips) =>
    [2, 4, 8].flatMap((perQuery) =>
      (['items', 'chance'] as const).flatMap((how) =>
        [1, 20].map((from) =>
          world({
            name: `flips ${flips}, ${perQuery} items a query, ${wayOf[how]}, from check ${from}`,
            ...{ loss: usualLimits.loss, flips, perQuery, lost: how, from },
            queries: Math.ceil(planned(flips, perQuery) / perQuery)
          })
        )
      )
    )
  ),
  ...[0.01, 0.03, 0.06].flatMap((flips) =>
    [1, 16].flatMap((candidates) =>
      [1, 20].map((from) =>
        world({
          name: `flips ${flips}, 4 items a query, items lost for good, from check ${from}, 16 candidates ${candidates === 1 ? 'of which the choice used no noise' : 'with independent noise'}`,
          ...{ loss: usualLimits.loss, flips, lost: 'items' as const, from, candidates, assumed: 16 },
          queries: Math.ceil(planned(flips, 4, 16) / 4)
        })
      )
    )
  )
]
  .filter(({ from, perQuery }) => from === 1 || perQuery === 4)
  .map((one) => ({ one, ...outcome(one, one.from + WINDOW - 1, worlds) }));

/** Reported changes: every one of the version strings that differ has to be said, at the first check. */
const random = seededRandom(seed);
const named = Array.from({ length: worlds }, () => {
  const [before, now] = [random.u32().toString(16), random.u32().toString(16)];
  const about = { judge: 'openai:judge', role: null };
  const calls = 1 + random.below(50);
  return servedChanges(
    [{ ...about, version: before, calls: 100 }],
    [
      { ...about, version: before, calls: 100 },
      { ...about, version: now, calls }
    ]
  ).length;
});
const found = named.filter((n) => n === 1).length;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const notAllowedFor = (one: DriftWorld): boolean => (one.assumed ?? one.candidates) < one.candidates;
const markOf = ({ one, before }: (typeof same)[number]): string =>
  notAllowedFor(one) ? 'for comparison' : before <= 0.05 ? 'yes' : 'no';
const error = (p: number, n: number): string => share(Math.sqrt((p * (1 - p)) / n));
const page = `# Drift of adopted judges: false alarms, losses found, versions reported

\`npm run bench:drift\` simulates this and writes this page: ${unchanged} worlds a row where nothing changes, ${worlds} where agreement is lost; seed ${seed}.
Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}; ${((performance.now() - began) / 60_000).toFixed(1)} minutes.
Standard error of a share of .05: ${error(0.05, unchanged)}; of .9: ${error(0.9, worlds)}.

The judge agrees with annotators on .92 of the anchor items; *flips* is the share of verdicts that differ when the unchanged judge is asked
again. Errors and losses of two items of one query correlate by .05. Limits: a loss of 5 points, 10% of verdicts changed. The interval
is that of the last ${WINDOW} checks against the adopted run, by query; drift is said where it lies below 0 and reaches the limit, or where more
verdicts changed than allowed.

## The judge stays the same: drift said in ${CHECKS_OF_SEQUENCE} checks (mark: at most .05)

${row(['world', 'false alarms', 'mark met'])}
| --- | --: | --- |
${same.map((of) => row([of.one.name, share(of.before), markOf(of)])).join('\n')}

An ensemble that was chosen as the best of several agreed a little too well in the run that chose it: that run's noise was part of the choice, and
asked again it agrees less well though nothing changed. The upper end of the interval allows for it, with the boundary of the highest of so many
draws, in standard errors of the change by asking again. The last two rows are the same worlds without the allowance. Independent noise is
harsher than 16 ensembles of the same three judges, whose noise is that of three.

## The judge loses 5 points: found within ${WINDOW} checks, with the size that the planner names (mark: at least .90)

${row(['world', 'items', 'found', 'mark met', 'said before'])}
| --- | --: | --: | --- | --: |
${lost.map(({ one, before, within }) => row([one.name, one.queries * one.perQuery, share(within), within >= 0.9 ? 'yes' : 'no', share(before)])).join('\n')}

Where the ensemble was chosen of 16 the planner names a larger set. It pays for the allowance in full if the choice used no noise; if it did, the agreement
lost with the noise is found as well.

## The provider reports another version

Found at the first check: ${found} of ${worlds}. The report is compared, not estimated.
`;
if (values['no-write']) console.log(page);
else writeFileSync(join(root, 'docs/bench-drift.md'), page);
