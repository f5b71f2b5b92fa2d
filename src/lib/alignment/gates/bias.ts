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

/** What judges say less what people say of each unit. */
export const errorsOf = (units: Units, scores: Values): Values =>
  units.reference.map((reference, unit) =>
    reference === null || scores[unit] === null ? null : scores[unit]! - reference
  );

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
  const errors = errorsOf(units, scores);
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

/** What one query says of a bias: the sum over its reports of a product, or a difference of means. */
export interface LengthOfQuery {
  /** Sums about the query's own means: of error times length, and of each squared; lengths in 1,000 words. */
  together: number;
  ofErrors: number;
  ofLengths: number;
  reports: number;
  units: number[];
}

/** How errors go with the length of reports, query by query: only reports on the same query are compared. */
export function lengthByQuery(units: Units, errors: Values, words: BiasFacts['words']): LengthOfQuery[] {
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

/** Correlation of error and length within queries; 0 where either does not vary. */
export const lengthCorrelation = (together: number, ofErrors: number, ofLengths: number): number =>
  ofErrors === 0 || ofLengths === 0 ? 0 : Math.max(-1, Math.min(1, together / Math.sqrt(ofErrors * ofLengths)));

export interface FamilyOfQuery {
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

/** What is left of equal numbers by rounding is no difference. */
const rounded = (difference: number): number => (Math.abs(difference) < 1e-12 ? 0 : difference);

function lengthCheck(units: Units, errors: Values, words: BiasFacts['words']): Check | null {
  const queries = lengthByQuery(units, errors, words);
  if (queries.length === 0) return null;
  const sum = (of: (query: LengthOfQuery) => number): number => queries.reduce((total, query) => total + of(query), 0);
  const value = lengthCorrelation(
    sum(({ together }) => together),
    sum(({ ofErrors }) => ofErrors),
    sum(({ ofLengths }) => ofLengths)
  );
  return {
    name: 'Longer reports',
    kind:
      value > 0
        ? 'judges are kinder to longer reports than people are'
        : 'judges are harder on longer reports than people are',
    value,
    differences: queries.map(({ together }) => rounded(together)),
    units: queries.flatMap((query) => query.units)
  };
}

function familyCheck(units: Units, errors: Values, ownFamily: readonly string[]): Check | null {
  const queries = familyByQuery(units, errors, ownFamily);
  if (queries.length === 0) return null;
  const differences = queries.map(({ difference }) => difference);
  const value = mean(differences);
  return {
    name: 'Systems of their own maker',
    kind:
      value > 0
        ? 'judges are kinder to systems of their own maker than people are'
        : 'judges are harder on systems of their own maker than people are',
    value,
    differences,
    units: queries.flatMap((query) => query.units)
  };
}
