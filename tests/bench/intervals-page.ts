import { coverageIn, intervalWorlds, type IntervalMethod, type IntervalResult } from './simulation/interval-worlds.ts';

const three = (value: number): string => (Number.isFinite(value) ? value.toFixed(3).replace(/^0/, '') : '–');

/** The method before is shown for comparison only: fewer studies, because each is resampled. */
const MOST_BEFORE = 100;
const RESAMPLES = 200;

interface Summary {
  mean: number;
  least: IntervalResult | null;
  undefined: number;
  noWidth: number;
  width: number;
}

function summaryOf(results: readonly IntervalResult[]): Summary {
  const given = results.filter(({ coverage }) => coverage !== null);
  const average = (of: (one: IntervalResult) => number, among = results): number =>
    among.reduce((sum, one) => sum + of(one), 0) / among.length;
  const least = given.reduce<IntervalResult | null>(
    (low, one) => (low === null || one.coverage! < low.coverage! ? one : low),
    null
  );
  return {
    mean: average(({ coverage }) => coverage!, given),
    least,
    undefined: average((one) => one.undefined),
    noWidth: average((one) => one.noWidth),
    width: average((one) => one.width, given)
  };
}

const row = (name: string, before: Summary, after: Summary): string =>
  `| ${[
    name,
    ...[before, after].flatMap((one) => [three(one.mean), three(one.least?.coverage ?? NaN), three(one.width)]),
    three(before.noWidth),
    three(after.noWidth),
    three(after.undefined)
  ].join(' | ')} |`;

/**
 * The page of what intervals of coefficients cover: simulates every world by the percentile bootstrap and by the jackknife.
 *
 * @param tell told after each world how many are done.
 */
export function intervalsPage(trials: number, seed: number, tell: (done: number, of: number) => void): string {
  const resultsOf = new Map<IntervalMethod, IntervalResult[]>([
    ['percentile', []],
    ['jackknife', []]
  ]);
  for (const [w, world] of intervalWorlds.entries()) {
    for (const [method, results] of resultsOf) {
      const studies = method === 'percentile' ? Math.min(trials, MOST_BEFORE) : trials;
      results.push(...coverageIn(world, method, { trials: studies, seed: seed + w, resamples: RESAMPLES }));
    }
    tell(w + 1, intervalWorlds.length);
  }
  const [before, after] = [resultsOf.get('percentile')!, resultsOf.get('jackknife')!];
  const rows = (of: (one: IntervalResult) => string): string[] =>
    [...new Set(after.map(of))].map((name) =>
      row(name, summaryOf(before.filter((one) => of(one) === name)), summaryOf(after.filter((one) => of(one) === name)))
    );
  const header = [
    '| | before: mean | minimum | width | now: mean | minimum | width | no width before | no width now | undefined now |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |'
  ];
  const hardest = after
    .filter(({ coverage }) => coverage !== null)
    .sort((a, b) => a.coverage! - b.coverage!)
    .slice(0, 10);
  return `# What the intervals of coefficients cover

\`npm run bench:coverage -- --intervals\` simulates this and writes this page: ${trials} studies of two raters in each of ${intervalWorlds.length} worlds
whose coefficients are known; nominal .95; seed ${seed}. A share near .95 has a standard error of ${three(Math.sqrt((0.95 * 0.05) / trials))} here.

Worlds: 40, 100 and 200 items; queries of 1, 4, 10, or 1 to 10 items; correlation between the items of a query 0 to .3. Yes and no:
prevalence .5, .8, .9 and agreement .7, .85, .97. Scores on 5 and 11 steps: correlation .5, .8, .95.

*Before* is the percentile bootstrap over queries (${Math.min(trials, MOST_BEFORE)} of the studies, ${RESAMPLES} resamples), *now* the jackknife by query in Wilson's form
(\`src/lib/stats/clusters/cluster-jackknife.ts\`). Coverage counts studies with an interval; worlds in which fewer than a fifth of the studies
have one are left out. Of the percentile intervals those without a width are counted as intervals, as they were shown.

## By coefficient

${[...header, ...rows(({ coefficient }) => coefficient)].join('\n')}

## By number of items

${[...header, ...rows(({ world }) => `${world.items} items`)].join('\n')}

## All

${[...header, row('all worlds', summaryOf(before), summaryOf(after))].join('\n')}

## The hardest worlds now

| coefficient | items | of a query | world | coverage | undefined | width |
| --- | --: | --: | --- | --: | --: | --: |
${hardest.map((one) => `| ${[one.coefficient, one.world.items, one.world.perQuery || '1 to 10', one.world.name, three(one.coverage!), three(one.undefined), three(one.width)].join(' | ')} |`).join('\n')}
`;
}
