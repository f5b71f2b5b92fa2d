import { mean } from '../units/ratings.ts';
import type { Units, Values } from '../units/units.ts';

/** Score of the judges less the reference of people, of each unit; none if the numbers only name categories. */
export const errorsOf = (units: Units, scores: Values): Values =>
  units.reference.map((reference, unit) =>
    units.scale.level === 'nominal' || reference === null || scores[unit] === null ? null : scores[unit]! - reference
  );

interface ReportError {
  report: string;
  system: string;
  query: number;
  error: number;
  units: number[];
}

/** Equal means of different items must be equal numbers. */
const tidy = (mean: number): number => Math.round(mean * 1e12) / 1e12;

/** Mean error of each report, weighted back to the run: above 0 judges are kinder to it than people are. */
function reportErrors(units: Units, errors: Values): ReportError[] {
  const found = new Map<string, { sum: number; weight: number; units: number[] }>();
  for (const [unit, error] of errors.entries()) {
    if (error === null) continue;
    const report = units.reports[unit]!;
    const one = found.get(report) ?? { sum: 0, weight: 0, units: [] };
    const weight = units.weights[unit]!;
    one.sum += weight * error;
    one.weight += weight;
    one.units.push(unit);
    found.set(report, one);
  }
  return [...found].map(([report, { sum, weight, units: seen }]) => ({
    report,
    system: units.systems[seen[0]!]!,
    query: units.cluster[seen[0]!]!,
    error: tidy(sum / weight),
    units: seen
  }));
}

function byQuery(reports: readonly ReportError[]): ReportError[][] {
  const queries = new Map<number, ReportError[]>();
  for (const report of reports) queries.set(report.query, [...(queries.get(report.query) ?? []), report]);
  return [...queries.values()].filter((of) => of.length > 1);
}

/** Sums of one query from which the correlation of error and length follows. */
interface LengthOfQuery {
  /** Sums about the query's own means: of error times length, and of each squared; lengths in 1,000 words. */
  together: number;
  ofErrors: number;
  ofLengths: number;
  reports: number;
  units: number[];
}

/** How errors go with the length of reports, query by query: only reports on the same query are compared. */
export function lengthByQuery(units: Units, errors: Values, words: Readonly<Record<string, number>>): LengthOfQuery[] {
  return byQuery(reportErrors(units, errors).filter(({ report }) => words[report] !== undefined)).map((reports) => {
    const [meanError, meanLength] = [mean(reports.map((r) => r.error)), mean(reports.map((r) => words[r.report]!))];
    const sums: LengthOfQuery = {
      together: 0,
      ofErrors: 0,
      ofLengths: 0,
      reports: reports.length,
      units: reports.flatMap((report) => report.units)
    };
    for (const { report, error } of reports) {
      const [e, l] = [error - meanError, (words[report]! - meanLength) / 1000];
      sums.together += e * l;
      sums.ofErrors += e * e;
      sums.ofLengths += l * l;
    }
    return sums;
  });
}

/** Mean error on the longer reports of a query less that on its shorter ones. */
interface HalvesOfQuery {
  difference: number;
  units: number[];
}

/**
 * How much kinder judges are, beside people, to the longer half of the reports on a query than to the shorter half; reports
 * of the median length belong to neither. Queries on which lengths do not differ are left out.
 */
export function halvesByQuery(units: Units, errors: Values, words: Readonly<Record<string, number>>): HalvesOfQuery[] {
  return byQuery(reportErrors(units, errors).filter(({ report }) => words[report] !== undefined)).flatMap((reports) => {
    const sorted = reports.map(({ report }) => words[report]!).sort((a, b) => a - b);
    const median = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
    const longer = reports.filter(({ report }) => words[report]! > median);
    const shorter = reports.filter(({ report }) => words[report]! < median);
    if (longer.length === 0 || shorter.length === 0) return [];
    const of = (half: readonly ReportError[]): number => mean(half.map(({ error }) => error));
    return [
      {
        difference: rounded(of(longer) - of(shorter)),
        units: [...longer, ...shorter].flatMap((report) => report.units)
      }
    ];
  });
}

/** Correlation of error and length within queries; 0 if either does not vary. */
export const lengthCorrelation = (together: number, ofErrors: number, ofLengths: number): number =>
  ofErrors === 0 || ofLengths === 0 ? 0 : Math.max(-1, Math.min(1, together / Math.sqrt(ofErrors * ofLengths)));

interface FamilyOfQuery {
  /** Mean error on reports of the judges' own maker less that on the others. */
  difference: number;
  units: number[];
}

/** How much kinder judges are, beside people, to systems of their own maker than to others, query by query. */
export function familyByQuery(units: Units, errors: Values, ownFamily: readonly string[]): FamilyOfQuery[] {
  const isOwn = ({ system }: ReportError): boolean => ownFamily.includes(system);
  return byQuery(reportErrors(units, errors))
    .filter((reports) => reports.some(isOwn) && !reports.every(isOwn))
    .map((reports) => {
      const of = (own: boolean): number =>
        mean(reports.filter((report) => isOwn(report) === own).map(({ error }) => error));
      return { difference: rounded(of(true) - of(false)), units: reports.flatMap((report) => report.units) };
    });
}

/** Rounds a difference: equal numbers may differ by rounding alone. */
const rounded = (difference: number): number => (Math.abs(difference) < 1e-12 ? 0 : difference);
