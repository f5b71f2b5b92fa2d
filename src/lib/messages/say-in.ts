import { dayIn } from './dates.ts';
import { noticeTextIn } from './library-text.ts';
import { listIn } from './lists.ts';
import type { MessageValues } from './message.ts';
import type { Saying, SayingValue } from './sayings.ts';
import { joinSentences } from './sentences.ts';
import { messagesIn } from './words.ts';

/** The text of a saying in a language. */
export function sayIn(language: string, { section, key, values }: Saying): string {
  const words = messagesIn(language, section) as Readonly<Record<string, string | ((values: MessageValues) => string)>>;
  const text = words[key]!;
  if (typeof text === 'string') return text;
  return text(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(language, value)])));
}

const written = (language: string, value: SayingValue): string | number => {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if ('section' in value) return sayIn(language, value);
  if ('recognised' in value) return noticeTextIn(language)(value.recognised);
  if ('day' in value) return dayIn(language, value.day);
  return listIn(
    language,
    value.map((one) => String(written(language, one)))
  );
};

/** Sayings in English, for the command line and stored data. */
export const inEnglish = (sayings: readonly Saying[]): string[] => sayings.map((one) => sayIn('en', one));

/** Sentences as a paragraph. */
export const paragraphIn = (language: string, sentences: readonly Saying[]): string =>
  joinSentences(sentences.map((sentence) => sayIn(language, sentence)));
