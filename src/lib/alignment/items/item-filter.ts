import { differsOnScale, valueInWords } from '../units/metric.ts';
import { referenceOf, type Reference } from '../units/ratings.ts';
import { valueOnScale, type LabelScale } from '../../studies/labels/label-scale.ts';

interface Rated {
  stratum: string;
  humans: readonly { label: string }[];
  judges: readonly { state: string; label: string | null }[];
}

/** Where opinions part: what one may want to see first of the items behind a number. */
export const itemFilters = ['judge-and-people', 'people', 'judges', 'gaps'] as const;
export type ItemFilter = (typeof itemFilters)[number];

export const isItemFilter = (name: string | null): name is ItemFilter => itemFilters.some((filter) => filter === name);

const differ = (labels: readonly (string | null)[]): boolean => new Set(labels).size > 1;

const given = (item: Rated): string[] =>
  item.judges.flatMap(({ state, label }) => (state === 'judged' && label !== null ? [label] : []));

/** Joint label of people on an item, on the scale of the study. */
export const peopleSay = (scale: LabelScale, item: Pick<Rated, 'humans'>): Reference =>
  referenceOf(
    scale,
    item.humans.flatMap(({ label }) => valueOnScale(scale, label) ?? [])
  );

/** The same in words: a label, `split`, a number; null if there is no label on the scale. */
export function peopleInWords(scale: LabelScale, item: Pick<Rated, 'humans'>): string | null {
  const { value, split } = peopleSay(scale, item);
  return value === null ? null : split ? 'split' : valueInWords(scale, value);
}

/** Whether a judge's label is another one than people's; never if people are split or one of them says nothing. */
export function differsFromPeople(scale: LabelScale, label: string, { value, split }: Reference): boolean {
  const judged = valueOnScale(scale, label);
  return judged !== null && value !== null && split === null && differsOnScale(scale, judged, value);
}

export function passes(scale: LabelScale, item: Rated, filter: ItemFilter): boolean {
  switch (filter) {
    case 'people':
      return differ(item.humans.map(({ label }) => label));
    case 'judges':
      return differ(given(item));
    case 'judge-and-people': {
      const people = peopleSay(scale, item);
      return given(item).some((label) => differsFromPeople(scale, label, people));
    }
    case 'gaps':
      return item.judges.some(({ state }) => state !== 'judged');
  }
}
