/** Characters that no URL in running text has; an apostrophe may stand within one, before a letter or digit of its path. */
const OUTSIDE = '\\s<>"\'`|\\\\（）【】《》「」“”«»…，。；、！？';

/**
 * Pattern of a URL in running text.
 *
 * @param within Further alternatives for a piece of its path
 * @param most How many pieces its path has at most, if matches may overlap, so that reading does not grow by the square
 */
export const urlPattern = (within: string, flags: string, most = ''): RegExp =>
  new RegExp(
    `https?:\\/\\/(?=[^${OUTSIDE}])[^${OUTSIDE}/?#]*(?:[/?#](?:[^${OUTSIDE}]|'(?=[\\p{L}\\d])${within}){0,${most}})?`,
    flags
  );

/** A URL in running text; the end is settled by `trimmed`. */
export const URL_PATTERN = urlPattern('', 'giu');

/** Where the text of a link ends and its target begins; no URL has this. */
const TARGET = '](';
/** The text of a link to a URL, which may be a URL as well, also a shortened one. */
const LINK_TEXT = /\[[^[\]\n]{1,300}\]\((?=<?https?:)/gi;

/** Drops what ends the sentence rather than the URL: the target of a link, punctuation, a bracket opened outside, a citation glued on. */
export function trimmed(written: string): string {
  const [url = ''] = written.split(TARGET, 1);
  const open = {
    ')': url.split('(').length - url.split(')').length,
    ']': url.split('[').length - url.split(']').length,
    '}': url.split('{').length - url.split('}').length
  };
  let end = url.length;
  for (;;) {
    const last = url.charAt(end - 1);
    const glued = last === ']' ? /\[\d{1,3}\]$/.exec(url.slice(Math.max(0, end - 5), end)) : null;
    if (/[.,;:!?*_~]/.test(last)) end--;
    else if (glued) end -= glued[0].length;
    else if ((last === ')' || last === ']' || last === '}') && open[last] < 0) {
      open[last]++;
      end--;
    } else return url.slice(0, end);
  }
}

/** URLs of a text; of a link, its target. */
export function urlsIn(text: string): string[] {
  return (text.replace(LINK_TEXT, ' ').match(URL_PATTERN) ?? []).map(trimmed).filter((url) => /:\/\/[^/]/.test(url));
}

/** Two URLs with the same key name the same source: scheme, www, a final slash and trackers say nothing. */
export function sourceKey(url: string): string {
  const [address = '', query = ''] = url.replace(/^https?:\/\/(?:www\.)?/i, '').split(/\?(.*)/s);
  const kept = query
    .split('&')
    .filter((pair) => pair !== '' && !/^(?:utm_\w+|gclid|fbclid|ref|source)=/i.test(pair))
    .join('&');
  const slash = address.indexOf('/');
  const host = (slash < 0 ? address : address.slice(0, slash)).toLowerCase();
  const path = slash < 0 ? '' : address.slice(slash).replace(/\/+$/, '');
  return host + path + (kept ? `?${kept}` : '');
}
