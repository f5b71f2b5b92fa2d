import { en } from './catalogues/en/index.ts';
import { catalogues } from './languages.ts';
import { formatMessage } from './message.ts';
import { parseMessage, type Variant, variantsOf } from './parse-message.ts';
import { joinSentences, SENTENCES } from './sentences.ts';

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

/**
 * The same for notices: refusals in plain text, problems of runs, notes of pages and of deliveries. Some are short (`Give {type}.`), so that they
 * are recognised only if a notice is shown (`noticeTextIn`), never in text that people wrote.
 */
export const noticeSections = ['judgeText', 'runText', 'webText', 'serverText', 'rubricText'] as const;

/** The same for sentences of rationales that code writes into verdicts (`rationale-text.ts`). */
export const rationaleSections = ['rationaleText', 'ruleText'] as const;

type RecognisedSection =
  | (typeof librarySections)[number]
  | (typeof noticeSections)[number]
  | (typeof rationaleSections)[number]
  | 'rationalePhrase';

/** A message with parameters, read backwards: from its text to its values. */
interface Pattern {
  text: RegExp;
  names: string[];
  /** The message of the other language with these values. */
  said: (values: ReadonlyMap<string, string>) => string;
  /** Number of its literal letters: the pattern with the most wins. One without any only joins other texts. */
  own: number;
}

/** A text of more sentences is prose of a person, not a notice. */
const MOST_SENTENCES = 8;

/** A longer text is not compared with patterns: their time grows with the cube of the length, and a notice can hold what a stranger sent. */
const MOST_CHARACTERS = 500;

const PARAMETER = /\{(\w+)\}/g;

/** In a message with variants. */
const CHOICE = /\{\w+, (?:plural|select), /;

/**
 * A pattern for each variant of an English message. A parameter `n`, or `n2` beside it, is a number; `word`, or `word2`, is text without blanks,
 * such as the name of a judge or a variable; `part` is text that does not end within quotation marks; any other is any text, of which `given` is
 * one that people gave and stays as it is.
 */
function patternsOf(english: string, said: string, language: string): Pattern[] {
  if (!CHOICE.test(english)) {
    const pieces = english.split(PARAMETER).map((part, at) => (at % 2 === 0 ? part : ([part] as const)));
    return [patternOf(pieces, (values) => said.replaceAll(PARAMETER, (_, name: string) => values.get(name)!))];
  }
  const translation = parseMessage(said, language);
  return variantsOf(parseMessage(english, en.tag)).map(({ pieces, chosen }) =>
    patternOf(pieces, (values) =>
      typeof translation === 'string'
        ? translation
        : formatMessage(translation, { ...chosen, ...Object.fromEntries(values) }, language)
    )
  );
}

function patternOf(pieces: Variant['pieces'], said: Pattern['said']): Pattern {
  const texts = pieces.filter((piece) => typeof piece === 'string');
  const text = pieces.map((piece) =>
    typeof piece === 'string' ? piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : placeOf(piece[0])
  );
  return {
    text: new RegExp(`^${text.join('')}$`, 's'),
    names: pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece[0]])),
    said,
    own: texts.join('').replaceAll(/\P{L}/gu, '').length
  };
}

function placeOf(name: string): string {
  if (/^n\d*$/.test(name)) return String.raw`([\d.,]+)`;
  if (/^word\d*$/.test(name)) return String.raw`(\S+)`;
  return name === 'part' ? '((?:“[^”]*”|[^“])+?)' : '(.+?)';
}

interface Reading {
  /** Whether a text that no message writes as a whole is read sentence by sentence. */
  sentences: boolean;
  /** How values are read, by their names; like the text that they are in if absent. Without recursion, time grows with the length alone. */
  values?: (language: string, name: string) => LibraryText;
  /** Whether text is only recognised if its values are, but for text that people gave: otherwise a few words of prose would be. */
  strict?: boolean;
  /** Characters of the longest text that is compared with patterns of words. */
  most?: number;
}

/** Reads text of these sections, by language. */
export function recogniser(
  sections: readonly RecognisedSection[],
  reading: Reading
): (language: string) => LibraryText {
  const made = new Map<string, LibraryText>();
  return (language) => {
    if (language === en.tag) return (text) => text;
    const say = made.get(language) ?? readerOf(language, sections, reading);
    made.set(language, say);
    return say;
  };
}

/**
 * @param language of the reader
 * @returns a function that translates text of the library; for English it returns the text unchanged
 */
export const libraryTextIn = recogniser(librarySections, { sentences: false });

/** The same for notices: those that consist of several sentences are read sentence by sentence. */
export const noticeTextIn = recogniser([...librarySections, ...noticeSections], { sentences: true });

function readerOf(
  language: string,
  sections: readonly RecognisedSection[],
  { sentences, values, strict = false, most = MOST_CHARACTERS }: Reading
): LibraryText {
  const catalogue = catalogues.find(({ tag }) => tag === language);
  if (!catalogue) throw new Error(`There is no catalogue of the language ${language}`);
  const pairs = sections.flatMap((section) => {
    const said: Readonly<Record<string, string>> = catalogue.messages[section];
    return Object.entries<string>(en.messages[section]).map(([key, english]) => [english, said[key]!] as const);
  });
  const fixed = new Map(pairs.filter(([english]) => !english.includes('{')));
  const patterns = pairs
    .filter(([english]) => english.includes('{'))
    .flatMap(([english, said]) => patternsOf(english, said, language))
    .toSorted((a, b) => b.own - a.own);
  // Those without letters of their own only join texts: whole sentences come first.
  const [worded, joining] = [patterns.filter(({ own }) => own > 0), patterns.filter(({ own }) => own === 0)];
  // A list of many parts is split at each of its commas in several ways: every rest of it is read once.
  const saying = (text: string, known: Map<string, string>): string => {
    const whole = fixed.get(text) ?? known.get(text);
    if (whole !== undefined) return whole;
    const own: LibraryText = (part) => saying(part, known);
    const inner = (part: string, name: string): string => (values ? values(language, name)(part) : own(part));
    const by = (some: readonly Pattern[]): string | null => fromPatterns(some, text, { inner, strict, most });
    // Text that is recognised only as a whole can be split at once; other text could be split within a sentence.
    const found =
      (strict ? by(joining) : null) ??
      by(worded) ??
      (sentences ? bySentence(text, own) : null) ??
      (strict ? null : by(joining)) ??
      text;
    known.set(text, found);
    return found;
  };
  return (text) => fixed.get(text) ?? saying(text, new Map());
}

/** A text by the first pattern that writes it; by one that only joins texts, if it says one of them otherwise. */
function fromPatterns(
  patterns: readonly Pattern[],
  text: string,
  { inner, strict, most }: { inner: (part: string, name: string) => string; strict: boolean; most: number }
): string | null {
  if (text.length > most) return null;
  for (const { text: written, names, said, own } of patterns) {
    const match = written.exec(text);
    if (!match) continue;
    const found = match.slice(1);
    const parts = found.map((part, at) => (names[at] === 'given' ? part : inner(part, names[at]!)));
    if (own === 0 && parts.every((part, at) => part === found[at])) continue;
    if (strict && parts.some((part, at) => part === found[at] && isPhrase(part, names[at]!))) continue;
    return said(new Map(names.map((name, at) => [name, parts[at]!])));
  }
  return null;
}

/** Whether a value has words that a message should know. */
const isPhrase = (value: string, name: string): boolean =>
  !/^(?:given|note|rationale|word\d*)$/.test(name) && /\p{L}/u.test(value);

/** A text that no message writes as a whole: its sentences, if a message writes one of them. */
function bySentence(text: string, say: LibraryText): string | null {
  const sentences = text.split(SENTENCES);
  if (sentences.length < 2 || sentences.length > MOST_SENTENCES) return null;
  const parts = sentences.map(say);
  return parts.every((part, at) => part === sentences[at]) ? null : joinSentences(parts);
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

/** The same with notices in these properties. */
export function noticeTextsIn<T>(language: string, data: T, names: readonly string[]): T {
  if (language === en.tag) return data;
  return inWords(data, new Set(names), noticeTextIn(language)) as T;
}

/** The same with the reasons of undefined figures. */
export const reasonsInWords = <T>(language: string, data: T): T => noticeTextsIn(language, data, REASONS);

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
