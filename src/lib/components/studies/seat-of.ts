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

/** A label as a seat: for it, against it, a tie, not judged; anything in between is partly filled, what has none is open. */
export const seatOf = (label: string | null): Seat['v'] => (label === null ? 'open' : (seats.get(label) ?? 'part'));
