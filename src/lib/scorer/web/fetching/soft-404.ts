import { homeInsteadOf } from './home-page.ts';
import type { Shown } from '../reading/walls.ts';
import { shortened } from '../../../messages/shortened.ts';

/** A page with more text than this is a page, whatever its title says. */
const LITTLE_TEXT = 1_200;

const thing = String.raw`(?:the |this |that |your )?(?:requested |web ?)?(?:page|file|file or directory|article|document|content|url|address|resource)`;
const asked = String.raw`(?: (?:that )?(?:you(?:'re| are| were|'ve| have)?(?: requested| looking for| trying to (?:access|reach|view)| entered| followed)?))?`;
const absent = String.raw`(?:(?:was |is |has been |were |could |can)?(?:not|n't|cannot|can't|couldn't|could not|can not|isn't|wasn't)(?: be)? (?:found|available|exist)|(?:does not|doesn't|no longer) exists?|(?:is|was) (?:not|no longer) available|(?:is|was|has been) (?:removed|deleted)|is missing)`;

/** Whole sentences that say so, in lower case, with plain apostrophes. A name of the site may stand before or after. */
const sentences: readonly RegExp[] = [
  /^(?:error:? ?)?404(?: error)?$/,
  /^(?:error:? ?)?(?:http )?404(?: error)?[\s:–—-]*\(?(?:page |file |file or directory )?not found\)?[.!\d]*$/,
  /^(?:page |file )?not found(?: \(?404\)?| - 404)?[.!]*$/,
  new RegExp(
    `^(?:404[\\s:.–—-]*)?(?:oops|sorry|uh oh|whoops|error)?[,.!…: ]*(?:but |we're sorry, |we are sorry, )?${thing}${asked} ?,? ?${absent}[.!]*$`
  ),
  /^(?:sorry, )?we (?:can't|couldn't|could not|cannot) find (?:that|the|this) page.{0,40}$/,
  /^(?:404[\s:.–—-]*)?(?:抱歉|对不起|很抱歉)?[,，!！。 ]*(?:您|你)?(?:要|想|所)?(?:访问|查看|浏览|请求|查找)?的?(?:该|此|这个)?(?:页面|网页|文章|内容)(?:不存在|未找到|没有找到|找不到|已被?删除|不存在或已被?删除|已失效|无法找到)(?:了)?[。!！]*$/,
  /^(?:找不到|未找到|无法找到)(?:该|此|您要的|您访问的)?(?:页面|网页)[。!！]*$/,
  /^(?:お探しの)?(?:ページ|ファイル)(?:が|は)(?:見つかりません(?:でした)?|存在しません)[。!！]*$/,
  /^페이지를 찾을 수 없습니다[.!]*$/,
  /^(?:die )?seite (?:wurde )?nicht gefunden[.!]*$/,
  /^page (?:non trouvée|introuvable)[.!]*$/,
  /^página no encontrada[.!]*$/,
  /^página não encontrada[.!]*$/,
  /^pagina non trovata[.!]*$/,
  /^страница не найдена[.!]*$/
];

const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();

const says = (sentence: string): boolean => sentences.some((known) => known.test(sentence));

/** The parts of a title between its separators: `Page not found | CDC` says so in one of them. */
const parts = (title: string): string[] => [title, ...title.split(/\s+[-|–—·»«:]\s+|\s*\|\s*/)].map(plain);

/** A title's part that is only a number may be anything's: `404` counts if the other part is the site's name, not `Peugeot`. */
const titleSays = (title: string): boolean => parts(title).some(says);

const openings = (text: string): string[] => {
  const lines = text
    .slice(0, 400)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const [first = '', second = ''] = lines;
  const sentence = (line: string): string => plain(/^.*?[.!。！](?=\s|$|\p{Script=Han})/su.exec(line)?.[0] ?? line);
  return [sentence(first), ...(says(plain(first)) || /^4\d\d$/.test(first.trim()) ? [sentence(second)] : [])];
};

const lastSegment = /\/(?:404|error-?404|404-?error|not-?found|page-?not-?found|file-?not-?found)(?:\.\w{2,5})?\/?$/i;

/**
 * Why a page that came with 200 is none: it says that there is no such page (a soft 404). In words for people, or null.
 * Conservative: only pages with little text whose title or first sentence says nothing else, or that a redirect to an error page
 * led to; and, however long it is, the home page if a page within the site, a DOI or a short address was
 * asked for (`home-page`).
 */
export const notFoundOf = ({ title, text, asked: from, final }: Omit<Shown, 'signs'>): string | null => {
  const instead = homeInsteadOf({ title, asked: from, final });
  if (instead !== null) return instead;
  if (text.length > LITTLE_TEXT) return null;
  if (title !== null && titleSays(title)) return `it says that there is no such page: “${cut(title)}”`;
  const opening = openings(text).find(says);
  if (opening !== undefined) return `it says that there is no such page: “${cut(text)}”`;
  if (from.href !== final.href && lastSegment.test(final.pathname) && !lastSegment.test(from.pathname))
    return `it leads to an error page at ${final.hostname}${final.pathname.slice(-60)}`;
  return null;
};

const cut = (text: string): string => shortened(text.trim().replace(/\s+/g, ' '), 79);
