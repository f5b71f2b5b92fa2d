import type { KeyHint } from '../keys/key-actions.ts';

/** The keys of the page in view. A page that answers to keys registers them; the bar shows the panel on `?`. */
export const keyPanel = $state<{ hints: KeyHint[]; open: boolean }>({ hints: [], open: false });

/** True while the person is writing: keys belong to the text then. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === 'TEXTAREA' ||
    target.tagName === 'SELECT' ||
    (target.tagName === 'INPUT' &&
      !['radio', 'checkbox', 'button', 'submit'].includes((target as HTMLInputElement).type)));

/** Puts the page's keys on the panel; the answer takes them off again. */
export function offerKeys(hints: KeyHint[]): () => void {
  keyPanel.hints = hints;
  return () => {
    keyPanel.hints = [];
    keyPanel.open = false;
  };
}

/** Keys that act again while they are held: those that move. */
const moves = (key: string): boolean => key === ' ' || key.startsWith('Arrow');

/**
 * The key as a page answers to it, letters in lower case; null if it belongs to a text, a dialog or the browser. The dialog
 * itself is asked: it tells that it was closed only a moment later, and the key of that moment would be lost.
 *
 * A held key acts once, except keys that move and those in `held`: a repeated Enter must neither commit the next item nor
 * press the button that appears under it.
 */
export function keyOf(event: KeyboardEvent, held = ''): string | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (
    event.repeat &&
    !isTyping(event.target) &&
    (key === 'Enter' || key.length === 1) &&
    !moves(key) &&
    !held.toLowerCase().includes(key)
  ) {
    event.preventDefault();
    return null;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog:is([open], :popover-open)'))
    return null;
  if (isTyping(event.target)) {
    if (event.key === 'Escape') (event.target as HTMLElement).blur();
    return null;
  }
  return key;
}

/** True if Enter and Space already mean something: on a link or a button. */
export const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLAnchorElement || target instanceof HTMLButtonElement;
