import type { PairFigures } from '../agreement/pairs.ts';
import type { NamedRater } from '../units/ratings.ts';
import type { AlignmentReport } from './report.ts';
import type { WithoutItems } from '../items/items.ts';
import { columnNames } from './rater-names.ts';
import type { ShownFigure } from '../items/reasons.ts';

interface MatrixRater {
  id: string;
  name: string;
  short: string;
  kind: 'person' | 'judge';
}

/** Share of equal labels above the diagonal, Cohen's κ below. */
export interface MatrixCell {
  figure: ShownFigure;
  statistic: 'share' | 'kappa';
  /** Where the number stands in the report. */
  path: string;
  /** 1 (low) to 7 of the ramp; null if there is no number. */
  shade: number | null;
}

export interface RaterMatrix {
  raters: MatrixRater[];
  /** By row and column; null on the diagonal, and if no item has labels from both raters. */
  cells: (MatrixCell | null)[][];
  /** Fewest and most labels behind a number. */
  n: [fewest: number, most: number] | null;
  /** Pairs without a common item. */
  apart: [a: string, b: string][];
}

type Pairs = readonly WithoutItems<PairFigures>[];
type Source = WithoutItems<
  Pick<AlignmentReport, 'people' | 'judges' | 'judgePairs' | 'judgesWithPeople'> & {
    humans: Pick<AlignmentReport['humans'], 'pairs'>;
  }
>;

/** Shares from .5 and κ from 0, both up to 1, in seven even steps. */
export const shadeOf = (statistic: MatrixCell['statistic'], value: number | null): number | null => {
  if (value === null) return null;
  const from = statistic === 'share' ? 0.5 : 0;
  return Math.min(7, Math.max(1, Math.floor(((value - from) / (1 - from)) * 7) + 1));
};

/** All pairs of raters: people first, then judges, those who labelled at least one unit. */
export function raterMatrix(report: Source): RaterMatrix {
  const people = report.people.filter(({ labelled }) => labelled > 0);
  const judges = report.judges.filter(({ labelled }) => labelled > 0);
  const raters = [...named(people, 'person'), ...named(judges, 'judge')];
  const found = new Map<string, { pair: Pairs[number]; path: string }>();
  const put = (pairs: Pairs, path: string): void =>
    pairs.forEach((pair, i) => found.set([pair.a.id, pair.b.id].sort().join(' '), { pair, path: `${path}.${i}` }));
  put(report.humans.pairs, 'humans.pairs');
  put(report.judgePairs, 'judgePairs');
  put(report.judgesWithPeople, 'judgesWithPeople');

  const at = (row: number, column: number): MatrixCell | null => {
    const here = found.get([raters[row]!.id, raters[column]!.id].sort().join(' '));
    if (row === column || !here || here.pair.equal.n === 0) return null;
    const statistic = column > row ? 'share' : 'kappa';
    const key = statistic === 'share' ? 'equal' : 'kappa';
    const figure = here.pair[key];
    return { figure, statistic, path: `${here.path}.${key}`, shade: shadeOf(statistic, figure.value) };
  };
  const cells = raters.map((_, row) => raters.map((_, column) => at(row, column)));
  const counts = cells.flatMap((row) => row.flatMap((cell) => (cell ? [cell.figure.n] : [])));
  return {
    raters,
    cells,
    n: counts.length > 0 ? [counts.reduce((a, b) => Math.min(a, b)), counts.reduce((a, b) => Math.max(a, b))] : null,
    apart: raters.flatMap((a, row) =>
      raters.slice(row + 1).flatMap((b, i): [string, string][] => (cells[row]![row + 1 + i] ? [] : [[a.name, b.name]]))
    )
  };
}

function named(all: readonly NamedRater[], kind: MatrixRater['kind']): MatrixRater[] {
  const short = columnNames(
    all.map(({ name }) => name),
    kind
  );
  return all.map(({ id, name }, i) => ({ id, name, short: short[i]!, kind }));
}
