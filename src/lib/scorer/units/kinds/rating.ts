import type { UnitDefinition } from '../../unit-definition.ts';

/** A rating of a whole report: `0` … `10`. People give points on the same scale. */
export const ratingUnit: UnitDefinition = {
  name: 'rating',
  one: 'rating',
  many: 'ratings',
  about: 'A rating of a whole report from 0 to 10.',
  scale: null,
  detail: null,
  view: 'ratings',
  asked: null,
  uncorrected: 'People do not rate reports as a whole.'
};
