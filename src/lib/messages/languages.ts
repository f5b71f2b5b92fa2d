import { en, type Catalogue } from './catalogues/en/index.ts';
import { zhHans } from './catalogues/zh-hans/index.ts';

/** All catalogues, English first: its messages are the ones that a missing language falls back to. */
export const catalogues: readonly Catalogue[] = [en, zhHans];

/** Languages that a person can choose, each under its own name. */
export const offeredLanguages = catalogues.map(({ tag, name }) => ({ tag, name }));

export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  catalogues.find((catalogue) => catalogue.tag === tag)?.direction ?? 'ltr';

export const isLanguage = (tag: unknown): tag is string => offeredLanguages.some((language) => language.tag === tag);

/** Languages of an `Accept-Language` header, the preferred first. */
function accepted(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** Language and script of a tag: `zh-CN` and `zh` are zh-Hans, `zh-TW` is zh-Hant, which no catalogue has yet. */
function written(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}

/** The language that a tag names in any spelling, such as `zh-CN` or `zh-hans`; null if there is no catalogue of it. */
export function languageNamed(tag: string): string | null {
  const script = written(tag);
  return (script && offeredLanguages.find((one) => written(one.tag) === script)?.tag) ?? null;
}

/**
 * The language of a visitor's pages: the one that they chose, else the first that their browser asks for and that there is, else English.
 *
 * @param chosen of the account or the cookie; ignored if there is no such language (any more)
 */
export function languageFor(chosen: string | null | undefined, acceptLanguage: string | null): string {
  if (isLanguage(chosen)) return chosen;
  for (const wanted of accepted(acceptLanguage ?? '')) {
    const found = languageNamed(wanted);
    if (found !== null) return found;
  }
  return en.tag;
}
