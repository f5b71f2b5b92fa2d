import type { Page } from '@playwright/test';

/** Window of a page that tells how long it keeps people waiting. */
interface Watched {
  /** The last key or pointer that went down, and when its effect was on the screen, ms of the page's clock. */
  lastInput: { began: number; shown: number | null };
  /** Tasks of more than 50 ms since. */
  longTasks: number[];
}

/** Runs in the page, before its own scripts. */
function watch(): void {
  const state: Watched = { lastInput: { began: 0, shown: null }, longTasks: [] };
  Object.assign(window, { watched: state });
  const note = (event: Event): void => {
    const input = { began: event.timeStamp, shown: null as number | null };
    state.lastInput = input;
    state.longTasks = [];
    sessionStorage.setItem('input-at', String(performance.timeOrigin + event.timeStamp));
    // A task that is queued while a frame is made runs once the frame is painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (input.shown = performance.now());
      port2.postMessage(null);
    });
  };
  addEventListener('keydown', note, { capture: true });
  addEventListener('pointerdown', note, { capture: true });
  new PerformanceObserver((list) => {
    for (const task of list.getEntries())
      if (task.startTime >= state.lastInput.began - task.duration) state.longTasks.push(task.duration);
  }).observe({ type: 'longtask' });
}

export const watchInputs = (page: Page): Promise<unknown> => page.addInitScript(watch);

/** How long the page rests after each act, so that whatever follows an act is counted with it, ms. */
const REST = 250;

/**
 * Does something with one key or pointer, and waits until the page is at rest.
 *
 * @returns milliseconds from the input to the frame that shows its effect; if a task after that frame holds the page up for
 * longer, the length of that task
 */
export async function timeInput(page: Page, act: () => Promise<unknown>): Promise<number> {
  await act();
  await page.waitForTimeout(REST);
  return page.evaluate(() => {
    const { lastInput, longTasks } = (window as unknown as { watched: Watched }).watched;
    if (lastInput.shown === null) throw new Error('The page has painted nothing since the last input.');
    return Math.max(lastInput.shown - lastInput.began, ...longTasks);
  });
}

/**
 * Time from an input to the frame that shows the page that it leads to, whether the browser loads that page or the one in view
 * becomes it, ms.
 *
 * @param shown what only that page has
 */
export async function timeOpening(
  page: Page,
  address: RegExp,
  shown: string,
  act: () => Promise<unknown>
): Promise<number> {
  await act();
  await page.waitForURL(address);
  await page.waitForFunction(
    (selector) => 'hydrated' in document.documentElement.dataset && document.querySelector(selector) !== null,
    shown,
    { polling: 'raf' }
  );
  const opened = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.timeOrigin + performance.now() - Number(sessionStorage.getItem('input-at'));
  });
  await page.waitForTimeout(REST);
  return opened;
}
