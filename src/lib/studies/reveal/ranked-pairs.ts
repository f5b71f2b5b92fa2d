import { CANNOT_JUDGE, type StudyKind } from '../kinds/index.ts';
import type { LabelledUnit } from '../labels/labels.ts';

/** Each two of `n` texts, the first with all after it, then the second … */
const pairsOf = (n: number): [number, number][] =>
  Array.from({ length: n }, (_, first) =>
    Array.from({ length: n - first - 1 }, (__, at): [number, number] => [first, first + 1 + at])
  ).flat();

/**
 * A ranked group of reports as the comparisons that it comes to: one unit for each two reports. Preferences are about the ranking as
 * a whole and stay with its first pair.
 *
 * @param places how the kind reads an order of texts
 */
export function inPairs(
  unit: LabelledUnit,
  reports: readonly string[],
  places: NonNullable<StudyKind['places']>
): LabelledUnit[] {
  return pairsOf(reports.length).map(([first, second], at) => {
    const read = (label: string): string => (label === CANNOT_JUDGE ? label : places(label, reports.length)![at]!);
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
