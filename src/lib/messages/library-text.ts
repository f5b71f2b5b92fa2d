import { en } from './catalogues/en/index.ts';
import { catalogues } from './languages.ts';

/** Says text of the library in a reader's language. Text that no message of it writes comes back as it is. */
export type LibraryText = (text: string) => string;

/**
 * Sections of text that the library writes in English, because it is stored, exported or signed so: pages recognise it by the English
 * message and say the message of their language. Their parameters are plain values.
 */
export const librarySections = [
  'metricText',
  'unitText',
  'tableText',
  'reasonText',
  'schemaText',
  'thingText',
  'otherText',
  'methodText'
] as const;

/** A message with parameters, read backwards: from its text to its values. */
interface Pattern {
  text: RegExp;
  names: string[];
  said: string;
  /** Number of its literal letters: the pattern with the most wins. One without any only joins other texts. */
  own: number;
}

const PARAMETER = /\{(\w+)\}/g;

/** A parameter `n`, or `n2` beside it, is a number; any other is any text. */
function patternOf(english: string, said: string): Pattern {
  const names = [...english.matchAll(PARAMETER)].map(([, name]) => name!);
  const parts = english.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const between = names.map((name) => (/^n\d*$/.test(name) ? '([\\d.,]+)' : '(.+?)'));
  const text = parts.map((part, at) => part + (between[at] ?? '')).join('');
  return {
    text: new RegExp(`^${text}$`, 's'),
    names,
    said,
    own: english.replaceAll(PARAMETER, '').replaceAll(/\P{L}/gu, '').length
  };
}

const made = new Map<string, LibraryText>();

/**
 * @param language of the reader
 * @returns a function that translates text of the library; for English it returns the text unchanged
 */
export function libraryTextIn(language: string): LibraryText {
  if (language === en.tag) return (text) => text;
  const known = made.get(language);
  if (known) return known;
  const catalogue = catalogues.find(({ tag }) => tag === language);
  if (!catalogue) throw new Error(`There is no catalogue of the language ${language}`);
  const pairs = librarySections.flatMap((section) => {
    const said: Readonly<Record<string, string>> = catalogue.messages[section];
    return Object.entries<string>(en.messages[section]).map(([key, english]) => [english, said[key]!] as const);
  });
  const fixed = new Map(pairs.filter(([english]) => !english.includes('{')));
  const patterns = pairs
    .filter(([english]) => english.includes('{'))
    .map(([english, said]) => patternOf(english, said))
    .toSorted((a, b) => b.own - a.own);
  // A list of many parts is split at each of its commas in several ways: every rest of it is read once.
  const saying = (text: string, known: Map<string, string>): string => {
    const whole = fixed.get(text) ?? known.get(text);
    if (whole !== undefined) return whole;
    const found = fromPatterns(text, (part) => saying(part, known)) ?? text;
    known.set(text, found);
    return found;
  };
  const fromPatterns = (text: string, say: LibraryText): string | null => {
    for (const { text: written, names, said, own } of patterns) {
      const [, ...found] = written.exec(text) ?? [];
      if (found.length < names.length) continue;
      const parts = found.map(say);
      if (own === 0 && parts.every((part, at) => part === found[at])) continue;
      const values = new Map(names.map((name, at) => [name, parts[at]!]));
      return said.replaceAll(PARAMETER, (_, name: string) => values.get(name)!);
    }
    return null;
  };
  const say: LibraryText = (text) => fixed.get(text) ?? saying(text, new Map());
  made.set(language, say);
  return say;
}

/** Names of properties that say why a figure is undefined, wherever data of pages has them. */
const REASONS = ['reason', 'noInterval'];

/**
 * Data of a page with text of the library in the reader's language, whatever it is in: by the names of the properties that hold such text.
 * Only plain objects and arrays are looked through.
 */
export function textsIn<T>(language: string, data: T, names: readonly string[]): T {
  if (language === en.tag) return data;
  return inWords(data, new Set(names), libraryTextIn(language)) as T;
}

/** The same with the reasons of undefined figures. */
export const reasonsInWords = <T>(language: string, data: T): T => textsIn(language, data, REASONS);

function inWords(data: unknown, names: ReadonlySet<string>, say: LibraryText): unknown {
  if (Array.isArray(data)) return data.map((one) => inWords(one, names, say));
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      names.has(name) && typeof value === 'string' ? say(value) : inWords(value, names, say)
    ])
  );
}
