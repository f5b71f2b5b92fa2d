import type { Shown } from '../reading/walls.ts';

const language = /^[a-z]{2}(?:[-_](?:[a-z]{2}|han[st]))?$/i;
const home = /^(?:index|default|home|main|start|welcome)(?:\.\w{2,5})?$/i;

const segments = (url: URL): string[] =>
  url.pathname
    .split('/')
    .filter((one) => one !== '')
    .filter((one, at) => !(at === 0 && language.test(one)));

/** Whether a home page's address has only harmless parameters after the question mark: the visitor's origin, and a language. */
const isLight = (url: URL): boolean =>
  [...url.searchParams.keys()].every((name) => /^(?:utm_\w+|ref|referrer|lang|hl|locale)$/i.test(name));

/** Pages of some applications are named after the hash: `#/article/12`, `#!article`. */
const isHome = (url: URL): boolean =>
  segments(url).every((one, at) => at === 0 && home.test(one)) && isLight(url) && !/^#[!/]/.test(url.hash);

/** An address of a page within a site. One plain word (`/about`) may name what the home page itself now shows. */
const isDeep = (url: URL): boolean => {
  const [first = '', ...more] = segments(url);
  return more.length > 0 || (/[\d._~%-]/.test(first) && !home.test(first));
};

const bare = (host: string): string => host.replace(/^www\./, '');

/** One host, or one a part of the other: the home page of another site is what a short address or a profile may lead to. */
const isSameSite = (a: URL, b: URL): boolean => {
  const [one, other] = [bare(a.hostname), bare(b.hostname)];
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
};

/** Services whose short addresses each stand for one page elsewhere. */
const shorteners = new Set(
  (
    'bit.ly j.mp t.co tinyurl.com goo.gl ow.ly is.gd v.gd buff.ly lnkd.in t.ly rb.gy cutt.ly shorturl.at tiny.cc dlvr.it ' +
    'trib.al rebrand.ly bl.ink s.id urlz.fr t.cn dwz.cn url.cn suo.im shorturl.ac'
  ).split(' ')
);

/** The identifier of one document: a DOI or a handle. Without a digit after its prefix it names a journal or a collection. */
const identifier = /^\/(?:10\.\d{4,9}(?:\.\d+)*|\d[\d.]*)\/.*\d/;

/** An address of a service that does nothing but lead to a page of another site. */
const isPointer = (url: URL): boolean => {
  const host = bare(url.hostname);
  if (shorteners.has(host)) return url.pathname.length > 1;
  return ['doi.org', 'dx.doi.org', 'hdl.handle.net'].includes(host) && identifier.test(url.pathname);
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{Script=Han}{2,}|[\p{L}\p{N}]{3,}/gu) ?? [];

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Whether a page is titled as the last part of an address names it: a site about one thing may have moved that to its front.
 * One word says too little: a journal of heat has many pages named `heat`.
 */
const isTitledAs = (title: string | null, url: URL): boolean => {
  const words = wordsOf(decoded(segments(url).at(-1)!).replace(/\.\w{2,5}$/, ''));
  const titled = new Set(wordsOf(title ?? ''));
  return words.length > 1 && words.some((word) => /\p{L}/u.test(word)) && words.every((word) => titled.has(word));
};

/** An address's path for people, shortened in front. */
const tail = (path: string): string => (path.length <= 60 ? path : `…${path.slice(-59)}`);

/**
 * Why a page is not the one that was cited: its address leads to the home page of its site, as servers answer for pages that
 * they no longer have; a DOI, a handle or a short address to the home page of any site. In words for people, or null, also
 * if the home page is what was cited.
 */
export const homeInsteadOf = ({ title, asked, final }: Pick<Shown, 'title' | 'asked' | 'final'>): string | null => {
  if (!isHome(final)) return null;
  const leads = `it leads to the home page of ${final.hostname}, not to a page of its own`;
  if (isPointer(asked)) return `${leads}: ${tail(asked.hostname + asked.pathname)}`;
  return isDeep(asked) && !isHome(asked) && isSameSite(asked, final) && !isTitledAs(title, asked)
    ? `${leads}: ${tail(asked.pathname)}`
    : null;
};
