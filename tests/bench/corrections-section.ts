import { correctionWorlds, simulateCorrections, type Estimator } from './simulation/corrections.ts';

const columns: readonly (readonly [Estimator, string])[] = [
  ['raw', 'the judge alone'],
  ['people', 'labels alone'],
  ['independent', 'PPI++, items independent'],
  ['ppi', 'PPI++ by query'],
  ['roganGladen', 'Rogan–Gladen by query']
];

/**
 * The part of `docs/bench-coverage.md` on corrected scores: how often each interval holds a system's true share of yes.
 *
 * @param table writes a table from its head and rows, of which the first cells are texts; @param share a proportion.
 */
export function correctionsSection(
  seed: number,
  trials: number,
  table: (head: string[], rows: string[][], texts?: number) => string,
  share: (value: number) => string
): string {
  const found = correctionWorlds.map((world, w) => simulateCorrections(world, seed + w, trials));
  const corrected = found.filter(({ world }) => world.name !== 'a favourite');
  const lowest = (name: Estimator, among = found): string => share(Math.min(...among.map(({ holds }) => holds[name])));
  return `## Corrected scores: how often the interval holds a system's true share of yes (nominal .95)

Three systems answer the same queries, a judge judges every item, people label some; the truth is a fifth due to the query, and
so are the judge's errors.

${table(
  ['world', 'special feature', ...columns.map(([, name]) => name)],
  found.map(({ world, holds }) => [world.name, world.what, ...columns.map(([name]) => share(holds[name]))]),
  2
)}

How far the estimates lie from the truth in the mean, and how wide the intervals are:

${table(
  ['world', 'bias: the judge alone', 'PPI++', 'Rogan–Gladen', 'width: labels alone', 'PPI++', 'Rogan–Gladen'],
  found.map(({ world, bias, width }) => [
    world.name,
    ...[bias.raw, bias.ppi, bias.roganGladen, width.people, width.ppi, width.roganGladen].map(share)
  ])
)}

PPI++ by query holds the truth in no world in less than ${lowest('ppi')}; with items taken as independent in as few as ${lowest('independent')}.
Rogan–Gladen holds it in ${lowest('roganGladen', corrected)} at least where the judge errs alike on all systems, and fails where it has a favourite: hence the
check of the errors by system on the leaderboard, and PPI++ before it.
`;
}
