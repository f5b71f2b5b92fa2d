import { clusterCapture, type UndefinedReason } from '../../stats/index.ts';
import type { Units, Values } from '../units/units.ts';

/** How many valid issues two searches miss together, by capture–recapture (Chapman). */
export interface MissedIssues {
  /** Two judges, or one judge and all others together. */
  a: string;
  b: string;
  /** Valid issues of the study that a, b, both of them and either report. */
  first: number;
  second: number;
  both: number;
  seen: number;
  /** Estimated number of valid issues, those that neither reports among them. */
  total: number | null;
  low: number | null;
  high: number | null;
  /** `total` less `seen`. */
  missed: number | null;
  reason: UndefinedReason | null;
  clusters: number;
  /** Ids of the valid issues that either reports. */
  items: string[];
}

/**
 * Valid issues that no judge reports, estimated from how often judges report the same ones: for each pair of judges, and, from
 * three judges on, for each judge against the others together. Judges who resemble each other find the same issues, and the
 * estimate is then too low.
 */
export function missedIssues(
  units: Units,
  lists: ReadonlyMap<string, Values>,
  nameOf: (id: string) => string,
  confidence = 0.95
): MissedIssues[] {
  const judges = [...lists.keys()].filter((id) => lists.get(id)!.some((listed) => listed === 1));
  const valid = units.ids.flatMap((_, unit) => ((units.reference[unit] ?? 0) > 0.5 ? [unit] : []));
  const search = (ids: readonly string[], unit: number): boolean | null => {
    const listed = ids.map((id) => lists.get(id)![unit] ?? null);
    return listed.includes(null) ? null : listed.includes(1);
  };
  const between = (one: string, others: readonly string[], name: string): MissedIssues => {
    const things = valid.flatMap((unit) => {
      const [first, second] = [search([one], unit), search(others, unit)];
      return first === null || second === null ? [] : [{ unit, first, second, weight: units.weights[unit]! }];
    });
    const found = things.filter(({ first, second }) => first || second);
    const estimate = clusterCapture(
      things,
      things.map(({ unit }) => units.cluster[unit]!),
      { confidence }
    );
    return {
      a: nameOf(one),
      b: name,
      first: things.filter(({ first }) => first).length,
      second: things.filter(({ second }) => second).length,
      both: things.filter(({ first, second }) => first && second).length,
      seen: found.length,
      total: estimate.value,
      low: estimate.interval?.[0] ?? null,
      high: estimate.interval?.[1] ?? null,
      missed: estimate.missed,
      reason: estimate.reason ?? null,
      clusters: estimate.clusters,
      items: found.map(({ unit }) => units.ids[unit]!)
    };
  };
  const pairs = judges.flatMap((one, i) => judges.slice(i + 1).map((other) => between(one, [other], nameOf(other))));
  if (judges.length < 3) return pairs;
  return [
    ...pairs,
    ...judges.map((one) =>
      between(
        one,
        judges.filter((other) => other !== one),
        'all other judges'
      )
    )
  ];
}
