/** Blocks of a report on the page, by their numbers. */

/**
 * The number of the block that is being read: the first one whose end lies below the upper third of the pane, or of the window where
 * that is what scrolls.
 */
export function blockInView(pane: Element): number | null {
  const line = Math.max(0, pane.getBoundingClientRect().top) + Math.min(pane.clientHeight, innerHeight) / 3;
  for (const block of pane.querySelectorAll('[data-n]'))
    if (block.getBoundingClientRect().bottom > line) return Number(block.getAttribute('data-n'));
  return null;
}

export const blockIn = (pane: Element, n: number): Element | null => pane.querySelector(`[data-n="${n}"]`);

export function goToBlock(pane: Element, n: number): void {
  blockIn(pane, n)?.scrollIntoView({ block: 'center' });
}
