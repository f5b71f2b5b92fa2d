import type { Seat } from '../shared/Seats.svelte';

/** A yes/no label as a seat; what has none yet is open. */
export const seatOf = (label: string | null): Seat['v'] => (label === 'yes' ? 'yes' : label === 'no' ? 'no' : 'open');
