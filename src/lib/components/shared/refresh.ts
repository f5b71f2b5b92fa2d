import { invalidateAll } from '$app/navigation';
import { navigating } from '$app/state';
import { poll } from './poll.ts';

/**
 * Loads the page's data again and again until the function that it returns is called, but not during a navigation:
 * SvelteKit would abort the navigation, and the person's click would have no effect.
 *
 * @param every in ms
 * @param wanted asked before each time
 */
export const refresh = (every: number, wanted: () => boolean = () => true): (() => void) =>
  poll(async () => {
    if (navigating.to === null && wanted()) await invalidateAll();
  }, every);
