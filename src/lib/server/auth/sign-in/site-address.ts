const here = 'http://here.invalid';

/**
 * The path, query and fragment of an address that a visitor supplied, if it leads to this site; otherwise `/`. A link in an
 * e-mail must not lead to another site after signing in, and control characters must not reach a header.
 */
export function siteAddress(address: string | null): string {
  if (!address?.startsWith('/') || /[\p{Cc}\\]/u.test(address)) return '/';
  const url = URL.parse(address, here);
  if (url?.origin !== here) return '/';
  const path = url.pathname + url.search + url.hash;
  // "/.//host" has our origin and the path "//host", which a browser reads as another site.
  return path.startsWith('//') ? '/' : path;
}
