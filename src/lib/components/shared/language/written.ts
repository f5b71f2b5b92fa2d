import { languageOf } from '../../../stats/writing/language-of.ts';
import { isRightToLeft } from '../../../stats/writing/right-to-left.ts';

/**
 * Language of a text that a person or a judge wrote, for the element that shows it:
 * `<p dir={textDir(item.text)} lang={textLang(item.text)}>{item.text}</p>`. Empty if its script does not tell the language; undefined
 * without a text, so that words in its place are read as those of the page. Two attributes, because a spread would bring Svelte's code
 * for every attribute into each page's script.
 */
export const textLang = (text: string | null | undefined): string | undefined => (text ? languageOf(text) : undefined);

/** Its direction: that of its language, or of its first letter if that is not certain. */
export function textDir(text: string | null | undefined): 'ltr' | 'rtl' | 'auto' | undefined {
  const language = textLang(text);
  return language ? (isRightToLeft(language) ? 'rtl' : 'ltr') : text ? 'auto' : undefined;
}
