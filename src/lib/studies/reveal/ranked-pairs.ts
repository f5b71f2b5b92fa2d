import { CANNOT_JUDGE } from '../kinds/index.ts';
import { rankedPairs, placesOf } from '../kinds/ranking.ts';
import type { LabelledUnit } from '../labels/labels.ts';

/**
 * A ranked group of reports as the comparisons that it comes to: one unit for each two reports, `win` where the first of
 * them has the better place. Preferences are about the ranking as a whole and stay with its first pair.
 */
export function inPairs(unit: LabelledUnit, reports: readonly string[]): LabelledUnit[] {
  const labelsOf = (label: string): string[] => {
    const places = placesOf(label, reports.length);
    return places ? rankedPairs(places).map((pair) => pair.label) : [];
  };
  return rankedPairs(reports.map(() => 1)).map(({ first, second }, at) => {
    const read = (label: string): string => (label === CANNOT_JUDGE ? label : labelsOf(label)[at]!);
    return {
      ...unit,
      itemId: `${unit.itemId}-${first + 1}${second + 1}`,
      reportId: reports[first]!,
      item: `${unit.item} ${first + 1}:${second + 1}`,
      humans: unit.humans.map((one) => ({
        ...one,
        label: read(one.label),
        revised: one.revised === null ? null : read(one.revised)
      })),
      judges: unit.judges.map((one) => ({ ...one, label: one.label === null ? null : read(one.label) })),
      preferences: at === 0 ? unit.preferences : []
    };
  });
}

/** The id of the item that a unit of `inPairs` is of; of any other unit, its own. */
export const wholeItemId = (itemId: string): string => /^([\w-]{16})-[1-9]{2}$/.exec(itemId)?.[1] ?? itemId;
