import type { Page } from '@playwright/test';

/** How much longer a translation may be than English, with room to spare. */
const LONGER = 1.4;

/**
 * In the document: makes every text 40 % longer, as a translation could be. Words grow, so that lines break where they would: a
 * suffix is added to each word rather than a sentence at the end.
 */
function lengthen(by: number): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('script, style, kbd, svg')) continue;
    node.textContent = node.textContent!.replaceAll(
      /\p{L}+/gu,
      (word) => word + 'o'.repeat(Math.ceil(word.length * (by - 1)))
    );
  }
}

/** In the document: elements with text that is cut off or hangs out of the window. Names in the trail of crumbs end in an ellipsis on purpose. */
function cutOff(): string[] {
  const wide = document.documentElement;
  const found = wide.scrollWidth > wide.clientWidth ? [`the page scrolls sideways: ${wide.scrollWidth} px`] : [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const own = [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent!.trim());
    if (
      !own ||
      element.closest('script, style, .vh, .skip, [hidden], .crumbs') ||
      element.getClientRects().length === 0
    )
      continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const hides = /hidden|clip/.test(overflowX + overflowY);
    const range = document.createRange();
    range.selectNodeContents(element);
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    const scrolls = element.closest('.table-region, [role="region"], nav.tabs');
    const over = text.right > box.right + 1.5 || (hides && element.scrollHeight > element.clientHeight + 1);
    const outside = !scrolls && text.right > wide.clientWidth + 1;
    if ((over && getComputedStyle(element).display !== 'inline') || outside)
      found.push(`${element.tagName.toLowerCase()}.${element.className}: ${element.textContent.trim().slice(0, 60)}`);
  }
  return found;
}

/** Returns the texts that would be cut off on the page in view if they were 40% longer, on a phone and on a wide screen. */
export async function cutOffWhenLonger(page: Page): Promise<string[]> {
  await page.evaluate(lengthen, LONGER);
  const found: string[] = [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(cutOff)).map((one) => `${width} px: ${one}`));
  }
  return found;
}
