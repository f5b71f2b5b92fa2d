/** Characters of HTML from which a text takes long to lay out. */
export const LONG_HTML = 50_000;

/** By the pane of a text of which further pieces come (`arriving.ts`): what brings in the rest. Apart from them, for pages without long texts. */
export const coming = new WeakMap<Element, () => void>();

/** Brings all of a text onto the page now. */
export const showWhole = (pane: Element): void => coming.get(pane)?.();
