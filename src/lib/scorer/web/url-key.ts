/**
 * Shared key of two URLs that are the same page for fetching it once: everything that is sent, as a URL parser
 * writes it (host in lower case, no default port). The query string always counts. The fragment counts only if
 * it is a route of the page's own (`#!…`, `#/…`). Text that is no URL is its own key.
 */
export const pageKey = (url: string): string => {
  const parsed = URL.parse(url.trim());
  if (!parsed) return url.trim();
  if (!/^#[!/]/.test(parsed.hash)) parsed.hash = '';
  return parsed.href;
};
