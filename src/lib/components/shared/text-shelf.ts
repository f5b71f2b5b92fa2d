/** Texts of reports that were read ahead, so that the next page only has to put them in. */

/** Most texts that are ready to be shown: a report, or several beside one another. */
const MOST = 4;
const ready = new Map<string, ParentNode>();

/** Has a text shown by moving what `from` holds. Of more than `MOST` the oldest is forgotten. */
export function shelve(html: string, from: ParentNode): void {
  ready.delete(html);
  ready.set(html, from);
  if (ready.size > MOST) ready.delete(ready.keys().next().value!);
}

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
