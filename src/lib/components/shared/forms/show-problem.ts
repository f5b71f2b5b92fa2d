import { tick } from 'svelte';

/** Whether an element is drawn. Closed details around it are opened for that, so that a field in them can have the focus. */
function isDrawn(element: Element): boolean {
  const closed = element.closest('details:not([open])');
  if (closed?.checkVisibility()) closed.setAttribute('open', '');
  return element.checkVisibility();
}

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/**
 * Brings the problem of a refused form into view: its first field at fault, which gets the focus and is read out with its problem, or
 * the reason beside a group of choices; else the refusal. Pages on which people judge have keys and a focus of their own.
 *
 * @param sender element that had the focus when the form was sent; null if the browser sent the form itself and has loaded the page anew
 */
export async function showProblem(sender: Element | null): Promise<void> {
  await tick();
  const { activeElement: now, body } = document;
  // A person who has moved on stays there, and so does a page that was opened at the place of its answer.
  if (document.querySelector('main.bench') || (now !== null && now !== body && now !== sender)) return;
  const fault = [...document.querySelectorAll<HTMLElement>('main [aria-invalid=true], main .error')].find(isDrawn);
  const problem = fault ?? document.querySelector<HTMLElement>('main [role=alert]');
  if (fault?.matches('.error')) fault.tabIndex = -1;
  fault?.focus({ preventScroll: true });
  if (problem && !(problem !== fault && isInView(problem))) problem.scrollIntoView({ block: 'center' });
}
