import { misfits, type Misfit } from '../units/misfits.ts';

/** How many labelled items of a study apply to what a run judged. */
export interface LabelFit {
  /** Items with a blind label. */
  total: number;
  /** Those that the run judged unchanged. */
  apply: number;
  /** Why the others do not apply, in the order in which it is checked. */
  excluded: { reason: Misfit; n: number }[];
}

/** Counts items by what keeps their labels from applying; null if nothing does. */
export const fitOf = (items: readonly (Misfit | null)[]): LabelFit => ({
  total: items.length,
  apply: items.filter((one) => one === null).length,
  excluded: (Object.keys(misfits) as Misfit[]).flatMap((reason) => {
    const n = items.filter((one) => one === reason).length;
    return n === 0 ? [] : [{ reason, n }];
  })
});

/** “212 of 240 labelled items still apply; 20: the item’s wording changed; 8: the report changed”. */
export const fitInWords = ({ total, apply, excluded }: LabelFit): string =>
  [
    `${apply} of ${total} labelled items still apply`,
    ...excluded.map(({ reason, n }) => `${n}: ${misfits[reason]}`)
  ].join('; ');
