/** Blocks of a report on the page, by their numbers. */
import { showWhole } from './whole-report.ts';

/**
 * The number of the block that is being read: the first one whose end lies below the upper third of the pane, or of the window if
 * that is what scrolls.
 */
export function blockInView(pane: Element): number | null {
  const line = Math.max(0, pane.getBoundingClientRect().top) + Math.min(pane.clientHeight, innerHeight) / 3;
  for (const block of pane.querySelectorAll('[data-n]'))
    if (block.getBoundingClientRect().bottom > line) return Number(block.getAttribute('data-n'));
  return null;
}

/** A block by its number; brought onto the page first if it has not come yet. */
export function blockIn(pane: Element, n: number): Element | null {
  const wanted = `[data-n="${n}"]`;
  const there = pane.querySelector(wanted);
  if (there) return there;
  showWhole(pane);
  return pane.querySelector(wanted);
}

export function goToBlock(pane: Element, n: number): void {
  blockIn(pane, n)?.scrollIntoView({ block: 'center' });
}

/** The number of the block in which the text selected in `pane` begins; null without a selection in it. */
export function selectedBlock(pane: Element | undefined): number | null {
  const selection = getSelection();
  if (!pane || !selection || selection.isCollapsed) return null;
  const { startContainer: start } = selection.getRangeAt(0);
  const block = (start instanceof Element ? start : start.parentElement)?.closest('[data-n]');
  return block && pane.contains(block) ? Number(block.getAttribute('data-n')) : null;
}
