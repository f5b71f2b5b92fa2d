declare global {
  interface Window {
    /** Set by `app.html`: ends the collection of early keys and returns them. */
    takeEarlyKeys?: () => KeyboardEvent[];
  }
}

/**
 * Repeats the keys that were pressed while the page was becoming live, now that something listens. What the browser itself does
 * with a key (typing, pressing a focused button) happened at once and is not repeated: events made by scripts have no default
 * action, and pages leave keys in texts and on controls alone.
 */
export function replayEarlyKeys(): void {
  for (const event of window.takeEarlyKeys?.() ?? []) {
    const target = event.target instanceof Element && event.target.isConnected ? event.target : document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', event));
  }
}
