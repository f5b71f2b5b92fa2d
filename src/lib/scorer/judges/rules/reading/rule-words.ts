import { messagesIn } from '../../../../messages/words.ts';

type Written = string | ((values: Readonly<Record<string, string | number>>) => string);

/**
 * Sentences of this judge in English (`catalogues/en/library/rule-texts.ts`), from which pages recognise and translate what is stored. Numbers
 * are written without separators, as in all replies that are stored.
 */
export const ruleWords = withPlainNumbers({ ...messagesIn('en', 'ruleText'), ...messagesIn('en', 'rationalePhrase') });

function withPlainNumbers<T extends object>(words: T): T {
  const plain = (word: Written): Written =>
    typeof word === 'string'
      ? word
      : (values) => word(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])));
  return Object.fromEntries(Object.entries(words).map(([key, word]) => [key, plain(word as Written)])) as T;
}

/** Parts of a sentence, such as `a caption without a table, 2 times a table with an empty cell`. */
export const inOneList = (parts: readonly string[]): string =>
  parts.reduceRight((others, part) => ruleWords.twoParts({ part, others }));

/** Faults or doubts as one clause. */
export const inOneClause = (faults: readonly string[]): string =>
  faults.reduceRight((others, fault) => ruleWords.twoFaults({ fault, others }));
