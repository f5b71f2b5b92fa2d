import type { Random } from '../../../stats/numbers/rng.ts';
import { controlledRounding } from './controlled-rounding.ts';
import { shuffled } from '../../../stats/numbers/shuffle.ts';

/** Whether the run's judges gave one label to a unit or differ on it. */
export type Stratum = 'all-agree' | 'some-differ';

/** A unit that can be sampled. `queryId` and `systemId` are any names that stay the same from one database to the next. */
export interface Candidate {
  reportId: string;
  queryId: string;
  systemId: string;
  item: string;
  stratum: Stratum;
  /** Of the query; null if it has none. */
  category: string | null;
}

/** By what a sample can be split besides the judges' agreement. */
export const groupings = ['category', 'system', 'item'] as const;
export type Grouping = (typeof groupings)[number];

/**
 * One sample of all units; one of each stratum; equally many of each category, system or item; or in two stages: reports first, then
 * at most so many units of each.
 */
export type SampleSizes =
  | { items: number }
  | { allAgree: number; someDiffer: number }
  | { by: Grouping; each: number }
  | { reports: number; perReport: number };

/** Sizes, and from which units they are drawn: all, or only those of the named categories, systems and items. */
export type SampleInput = SampleSizes & { only?: Partial<Record<Grouping, readonly string[]>> };

/** How people know what a unit is grouped by. */
export const groupOf = (unit: Candidate, by: Grouping): string =>
  by === 'category' ? (unit.category ?? '') : by === 'system' ? unit.systemId : unit.item;

/** The units that the plan is about; what it does not name is not restricted. */
export const wantedUnits = <C extends Candidate>(units: readonly C[], { only = {} }: SampleInput): C[] =>
  units.filter((unit) => groupings.every((by) => only[by] === undefined || only[by].includes(groupOf(unit, by))));

export type Sampled<C extends Candidate> = C & {
  /** The chance that the unit had of being drawn. */
  inclusionProbability: number;
};

/** Abstentions carry no label and so differ from nothing. */
export const stratumOf = (distinctLabels: number): Stratum => (distinctLabels > 1 ? 'some-differ' : 'all-agree');

/** `group` is '' unless strata are groups. */
interface SampleStratum<C> {
  part: 'all' | 'agree' | 'differ' | 'group' | 'no-group';
  group: string;
  size: number;
  units: C[];
}

/** The strata from which units are drawn separately, each with its size. */
export function strata<C extends Candidate>(candidates: readonly C[], sizes: SampleSizes): SampleStratum<C>[] {
  if ('items' in sizes) return [{ part: 'all', group: '', size: sizes.items, units: [...candidates] }];
  const { by } = 'by' in sizes ? sizes : {};
  if (by !== undefined && 'each' in sizes)
    return [...new Set(candidates.map((unit) => groupOf(unit, by)))].sort().map((group) => ({
      ...{ part: group === '' ? ('no-group' as const) : ('group' as const), group },
      size: sizes.each,
      units: candidates.filter((unit) => groupOf(unit, by) === group)
    }));
  const of = (stratum: Stratum) => candidates.filter((unit) => unit.stratum === stratum);
  return 'allAgree' in sizes
    ? [
        { part: 'agree', group: '', size: sizes.allAgree, units: of('all-agree') },
        { part: 'differ', group: '', size: sizes.someDiffer, units: of('some-differ') }
      ]
    : [];
}

/**
 * Draws units for a study.
 *
 * In two stages (`reports`, `perReport`) m of M reports are drawn, and then at most k of the N units of each: a unit has the chance
 * m∕M · min(k, N)∕N. Else every unit of a stratum has the same chance n∕N of being drawn. At the same time the sample is spread: each query, each
 * system and each report gets its share of the n, rounded up or down (`controlledRounding`); within a report units are
 * drawn at random. The result depends on the candidates as a set and on the generator, not on their order.
 *
 * @throws if a stratum holds fewer units than are to be drawn from it
 * Purpose and procedure: arXiv 2510.14240, appendix C (randomly sampled questions; a set where all judges agree and one where
 * they do not).
 */
export function sampleUnits<C extends Candidate>(
  candidates: readonly C[],
  sizes: SampleSizes,
  random: Random
): Sampled<C>[] {
  if ('reports' in sizes) return reportsFirst(candidates, sizes, random).sort(byUnit);
  return strata(candidates, sizes)
    .flatMap(({ size, units }) => {
      const inclusionProbability = size / units.length;
      return drawSpread(units, size, random).map((unit) => ({ ...unit, inclusionProbability }));
    })
    .sort(byUnit);
}

function reportsFirst<C extends Candidate>(
  candidates: readonly C[],
  { reports, perReport }: { reports: number; perReport: number },
  random: Random
): Sampled<C>[] {
  const byReport = Map.groupBy(candidates.toSorted(byUnit), ({ reportId }) => reportId);
  const first = [...byReport.values()].map((units) => units[0]!);
  return drawSpread(first, reports, random).flatMap(({ reportId }) => {
    const units = byReport.get(reportId)!;
    const taken = Math.min(perReport, units.length);
    const inclusionProbability = (reports / byReport.size) * (taken / units.length);
    return shuffled(units, random)
      .slice(0, taken)
      .map((unit) => ({ ...unit, inclusionProbability }));
  });
}

function drawSpread<C extends Candidate>(units: readonly C[], size: number, random: Random): C[] {
  const sorted = [...units].sort(byUnit);
  const queries = shuffled([...new Set(sorted.map((unit) => unit.queryId))], random);
  const systems = shuffled([...new Set(sorted.map((unit) => unit.systemId))], random);
  const cells = queries.map(() => systems.map((): C[] => []));
  const row = new Map(queries.map((query, i) => [query, i]));
  const column = new Map(systems.map((system, i) => [system, i]));
  for (const unit of sorted) cells[row.get(unit.queryId)!]![column.get(unit.systemId)!]!.push(unit);
  const take = controlledRounding(
    cells.map((inRow) => inRow.map((cell) => cell.length)),
    size,
    random
  );
  return cells.flatMap((inRow, q) => inRow.flatMap((cell, s) => shuffled(cell, random).slice(0, take[q]![s])));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byUnit = (a: Candidate, b: Candidate): number =>
  compare(a.queryId, b.queryId) ||
  compare(a.systemId, b.systemId) ||
  compare(a.item, b.item) ||
  compare(a.reportId, b.reportId);
