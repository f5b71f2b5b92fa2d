import { beforeNavigate, invalidateAll } from '$app/navigation';

/** How long a press may take to become a navigation, in ms. One in a new window never does. */
const PRESS = 10_000;

/**
 * Whether the person has asked for another page that is not there yet; to be called while a component is initialised.
 *
 * A navigation begins with the press: SvelteKit asks the server which page an address belongs to, and calls `beforeNavigate` only
 * then (`router.resolution`). `navigating` of `$app/state` is set later still, and would add to the scripts of every page.
 */
export function watchNavigation(): () => boolean {
  let [inProgress, pressed] = [0, -Infinity];
  const ended = (): void => void (inProgress -= 1);
  beforeNavigate(({ complete }) => {
    [inProgress, pressed] = [inProgress + 1, -Infinity];
    complete.then(ended, ended);
  });
  $effect(() => {
    const press = ({ type, target }: Event): void => {
      if (type === 'submit' || (target as Element).closest('a[href]')) pressed = performance.now();
    };
    document.addEventListener('click', press, true);
    document.addEventListener('submit', press, true);
    return () => {
      document.removeEventListener('click', press, true);
      document.removeEventListener('submit', press, true);
    };
  });
  return () => inProgress > 0 || performance.now() - pressed < PRESS;
}

/**
 * Returns a function that loads the page's data again, but not during a navigation: SvelteKit would abort the navigation, and the
 * person's press would have no effect. To be called while a component is initialised.
 */
export function reloading(): () => Promise<void> {
  const navigates = watchNavigation();
  return async () => {
    if (!navigates()) await invalidateAll();
  };
}
