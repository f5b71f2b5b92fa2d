/**
 * Tells the server that somebody has this work before them: it keeps it for them. Nobody waits for the answer; without one, the
 * first thing that is typed or committed says the same.
 */
export const tellOpened = (base: string): void =>
  void fetch(`${base}/open`, { method: 'POST', keepalive: true })
    // An answer that nobody reads stays open for as long as the document does.
    .then((answer) => answer.text())
    .catch(() => undefined);
