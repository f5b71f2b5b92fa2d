import { domText, type DomNode } from './dom-text.ts';
import { oneLine, tidy } from './page-text.ts';

/** Signs of a page besides its text, for telling walls from pages. */
export interface HtmlSigns {
  /** Asks for a password. */
  password: boolean;
  /** Sends the visitor on by `<meta http-equiv="refresh">`; never followed. */
  refresh: boolean;
  /** Carries the marks of a known robot check. */
  challenge: boolean;
}

interface HtmlText {
  title: string | null;
  text: string;
  signs: HtmlSigns;
}

/** Elements up to which an article is looked for: the search takes long, and longer pages are mostly tables and lists. */
const MAX_ELEMENTS = 20_000;
/** An article shorter than this, or than this share of its page, is not taken for the whole of it. */
const ARTICLE = { least: 500, share: 0.3 };

const challenge =
  /_cf_chl_opt|\/_Incapsula_Resource\?|id=["']px-captcha|captcha-delivery\.com|\/_sec\/cp_challenge|anubis_challenge|awsWafCookieDomainList/;

const element = (names: string): RegExp => new RegExp(`<(?:${names})(?:\\s[^<>]{0,2000})?>`, 'gi');
const html = element('html');
const body = element('body');
const outer = element('!doctype|/?html|/?head|/?body');

/** A document with the `html` and `body` that a parser of the standard would add; linkedom takes markup as it stands. */
const parse = (markup: string, parseHTML: (markup: string) => object): Document => {
  const read = (whole: string): Document => (parseHTML(whole) as { document: Document }).document;
  if (markup.search(html) >= 0 && markup.search(body) >= 0) {
    const document = read(markup);
    if (document.documentElement?.localName === 'html' && document.body?.localName === 'body') return document;
  }
  return read(`<!doctype html><html><head></head><body>${markup.replace(outer, '')}</body></html>`);
};

const titleOf = (document: Document): string | null =>
  oneLine(document.querySelector('title')?.textContent) ??
  oneLine(document.querySelector('meta[property="og:title"]')?.getAttribute('content')) ??
  oneLine(document.querySelector('h1')?.textContent);

/** Rows of the body's tables that the article lost: figures that a claim may rest on. */
const lostTables = (body: string, article: string): string => {
  const kept = new Set(article.split('\n'));
  const lost = body.split('\n').filter((line) => line.includes(' | ') && /\d/.test(line) && !kept.has(line));
  return lost.length === 0 ? '' : `\n\n${lost.join('\n')}`;
};

/** Readability changes the document: nothing reads it afterwards. */
const articleOf = (
  document: Document,
  Readability: typeof import('@mozilla/readability').Readability
): string | null => {
  if (document.getElementsByTagName('*').length > MAX_ELEMENTS) return null;
  try {
    const found = new Readability<DomNode>(document, {
      serializer: (node) => node as unknown as DomNode
    }).parse();
    return found?.content ? tidy(domText(found.content)) : null;
  } catch {
    return null;
  }
};

/**
 * A page's title and readable text: its article if there clearly is one, with the rows of tables that stand beside it;
 * else all of its body but navigation and footer. Null if the markup is too broken to be parsed. Runs long on long
 * pages: call it in a confined process.
 */
export const readHtml = async (markup: string): Promise<HtmlText | null> => {
  const [{ parseHTML }, { Readability }] = await Promise.all([import('linkedom'), import('@mozilla/readability')]);
  try {
    const document = parse(markup, parseHTML);
    const title = titleOf(document);
    const signs: HtmlSigns = {
      password: document.querySelector('input[type="password" i]') !== null,
      refresh: document.querySelector('meta[http-equiv="refresh" i]') !== null,
      challenge: challenge.test(markup)
    };
    const all = tidy(domText(document.body as unknown as DomNode));
    const article = all.length < ARTICLE.least ? null : articleOf(document, Readability);
    const clear = article !== null && article.length >= Math.max(ARTICLE.least, all.length * ARTICLE.share);
    return { title, text: clear ? article + lostTables(all, article) : all, signs };
  } catch {
    return null;
  }
};
