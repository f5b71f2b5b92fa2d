import {
  kendall,
  pairwiseAccuracy,
  pearson,
  spearman,
  type Estimate,
  type Interval,
  type Kendall
} from '../../lib/stats/index.ts';
import type { RatingTable } from './data.ts';
import { raterPairs, type PrintedFigure, type Statistic } from './figure.ts';
import { figureOfItems, labelNumbers } from './many-raters.ts';
import { shareOf } from './two-raters.ts';

type Associated = Estimate & { p?: number | null };

const association = (
  name: string,
  title: string,
  of: (x: Float64Array, y: Float64Array) => Associated,
  range: Interval = [-1, 1]
): Statistic => ({
  name,
  title,
  needs: ['numbers'],
  figures: (ratings) => raterPairs(ratings).map(([a, b]) => ofPair(ratings, a, b, of, range))
});

function ofPair(
  ratings: RatingTable,
  a: number,
  b: number,
  of: (x: Float64Array, y: Float64Array) => Associated,
  range: Interval
): Omit<PrintedFigure, 'statistic'> {
  const labels = labelNumbers(ratings);
  const [x, y] = [labels[a]!, labels[b]!];
  const both = ratings.items.flatMap((_, i) => (x[i] === null || y[i] === null ? [] : [i]));
  const on = (items: ArrayLike<number>): Associated =>
    of(
      Float64Array.from(items, (i) => x[i]!),
      Float64Array.from(items, (i) => y[i]!)
    );
  return figureOfItems(ratings, both, [ratings.raters[a]!, ratings.raters[b]!], on, { p: on(both).p ?? null }, range);
}

const ranks = (name: string, title: string, member: keyof Kendall, withP = false): Statistic =>
  association(name, title, (x, y) => {
    const all = kendall(x, y);
    return { ...(all[member] as Estimate), ...(withP ? { p: all.p } : {}) };
  });

/** How nearly two raters' scores go together. */
export const correlations: readonly Statistic[] = [
  association('pearson', 'Pearson’s r', (x, y) => pearson(x, y)),
  association('spearman', 'Spearman’s ρ, midranks', (x, y) => spearman(x, y)),
  ranks('kendall-tau-b', 'Kendall’s τ_b', 'tauB', true),
  ranks('kendall-tau-a', 'Kendall’s τ_a', 'tauA', true),
  ranks('kendall-tau-c', 'Stuart’s τ_c', 'tauC', true),
  ranks('gamma', 'Goodman and Kruskal’s γ', 'gamma'),
  ranks('somers-d', 'Somers’ D of the second given the first', 'somersDyx'),
  association(
    'pairwise-accuracy',
    'Share of item pairs in the same order, including ties in both',
    pairwiseAccuracy,
    [0, 1]
  ),
  {
    name: 'score-agreement',
    title: 'Mean of 1 − |difference|, scores from 0 to 1',
    needs: ['numbers', 'unit'],
    figures: (ratings) =>
      raterPairs(ratings).map(([a, b]) => {
        const [x, y] = [labelNumbers(ratings)[a]!, labelNumbers(ratings)[b]!];
        const alike = x.map((v, i) => (v === null || y[i] === null ? null : 1 - Math.abs(v - y[i]!)));
        return shareOf([ratings.raters[a]!, ratings.raters[b]!], alike, ratings);
      })
  }
];
