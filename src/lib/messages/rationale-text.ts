import { en } from './catalogues/en/index.ts';
import { type LibraryText, noticeTextIn, rationaleSections, recogniser } from './library-text.ts';
import { joinSentences, SENTENCES } from './sentences.ts';
import { messagesIn } from './words.ts';

/** Sentences of code at the beginning or the end of a rationale: more are prose of a judge. */
const MOST_SENTENCES = 8;

/** A longer rationale or sentence was written by a judge: time of a pattern grows with the square of the length. */
const MOST_CHARACTERS = 4000;

const phraseIn = recogniser(['rationalePhrase'], { sentences: false, strict: true, most: MOST_CHARACTERS });
const sentenceIn: (language: string) => LibraryText = recogniser(rationaleSections, {
  ...{ sentences: false, strict: true, most: MOST_CHARACTERS },
  values: (language, name) =>
    (name === 'rationale' ? sentenceIn : /^(?:note|word)/.test(name) ? noticeTextIn : phraseIn)(language)
});

/**
 * Says rationales that code wrote into verdicts in a reader's language: those of the judge made of code, and sentences of a protocol before or
 * after the words of a judge, which stay as they are.
 *
 * @param language of the reader
 */
export function rationaleTextIn(language: string): LibraryText {
  if (language === en.tag) return (text) => text;
  const whole = sentenceIn(language);
  const phrases = messagesIn(language, 'rationalePhrase');
  const clauseOf = (text: string): string | null => changed(text, whole) ?? changed(lowerFirst(text), whole);
  /** A sentence of several clauses, as faults are listed: it is of code if all of them are. */
  const clausesOf = (text: string): string | null => {
    if (!text.endsWith('.')) return null;
    const clauses = text.slice(0, -1).split('; ').map(clauseOf);
    if (!clauses.every((clause) => clause !== null)) return null;
    return phrases.sentence({ clauses: clauses.reduceRight((others, fault) => phrases.twoFaults({ fault, others })) });
  };
  const sentenceOf = (text: string): string | null => changed(text, whole) ?? clausesOf(text);
  return (text) => {
    const sentences = text.split(SENTENCES);
    const before = firstOf(sentences, sentenceOf);
    if (before.length === sentences.length) return joinSentences(before);
    const said = changed(text, whole);
    if (said !== null) return said;
    const rest = sentences.slice(before.length);
    const after = firstOf(rest.toReversed(), sentenceOf).toReversed();
    if (before.length + after.length === 0) return text;
    const own = rest.slice(0, rest.length - after.length).join(' ');
    return joinSentences([...before, own, ...after]);
  };
}

/**
 * Says the words of a verdict in a reader's language: its rationale, or the reason why it is unscored.
 *
 * @param language of the reader
 */
export function verdictWordsIn(language: string): (state: string, words: string) => string {
  const [rationale, notice] = [rationaleTextIn(language), noticeTextIn(language)];
  return (state, words) => (state === 'unscored' ? (changed(words, rationale) ?? notice(words)) : rationale(words));
}

const changed = (text: string, say: LibraryText): string | null => {
  const said = say(text);
  return said === text ? null : said;
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The first sentences as code says them, up to one that is not of code. */
function firstOf(sentences: readonly string[], say: (text: string) => string | null): string[] {
  const said: string[] = [];
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) {
    const own = say(sentence);
    if (own === null) break;
    said.push(own);
  }
  return said;
}
