/** Address of the link that was pressed last, until SvelteKit knows its page. */
let pressed = '';

/*
 * Leaves a link to the browser if the server did not say which page it leads to (`router.resolution`): SvelteKit then does nothing, and
 * the page does not say why. The browser shows that the server cannot be reached, or opens the page once it can be.
 */
addEventListener('click', ({ target, defaultPrevented }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
  pressed = link && defaultPrevented ? link.href : '';
});
// A script that cannot be loaded is a TypeError; browsers word it differently.
addEventListener('unhandledrejection', ({ reason }) => {
  if (pressed && reason instanceof TypeError) location.assign(pressed);
});

/** The page of the link is known, or another one is asked for. */
export const linkAnswered = (): void => {
  pressed = '';
};
