import type { Random } from '../stats/rng.ts';
import { controlledRounding } from './controlled-rounding.ts';
import { shuffled } from './shuffle.ts';

/** Whether the run's judges gave one label to a unit or differ on it. */
export type Stratum = 'all-agree' | 'some-differ';

/** A unit that can be sampled. `queryId` and `systemId` are any names that stay the same from one database to the next. */
export interface Candidate {
  reportId: string;
  queryId: string;
  systemId: string;
  item: string;
  stratum: Stratum;
}

/** One sample of all units, or one of each stratum. */
export type SampleSizes = { items: number } | { allAgree: number; someDiffer: number };

export type Sampled<C extends Candidate> = C & {
  /** The chance that the unit had of being drawn. */
  inclusionProbability: number;
};

/** Abstentions carry no label and so differ from nothing. */
export const stratumOf = (distinctLabels: number): Stratum => (distinctLabels > 1 ? 'some-differ' : 'all-agree');

/** The strata from which units are drawn separately, each with its size. */
export const strata = <C extends Candidate>(
  candidates: readonly C[],
  sizes: SampleSizes
): { size: number; units: C[] }[] =>
  'items' in sizes
    ? [{ size: sizes.items, units: [...candidates] }]
    : [
        { size: sizes.allAgree, units: candidates.filter((unit) => unit.stratum === 'all-agree') },
        { size: sizes.someDiffer, units: candidates.filter((unit) => unit.stratum === 'some-differ') }
      ];

/**
 * Draws units for a study.
 *
 * Every unit of a stratum has the same chance n∕N of being drawn. At the same time the sample is spread: each query, each
 * system and each report gets its share of the n, rounded up or down (`controlledRounding`); within a report units are
 * drawn at random. The result depends on the candidates as a set and on the generator, not on their order.
 *
 * @throws where a stratum holds fewer units than are to be drawn from it
 * Purpose and procedure: paper 000, appendix C (randomly sampled questions; a set where all judges agree and one where
 * they do not).
 */
export function sampleUnits<C extends Candidate>(
  candidates: readonly C[],
  sizes: SampleSizes,
  random: Random
): Sampled<C>[] {
  return strata(candidates, sizes)
    .flatMap(({ size, units }) => {
      const inclusionProbability = size / units.length;
      return drawSpread(units, size, random).map((unit) => ({ ...unit, inclusionProbability }));
    })
    .sort(byUnit);
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
