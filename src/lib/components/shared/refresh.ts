import { invalidateAll } from '$app/navigation';
import { navigating } from '$app/state';
import { poll } from './poll.ts';

/**
 * Loads the page's data again and again until the function that it returns is called, but not while another page is on its way:
 * SvelteKit would load this one in its place, and the click that asked for the other would be lost.
 *
 * @param every in ms
 * @param wanted asked before each time
 */
export const refresh = (every: number, wanted: () => boolean = () => true): (() => void) =>
  poll(async () => {
    if (navigating.to === null && wanted()) await invalidateAll();
  }, every);
