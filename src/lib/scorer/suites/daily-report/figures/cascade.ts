import type { FigureCell, FigureTable } from '../../../figure-table.ts';
import type { FigureVerdict } from '../../../suite.ts';
import type { Dimension } from '../material.ts';
import { subtaskOfDetail, type JudgedSubtask } from '../scores/subtask-outcome.ts';
import { compareFractions, fraction } from '../scores/fraction.ts';
import { FEW, INTERVAL, ratioCell } from './judged-reports.ts';

/** Where a subtask fails first, in the order of the cascade; `open` if that depends on an unscored part. */
type FailsAt = Dimension | 'passes' | 'open';

const ONE = fraction(1);

export const failsFirstAt = ({ parts }: Pick<JudgedSubtask, 'parts'>): FailsAt => {
  for (const dimension of ['ins', 'fac', 'rat'] as const) {
    const part = parts[dimension];
    if (part.state === 'unscored' || part.state === 'not-judged') return 'open';
    if (part.state === 'scored' && compareFractions(part.score, ONE) < 0) return dimension;
  }
  return 'passes';
};

const outcomes: readonly { name: FailsAt; title: string }[] = [
  { name: 'ins', title: 'Instruction following' },
  { name: 'fac', title: 'Factuality' },
  { name: 'rat', title: 'Rationality' },
  { name: 'passes', title: 'Passes' },
  { name: 'open', title: 'Open' }
];

const importances: readonly { title: string; is: (one: JudgedSubtask) => boolean }[] = [
  { title: 'All subtasks', is: () => true },
  { title: 'P0', is: ({ importance }) => importance === 'P0' },
  { title: 'P1', is: ({ importance }) => importance === 'P1' },
  { title: 'P2 in groups', is: ({ importance, group }) => importance === 'P2' && group !== null },
  { title: 'P2', is: ({ importance, group }) => importance === 'P2' && group === null },
  { title: 'Importance not rated', is: ({ importance }) => importance === null }
];

/** Cascade attribution (arXiv 2606.12871, section 4.2): the dimension in which subtasks fail first, by system and by importance. */
export function cascadeTable(verdicts: Iterable<FigureVerdict>): FigureTable | null {
  const all: { system: string; qid: string; subtask: JudgedSubtask }[] = [];
  for (const { system, qid, verdict } of verdicts)
    if (verdict.detail?.kind === 'daily-subtask') all.push({ system, qid, subtask: subtaskOfDetail(verdict.detail) });
  if (all.length === 0) return null;
  const systems = Map.groupBy(all, ({ system }) => system);
  return {
    name: 'daily-report-cascade',
    title: 'Where subtasks fail first',
    range: INTERVAL,
    counted: 'subtasks, once for each judge and repeat',
    columns: outcomes.map(({ name, title }) => ({ name, title, decimals: 3 })),
    rows: importances.flatMap(({ title, is }) =>
      [...systems].flatMap(([system, own]) => {
        const here = own.filter(({ subtask }) => is(subtask));
        if (here.length === 0) return [];
        return [
          {
            ...{ group: title, system },
            cells: outcomes.map(({ name }): FigureCell =>
              ratioCell(
                here.map(({ qid, subtask }) => ({
                  ...{ cluster: qid, above: failsFirstAt(subtask) === name ? 1 : 0, below: 1 }
                })),
                { range: [0, 1], n: here.length, none: 'No subtask was judged.' }
              )
            )
          }
        ];
      })
    ),
    notes: [
      'Shares of subtasks; the five of a row add up to 1. A subtask fails where the first of its scores in the order of the columns is below 1.',
      'Open: the part that decides has no valid verdict, or the metric does not judge it.',
      FEW
    ]
  };
}
