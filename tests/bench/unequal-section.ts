import { cpus } from 'node:os';
import {
  effectOfWeights,
  simulateUnequalGate,
  type UnequalFigures,
  type UnequalWorld
} from './simulation/unequal-gate.ts';

/** Designs with a correlation, items that stand for so many of the run each, errors of the judge on them and on others. */
const designs = [[50, 1, 0], [20, 5, 0], [20, 5, 0.2], [100, 2, 0], [100, 2, 0.2]] as const; // prettier-ignore
const standing = [[0, 30], [20, 4], [10, 10], [5, 30], [25, 100]] as const; // prettier-ignore
const errors = [[0.2, 0.3], [0.1, 0.1], [0.05, 0.4], [0.3, 0.1], [0.03, 0.03]] as const; // prettier-ignore
const gates: readonly (readonly [name: string, scores: readonly UnequalWorld['scores'][]])[] = [
  ['agreement', [null]],
  [
    'κ of scores',
    [
      { steps: 5, off: 'one step' },
      { steps: 5, off: 'any' },
      { steps: 11, off: 'one step' }
    ]
  ]
];

export const UNEQUAL_HEAD = '## The same with unequal weights';

const plain = (value: number): string => String(value).replace(/^0(?=\.)/, '');
const share = (value: number): string => value.toFixed(3).replace(/^0/, '');

/** All worlds of one gate and one kind of unequal weights. */
function row(gate: string, worlds: readonly UnequalFigures[]): string[] {
  const most = worlds.reduce((a, b) => (b.passes > a.passes ? b : a));
  const { queries, items, icc, wrong, heavy, weight } = most.world;
  const effects = worlds.map(({ world }) => effectOfWeights(world).toFixed(1));
  return [
    ...[gate, heavy === 0 ? 'equal' : `${heavy} × ${weight}`, [...new Set(effects)].sort().join(', ')],
    ...[Math.max(...worlds.map(({ without }) => without)), most.passes].map(share),
    share(worlds.reduce((sum, { passes }) => sum + passes / worlds.length, 0)),
    `${queries} × ${items}, correlation ${plain(icc)}, errors ${wrong.map(plain).join(' and ')}`
  ];
}

/** Simulates both gates if some items stand for more of the run than others, as a section of docs/bench-gate.md. */
export function unequalSection(trials: number, seed: number): string {
  const began = performance.now();
  const found = gates.map(([, scales]) =>
    standing.map(([heavy, weight]) =>
      scales.flatMap((scores) =>
        designs.flatMap(([queries, items, icc]) =>
          errors.map((wrong) =>
            simulateUnequalGate({ queries, items, icc, heavy, weight, wrong, scores }, trials, seed)
          )
        )
      )
    )
  );
  const rows = [
    ['gate', 'items × weight', 'effect of the weights', 'without it, most', 'most wrong passes', 'mean over worlds', 'world with the most'], // prettier-ignore
    ['---', '---', ...new Array<string>(4).fill('--:'), '---'],
    ...found.flatMap((kinds, g) => kinds.map((worlds) => row(gates[g]![0], worlds)))
  ];
  return `${UNEQUAL_HEAD}

\`npm run bench:coverage -- --only gate-weights\` writes this section alone. Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'},
Node ${process.versions.node}; ${((performance.now() - began) / 60_000).toFixed(1)} minutes, seed ${seed}. One judge; ${gates.map(([name], g) => `${found[g]!.flat().length} worlds of the gate on ${name}`).join(' and ')}, ${trials.toLocaleString('en')} studies each
(standard error ${share(Math.sqrt((0.025 * 0.975) / trials))}): ${designs.map(([queries, items, icc]) => `${queries} × ${items}${icc > 0 ? ` with a correlation of ${plain(icc)}` : ''}`).join(', ')}.
Some items stand for several of the run each, the others for one; the judge errs on ${errors.map((wrong) => wrong.map(plain).join(' and ')).join(', ')} of the
former and the latter. Scores have 5 steps, of which an error is one off or any other, or 11. Neither bound takes less than the
effect of the weights (Kish: n Σw² / (Σw)²); the fourth column is without that.

${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}
