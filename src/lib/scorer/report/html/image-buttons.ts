import { createHash } from 'node:crypto';
import type { Token } from 'markdown-it';
import { markdownToken } from '../structure/markdown.ts';

/** Images that are part of a report. */
const HELD = /data:image\/[a-z]{1,10};base64,[a-z0-9+/=]+/gi;
/** A button as `safe` passes it. */
const BUTTON = /<button type="button" class="image" data-image="([0-9a-f]{16})" data-src="([^"]*)">/g;

/** The key by which a page names an image of a report, never its address: the server requests only addresses that a report contains. */
const imageKey = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 16);

/**
 * A button that loads an image when it is pressed: `data-image` its key, `data-src` its address, empty for an image that the report
 * itself holds; none for other addresses. It contains no text, so that the text of a block does not change; the page labels it.
 */
export function imageButton(address: string): Token[] {
  const held = /^data:image\//i.test(address);
  if (!held && !/^https?:\/\/[^/]/i.test(address)) return [];
  const source = held ? '' : address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const token = markdownToken('html_inline', '', 0);
  token.content = `<button type="button" class="image" data-image="${imageKey(address)}" data-src="${source}"></button>`;
  return [token];
}

/**
 * The address of an image that a report names, by its key.
 *
 * @param html of the report, as `renderReport` makes it
 */
export function imageAddress({ html, markdown }: { html: string; markdown: string }, key: string): string | undefined {
  for (const [, own, source = ''] of html.matchAll(BUTTON))
    if (own === key && source !== '')
      return source.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return Array.from(markdown.matchAll(HELD), ([held]) => held).find((held) => imageKey(held) === key);
}
