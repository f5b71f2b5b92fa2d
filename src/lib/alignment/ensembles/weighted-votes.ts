import type { Units, Values } from '../units/units.ts';

/**
 * A vote of judges on each issue in which each judge's word weighs what it is worth: the log-likelihood ratio of its listing, or
 * not listing, an issue that people find valid. Every query's issues are weighed by the labels of the other queries, so no label
 * decides on itself. Half an issue is added to each count, so that a judge without an error does not decide alone.
 *
 * @param lists of the judges: whether each lists each unit
 * @returns 1 where a judge lists it and a valid issue is likelier than not, else 0; null where a judge's list is not known
 * Source: Nitzan and Paroush 1982 (weights of independent voters); Dawid and Skene 1979.
 */
export function weightedVotes(units: Units, lists: readonly Values[]): Values {
  const decided = units.ids.flatMap((_, unit) => (units.truth[unit] === null ? [] : [unit]));
  return units.ids.map((_, unit) => {
    if (lists.some((list) => list[unit] === null)) return null;
    if (lists.every((list) => list[unit] === 0)) return 0;
    const others = decided.filter((other) => units.cluster[other] !== units.cluster[unit]);
    const valid = others.filter((other) => units.truth[other] === 1);
    const not = others.filter((other) => units.truth[other] !== 1);
    const evidence = lists.reduce(
      (total, list) => total + Math.log(chance(list, list[unit]!, valid) / chance(list, list[unit]!, not)),
      Math.log((valid.length + 0.5) / (not.length + 0.5))
    );
    return Number(evidence > 0);
  });
}

const chance = (list: Values, said: number, among: readonly number[]): number => {
  const known = among.filter((unit) => list[unit] !== null);
  return (known.filter((unit) => list[unit] === said).length + 0.5) / (known.length + 1);
};
