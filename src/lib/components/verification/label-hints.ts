import type { RatingLabel, SubjectKind } from '../../verification/labels.ts';

/** What a label means, beside its key. */
export const labelHints: Readonly<Record<SubjectKind, Partial<Record<RatingLabel, string>>>> = {
  query: {
    appropriate: 'could be handed to a researcher as it stands',
    modify: 'good idea; write the wording you would hand over',
    'not-appropriate': 'mending it would mean another query'
  },
  item: {
    appropriate: 'asked for, checkable, and it matters',
    'valid-not-necessary': 'true, but a detail or checked elsewhere; say why',
    'needs-modification': 'badly worded or too narrow; write the better wording',
    'not-appropriate': 'off the query or not checkable; say why'
  }
};
