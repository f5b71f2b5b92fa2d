import { scaleInWords, type LabelScale } from '../studies/label-scale.ts';
import { numberIn, readScale } from './rating-scale.ts';

/** How a scale is written, for people who have to write one. */
export const scaleForms =
  'binary:yes,no (the one that counts as 1 first), nominal:cat,dog (two categories without order), preference:A,tie,B, ordinal:1..5, ordinal:poor,fair,good or interval:0..10';

const tooMany = (n: number): string =>
  `${n} categories without an order are not supported in a study: declare their order (ordinal:LOWEST,…,HIGHEST), import one study for each category with yes and no, or have voirdire stats --scale nominal compute the agreement`;

/**
 * `nominal` without its categories, with those that the labels are; any other text as it is.
 *
 * @param labels those that were given, without the ones that say nothing on the scale
 */
export function nameCategories(text: string, labels: readonly string[]): string {
  const seen = [...new Set(labels)];
  if (text.trim() !== 'nominal' || seen.length < 2) return text;
  const likely = seen.length === 2 ? likelyScale(seen) : null;
  return likely?.startsWith('binary:') ? likely : `nominal:${seen.join(',')}`;
}

type Read = { scale: LabelScale; reason?: undefined } | { scale: null; reason: string };

/**
 * Reads a declared scale of labels.
 *
 * @param withoutValue labels that say nothing on the scale, such as `unclear`.
 * @returns the scale, or in `reason` what is wrong with the text.
 */
export function readLabelScale(text: string, withoutValue: readonly string[] = []): Read {
  const [, kind = '', list = ''] = /^\s*([a-z]+)\s*(?::(.*))?$/is.exec(text) ?? [];
  const wrong = (reason: string): Read => ({ scale: null, reason });
  const aside = withoutValue.length > 0 ? { withoutValue: [...withoutValue] } : {};
  const names = list.split(',').map((name) => name.trim());
  if (kind === 'binary' || kind === 'preference') {
    const wanted = kind === 'binary' ? 2 : 3;
    if (names.length !== wanted || names.includes(''))
      return wrong(`A scale of this kind names ${wanted} labels, like ${scaleForms}`);
    if (new Set(names).size < wanted) return wrong('The scale names a label twice');
    const [first, second, third] = names as [string, string, string];
    return kind === 'binary'
      ? { scale: { level: kind, labels: [first, second], ...aside } }
      : { scale: { level: kind, labels: [first, second, third], ...aside } };
  }
  if (kind === 'nominal') {
    const { scale, reason } = readScale(text);
    if (reason !== undefined) return wrong(reason);
    const categories = scale.kind === 'nominal' ? scale.categories : null;
    if (categories === null) return wrong('Name the two categories, like nominal:valid,invalid');
    // Two categories agree or do not, whichever of them counts as 1.
    return categories.length === 2
      ? readLabelScale(`binary:${categories.join(',')}`, withoutValue)
      : wrong(tooMany(categories.length));
  }
  if (kind !== 'ordinal' && kind !== 'interval') return wrong(`Write a scale as ${scaleForms}`);
  const { scale, reason } = readScale(text);
  if (reason !== undefined) return wrong(reason);
  if (scale.kind === 'ordinal') return { scale: { level: 'ordinal', labels: scale.categories.map(String), ...aside } };
  if (scale.kind !== 'interval' || scale.low === null || scale.high === null)
    return wrong('An interval scale has two ends, like interval:0..10');
  return { scale: { level: 'interval', low: scale.low, high: scale.high, ...aside } };
}

/**
 * A label as the scale writes it: `4.0` is the step 4.
 *
 * @returns null where it is not on the scale.
 */
export function labelOn(scale: LabelScale, text: string): string | null {
  if (scale.withoutValue?.includes(text)) return text;
  const number = numberIn(text);
  if (scale.level === 'interval')
    return number === null || number < scale.low || number > scale.high ? null : String(number);
  const labels: readonly string[] = scale.labels;
  if (labels.includes(text)) return text;
  return (number === null ? undefined : labels.find((label) => numberIn(label) === number)) ?? null;
}

/** Why a label is not on the scale; null where it is. */
export const offScale = (scale: LabelScale, text: string): string | null =>
  labelOn(scale, text) === null ? `The label is not on the scale ${scaleInWords(scale)}` : null;

/** The scale that labels look like, to begin with; null where they look like none. Whoever knows better says so. */
export function likelyScale(labels: readonly string[]): string | null {
  const seen = [...new Set(labels)];
  const lower = new Set(seen.map((label) => label.toLowerCase()));
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
  if (seen.length === 0 || numbers.includes(null)) return seen.length === 2 ? `binary:${seen.join(',')}` : null;
  const [low, high] = [Math.min(...(numbers as number[])), Math.max(...(numbers as number[]))];
  const whole = numbers.every((value) => Number.isInteger(value)) && high - low < 12;
  return low === high ? null : `${whole ? 'ordinal' : 'interval'}:${low}..${high}`;
}
