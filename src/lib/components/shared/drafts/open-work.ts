/**
 * Tells the server that this work is open, so that it is reserved for the person. The page does not wait for the response: the
 * first draft or commit reserves the work as well.
 */
export const tellOpened = (base: string): void =>
  void fetch(`${base}/open`, { method: 'POST', keepalive: true })
    // An unread response keeps its connection open until the page is closed.
    .then((answer) => answer.text())
    .catch(() => undefined);
