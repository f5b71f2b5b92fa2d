/** The keys of the page in view. A page that answers to keys registers them; the bar shows the sheet on `?`. */
export interface KeyHint {
  keys: string[];
  does: string;
}

export const keySheet = $state<{ hints: KeyHint[]; open: boolean }>({ hints: [], open: false });

/** True while the person is writing: keys belong to the text then. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    target.tagName === 'SELECT' ||
    (target.tagName === 'INPUT' &&
      !['radio', 'checkbox', 'button', 'submit'].includes((target as HTMLInputElement).type)));

/** Puts the page's keys on the sheet; the answer takes them off again. */
export function offerKeys(hints: KeyHint[]): () => void {
  keySheet.hints = hints;
  return () => {
    keySheet.hints = [];
    keySheet.open = false;
  };
}

/**
 * The key as a page answers to it, letters small; null where it belongs to a text, a dialog or the browser. The dialog
 * itself is asked: it tells that it was closed only a moment later, and the key of that moment would be lost.
 */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog:is([open], :popover-open)'))
    return null;
  if (isTyping(event.target)) {
    if (event.key === 'Escape') (event.target as HTMLElement).blur();
    return null;
  }
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** True where Enter and Space already mean something: on a link or a button. */
export const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLAnchorElement || target instanceof HTMLButtonElement;
