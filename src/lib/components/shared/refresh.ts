import { beforeNavigate, invalidateAll } from '$app/navigation';
import { poll } from './poll.ts';

/**
 * Whether a navigation is in progress; to be called while a component is initialised. `navigating` of `$app/state` says the same, but
 * would add to the scripts of every page.
 */
export function watchNavigation(): () => boolean {
  let inProgress = 0;
  const ended = (): void => void (inProgress -= 1);
  beforeNavigate(({ complete }) => {
    inProgress += 1;
    complete.then(ended, ended);
  });
  return () => inProgress > 0;
}

/**
 * Loads the page's data again and again until the function that is returned last is called, but not during a navigation: SvelteKit
 * would abort the navigation, and the person's click would have no effect. To be called while a component is initialised.
 *
 * @returns starts to load: every so many ms, if `wanted` says so
 */
export function refreshing(): (every: number, wanted?: () => boolean) => () => void {
  const navigates = watchNavigation();
  return (every, wanted = () => true) =>
    poll(async () => {
      if (!navigates() && wanted()) await invalidateAll();
    }, every);
}
