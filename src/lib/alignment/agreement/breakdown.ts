import { agreementFigure, withReference } from './agreement.ts';
import { share, type Confidence, type Figure } from '../units/figure.ts';
import { kappaOfScores } from '../units/coefficients.ts';
import { metricOf, scaleRange } from '../units/metric.ts';
import { unequalSampling, type Units, type Values } from '../units/units.ts';

/** Agreement of an ensemble with people, apart by what the items are about. */
export interface Breakdown {
  /** One row for each category of queries, by name; none if no query has one. */
  categories: BreakdownRow[];
  /** One row for each query with two items or more, the least agreement first. */
  queries: BreakdownRow[];
  /** Queries that have no row, because they have one item only or because there are too many. */
  queriesLeft: number;
}

export interface BreakdownRow {
  name: string;
  /** The primary figure of the scale. Within one query the items are taken as independent. */
  agreement: Figure;
  /** Weighted back to the run; null if all items had the same chance, and for single queries. */
  weighted: Figure | null;
  /** Closeness to people as 1 − |score − reference| / range of the scale; null if that is the agreement itself. */
  closeness: Figure | null;
}

/** Name of the row of queries without a category. */
export const NO_CATEGORY_NAME = 'No category';

/** Beyond so many queries only those with the least agreement are listed. */
const MOST = 200;

export function breakdownOf(units: Units, scores: Values, confidence: Confidence = {}): Breakdown {
  const unequal = unequalSampling(units);
  const onScores = metricOf(units.scale).kind === 'kappa';
  const range = scaleRange(units.scale);
  const closeness = (among: (unit: number) => boolean, independent: boolean): Figure | null =>
    onScores
      ? share(
          units,
          withReference(units, scores)
            .filter(({ unit }) => among(unit))
            .map(({ unit, a, b }) => ({ unit, value: Math.max(0, 1 - Math.abs(a - b) / range) })),
          false,
          confidence.confidence,
          independent
        )
      : null;
  const named = [...new Set(units.categories.filter((name) => name !== null))].sort();
  const categories = named.length === 0 ? [] : [...named, ...(units.categories.includes(null) ? [null] : [])];
  const compared = units.ids.flatMap((_, unit) =>
    units.reference[unit] !== null && scores[unit] !== null ? [unit] : []
  );
  const members = new Map<number, Set<number>>();
  for (const unit of compared) {
    const query = units.cluster[unit]!;
    members.set(query, (members.get(query) ?? new Set<number>()).add(unit));
  }
  const several = [...members].filter(([, own]) => own.size > 1);
  const rows = several.map(([query, own]) => ({ query, own, value: quickly(units, scores, own) }));
  rows.sort((one, other) => (one.value ?? 2) - (other.value ?? 2) || one.query - other.query);
  const shown = rows.slice(0, MOST);
  return {
    categories: categories.map((category) => {
      const among = (unit: number): boolean => units.categories[unit] === category;
      return {
        name: category ?? NO_CATEGORY_NAME,
        agreement: agreementFigure(units, scores, confidence, { among }),
        weighted: unequal ? agreementFigure(units, scores, confidence, { among, weighted: true }) : null,
        closeness: closeness(among, false)
      };
    }),
    queries: shown.map(({ query, own }) => {
      const among = (unit: number): boolean => own.has(unit);
      return {
        name: units.queries[query]!,
        agreement: agreementFigure(units, scores, confidence, { among, independent: true }),
        weighted: null,
        closeness: closeness(among, true)
      };
    }),
    queriesLeft: members.size - shown.length
  };
}

/** The value by which queries are put in order, without an interval. */
function quickly(units: Units, scores: Values, own: ReadonlySet<number>): number | null {
  const among = (unit: number): boolean => own.has(unit);
  if (metricOf(units.scale).kind === 'mean')
    return agreementFigure(units, scores, {}, { among, independent: true }).value;
  const pairs = [...own].map((unit) => ({ unit, a: scores[unit]!, b: units.reference[unit]! }));
  return kappaOfScores(units, pairs, {}, { independent: true }).value;
}
