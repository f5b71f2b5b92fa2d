/** Texts of reports in the browser, so that the next page that shows one neither loads it nor lays it out again. */

/** Most assignments whose texts are kept, and most texts that are ready to be shown. */
const MOST = 4;
const texts = new Map<string, readonly string[]>();
const ready = new Map<string, ParentNode>();

/** Sets an entry and forgets the oldest. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MOST) map.delete(map.keys().next().value!);
}

/** Keeps an assignment's texts as HTML, in their order. */
export const keepTexts = (assignment: string, htmls: readonly string[]): void => put(texts, assignment, htmls);

export const keptTexts = (assignment: string): readonly string[] | undefined => texts.get(assignment);

/** Has a text shown by moving what `from` holds: an element of a page that is about to leave, or a fragment made ahead. */
export const shelve = (html: string, from: ParentNode): void => put(ready, html, from);

/** Shows a text in an element: what was made ready for it, once, else its HTML. */
export function showText(element: HTMLElement, html: string): void {
  const from = ready.get(html);
  if (!from) {
    element.innerHTML = html;
    return;
  }
  ready.delete(html);
  element.replaceChildren();
  while (from.firstChild) element.append(from.firstChild);
}
