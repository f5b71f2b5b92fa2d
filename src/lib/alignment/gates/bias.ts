import { clusterBoundedMean } from '../../stats/index.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Orders } from '../units/ratings.ts';
import { scaleRange } from '../units/metric.ts';
import type { NamedRater } from '../units/ratings.ts';
import type { Units, Values } from '../units/units.ts';
import { errorsOf, familyByQuery, halvesByQuery } from './errors-by-query.ts';
import { surelyWithin, worst, type Gate, type GatePart } from './gate.ts';
import { capital, writtenFigure, idsOf, listed } from './words.ts';

/** Facts on reports, systems and presentation that the checks for bias need. */
export interface BiasFacts {
  /** Words of each report. */
  words: Readonly<Record<string, number>>;
  /** Systems built on a model of the same maker as one of the ensemble's judges; null if that is unknown. */
  ownFamily: readonly string[] | null;
  /** Systems of which it is unknown whether they are; default none. */
  unknownFamily?: readonly string[];
  /** By judge and item of a comparison: the outcomes with either text first; absent if unknown. */
  orders?: Readonly<Record<string, Readonly<Record<string, Orders>>>>;
  /** Judges of the ensemble. */
  judges?: readonly NamedRater[];
}

type Margins = Pick<
  AnalysisPlan,
  'severityMargin' | 'positionMargin' | 'lengthMargin' | 'ownMakerMargin' | 'confidence'
>;

/** A difference of judges and people in shares of the scale's range, by query, or the reason for having none. */
interface Check {
  name: string;
  margin: number;
  /** Sentence on a value above and below 0. */
  above: string;
  below: string;
  seen: { value: number; query: number; units: readonly number[] }[];
  state?: 'not-tested' | 'not-applicable';
  why?: string;
  need?: string;
}

const MORE_REPORTS = 'labels on reports of two or more systems on the same queries';

/**
 * Whether judges and people differ by less than a stated margin: on the whole (severity), by the order in which two texts
 * are shown (position), by the length of a report, and on systems of the judges' own maker (self-preference). Each is an
 * equivalence test by two one-sided tests at 1 − confidence, clustered by query: passed if the interval (90 % at a confidence
 * of .95) is inside the margin, failed if it is wholly outside, else undecided. All have to pass, an intersection–union test,
 * which needs no correction for their number. A margin is in shares of the scale's range. Categories without an order have
 * no range: a different category is neither more nor less, so that the gate does not apply.
 *
 * Source: Schuirmann 1987 (two one-sided tests); Berger and Hsu 1996 (intersection–union).
 */
export function biasGate(units: Units, scores: Values, facts: BiasFacts, margins: Margins): Gate {
  const errors = errorsOf(units, scores);
  const checks: Check[] =
    units.scale.level === 'nominal'
      ? [withoutOrder(margins.severityMargin)]
      : [
          severityCheck(units, errors, margins.severityMargin),
          ...positionChecks(units, facts, margins.positionMargin),
          lengthCheck(units, errors, facts.words, margins.lengthMargin),
          ownMakerCheck(units, errors, facts, margins.ownMakerMargin)
        ];
  const parts = checks.map((check) => partOf(units, check, margins.confidence));
  const state = worst(parts.map((part) => part.state));
  const decisive = parts
    .filter((part) => part.state === state && part.value !== null)
    .reduce<GatePart | null>((most, part) => (most && reach(most) >= reach(part) ? most : part), null);
  return {
    name: 'bias',
    state,
    measure: 'Bias: largest difference between judges and annotators, relative to its margin',
    value: decisive?.value ?? null,
    low: decisive?.low ?? null,
    high: decisive?.high ?? null,
    threshold: decisive?.threshold ?? margins.severityMargin,
    unit: 'equivalence',
    n: decisive?.n ?? 0,
    clusters: decisive?.clusters ?? 0,
    finding: findingOf(checks, parts),
    parts,
    items: [...new Set(parts.flatMap(({ items }) => items))]
  };
}

const withoutOrder = (margin: number): Check => ({
  ...{ name: 'Bias', margin, above: '', below: '', seen: [], state: 'not-applicable' },
  why: 'the categories have no order, so a difference between judges and annotators has no direction and no size'
});

/** How far an interval reaches, in margins. */
const reach = ({ value, low, high, threshold }: GatePart): number =>
  low === null || high === null ? Infinity : Math.max(Math.abs(low), Math.abs(high), Math.abs(value!)) / threshold!;

function partOf(units: Units, check: Check, confidence: number): GatePart {
  const { name, margin, seen, state, need } = check;
  const found = clusterBoundedMean(
    seen.map(({ value }) => value),
    seen.map(({ query }) => query),
    { range: 1, confidence: 2 * confidence - 1 }
  );
  const [low, high] = found.interval ?? [null, null];
  return {
    name,
    value: found.value,
    low,
    high,
    p: null,
    n: found.n,
    clusters: found.clusters,
    threshold: margin,
    state: state ?? surelyWithin(low, high, margin),
    items: idsOf(
      units,
      seen.flatMap((one) => [...one.units])
    ),
    need: need ?? 'labels on reports of more queries'
  };
}

function findingOf(checks: readonly Check[], parts: readonly GatePart[]): string {
  const of = (state: GatePart['state']): number[] => parts.flatMap((part, i) => (part.state === state ? [i] : []));
  const names = (places: readonly number[]): string => listed(places.map((i) => uncapital(parts[i]!.name)));
  const failed = of('fail').map((i) => {
    const { value, threshold } = parts[i]!;
    return `${value! > 0 ? checks[i]!.above : checks[i]!.below} (${writtenFigure(value!)}, margin ±${writtenFigure(threshold!)})`;
  });
  const [passed, open] = [of('pass'), of('undecided')];
  return [
    failed.length > 0 ? `${capital(listed(failed))}.` : '',
    open.length > 0 ? `Inconclusive, neither within nor outside the margin: ${names(open)}.` : '',
    passed.length > 0 ? `Within the margin: ${names(passed)}.` : '',
    ...[...of('not-tested'), ...of('not-applicable')].map((i) => `${parts[i]!.name}: ${checks[i]!.why}.`)
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const uncapital = (text: string): string => text[0]!.toLowerCase() + text.slice(1);

function severityCheck(units: Units, errors: Values, margin: number): Check {
  const range = scaleRange(units.scale);
  const seen = errors.flatMap((error, unit) =>
    error === null ? [] : [{ value: error / range, query: units.cluster[unit]!, units: [unit] }]
  );
  return {
    name: 'Severity',
    margin,
    above: 'judges are more lenient than annotators',
    below: 'judges are more severe than annotators',
    seen,
    ...(seen.length === 0
      ? {
          state: 'not-tested',
          why: 'no item has a blind label and a score',
          need: 'labels on items that the judges scored'
        }
      : {})
  };
}

function positionChecks(units: Units, { orders, judges = [] }: BiasFacts, margin: number): Check[] {
  const check = (name: string): Check => ({
    name,
    margin,
    above: `${name.replace('Position, ', '')} favours the text shown first`,
    below: `${name.replace('Position, ', '')} favours the text shown second`,
    seen: []
  });
  if (units.scale.level !== 'preference')
    return [{ ...check('Position'), state: 'not-applicable', why: 'this scale has no positions' }];
  const none = {
    state: 'not-tested',
    why: 'no comparison was judged in both orders',
    need: 'comparisons that the judges make in both orders'
  } as const;
  if (!orders || judges.length === 0) return [{ ...check('Position'), ...none }];
  return judges.map(({ id, name }) => {
    const seen = units.ids.flatMap((item, unit) => {
      const [first, second] = orders[id]?.[item] ?? [null, null];
      return first === null || second === null
        ? []
        : [{ value: first - second, query: units.cluster[unit]!, units: [unit] }];
    });
    return { ...check(`Position, ${name}`), seen, ...(seen.length === 0 ? none : {}) };
  });
}

function lengthCheck(units: Units, errors: Values, words: BiasFacts['words'], margin: number): Check {
  const range = scaleRange(units.scale);
  const seen = halvesByQuery(units, errors, words).map(({ difference, units: of }) => ({
    value: difference / range,
    query: units.cluster[of[0]!]!,
    units: of
  }));
  const known = units.reports.some((report) => words[report] !== undefined);
  return {
    name: 'Length',
    margin,
    above: 'judges favour longer reports more than annotators do',
    below: 'judges favour shorter reports more than annotators do',
    seen,
    ...(seen.length > 0
      ? {}
      : known
        ? { state: 'not-tested', why: 'no query has two judged reports of different length', need: MORE_REPORTS }
        : { state: 'not-tested', why: 'the lengths of the reports are unknown', need: 'a study on imported reports' })
  };
}

function ownMakerCheck(
  units: Units,
  errors: Values,
  { ownFamily, unknownFamily = [] }: BiasFacts,
  margin: number
): Check {
  const common = {
    name: 'Self-preference',
    margin,
    above: 'judges favour systems of their own maker more than annotators do',
    below: 'judges disfavour systems of their own maker more than annotators do',
    seen: []
  };
  const systems = new Set(units.systems.filter((_, unit) => errors[unit] !== null));
  const unknown = unknownFamily.filter((system) => systems.has(system));
  if (ownFamily === null)
    return { ...common, state: 'not-tested', why: 'the makers of judges and systems are unknown', need: 'a study on a run of this project' }; // prettier-ignore
  if (!ownFamily.some((system) => systems.has(system)))
    return unknown.length === 0
      ? { ...common, state: 'not-applicable', why: 'no system of the study is built on a model of the judges’ makers' }
      : {
          ...common,
          state: 'not-tested',
          why: `the maker of ${listed(unknown)} is unknown`,
          need: `the provider or backbone of ${listed(unknown)}, in the settings of the project’s systems`
        };
  const range = scaleRange(units.scale);
  const known = errors.map((error, unit) => (unknown.includes(units.systems[unit]!) ? null : error));
  const seen = familyByQuery(units, known, ownFamily).map(({ difference, units: of }) => ({
    value: difference / range,
    query: units.cluster[of[0]!]!,
    units: of
  }));
  return {
    ...common,
    seen,
    ...(seen.length === 0
      ? {
          state: 'not-tested',
          why: 'no query has judged reports of their own maker and of another',
          need: MORE_REPORTS
        }
      : {})
  };
}
