import type { Seat } from '../shared/Seats.svelte';

const seats = new Map<string, Seat['v']>([
  ['yes', 'yes'],
  ['valid', 'yes'],
  ['supported', 'yes'],
  ['A', 'yes'],
  ['no', 'no'],
  ['not-valid', 'no'],
  ['not', 'no'],
  ['B', 'no'],
  ['tie', 'tie'],
  ['cannot-judge', 'un']
]);

/**
 * A label as a seat: for it, against it, a tie, not judged; anything in between is partly filled, what has none is open.
 *
 * @param options Answers of the study; those of kinds of units say how they are shown
 */
export const seatOf = (label: string | null, options: readonly { label: string; seat?: Seat['v'] }[]): Seat['v'] =>
  label === null ? 'open' : (options.find((option) => option.label === label)?.seat ?? seats.get(label) ?? 'part');
