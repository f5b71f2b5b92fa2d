type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    /** Set by `app.html`: the fields filled in so far. */
    earlyInput?: Map<EventTarget, unknown>;
    /** Set by `app.html`: ends the collection of early input and returns it, the last state of each field. */
    takeEarlyInput?: () => [Typed, string, boolean][];
  }
}

/**
 * Puts back what was typed, ticked and chosen while the page was becoming live: hydration sets fields to what the server knew, and
 * nothing listened to the events. Events go out again, so that whatever follows a field knows of it now.
 */
export function restoreEarlyInput(): void {
  for (const [field, value, checked] of window.takeEarlyInput?.() ?? []) {
    if (!field.isConnected || (field instanceof HTMLInputElement && field.type === 'file')) continue;
    if (field instanceof HTMLInputElement) field.checked = checked;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
