import { sayingsOf, type Saying } from '../../messages/sayings.ts';

const says = sayingsOf('labelFit');

/** Reasons why labels on an item do not apply to another run, in the order in which they are checked. */
export const misfits = {
  issues: says('issues'),
  unnamed: says('unnamed'),
  metric: says('metric'),
  'report-missing': says('reportMissing'),
  report: says('report'),
  query: says('query'),
  beside: says('beside'),
  item: says('item'),
  wording: says('wording'),
  'page-unread': says('pageUnread'),
  page: says('page'),
  'held-out': says('heldOut')
} as const satisfies Record<string, Saying>;

export type Misfit = keyof typeof misfits;
