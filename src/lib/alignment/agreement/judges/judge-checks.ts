import { defined, positionBias, undefinedBecause, type Estimate, type Interval } from '../../../stats/index.ts';
import { share, type Confidence, type Figure } from '../../units/figure.ts';
import type { BiasFacts } from '../../gates/bias.ts';
import { errorsOf, familyByQuery, lengthByQuery, lengthCorrelation } from '../../gates/errors-by-query.ts';
import { repeatsAlike, type RepeatFacts } from '../../gates/consistency.ts';
import { idsOf } from '../../gates/words.ts';
import { clusteredBy, figuresOfSums, type Sums } from '../../units/jackknife.ts';
import { scaleRange } from '../../units/metric.ts';
import { mean, type NamedRater, type Orders } from '../../units/ratings.ts';
import { unequalSampling, type Units } from '../../units/units.ts';

/** Checks of one judge besides its agreement: its severity, and its test–retest consistency. */
export interface JudgeCheck extends NamedRater {
  /** Mean of its score less the reference, in the scale's own numbers: above 0 it is kinder than people. On categories undefined as `no-order`. */
  severity: Figure;
  /** Correlation, among reports on the same query, of score less reference with words; `reports` are compared. */
  length: { figure: Figure; reports: number };
  /** Score less reference on systems of its own maker less that on others, on the same queries. Null if it made none. */
  family: Figure | null;
  /** Of comparisons shown in both orders; null if none is known. */
  position: PositionCheck | null;
  /** Share of pairs of repeats with the same answer; null for code, which answers the same every time. */
  consistency: Figure | null;
  /** The same weighted back to the run; null if all items had the same chance. */
  consistencyWeighted: Figure | null;
  /** Most answers to one question, and the standard deviation of the means of the runs: how far a reported mean moves. */
  repeats: { runs: number; sdOfMeans: number | null };
}

interface PositionCheck {
  /** Share of comparisons with the same outcome in both orders, weighted back to the run. */
  same: Figure;
  /** (won by the one shown first − won by the one shown second) / comparisons, weighted likewise. */
  primacy: Figure;
  /** Comparisons of the sample. */
  first: number;
  second: number;
  /** Two-sided sign test of the one against the other. */
  p: number;
}

export interface JudgeCheckFacts {
  words: BiasFacts['words'];
  ownFamily: Readonly<Record<string, readonly string[]>>;
  repeats: RepeatFacts;
  /** By judge and item, for comparisons that were shown in both orders. */
  orders?: Readonly<Record<string, Readonly<Record<string, Orders>>>>;
}

export const judgeChecks = (units: Units, facts: JudgeCheckFacts, confidence: Confidence = {}): JudgeCheck[] =>
  units.judges.map(({ id, name, labels }) => {
    const most = scaleRange(units.scale);
    const errors = errorsOf(units, labels);
    const repeated = repeatsAlike(units, { judgeIds: [id], rule: 'single' }, facts.repeats);
    const isCode = facts.repeats.code.includes(id);
    const lengths = lengthByQuery(units, errors, facts.words);
    const ordered = (figure: Figure): Figure =>
      units.scale.level === 'nominal'
        ? { ...figure, ...undefinedBecause('no-order'), intervalReason: 'no-order' }
        : figure;
    const families = familyByQuery(units, errors, facts.ownFamily[id] ?? []);
    return {
      id,
      name,
      severity: ordered(
        meanFigure(
          units,
          errors.flatMap((value, unit) =>
            value === null ? [] : [{ unit, value, weight: units.weights[unit]!, units: [unit] }]
          ),
          [-most, most],
          confidence
        )
      ),
      length: {
        figure: ordered(
          byQueries(
            units,
            lengths,
            {
              size: 3,
              add: (i, sums, at) => {
                const { together, ofErrors, ofLengths } = lengths[i]!;
                sums[at]! += together;
                sums[at + 1]! += ofErrors;
                sums[at + 2]! += ofLengths;
              }
            },
            ([together, ofErrors, ofLengths]) =>
              ofErrors! <= 0 || ofLengths! <= 0
                ? undefinedBecause('zero-variance')
                : defined(lengthCorrelation(together!, ofErrors!, ofLengths!)),
            [-1, 1],
            confidence
          )
        ),
        reports: lengths.reduce((sum, { reports }) => sum + reports, 0)
      },
      family:
        families.length === 0
          ? null
          : meanFigure(
              units,
              families.map((query) => ({ ...query, unit: query.units[0]!, value: query.difference })),
              [-2 * most, 2 * most],
              confidence
            ),
      position: positionOf(units, facts.orders?.[id] ?? {}, confidence),
      consistency: isCode ? null : share(units, repeated, false, confidence.confidence),
      consistencyWeighted:
        isCode || !unequalSampling(units) ? null : share(units, repeated, true, confidence.confidence),
      repeats: repeatsOf(units, facts.repeats.answers[id] ?? {})
    };
  });

interface Seen {
  unit: number;
  value: number;
  /** Default 1. */
  weight?: number;
  /** Units from which it was computed. */
  units: readonly number[];
}

/** A mean of numbers between the ends of a range, with its jackknife interval by query. */
function meanFigure(units: Units, seen: readonly Seen[], range: Interval, confidence: Confidence): Figure {
  return byQueries(
    units,
    seen,
    {
      size: 2,
      add: (i, sums, at) => {
        const { value, weight = 1 } = seen[i]!;
        sums[at]! += weight * value;
        sums[at + 1]! += weight;
      },
      weights: seen.map(({ weight = 1 }) => weight)
    },
    ([sum, n]) => (n === 0 ? undefinedBecause('n=0') : defined(sum! / n!)),
    range,
    confidence
  );
}

function byQueries(
  units: Units,
  seen: readonly { units: readonly number[] }[],
  sums: Sums,
  value: (sums: Float64Array) => Estimate,
  range: Interval,
  confidence: Confidence
): Figure {
  const from = clusteredBy(
    units,
    seen.map((one) => ({ unit: one.units[0]! }))
  );
  const items = idsOf(
    units,
    seen.flatMap((one) => [...one.units])
  );
  return figuresOfSums({ ...from, items }, sums, { it: { of: value, range } }, confidence).it;
}

function positionOf(
  units: Units,
  orders: Readonly<Record<string, Orders>>,
  confidence: Confidence
): PositionCheck | null {
  const both = units.ids.flatMap((id, unit) => {
    const [first, second] = orders[id] ?? [null, null];
    return first === null || second === null ? [] : [{ unit, first, second }];
  });
  if (both.length === 0) return null;
  const named = (value: number): 'A' | 'B' | 'tie' => (value === 1 ? 'A' : value === 0 ? 'B' : 'tie');
  const found = positionBias(
    both.map(({ first }) => named(first)),
    both.map(({ second }) => named(second))
  );
  return {
    same: share(
      units,
      both.map(({ unit, first, second }) => ({ unit, value: Number(first === second) })),
      true,
      confidence.confidence
    ),
    primacy: meanFigure(
      units,
      both.map(({ unit, first, second }) => ({
        unit,
        units: [unit],
        weight: units.weights[unit]!,
        value: first === 1 && second === 0 ? 1 : first === 0 && second === 1 ? -1 : 0
      })),
      [-1, 1],
      confidence
    ),
    first: found.primacyFlips,
    second: found.recencyFlips,
    p: found.signTestP
  };
}

function repeatsOf(units: Units, answers: RepeatFacts['answers'][string]): JudgeCheck['repeats'] {
  const rows = units.ids.map((id) => (answers[id] ?? []).map((answer) => (typeof answer === 'number' ? answer : null)));
  const runs = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const means = Array.from({ length: runs }, (_, r) => rows.flatMap((row) => row[r] ?? []))
    .filter((run) => run.length > 0)
    .map(mean);
  if (means.length < 2 || units.scale.level === 'nominal') return { runs, sdOfMeans: null };
  const centre = mean(means);
  return {
    runs,
    sdOfMeans: Math.sqrt(means.reduce((sum, one) => sum + (one - centre) ** 2, 0) / (means.length - 1))
  };
}
