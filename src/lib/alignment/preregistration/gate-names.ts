import { sayingsOf } from '../../messages/sayings.ts';

/** The gates that an ensemble passes before it may replace annotators, in the order in which they are shown. */
export const gateNames = [
  'agreement',
  'precision',
  'recall',
  'people',
  'unanimous',
  'bias',
  'consistency',
  'order',
  'queries',
  'items'
] as const;
export type GateName = (typeof gateNames)[number];

/** Gates of lists of issues; there are none in studies of anything else. */
export const listGates: readonly GateName[] = ['precision', 'recall'];

/** A gate in a list of several, inside a sentence. */
export const gateSaid = sayingsOf('gateNames');
