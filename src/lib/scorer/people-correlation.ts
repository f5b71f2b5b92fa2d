/**
 * How the publication of a suite correlated scores of reports with those that people gave. A project's own studies stand beside
 * it; nothing is computed from printed figures.
 */
export interface PeopleCorrelation {
  /** Where it is printed. */
  source: string;
  rows: readonly CorrelatedScore[];
  /** Points that the publication leaves open, one sentence each. */
  open: readonly string[];
}

export interface CorrelatedScore {
  /** Name of the kind of unit that people label; a report's score is the weighted mean of its units' values. */
  unit: string;
  title: string;
  /** Factor of a unit's value, e.g. 100 for shares in per cent. */
  times: number;
  printed: { rho: number; r: number; tauB: number };
  /** Weight of a unit from what the suite knows of the query; null if it is not known. Absent: all weigh the same. */
  weightOf?: (material: unknown, item: string) => number | null;
}
