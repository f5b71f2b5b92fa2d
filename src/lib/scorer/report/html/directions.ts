import { languageOf } from '../../../stats/writing/language-of.ts';
import { isRightToLeft } from '../../../stats/writing/right-to-left.ts';
import { htmlText } from './safe-html.ts';

/** Letters that are neither Latin nor signs: of a block without one no script needs to be counted. */
const OTHER_SCRIPT = /[^\0-\u036f\u1e00-\u2bff]/;

/** Text that a layout from right to left would reorder: a number with a sign or a unit, a span of numbers, a date. */
const NUMBER =
  /<math\b[^]*?<\/math>|<[^>]*>|&#?\w+;|[-−+±~≈$€£¥]{0,2}\d[\d.,:/–−-]*\d[%‰°]?|[-−+±~≈$€£¥]{1,2}\d[%‰°]?|\d[%‰°]/gu;

/** A link whose words are an address. */
const ADDRESS = /<a ([^>]*)>(?=https?:)/g;

/** A paragraph or an item within a block, as far as the next one. */
const WITHIN = /<(li|p)((?: [^>]*)?)>(.*?)(?=<\/?(?:li|p)\b)/gs;

const languageIn = (text: string): string =>
  OTHER_SCRIPT.test(text) || /[a-z]/i.test(text) ? languageOf(text) : 'none';

const attributes = (own: string, around: string): string =>
  (isRightToLeft(own) === isRightToLeft(around) ? '' : ` dir="${isRightToLeft(own) ? 'rtl' : 'ltr'}"`) +
  (own === around ? '' : ` lang="${own}"`);

/**
 * A block of a report, as `safe` has passed it, with direction and language if they are not those of the report; within blocks from
 * right to left, addresses and numbers stand for themselves, so that neither their signs nor their parts change places.
 *
 * @param language of the report, as `languageOf` has it
 */
export function inOwnDirection(html: string, language: string): string {
  if (language === 'en' && !OTHER_SCRIPT.test(html)) return html;
  const told = languageIn(htmlText(html));
  const own = told === 'none' || (told === '' && !isRightToLeft(language)) ? language : told;
  const first = /^<\w+[^>]*/.exec(html)?.[0] ?? '';
  let inner = html.slice(first.length);
  if (isRightToLeft(own))
    inner = inner
      .replace(NUMBER, (piece) => (/^[<&]/.test(piece) ? piece : `<bdi>${piece}</bdi>`))
      .replace(ADDRESS, '<a $1 dir="ltr">');
  if (/<(?:li|p)\b/.test(inner))
    inner = inner.replace(WITHIN, (_, tag: string, given: string, content: string) => {
      const inside = languageIn(htmlText(content));
      const differs = inside !== 'none' && isRightToLeft(inside) !== isRightToLeft(own);
      return `<${tag}${given}${differs ? attributes(inside, own) : ''}>${content}`;
    });
  return first + attributes(own, language) + inner;
}
