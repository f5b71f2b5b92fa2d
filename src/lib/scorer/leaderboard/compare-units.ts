import { type McNemar, mcnemar } from '../../stats/index.ts';
import { clusteredRate, type Rate } from './figures/rate.ts';
import type { ReportRow } from './figures/rows.ts';
import { type SeriesDifference, differenceOf, ratioSeries } from './figures/series.ts';

/** One unit of one side. */
export interface UnitValue {
  /** The same unit has the same key on both sides, once on each. */
  key: string;
  system: string;
  qid: string;
  item: string;
  /** Mean over judges, 0 … 1; null if abstained from or unscored. */
  value: number | null;
}

/** `split`: the judges of a side are evenly divided, or a comparison is a tie. `missing`: a side has no value, or lacks the unit. */
type UnitOutcome = 'both-pass' | 'only-a' | 'only-b' | 'both-fail' | 'split' | 'missing';

interface ComparedUnit {
  key: string;
  /** Of both sides if two runs are compared, of A if two systems are. */
  system: string;
  qid: string;
  item: string;
  a: number | null;
  b: number | null;
  outcome: UnitOutcome;
}

export interface UnitComparison {
  counts: Record<UnitOutcome, number>;
  /** Share that passes on each side, over the units decided on both. */
  a: Rate;
  b: Rate;
  /** a − b with its interval clustered by query; null below two queries. */
  difference: SeriesDifference | null;
  /** Test of `only-a` against `only-b`, which takes units as independent; `difference.p` does not. */
  mcnemar: McNemar;
  /** Every unit of either side, those of A first, in their order. */
  units: ComparedUnit[];
}

const passes = (value: number): boolean | null => (Math.abs(value - 0.5) < 1e-9 ? null : value > 0.5);

const outcomeOf = (a: number | null, b: number | null): UnitOutcome => {
  if (a === null || b === null) return 'missing';
  const [passesA, passesB] = [passes(a), passes(b)];
  if (passesA === null || passesB === null) return 'split';
  if (passesA) return passesB ? 'both-pass' : 'only-a';
  return passesB ? 'only-b' : 'both-fail';
};

const byKey = (units: readonly UnitValue[]): Map<string, UnitValue> => {
  const found = new Map(units.map((unit) => [unit.key, unit]));
  if (found.size !== units.length) throw new Error('compareUnits requires each unit once on a side');
  return found;
};

/**
 * Two systems, or two runs, unit by unit: which checklist items both pass, only one, or neither. A unit passes if more
 * than half of the judges say so.
 *
 * @throws if a key occurs twice on a side
 */
export const compareUnits = (a: readonly UnitValue[], b: readonly UnitValue[]): UnitComparison => {
  const [ofA, ofB] = [byKey(a), byKey(b)];
  const all = [...a, ...b.filter(({ key }) => !ofA.has(key))];
  const units = all.map(({ key, system, qid, item }): ComparedUnit => {
    const values = { a: ofA.get(key)?.value ?? null, b: ofB.get(key)?.value ?? null };
    return { key, system, qid, item, ...values, outcome: outcomeOf(values.a, values.b) };
  });
  const count = (wanted: UnitOutcome) => units.filter(({ outcome }) => outcome === wanted).length;
  const decided = units.filter(({ outcome }) => outcome !== 'split' && outcome !== 'missing');
  const passing = (side: 'only-a' | 'only-b') =>
    decided.map(({ qid, outcome }) => ({ qid, k: outcome === 'both-pass' || outcome === side ? 1 : 0, n: 1 }));
  const [passA, passB] = [passing('only-a'), passing('only-b')];
  return {
    counts: {
      'both-pass': count('both-pass'),
      'only-a': count('only-a'),
      'only-b': count('only-b'),
      'both-fail': count('both-fail'),
      split: count('split'),
      missing: count('missing')
    },
    a: clusteredRate(passA),
    b: clusteredRate(passB),
    difference: differenceOf([{ factor: 1, series: ratioSeries(passA) }], [{ factor: 1, series: ratioSeries(passB) }]),
    mcnemar: mcnemar(count('only-a'), count('only-b')),
    units
  };
};

/**
 * The units of one side. Rows of several systems (two runs compared) are told apart by system; for two systems of one run
 * leave it out, so that their units on the same query meet.
 */
export const unitValues = (rows: readonly ReportRow[], apart: 'by-system' | 'by-query'): UnitValue[] =>
  rows.flatMap(({ metric, system, qid, score }) =>
    (score?.units ?? []).map(({ item, value }) => ({
      key: JSON.stringify(apart === 'by-system' ? [metric, system, qid, item] : [metric, qid, item]),
      system,
      qid,
      item,
      value
    }))
  );

/** The units of one outcome; of none, those that one side alone passes. */
export const unitsThat = ({ units }: UnitComparison, outcome: string): ComparedUnit[] =>
  units.filter((unit) =>
    outcome === '' ? unit.outcome === 'only-a' || unit.outcome === 'only-b' : unit.outcome === outcome
  );
