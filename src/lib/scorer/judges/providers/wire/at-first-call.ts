/**
 * Makes a client when it is first asked, and once. The SDKs of providers are loaded no earlier: they are half of the modules of a
 * command or thread, and most of those ask no model.
 */
export function atFirstCall<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}
