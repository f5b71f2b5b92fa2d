/**
 * DEER, judged items: 1–10 or "N/A" on C items (compliance) and Q items (quality) of elements, criteria and dimensions.
 * Source: hanjanghoon/DEER@f81bd9c, run_report_evaluation.py:194-240 and run_score_integration.py:87-345.
 */
import {
  givenScore,
  fieldsOf,
  meanOrNull,
  numberOf,
  roundTo,
  type Fields,
  type OfficialScore,
  undefinedScore
} from './numbers.ts';

export type DeerFigure = number | 'N/A';

const numbersIn = (values: readonly unknown[]): number[] => values.flatMap((value) => numberOf(value) ?? []);
const meanFigure = (values: readonly unknown[]): DeerFigure => meanOrNull(numbersIn(values)) ?? 'N/A';
const rounded = (value: DeerFigure): DeerFigure => (value === 'N/A' ? value : roundTo(value, 2));
const mapped = <T>(value: unknown, of: (inner: unknown, key: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fieldsOf(value)).map(([key, inner]) => [key, of(inner, key)]));

/** The score of an item: a number, an object with a score, or a list that ends with a number. */
function itemScore(item: unknown): unknown {
  if (Array.isArray(item)) return item.at(-1);
  return typeof item === 'object' && item !== null ? (item as Fields).score : item;
}

const startingWith = (items: Fields, letter: string): unknown[] =>
  Object.entries(items)
    .filter(([key]) => key.startsWith(letter))
    .map(([, item]) => itemScore(item));

interface DeerElement {
  c_avg: DeerFigure;
  q_avg: DeerFigure;
  element_avg: DeerFigure;
}
interface DeerRecord {
  element_avgs: Record<string, Record<string, Record<string, DeerElement>>>;
  crit_avg: Record<string, Record<string, DeerFigure>>;
  rub_avg: Record<string, DeerFigure>;
  overall: DeerFigure;
}

/** One report as `others/SID.json` gives it: rounded to 2 decimals at every step. N/A leaves every mean. */
export function scoreDeerRecord(scores: unknown): DeerRecord {
  const element_avgs = mapped(scores, (criteria) =>
    mapped(criteria, (elements) =>
      mapped(elements, (items): DeerElement => {
        const c_avg = rounded(meanFigure(startingWith(fieldsOf(items), 'C')));
        const q_avg = rounded(meanFigure(startingWith(fieldsOf(items), 'Q')));
        return { c_avg, q_avg, element_avg: rounded(meanFigure([c_avg, q_avg])) };
      })
    )
  );
  const crit_avg = mapped(element_avgs, (criteria) =>
    mapped(criteria, (elements) =>
      rounded(meanFigure(Object.values(elements as Record<string, DeerElement>).map((one) => one.element_avg)))
    )
  );
  const rub_avg = mapped(crit_avg, (criteria) => rounded(meanFigure(Object.values(fieldsOf(criteria)))));
  return { element_avgs, crit_avg, rub_avg, overall: rounded(meanFigure(Object.values(rub_avg))) };
}

export interface DeerFigures {
  criteria_avgs: Record<string, Record<string, DeerFigure>>;
  score_avgs: Record<string, DeerFigure>;
}

/** Criteria of judged items as the integration gives them: only criterion and dimension are rounded. */
function integratedCriteria(scores: unknown): Record<string, Record<string, DeerFigure>> {
  return mapped(scores, (criteria) => {
    const kept = Object.entries(fieldsOf(criteria)).filter(([, elements]) => {
      const first = Object.values(fieldsOf(elements))[0];
      return first !== undefined && Object.keys(fieldsOf(first)).length > 0;
    });
    return Object.fromEntries(
      kept.map(([name, elements]) => {
        const of = Object.values(fieldsOf(elements)).map((items) =>
          meanFigure([meanFigure(startingWith(fieldsOf(items), 'C')), meanFigure(startingWith(fieldsOf(items), 'Q'))])
        );
        return [name, rounded(meanFigure(of))];
      })
    );
  });
}

const dimensionMeans = (criteria: Record<string, Record<string, DeerFigure>>): Record<string, DeerFigure> =>
  mapped(criteria, (of) => rounded(meanFigure(Object.values(fieldsOf(of)))));

/** One report as `final/SID.json` gives its judged part; it can differ from `others/SID.json` by 0.01. */
export function integrateDeerRecord(scores: unknown): DeerFigures {
  const criteria_avgs = integratedCriteria(scores);
  return { criteria_avgs, score_avgs: dimensionMeans(criteria_avgs) };
}

const measuredDimension: Record<string, string> = {
  integrity: 'information_integrity',
  sufficiency: 'information_sufficiency'
};

/**
 * Judged and measured criteria together. A recency r beside a reference quality q becomes (2q + r) / 3 and is then removed; the
 * same criterion in both parts is averaged.
 */
function merged(
  measured: Record<string, Record<string, DeerFigure>>,
  judged: Record<string, Record<string, DeerFigure>>
): DeerFigures {
  const criteria: Record<string, Record<string, DeerFigure>> = {};
  for (const [name, of] of Object.entries(measured)) criteria[measuredDimension[name] ?? name] = { ...of };
  for (const [dimension, of] of Object.entries(judged)) {
    const own = (criteria[dimension] ??= {});
    for (const [name, value] of Object.entries(of)) {
      if (dimension === 'information_integrity' && name === 'recency') {
        const quality = own.reference_quality;
        if (typeof quality === 'number' && typeof value === 'number')
          own.reference_quality = roundTo((2 * quality + value) / 3, 2);
      } else own[name] = own[name] === undefined ? value : rounded(meanFigure([own[name], value]));
    }
  }
  return { criteria_avgs: criteria, score_avgs: dimensionMeans(criteria) };
}

/** Mean over samples of figures at the same keys. */
function pooledFigures(samples: readonly unknown[]): Record<string, Record<string, DeerFigure>> {
  const groups = [...new Set(samples.flatMap((sample) => Object.keys(fieldsOf(sample))))];
  const at = (group: string) => samples.map((sample) => fieldsOf(fieldsOf(sample)[group]));
  return Object.fromEntries(
    groups.map((group) => {
      const names = [...new Set(at(group).flatMap((of) => Object.keys(of)))];
      return [
        group,
        Object.fromEntries(names.map((name) => [name, rounded(meanFigure(at(group).map((of) => of[name])))]))
      ];
    })
  );
}

/** Items averaged over samples, in the form of one sample. */
function pooledItems(samples: readonly unknown[], depth: number): unknown {
  if (depth === 0) return meanFigure(samples.map(itemScore));
  const keys = [...new Set(samples.flatMap((sample) => Object.keys(fieldsOf(sample))))];
  return Object.fromEntries(
    keys.map((key) => [
      key,
      pooledItems(
        samples.flatMap((sample) => (key in fieldsOf(sample) ? [fieldsOf(sample)[key]] : [])),
        depth - 1
      )
    ])
  );
}

/**
 * `final.json` and every `final/SID.json`. Over several samples each item is averaged first, so that the result is not the mean
 * of the samples' files.
 */
export function integrateDeer(parts: {
  fact: Record<string, { criteria_avgs?: unknown }>;
  others: Record<string, { scores?: unknown }>;
}): OfficialScore<{ final: DeerFigures; samples: Record<string, DeerFigures> }> {
  const ids = [...new Set([...Object.keys(parts.fact), ...Object.keys(parts.others)])];
  if (ids.length === 0) return undefinedScore('there are no samples');
  const samples = ids.map((id) => {
    const measured = fieldsOf(parts.fact[id]?.criteria_avgs) as Record<string, Record<string, DeerFigure>>;
    return [id, merged(measured, integratedCriteria(parts.others[id]?.scores))] as const;
  });
  const final = merged(
    pooledFigures(Object.values(parts.fact).map((one) => one.criteria_avgs)),
    integratedCriteria(
      pooledItems(
        Object.values(parts.others).map((one) => one.scores),
        4
      )
    )
  );
  return givenScore({ final, samples: Object.fromEntries(samples) });
}

/** The published table's overall mean: of the seven dimensions that are numbers. No JSON file holds it. */
export function overallDeer(scoreAverages: Record<string, DeerFigure>): DeerFigure {
  return meanFigure(Object.values(scoreAverages));
}
