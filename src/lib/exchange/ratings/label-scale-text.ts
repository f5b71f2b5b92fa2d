import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { scaleInWords, type LabelScale } from '../../studies/labels/label-scale.ts';
import { hasComma } from '../format/fields.ts';
import { categoriesIn, sortedLabels, labelsFromTexts, numberIn, readScale } from './rating-scale.ts';

const say = sayingsOf('importProblems');
const sayScale = sayingsOf('scaleProblems');

/** Notations of a scale, for readers who have to write one. */
export const scaleForms = sayScale('forms');

/** More would make a table of categories against categories that is unreadable. */
export const MOST_CATEGORIES = 30;

type Read = { scale: LabelScale; reason?: undefined } | { scale: null; reason: Saying };

/**
 * The scale of categories without an order. Two of them agree or do not, whichever counts as 1: they are a binary scale, and
 * stand in the order given.
 */
function nominalScale(categories: readonly string[], withoutValue: readonly string[]): Read {
  const aside = withoutValue.length > 0 ? { withoutValue: [...withoutValue] } : {};
  const [first, second] = categories;
  if (first === undefined || second === undefined)
    return { scale: null, reason: sayScale('fewCategories', { forms: scaleForms }) };
  const named = categories.find((name) => withoutValue.includes(name));
  if (named !== undefined)
    return {
      scale: null,
      reason: sayScale('namedTwice', { name: named })
    };
  if (categories.length > MOST_CATEGORIES)
    return {
      scale: null,
      reason: sayScale('manyCategories', { n: categories.length, most: MOST_CATEGORIES })
    };
  return {
    scale:
      categories.length === 2
        ? { level: 'binary', labels: [first, second], ...aside }
        : { level: 'nominal', labels: [...categories], ...aside }
  };
}

/**
 * Reads a declared scale of labels; `nominal` without a list takes the categories that occur in the file.
 *
 * @param labels those of the file, as often as they like; of two categories yes or the like counts as 1, otherwise the
 *   first, and more stand in alphabetical or numeric order.
 */
export function readScaleFor(text: string, labels: readonly string[], withoutValue: readonly string[] = []): Read {
  if (!/^\s*nominal\s*:?\s*$/.test(text)) return readLabelScale(text, withoutValue);
  const seen = [...new Set(labels)].filter((label) => !withoutValue.includes(label));
  if (seen.length !== 2) return nominalScale(sortedLabels(labelsFromTexts(seen)).map(String), withoutValue);
  const likely = readLabelScale(likelyScale(seen) ?? '').scale;
  const known = likely?.level === 'binary' && likely.labels.every((label) => seen.includes(label));
  return nominalScale(known ? likely.labels : seen, withoutValue);
}

/**
 * Reads a declared scale of labels.
 *
 * @param withoutValue labels that say nothing on the scale, such as `unclear`.
 * @returns the scale, or in `reason` what is wrong with the text.
 */
export function readLabelScale(text: string, withoutValue: readonly string[] = []): Read {
  const [, kind = '', list = ''] = /^\s*([a-z]+)\s*(?::(.*))?$/is.exec(text) ?? [];
  const wrong = (reason: Saying): Read => ({ scale: null, reason });
  const aside = withoutValue.length > 0 ? { withoutValue: [...withoutValue] } : {};
  const names = categoriesIn(list);
  if (kind === 'binary' || kind === 'preference') {
    const wanted = kind === 'binary' ? 2 : 3;
    if (names.length !== wanted || names.includes(''))
      return wrong(sayScale('labelCount', { n: wanted, forms: scaleForms }));
    if (new Set(names).size < wanted) return wrong(sayScale('labelTwice'));
    const [first, second, third] = names as [string, string, string];
    return kind === 'binary'
      ? { scale: { level: kind, labels: [first, second], ...aside } }
      : { scale: { level: kind, labels: [first, second, third], ...aside } };
  }
  if (kind === 'nominal') {
    const { scale, reason } = readScale(text);
    if (reason !== undefined) return wrong(reason);
    const categories = scale.kind === 'nominal' ? scale.categories : null;
    return categories === null ? wrong(sayScale('nameCategories')) : nominalScale(categories.map(String), withoutValue);
  }
  if (kind !== 'ordinal' && kind !== 'interval') return wrong(sayScale('notation', { forms: scaleForms }));
  const { scale, reason } = readScale(text);
  if (reason !== undefined) return wrong(reason);
  if (scale.kind === 'ordinal') return { scale: { level: 'ordinal', labels: scale.categories.map(String), ...aside } };
  if (scale.kind !== 'interval' || scale.low === null || scale.high === null) return wrong(sayScale('bounds'));
  return { scale: { level: 'interval', low: scale.low, high: scale.high, ...aside } };
}

/**
 * A label as the scale writes it: `4.0` is the step 4.
 *
 * @returns null if it is not on the scale.
 */
export function labelFromText(scale: LabelScale, text: string): string | null {
  if (scale.withoutValue?.includes(text)) return text;
  const number = numberIn(text);
  if (scale.level === 'interval')
    return number === null || number < scale.low || number > scale.high ? null : String(number);
  const labels: readonly string[] = scale.labels;
  if (labels.includes(text)) return text;
  return (number === null ? undefined : labels.find((label) => numberIn(label) === number)) ?? null;
}

/** Why a label is not on the scale; null if it is. */
export const offScale = (scale: LabelScale, text: string): Saying | null =>
  labelFromText(scale, text) !== null
    ? null
    : hasComma(text)
      ? say('numberComma')
      : say('labelOffScale', { scale: scaleInWords(scale) });

/** The scale that labels look like, to begin with; null if they look like none. A lead can correct it. */
export function likelyScale(labels: readonly string[]): string | null {
  const seen = [...new Set(labels)];
  const lower = new Set(seen.map((label) => label.toLowerCase()));
  // Of two spellings of one label, a scale would refuse one.
  if (lower.size < seen.length) return null;
  for (const [yes, no] of [
    ['yes', 'no'],
    ['true', 'false'],
    ['valid', 'invalid'],
    ['1', '0']
  ] as const)
    // prettier-ignore
    if (seen.length > 0 && [...lower].every((label) => label === yes || label === no)) {
      const written = (wanted: string): string => seen.find((label) => label.toLowerCase() === wanted) ?? wanted;
      return `binary:${written(yes)},${written(no)}`;
    }
  if (seen.length > 1 && [...lower].every((label) => ['a', 'tie', 'b'].includes(label))) {
    const written = (wanted: string): string => seen.find((label) => label.toLowerCase() === wanted.toLowerCase()) ?? wanted; // prettier-ignore
    return `preference:${written('A')},${written('tie')},${written('B')}`;
  }
  const numbers = seen.map(numberIn);
  if (seen.length === 0 || numbers.includes(null))
    return seen.length === 2 && !seen.some(hasComma)
      ? `binary:${seen.join(seen.some((label) => label.includes(',')) ? '|' : ',')}`
      : null;
  // A file may hold more labels than a function takes as arguments.
  const [low, high] = (numbers as number[]).reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity]
  );
  const whole = numbers.every((value) => Number.isInteger(value)) && high - low < 12;
  return low === high ? null : `${whole ? 'ordinal' : 'interval'}:${low}..${high}`;
}
