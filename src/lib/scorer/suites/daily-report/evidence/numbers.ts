import { withDigits } from '../../../../stats/writing/chinese-numbers.ts';

/** A number as it is written: value = digits · 10^place, where `place` is that of the last written digit. */
interface WrittenNumber {
  digits: bigint;
  place: number;
}

const MAGNITUDES: readonly [RegExp, number][] = [
  [/^(?:trillion|tn|[万萬][亿億]|兆)/i, 12],
  [/^千[亿億]/, 11],
  [/^百[亿億]/, 10],
  [/^(?:billion|bn|十[亿億])/i, 9],
  [/^[亿億]/, 8],
  [/^(?:crore|千[万萬])/i, 7],
  [/^(?:million|mn|m(?![a-z])|百[万萬])/i, 6],
  [/^(?:lakh|十[万萬])/i, 5],
  [/^[万萬]/, 4],
  [/^(?:thousand|k(?![a-z])|千)/i, 3]
];

/** A comma before one or two last digits is a decimal comma (3,5 and 1.234,50), and 12,34,567 has the separators of lakhs. */
const NUMBER =
  /([-−–+]?)\s*[$€£¥]?\s*((?:\d{1,3}(?:[. ]\d{3})+|\d+),\d{1,2}(?!,?\d)|\d{1,2}(?:,\d{2})+,\d{3}(?!,?\d)|\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s*/u;
const DECIMAL_COMMA = /,(?=\d{1,2}$)/u;

/** A unit that could pass for a million: 5 m and 5 metres. */
const METRES = /^(?:m(?![a-z])|met(?:er|re)|米)/i;

/** A number without its word of magnitude, and the text after it. */
interface FoundNumber {
  number: WrittenNumber;
  rest: string;
}

/** Reads the first number of a text; null without one. */
function numberIn(text: string): FoundNumber | null {
  const plain = withDigits(text).normalize('NFKC');
  const found = NUMBER.exec(plain);
  if (!found) return null;
  const [whole, sign, written = ''] = found;
  const point = DECIMAL_COMMA.test(written) ? written.replaceAll('.', '').replace(',', '.') : written;
  const [left = '', right = ''] = point.replace(/[, ]/gu, '').split('.');
  const digits = BigInt(left + right);
  const number = { digits: sign === '' || sign === '+' ? digits : -digits, place: -right.length };
  return { number, rest: plain.slice(found.index + whole.length) };
}

const withMagnitude = ({ number: { digits, place }, rest }: FoundNumber): WrittenNumber => {
  const magnitude = MAGNITUDES.find(([word]) => word.test(rest))?.[1] ?? 0;
  return { digits, place: place + magnitude };
};

/** Reads the first number of a text, also in Chinese numerals, with its sign, separators of thousands and a word of magnitude; null without one. */
export function readWrittenNumber(text: string): WrittenNumber | null {
  const found = numberIn(text);
  return found && withMagnitude(found);
}

/** Rounds to a coarser place; half goes away from zero. */
const roundTo = ({ digits, place }: WrittenNumber, coarser: number): bigint => {
  const unit = 10n ** BigInt(coarser - place);
  const magnitude = digits < 0n ? -digits : digits;
  const rounded = (2n * magnitude + unit) / (2n * unit);
  return digits < 0n ? -rounded : rounded;
};

/**
 * Whether two written numbers agree (arXiv 2606.12871, appendix C): exactly if their last digits have the same place, else after the
 * one with more digits is rounded to the place of the other, half away from zero. 99.9 and 100 agree, 100 and 110 do not.
 */
function numbersAgree(a: WrittenNumber, b: WrittenNumber): boolean {
  if (a.place === b.place) return a.digits === b.digits;
  const [finer, coarser] = a.place < b.place ? [a, b] : [b, a];
  return roundTo(finer, coarser.place) === coarser.digits;
}

/** The same of two texts; null if one of them has no number. */
export function writtenNumbersAgree(claimed: string, found: string): boolean | null {
  const [a, b] = [numberIn(claimed), numberIn(found)];
  if (a === null || b === null) return null;
  if (METRES.test(a.rest) && METRES.test(b.rest)) return numbersAgree(a.number, b.number);
  return numbersAgree(withMagnitude(a), withMagnitude(b));
}
