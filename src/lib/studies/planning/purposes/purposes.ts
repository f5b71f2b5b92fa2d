/**
 * Purpose of an item in a study. Only `sample` counts: in progress, agreement, results and exports. The others serve the
 * quality of labels, and only `training` is told to the person.
 */
export type Purpose = 'sample' | GoldPurpose | 'repeat';

/** The purposes for which a lead names units and gives the right answer. */
const goldPurposes = ['training', 'gold', 'attention'] as const;
export type GoldPurpose = (typeof goldPurposes)[number];

export const isGoldPurpose = (purpose: string): purpose is GoldPurpose =>
  (goldPurposes as readonly string[]).includes(purpose);

/**
 * An item whose right answer the lead gives. Training items come first and tell the person the answer and its reason after
 * their commit; gold items (hard to know, agreed among experts) and attention checks (plain to any reader) come in between like
 * any other.
 */
export interface GoldItem {
  purpose: GoldPurpose;
  qid: string;
  /** Name of the system; of a ranking all of them, as in its unit. */
  system: string;
  /** Key of the unit among those of the report; empty if the report has one, or with words of one's own. */
  item: string;
  /** As people answer: of two texts, `A` is the one that the run scored. */
  answer: string;
  /** Why that is right. A training item must have one. */
  reason: string;
  /** A question, claim or reported issue in the lead's own words, in place of the unit's. */
  text?: string;
}

/** How many gold items a person gets of a pool, with `items` of the sample in hand. */
export const knownShare = (items: number, pool: number, every: number): number =>
  every === 0 ? pool : Math.min(pool, Math.max(1, Math.round(items / every)));

/** Repeats that a person gets at most: half of what there is to repeat. */
export const repeatShare = (items: number, wanted: number): number => Math.min(wanted, Math.floor(items / 2));
