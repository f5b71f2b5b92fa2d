import { sayIn } from '../../messages/say-in.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { misfits, type Misfit } from '../units/misfits.ts';

const says = sayingsOf('labelFit');

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

/** “212 of 240 labelled items still apply; excluded: the wording of the item changed (20) and the report changed (8)”. */
export const fitSaid = ({ total, apply, excluded }: LabelFit): Saying =>
  excluded.length === 0
    ? says('all', { apply, n: total })
    : says('some', {
        ...{ apply, n: total },
        excluded: excluded.map(({ reason, n }) => says('reason', { reason: misfits[reason], n }))
      });

/** The same in English, for documents and the command line. */
export const fitInWords = (fit: LabelFit): string => sayIn('en', fitSaid(fit));
