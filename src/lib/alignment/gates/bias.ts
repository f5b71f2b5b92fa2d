import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { systemsNamed } from '../../scorer/judges/self-judging.ts';
import { clusterBoundedMean } from '../../stats/index.ts';
import type { AnalysisPlan } from '../preregistration/analysis-plan.ts';
import type { Orders } from '../units/ratings.ts';
import { scaleRange } from '../units/metric.ts';
import type { NamedRater } from '../units/ratings.ts';
import type { Units, Values } from '../units/units.ts';
import { errorsOf, familyByQuery, halvesByQuery } from './errors-by-query.ts';
import { surelyWithin, worst, type Gate, type GatePart } from './gate.ts';
import { withFinding, namedPart } from './said.ts';
import { idsOf } from './words.ts';
import { proportion } from '../../stats/writing/figures.ts';

const finding = sayingsOf('gateFindings');
const partPhrase = sayingsOf('gateParts');
const dash = sayingsOf('gateDashes');

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
  /** Its name as a row of a table, and inside a sentence. */
  said: Saying;
  inside: Saying;
  margin: number;
  /** Greatest difference that is possible: 1, or 2 if it is one of two differences. */
  most: 1 | 2;
  /** Sentence on a value above and below 0. */
  above: (found: FoundValue) => Saying;
  below: (found: FoundValue) => Saying;
  /** With the weight of each value: that of its unit, 1 for a query. */
  seen: { value: number; weight: number; query: number; units: readonly number[] }[];
  state?: 'not-tested' | 'not-applicable';
  why?: Saying;
  /** The reason in a few words, beside a dash. */
  dash?: Saying;
  need?: Saying;
}

type FoundValue = Readonly<Record<'value' | 'margin', string>>;

const need = sayingsOf('verdictNeeds');

/**
 * Whether judges and people differ by less than a stated margin: on the whole (severity), by the order in which two texts
 * are shown (position), by the length of a report, and on systems of the judges' own maker (self-preference), weighted back to
 * the run that the judges would score. Each is an
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
    ...withFinding(...findingOf(checks, parts)),
    parts,
    items: [...new Set(parts.flatMap(({ items }) => items))]
  };
}

const withoutOrder = (margin: number): Check => ({
  ...{ said: partPhrase('bias'), inside: partPhrase('biasInside'), margin, most: 1, seen: [], state: 'not-applicable' },
  ...{ above: (of) => finding('moreLenient', of), below: (of) => finding('moreSevere', of) },
  why: finding('biasWithoutOrder'),
  dash: dash('noDirection')
});

/** How far an interval reaches, in margins. */
const reach = ({ value, low, high, threshold }: GatePart): number =>
  low === null || high === null ? Infinity : Math.max(Math.abs(low), Math.abs(high), Math.abs(value!)) / threshold!;

function partOf(units: Units, check: Check, confidence: number): GatePart {
  const { said, inside, margin, most, seen, state } = check;
  const { value, interval, n, clusters } = clusterBoundedMean(
    seen.map(({ value }) => value),
    seen.map(({ query }) => query),
    { range: 1, confidence: 2 * confidence - 1, weights: seen.map(({ weight }) => weight) }
  );
  const [low, high] = interval ? [Math.max(-most, interval[0]), Math.min(most, interval[1])] : [null, null];
  return {
    ...namedPart(said),
    inside,
    value,
    low,
    high,
    p: null,
    n,
    clusters,
    threshold: margin,
    state: state ?? surelyWithin(low, high, margin),
    items: idsOf(
      units,
      seen.flatMap((one) => [...one.units])
    ),
    ...(value === null && check.dash ? { why: check.dash } : {}),
    need: check.need ?? need('moreQueries')
  };
}

function findingOf(checks: readonly Check[], parts: readonly GatePart[]): Saying[] {
  const of = (state: GatePart['state']): number[] => parts.flatMap((part, i) => (part.state === state ? [i] : []));
  const names = (places: readonly number[]) => ({ checks: places.map((i) => checks[i]!.inside) });
  const failed = of('fail').map((i) => {
    const { value, threshold } = parts[i]!;
    const numbers = { value: proportion(value!), margin: proportion(threshold!) };
    return value! > 0 ? checks[i]!.above(numbers) : checks[i]!.below(numbers);
  });
  const [passed, open] = [of('pass'), of('undecided')];
  return [
    ...failed,
    ...(open.length > 0 ? [finding('inconclusive', names(open))] : []),
    ...(passed.length > 0 ? [finding('within', names(passed))] : []),
    ...[...of('not-tested'), ...of('not-applicable')].map((i) => checks[i]!.why!)
  ];
}

const placeOf = (units: Units, unit: number) => ({
  ...{ weight: units.weights[unit]!, query: units.cluster[unit]!, units: [unit] }
});

function severityCheck(units: Units, errors: Values, margin: number): Check {
  const range = scaleRange(units.scale);
  const seen = errors.flatMap((error, unit) =>
    error === null ? [] : [{ value: error / range, ...placeOf(units, unit) }]
  );
  return {
    said: partPhrase('severity'),
    inside: partPhrase('severityInside'),
    margin,
    most: 1,
    above: (of) => finding('moreLenient', of),
    below: (of) => finding('moreSevere', of),
    seen,
    ...(seen.length === 0
      ? {
          state: 'not-tested',
          why: finding('severityUntested'),
          dash: dash('noScores'),
          need: need('scored')
        }
      : {})
  };
}

function positionChecks(units: Units, { orders, judges = [] }: BiasFacts, margin: number): Check[] {
  // Only a check of one judge can fail, so that the judge is named.
  const check = (judge?: string): Check => ({
    said: judge === undefined ? partPhrase('position') : partPhrase('positionOf', { judge }),
    inside: judge === undefined ? partPhrase('positionInside') : partPhrase('positionOfInside', { judge }),
    margin,
    most: 1,
    above: (of) => finding('favoursFirst', { ...of, judge: judge! }),
    below: (of) => finding('favoursSecond', { ...of, judge: judge! }),
    seen: []
  });
  if (units.scale.level !== 'preference')
    return [{ ...check(), state: 'not-applicable', why: finding('noPositions'), dash: dash('noPositions') }];
  const none = { state: 'not-tested', need: need('bothOrders'), dash: dash('oneOrder') } as const;
  if (!orders || judges.length === 0) return [{ ...check(), ...none, why: finding('positionUntested') }];
  return judges.map(({ id, name }) => {
    const seen = units.ids.flatMap((item, unit) => {
      const [first, second] = orders[id]?.[item] ?? [null, null];
      return first === null || second === null ? [] : [{ value: first - second, ...placeOf(units, unit) }];
    });
    const untested = { ...none, why: finding('positionUntestedOf', { judge: name }) };
    return { ...check(name), seen, ...(seen.length === 0 ? untested : {}) };
  });
}

function lengthCheck(units: Units, errors: Values, words: BiasFacts['words'], margin: number): Check {
  const range = scaleRange(units.scale);
  const seen = halvesByQuery(units, errors, words).map(({ difference, units: of }) => ({
    value: difference / range,
    weight: 1,
    query: units.cluster[of[0]!]!,
    units: of
  }));
  const known = units.reports.some((report) => words[report] !== undefined);
  return {
    said: partPhrase('length'),
    inside: partPhrase('lengthInside'),
    margin,
    most: 2,
    above: (of) => finding('favoursLonger', of),
    below: (of) => finding('favoursShorter', of),
    seen,
    ...(seen.length > 0
      ? {}
      : known
        ? { state: 'not-tested', why: finding('lengthUntested'), dash: dash('equalLengths'), need: need('systems') }
        : { state: 'not-tested', why: finding('lengthUnknown'), dash: dash('noLengths'), need: need('imported') })
  };
}

function ownMakerCheck(
  units: Units,
  errors: Values,
  { ownFamily, unknownFamily = [] }: BiasFacts,
  margin: number
): Check {
  const common: Check = {
    said: partPhrase('own'),
    inside: partPhrase('ownInside'),
    margin,
    most: 2,
    above: (of) => finding('favoursOwn', of),
    below: (of) => finding('disfavoursOwn', of),
    seen: []
  };
  const systems = new Set(units.systems.filter((_, unit) => errors[unit] !== null));
  const unknown = unknownFamily.filter((system) => systems.has(system));
  if (ownFamily === null)
    return {
      ...common,
      state: 'not-tested',
      why: finding('makersUnknown'),
      dash: dash('noMakers'),
      need: need('ownRun')
    };
  if (!ownFamily.some((system) => systems.has(system)))
    return unknown.length === 0
      ? { ...common, state: 'not-applicable', why: finding('noOwnSystem'), dash: dash('noOwnSystem') }
      : {
          ...common,
          state: 'not-tested',
          why: finding('makerUnknown', { systems: systemsNamed(unknown) }),
          dash: dash('noMakerOf', { systems: systemsNamed(unknown) }),
          need: need('makers', { systems: systemsNamed(unknown) })
        };
  const range = scaleRange(units.scale);
  const known = errors.map((error, unit) => (unknown.includes(units.systems[unit]!) ? null : error));
  const seen = familyByQuery(units, known, ownFamily).map(({ difference, units: of }) => ({
    value: difference / range,
    weight: 1,
    query: units.cluster[of[0]!]!,
    units: of
  }));
  return {
    ...common,
    seen,
    ...(seen.length === 0
      ? {
          state: 'not-tested',
          why: finding('ownUntested'),
          dash: dash('ownAlone'),
          need: need('systems')
        }
      : {})
  };
}
