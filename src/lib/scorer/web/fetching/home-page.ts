import type { Shown } from '../reading/walls.ts';

const language = /^[a-z]{2}(?:[-_](?:[a-z]{2}|han[st]))?$/i;
const home = /^(?:index|default|home|main|start|welcome)(?:\.\w{2,5})?$/i;

const segments = (url: URL): string[] =>
  url.pathname
    .split('/')
    .filter((one) => one !== '')
    .filter((one, at) => !(at === 0 && language.test(one)));

/** What a home page's address may carry after the question mark: where somebody came from, and a language. */
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

/** The end of an address's path, for people. */
const tail = ({ pathname }: URL): string => (pathname.length <= 60 ? pathname : `…${pathname.slice(-59)}`);

/**
 * Why a page is not the one that was cited: its address leads to the home page of its site, as servers answer for pages that
 * they no longer have. In words for people, or null, also where the home page is what was cited.
 */
export const homeInsteadOf = ({ title, asked, final }: Pick<Shown, 'title' | 'asked' | 'final'>): string | null =>
  isDeep(asked) && !isHome(asked) && isHome(final) && isSameSite(asked, final) && !isTitledAs(title, asked)
    ? `it leads to the home page of ${final.hostname}, not to a page of its own: ${tail(asked)}`
    : null;
