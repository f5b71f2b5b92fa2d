import type { Page } from '@playwright/test';

/**
 * Whether words that are marked in a report can be seen: the middle of the first marked line lies in the window, and nothing covers it.
 *
 * @param name of the highlight that marks them (`app.css`)
 */
export const isMarkSeen = (page: Page, name: 'quoted' | 'found-now'): Promise<boolean> =>
  page.evaluate((highlight) => {
    const marked = [...(CSS.highlights.get(highlight) ?? [])] as Range[];
    const first = marked.find((range) => range.startContainer.parentElement!.closest('.paper'));
    const box = first?.getClientRects()[0];
    const there = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return Boolean(there?.closest('.paper'));
  }, name);

/** Whether an element of a report can be seen: its first line lies in the window, and nothing covers it. */
export const isSeenInReport = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    const box = element?.getBoundingClientRect();
    const there = box && document.elementFromPoint(box.left + 8, box.top + 8);
    return Boolean(there && element!.contains(there));
  }, selector);

/** Whether the element with the focus can be seen: its middle lies in the window, and nothing covers it. */
export const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { left, top, width, height } = document.activeElement!.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return document.activeElement!.contains(there);
  });
