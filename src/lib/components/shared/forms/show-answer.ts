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

/** Brings the problem of a refused form into view. Its first field at fault gets the focus and is read out with its problem. */
function showProblem(): void {
  const fault = [...document.querySelectorAll<HTMLElement>('main [aria-invalid=true], main .error')].find(isDrawn);
  const problem = fault ?? document.querySelector<HTMLElement>('main [role=alert]');
  if (fault?.matches('.error')) fault.tabIndex = -1;
  fault?.focus({ preventScroll: true });
  if (problem && !(problem !== fault && isInView(problem))) problem.scrollIntoView({ block: 'center' });
}

/**
 * The control from which a form was sent; if the answer removed it, such as with its row, the first control of the nearest
 * element around it that is still there.
 */
function nearest(path: readonly EventTarget[]): HTMLElement | undefined {
  const left = path.find((one): one is HTMLElement => one instanceof HTMLElement && one.checkVisibility());
  if (!left || left === path[0]) return left;
  const controls = left.querySelectorAll<HTMLElement>(
    'a[href], summary, :is(button, input, select, textarea):not(:disabled)'
  );
  return [...controls].find((one) => one.checkVisibility());
}

/**
 * Shows the answer to a form on its page: the problem of a refused one, else a result that is out of view. SvelteKit then leaves the
 * focus at the beginning of the page; it returns to where the form was sent. Pages on which people judge have keys and a focus of their own.
 *
 * @param path the element that had the focus when the form was sent and the form with the elements around it; empty if the browser
 *   sent the form itself and has loaded the page anew
 */
export async function showAnswer(path: readonly EventTarget[], refused: boolean): Promise<void> {
  await tick();
  // SvelteKit moves the focus after the page has changed.
  await new Promise((resolve) => setTimeout(resolve));
  const { activeElement: now, body } = document;
  // A person who has moved on stays there, and so does a page that was opened at the place of its answer.
  if (document.querySelector('main.bench') || (now !== null && now !== body && now !== path[0])) return;
  if (refused) showProblem();
  else {
    const result = document.querySelector('main .result');
    if (result && !isInView(result)) result.scrollIntoView();
  }
  if (document.activeElement === body) nearest(path)?.focus({ preventScroll: true });
}
