import { many } from '../../../../stats/writing/figures.ts';
import { countCell, figureCell, textCell, type FigureTable } from '../../../figure-table.ts';
import { difficulties, families } from '../vocabulary.ts';
import type { RankingsCompared } from './compare-rankings.ts';
import type { ExpectedOverlap } from './cut-stability.ts';
import { rankedTextHash, type RankedText } from './ranked-texts.ts';
import type { RankingView } from './ranking-view.ts';

const NO_GAME = 'No pair of this task has been judged.';

const between = ({ mean, low, high }: ExpectedOverlap, size: number): string =>
  `${mean.toFixed(1)} of ${size} [${Math.round(low)}, ${Math.round(high)}]`;

/**
 * Remarks on a ranking besides its rows, one sentence each.
 *
 * @param hasPoints whether comparisons state points, from which winners are recomputed: those of models do, people only pick
 */
function rankingNotes(
  { stability, tiedCut, pairs, games, failed, byes, flips, corrected, equal, usable }: RankingView,
  hasPoints: boolean
): string[] {
  const cut = stability
    ? [
        `Expected among the ${stability.size} strongest: ${between(stability.strongest, stability.size)} of the selected tasks (mean and 95% interval of draws from the posterior of Bradley–Terry strengths).`,
        `A tournament of the same size with other pairs would select ${between(stability.repeated, stability.size)} of them.`,
        `Open, with a probability from .05 to .95 to be among the strongest: ${many(stability.open, 'task')}.`
      ]
    : ['No pair has been judged yet.'];
  return [
    `Pairs that count: ${games.length} of ${pairs}; without effect because a reply could not be used twice: ${failed.length}; ${many(byes.length, 'bye')}.`,
    ...cut,
    ...(tiedCut ? ['The last selected task has the same rating as the first that is not: their ids decide.'] : []),
    ...(flips.of > 0
      ? [`Pairs shown in both orders whose winner changed with the order: ${flips.changed} of ${flips.of}.`]
      : []),
    ...(hasPoints
      ? [
          `Comparisons whose winner was recomputed against the judge’s pick: ${corrected} of ${usable}; with equal points: ${equal}.`
        ]
      : [])
  ];
}

/**
 * A ranking as a table of figures, for files and pages.
 *
 * @param hasPoints whether its comparisons state points; those of people do not
 */
export function rankingTable(
  view: RankingView,
  tasks: ReadonlyMap<string, RankedText>,
  { title, by, hasPoints }: { title: string; by: string; hasPoints: boolean }
): FigureTable {
  const selected = view.rows.filter((row) => row.selected).length;
  return {
    name: 'task-ranking',
    title,
    range: 'none',
    counted: 'pairs that count',
    rowsAre: 'Task',
    columns: [
      { name: 'place', title: 'Place', decimals: 0 },
      { name: 'rating', title: 'Elo rating', decimals: 1 },
      {
        name: 'in top',
        title: 'Among the strongest',
        decimals: 2,
        about: `Probability to be among the ${selected} strongest`
      },
      { name: 'wins', title: 'Wins', decimals: 1 },
      { name: 'family', title: 'Family', decimals: 0 },
      { name: 'difficulty', title: 'Difficulty', decimals: 0 },
      {
        name: 'text',
        title: 'Text',
        decimals: 0,
        about: 'First 12 digits of the SHA-256 of the task as it was compared'
      }
    ],
    rows: view.rows.map(({ id, place, rating, inTop, wins, games, selected: isIn }) => {
      const task = tasks.get(id);
      return {
        group: isIn
          ? `Selected, ${many(selected, 'task')}`
          : `Not selected, ${many(view.rows.length - selected, 'task')}`,
        system: id,
        cells: [
          countCell(place, view.rows.length),
          figureCell({ value: rating, reason: null, interval: null }, games),
          figureCell({ value: inTop, reason: inTop === null ? NO_GAME : null, interval: null }, games),
          countCell(wins, games),
          textCell(task ? families[task.family].title : 'unknown'),
          textCell(task ? difficulties[task.difficulty] : 'unknown'),
          textCell(task ? rankedTextHash(task).slice(0, 12) : 'unknown')
        ]
      };
    }),
    notes: [`Judged by ${by}.`, ...rankingNotes(view, hasPoints)]
  };
}

/** Two decimals with the sign for minus. */
const signed = (value: number): string => value.toFixed(2).replace('-', '−');
const ends = (interval: readonly [number, number] | null): string =>
  interval ? ` [${signed(interval[0])}, ${signed(interval[1])}]` : '';

/** People and models beside one another, one sentence each. */
export function comparedInWords({ pairs, tasks, sameWinner, tauB, overlap }: RankingsCompared): string[] {
  return [
    `Pairs judged by people and by models: ${pairs}, of ${tasks} tasks. Of pairs on which both have a preference, they prefer the same task in ${sameWinner.k} of ${sameWinner.n}${sameWinner.value === null ? '' : ` (${sameWinner.value.toFixed(2)}${ends(sameWinner.interval)})`}; pairs tied for people or models: ${sameWinner.tied}.`,
    tauB.value === null
      ? `Kendall’s τ_b of the two rankings is undefined: ${tauB.reason ?? ''}`
      : `Kendall’s τ_b of the two rankings is ${signed(tauB.value)}${ends(tauB.interval)}, n = ${tasks} tasks (95% interval, jackknife by task).`,
    overlap === null
      ? 'Both select all of these tasks, so that an overlap says nothing.'
      : `Selected tasks that are the same: ${overlap.k} of ${overlap.size} (${(overlap.value ?? 0).toFixed(2)}${ends(overlap.interval)}, Wilson); a draw by lot shares ${overlap.chance.toFixed(1)}.`
  ];
}
