import { createHash } from 'node:crypto';
import type { Token } from 'markdown-it';
import { markdownToken } from '../structure/markdown.ts';

/** Images that a report holds itself. */
const HELD = /data:image\/[a-z]{1,10};base64,[a-z0-9+/=]+/gi;
/** A button as `safe` passes it. */
const BUTTON = /<button type="button" class="image" data-image="([0-9a-f]{16})" data-src="([^"]*)">/g;

/** By what a page names an image of a report: never by an address, so that the server asks for nothing that no report names. */
const imageKey = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 16);

/**
 * A button that loads an image when it is pressed: `data-image` its key, `data-src` its address, empty for an image that the report
 * itself holds; none for other addresses. It has no words of its own, so that the text of a block stays what it was; the page names it.
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
