import { hasComma } from '../format/fields.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { ProblemList } from '../format/problem-list.ts';
import type { RatingsTable } from './ratings-collector.ts';

const say = sayingsOf('importProblems');
const sayScale = sayingsOf('scaleProblems');

/** A label on a scale: a number if the scale is one of numbers, else a text. */
export type ScaleLabel = string | number;

/**
 * A declared rating scale. `nominal` names categories without order, `ordinal` in ascending order; `interval` takes any number
 * between its ends. A nominal scale may leave its categories to the data, an ordinal one may not: categories that no
 * rater chose still count in weights and in chance agreement.
 */
export type RatingScale =
  | { kind: 'nominal'; categories: readonly ScaleLabel[] | null }
  | { kind: 'ordinal'; categories: readonly ScaleLabel[] }
  | { kind: 'interval'; low: number | null; high: number | null };

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const MOST_CATEGORIES = 1000;
/** Squares of larger labels overflow. */
const LARGEST = 1e100;

const isTooLarge = (number: number | null): boolean => Math.abs(number ?? 0) > LARGEST;

/** The number that a text writes out; null if it is none. */
export const numberIn = (text: string): number | null => {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value + 0 : null;
};

/** Labels as numbers if every one of them is a number, else as texts. */
export function labelsFromTexts(texts: readonly string[]): ScaleLabel[] {
  const numbers = texts.map(numberIn);
  return numbers.every((v) => v !== null) ? numbers : [...texts];
}

/** The names of a list with vertical bars between them, or with commas if there is no bar: names may then hold commas. */
export const categoriesIn = (list: string): string[] =>
  list.split(list.includes('|') ? '|' : ',').map((name) => name.trim());

/**
 * Reads `nominal`, `nominal:yes,no`, `nominal:a|b|c`, `ordinal:1,2,3,4`, `ordinal:1..4`, `interval` or `interval:0..10`.
 *
 * @returns the scale, or in `reason` what is wrong with the text.
 */
export function readScale(text: string): { scale: RatingScale; reason?: undefined } | { scale: null; reason: Saying } {
  const wrong = (reason: Saying) => ({ scale: null, reason });
  const [, kind = '', list] = /^\s*([a-z]+)\s*(?::(.*))?$/is.exec(text) ?? [];
  const range = list === undefined ? null : /^\s*(\S+?)\s*\.\.\s*(\S+)\s*$/.exec(list);
  const [low, high] = [numberIn(range?.[1] ?? ''), numberIn(range?.[2] ?? '')];
  if (range && (low === null || high === null || low >= high)) return wrong(sayScale('range', { range: list!.trim() }));
  if (kind === 'interval') {
    if (list !== undefined && !range) return wrong(sayScale('bounds'));
    return { scale: { kind, low, high } };
  }
  if (kind !== 'nominal' && kind !== 'ordinal') return wrong(sayScale('kinds'));
  if (list === undefined)
    return kind === 'nominal' ? { scale: { kind, categories: null } } : wrong(sayScale('ordinalCategories'));
  if (range && !(Number.isInteger(low) && Number.isInteger(high) && high! - low! < MOST_CATEGORIES))
    return wrong(sayScale('wholeRange', { most: MOST_CATEGORIES }));
  const categories = range
    ? Array.from({ length: high! - low! + 1 }, (_, i) => low! + i)
    : labelsFromTexts(categoriesIn(list));
  if (categories.includes(''))
    return wrong(sayScale('emptyCategory', { separator: list.includes('|') ? 'bar' : 'comma' }));
  if (new Set(categories).size < categories.length) return wrong(sayScale('categoryTwice'));
  if (categories.length < 2) return wrong(sayScale('twoCategories'));
  return { scale: { kind, categories } };
}

/** Ratings on a scale: labels[rater][item], null if there is none. */
interface ScaledRatings {
  scale: RatingScale;
  /** Whether the scale was declared, or is the labels that occur. */
  declared: boolean;
  /** All categories in their order; null on an interval scale. */
  categories: readonly ScaleLabel[] | null;
  labels: (ScaleLabel | null)[][];
}

/** Undeclared numbers with a fraction, or more different ones than this, are measurements and not categories. */
const MOST_OBSERVED = 20;

/**
 * Labels as the values of a scale. Without a declared scale it is nominal with the labels that occur, or `interval` if they
 * are numbers that are not whole or are many.
 */
export function ratingsOnScale(
  table: RatingsTable,
  declared: RatingScale | null,
  problems: ProblemList
): ScaledRatings {
  const { item, rater, label, row } = table.ratings;
  const texts = [...label.distinct];
  const observed = labelsFromTexts(texts);
  const scale: RatingScale =
    declared ??
    (areMeasurements(observed) ? { kind: 'interval', low: null, high: null } : { kind: 'nominal', categories: null });
  const categories = scale.kind === 'interval' ? null : (scale.categories ?? sortedLabels(observed));
  // As categories, they would have the figures of a nominal scale in silence.
  const withCommas = declared === null && texts.every((text) => hasComma(text) || numberIn(text) !== null);
  const valueOf = new Map<string, ScaleLabel | null>(
    texts.map((text) => [text, withCommas && hasComma(text) ? null : valueOn(scale, categories, text)])
  );
  const labels = table.raters.map(() => new Array<ScaleLabel | null>(table.items.length).fill(null));
  for (let i = 0; i < label.length; i++) {
    const value = valueOf.get(label.at(i))!;
    if (value === null)
      problems.add(
        row.at(i),
        table.labelColumn ?? table.raters[rater.at(i)]!,
        offScale(scale, categories, label.at(i)),
        label.at(i)
      );
    else labels[rater.at(i)]![item.at(i)] = value;
  }
  return {
    scale,
    declared: declared !== null && !(declared.kind === 'nominal' && declared.categories === null),
    categories,
    labels
  };
}

const areMeasurements = (labels: readonly ScaleLabel[]): boolean =>
  labels.length > 0 &&
  labels.every((v) => typeof v === 'number') &&
  (labels.some((v) => !Number.isInteger(v)) || new Set(labels).size > MOST_OBSERVED);

/** Labels once each, numbers by their size and texts by their characters. */
export const sortedLabels = (labels: readonly ScaleLabel[]): ScaleLabel[] =>
  [...new Set(labels)].sort((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : a < b ? -1 : 1));

function valueOn(scale: RatingScale, categories: readonly ScaleLabel[] | null, text: string): ScaleLabel | null {
  const number = numberIn(text);
  if (scale.kind === 'interval')
    return number === null ||
      number < (scale.low ?? -Infinity) ||
      number > (scale.high ?? Infinity) ||
      isTooLarge(number)
      ? null
      : number;
  if (categories!.includes(text)) return text;
  return number !== null && categories!.includes(number) ? number : null;
}

const offScale = (scale: RatingScale, categories: readonly ScaleLabel[] | null, text: string): Saying =>
  hasComma(text)
    ? say('numberComma')
    : scale.kind !== 'interval'
      ? say('labelOffScale', { scale: categories!.join(', ') })
      : isTooLarge(numberIn(text))
        ? say('labelTooLarge')
        : scale.low === null || scale.high === null
          ? say('labelNumber')
          : say('labelRange', { low: scale.low, high: scale.high });
