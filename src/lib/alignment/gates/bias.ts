import { adjustPValues, signFlipTest, wilcoxonSignedRank } from '../../stats/index.ts';
import type { Units, Values } from '../units.ts';
import type { Gate, GatePart } from './gate.ts';
import { figure, idsOf, listed } from './words.ts';

/** What the checks for bias have to know of reports and systems. */
export interface BiasFacts {
  /** Words of each report. */
  words: Readonly<Record<string, number>>;
  /** Systems built on a model of the same maker as one of the ensemble's judges. */
  ownFamily: readonly string[];
}

const LEVEL = 0.05;
/** With fewer queries than this no two-sided test by query can reach .05. */
const FEWEST = 6;
/** So many sign patterns are enumerated; beyond, ranks are used. */
const MOST_ENUMERATED = 16;

interface Check {
  name: string;
  /** What a positive value says. */
  kind: string;
  value: number;
  differences: number[];
  units: number[];
}

/**
 * Whether what the judges get wrong depends on what it must not depend on: the length of a report, or whose model wrote it.
 * Each is compared between the reports on the same query, by what judges say less what people say, and tested over queries
 * (exact sign flips, Wilcoxon beyond 16 queries; Holm over the tests).
 */
export function biasGate(units: Units, scores: Values, facts: BiasFacts): Gate {
  const errors = units.reference.map((reference, unit) =>
    reference === null || scores[unit] === null ? null : scores[unit]! - reference
  );
  const checks = [lengthCheck(units, errors, facts.words), familyCheck(units, errors, facts.ownFamily)].filter(
    (check) => check !== null
  );
  const tested = checks.filter(({ differences }) => differences.filter((d) => d !== 0).length >= FEWEST);
  const adjusted = adjustPValues(
    tested.map(({ differences }) => pOf(differences)),
    'holm'
  );
  const parts = checks.map((check): GatePart => {
    const place = tested.indexOf(check);
    const p = place < 0 ? null : adjusted[place]!;
    return {
      name: check.name,
      value: check.value,
      low: null,
      high: null,
      p,
      n: check.differences.length,
      state: p === null ? 'not-tested' : p <= LEVEL ? 'fail' : 'pass',
      items: idsOf(units, check.units)
    };
  });
  const flagged = checks.filter((_, i) => parts[i]!.state === 'fail');
  const smallest = parts.reduce<number | null>((least, { p }) => (p === null ? least : Math.min(p, least ?? 1)), null);
  // Too few queries on which judges and people differ at all are no sign of bias, and no reason to look for more.
  const state = flagged.length > 0 ? 'fail' : tested.length > 0 ? 'pass' : 'not-applicable';
  return {
    name: 'bias',
    state,
    measure: 'Bias: smallest p-value, after Holm',
    value: smallest,
    low: null,
    high: null,
    threshold: LEVEL,
    unit: 'p',
    n: Math.max(0, ...checks.map(({ units: seen }) => seen.length)),
    clusters: Math.max(0, ...checks.map(({ differences }) => differences.length)),
    finding:
      flagged.length > 0
        ? `${listed(flagged.map(({ kind, value }) => `${kind} (${figure(value)})`))}.`.replace(/^./, (c) =>
            c.toUpperCase()
          )
        : tested.length > 0
          ? `No sign that judges favour ${listed(tested.map(({ name }) => name.toLowerCase()))} more than people do.`
          : checks.length > 0
            ? `Judges and people differ on too few queries for a test (${FEWEST} are needed).`
            : 'There are no two reports on one query to compare.',
    parts,
    items: [...new Set(parts.flatMap(({ items }) => items))]
  };
}

function pOf(differences: readonly number[]): number {
  const moved = differences.filter((d) => d !== 0);
  return moved.length <= MOST_ENUMERATED ? signFlipTest(moved).value! : wilcoxonSignedRank(moved).p!;
}

interface ReportError {
  report: string;
  system: string;
  query: number;
  error: number;
  units: number[];
}

/** Mean error of each report: above 0 judges are kinder to it than people are. */
function reportErrors(units: Units, errors: Values): ReportError[] {
  const found = new Map<string, { sum: number; units: number[] }>();
  for (const [unit, error] of errors.entries()) {
    if (error === null) continue;
    const report = units.reports[unit]!;
    const one = found.get(report) ?? { sum: 0, units: [] };
    one.sum += error;
    one.units.push(unit);
    found.set(report, one);
  }
  return [...found].map(([report, { sum, units: seen }]) => ({
    report,
    system: units.systems[seen[0]!]!,
    query: units.cluster[seen[0]!]!,
    error: sum / seen.length,
    units: seen
  }));
}

function byQuery(reports: readonly ReportError[]): ReportError[][] {
  const queries = new Map<number, ReportError[]>();
  for (const report of reports) queries.set(report.query, [...(queries.get(report.query) ?? []), report]);
  return [...queries.values()].filter((of) => of.length > 1);
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

function lengthCheck(units: Units, errors: Values, words: BiasFacts['words']): Check | null {
  const queries = byQuery(reportErrors(units, errors).filter(({ report }) => words[report] !== undefined));
  if (queries.length === 0) return null;
  let [together, ofErrors, ofLengths] = [0, 0, 0];
  const differences = queries.map((reports) => {
    const [meanError, meanLength] = [mean(reports.map((r) => r.error)), mean(reports.map((r) => words[r.report]!))];
    let covariance = 0;
    for (const { report, error } of reports) {
      const [e, l] = [error - meanError, (words[report]! - meanLength) / 1000];
      covariance += e * l;
      ofErrors += e * e;
      ofLengths += l * l;
    }
    together += covariance;
    return Math.abs(covariance) < 1e-12 ? 0 : covariance;
  });
  const value = ofErrors === 0 || ofLengths === 0 ? 0 : together / Math.sqrt(ofErrors * ofLengths);
  return {
    name: 'Longer reports',
    kind:
      value > 0
        ? 'judges are kinder to longer reports than people are'
        : 'judges are harder on longer reports than people are',
    value,
    differences,
    units: queries.flat().flatMap((report) => report.units)
  };
}

function familyCheck(units: Units, errors: Values, ownFamily: readonly string[]): Check | null {
  const queries = byQuery(reportErrors(units, errors)).filter(
    (reports) =>
      reports.some(({ system }) => ownFamily.includes(system)) &&
      reports.some(({ system }) => !ownFamily.includes(system))
  );
  if (queries.length === 0) return null;
  const differences = queries.map((reports) => {
    const of = (own: boolean): number =>
      mean(reports.filter(({ system }) => ownFamily.includes(system) === own).map(({ error }) => error));
    const difference = of(true) - of(false);
    return Math.abs(difference) < 1e-12 ? 0 : difference;
  });
  const value = mean(differences);
  return {
    name: 'Systems of their own maker',
    kind:
      value > 0
        ? 'judges are kinder to systems of their own maker than people are'
        : 'judges are harder on systems of their own maker than people are',
    value,
    differences,
    units: queries.flat().flatMap((report) => report.units)
  };
}
