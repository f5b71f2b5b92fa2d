import type { Structure } from '../../../report/structure/parts.ts';
import { core, numbersClaimed } from './number-claims.ts';
import { type Passage, passagesOf } from '../reading/passages.ts';

/** A numeric claim without a citation. */
export interface UncitedNumber {
  /** The sentence or row as it stands in the report; of a long one the part around the number. */
  quote: string;
  line: number;
  kind: Passage['kind'];
  /** The numbers as written, at least one. */
  numbers: string[];
}

const LONGEST = 300;

const shortened = (text: string, number: string): string => {
  if (text.length <= LONGEST) return text;
  const at = Math.max(0, text.indexOf(number));
  const from = Math.max(0, Math.min(at - LONGEST / 2, text.length - LONGEST));
  const part = text.slice(from, from + LONGEST);
  const start = from > 0 ? part.search(/\s/) + 1 : 0;
  const end = from + LONGEST < text.length ? part.search(/\s\S*$/) : part.length;
  return (start < end && start <= at - from && end > at - from + number.length ? part.slice(start, end) : part)
    .toWellFormed()
    .trim();
};

const withoutMarker = (text: string): string => text.trim().replace(/^(?:[-*+•·>]|\d{1,3}[.)、])\s+/, '');

/**
 * Sentences and table rows that state a number (a percentage, money, a quantity, the year of an event) without a citation
 * that covers them (`passagesOf`). Cautious: what names its source in words, makes an assumption or a recommendation, or
 * repeats numbers that are cited elsewhere in the report or given in the query is left out. One entry per
 * sentence or row, and one for a sentence that stands in the report twice.
 *
 * @param given The query's text
 */
export const uncitedNumbers = (structure: Structure, given = ''): UncitedNumber[] => {
  const passages = passagesOf(structure).map((passage) => ({ ...passage, numbers: numbersClaimed(passage.words) }));
  const known = new Set([
    ...(given.match(/\d[\d,.]*/g) ?? []).map(core),
    ...passages.flatMap(({ cited, numbers }) => (cited ? numbers.map(core) : []))
  ]);
  const quoted = new Set<string>();
  return passages.flatMap(({ kind, line, start, end, cited, numbers }): UncitedNumber[] => {
    const [first] = numbers.filter((number) => !known.has(core(number)));
    if (cited || first === undefined) return [];
    const quote = shortened(withoutMarker(structure.text.slice(start, end)), first);
    if (quoted.has(quote)) return [];
    quoted.add(quote);
    return [{ quote, line, kind, numbers }];
  });
};
