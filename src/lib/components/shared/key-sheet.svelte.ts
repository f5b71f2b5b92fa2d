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
