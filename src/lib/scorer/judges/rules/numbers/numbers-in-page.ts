import { withDigits } from '../../../../stats/writing/chinese-numbers.ts';

/** A number as a text gives it. */
interface Quantity {
  /** As written, with its unit. */
  raw: string;
  value: number;
  /** Half a unit of its last digit: what it may be off by as a rounding of another number. */
  tolerance: number;
  kind: 'percent' | 'money' | 'plain';
}

const MAGNITUDES: Record<string, number> = {
  hundred: 1e2,
  thousand: 1e3,
  k: 1e3,
  lakh: 1e5,
  crore: 1e7,
  million: 1e6,
  mn: 1e6,
  mio: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
  tn: 1e12,
  t: 1e12,
  百: 1e2,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  十万: 1e5,
  十萬: 1e5,
  百万: 1e6,
  百萬: 1e6,
  千万: 1e7,
  千萬: 1e7,
  亿: 1e8,
  億: 1e8,
  十亿: 1e9,
  十億: 1e9,
  百亿: 1e10,
  百億: 1e10,
  千亿: 1e11,
  千億: 1e11,
  万亿: 1e12,
  萬億: 1e12,
  兆: 1e12
};

const CURRENCY = '(?:US\\$|[A-Z]{1,2}\\$|[$€£¥₹₩]|(?:USD|EUR|GBP|CNY|RMB|JPY|INR|CHF)\\s?)';
const DIGITS = "\\d+(?:[.,\\u00a0\\u2009\\u202f'’]\\d+)*";
const SCALE =
  '(?:\\s?(hundred|thousand|lakh|crore|million|billion|trillion|mn|mio|bn|tn)\\b|([kKmMbBtT])(?![\\p{L}\\p{N}])|\\s?([万萬][亿億]|[十百千]?[万萬亿億]|[百千兆]))';
const PERCENT = '(?:\\s?(?:%|％|per ?cent(?:age points?)?\\b|pct\\b|pp\\b|个?百分点))';
const MONEY_AFTER = '(?:\\s?(?:dollars?|euros?|pounds?|yuan|yen|rupees|USD|EUR|GBP|CNY|RMB|元|美元|欧元|日元|英镑))';
const QUANTITY = new RegExp(
  `(${CURRENCY})?(?<![\\p{N}.,])(${DIGITS})(?:${SCALE})?(${PERCENT})?(${MONEY_AFTER})?`,
  'gu'
);

const NARROW_SPACES = /[\u00a0\u2009\u202f]/g;

/** `1,234.5` → 1234.5. With a comma or point that can be read in two ways, both readings. */
const readings = (digits: string): { value: number; decimals: number }[] => {
  const plain = digits.replace(NARROW_SPACES, '').replace(/['’]/g, '');
  const read = (text: string): { value: number; decimals: number } => ({
    value: Number(text),
    decimals: text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
  });
  const [point, comma] = [plain.includes('.'), plain.includes(',')];
  if (!point && !comma) return [read(plain)];
  if (point && comma)
    return plain.lastIndexOf('.') > plain.lastIndexOf(',')
      ? [read(plain.replaceAll(',', ''))]
      : [read(plain.replaceAll('.', '').replace(',', '.'))];
  const mark = point ? '.' : ',';
  const groups = plain.split(mark);
  const grouped = groups.slice(1).every((group) => group.length === 3) && (groups[0] ?? '').length <= 3;
  const joined = read(groups.join(''));
  if (groups.length > 2) return grouped || (comma && /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(plain)) ? [joined] : [];
  const decimal = read(groups.join('.'));
  if (!grouped) return [decimal];
  return point ? [decimal, joined] : [joined, decimal];
};

interface Found {
  quantities: Quantity[];
  start: number;
  end: number;
}

const findAll = (text: string): Found[] =>
  Array.from(text.matchAll(QUANTITY), (match) => {
    const [raw, currency, digits = '', word, letter, han, percent, money] = match;
    const scale = MAGNITUDES[(word ?? letter ?? han ?? '').toLowerCase()] ?? 1;
    const kind = percent ? 'percent' : currency || money ? 'money' : 'plain';
    return {
      quantities: readings(digits).map(({ value, decimals }) => ({
        raw: raw.trim(),
        value: value * scale,
        tolerance: 0.5 * 10 ** -decimals * scale,
        kind
      })),
      start: match.index,
      end: match.index + raw.length
    };
  });

const WORDS: Record<string, number> = {
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  half: 50,
  third: 33,
  thirds: 67,
  quarter: 25,
  quarters: 75
};
const UNITS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const IN_WORDS = new RegExp(`\\b(${Object.keys(WORDS).join('|')})(?:[- ](${UNITS.join('|')}))?\\b`, 'gi');

const valuesInWords = (text: string): number[] =>
  Array.from(text.matchAll(IN_WORDS), ([, ten = '', one]) => {
    const value = WORDS[ten.toLowerCase()] ?? 0;
    return one === undefined ? value : value + UNITS.indexOf(one.toLowerCase()) + 1;
  });

/** All numbers that a page may be read to give, sorted. */
export const pageNumbers = (page: string): Float64Array => {
  const digits = withDigits(page);
  const values = findAll(digits).flatMap(({ quantities }) => quantities.map(({ value }) => value));
  // Thousands parted by plain spaces, as tables write them; and figures in words.
  const spaced = Array.from(digits.matchAll(/(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d])/g), ([run]) =>
    Number(run.replaceAll(' ', ''))
  );
  return Float64Array.from([...values, ...spaced, ...valuesInWords(digits)]).sort();
};

/** A vague number can stand for others near it. */
const VAGUE =
  /(?:\b(?:about|around|approx(?:\.|imately)?|roughly|nearly|almost|some|over|under|above|below|more than|less than|fewer than|at least|at most|up to|close to|circa|ca\.|an? estimated)|[~≈≤≥<>±∼–—-]|约|大约|近|超|超过|逾|至少|最多|高达|不到|左右)\s*(?:US\$|[$€£¥])?$/iu;

/** Whole numbers below it are often written as words, or are a place in a list. */
const SMALLEST = 13;

const OF_THINGS =
  /\b(?:no|nos|figs?|figure|table|section|sec|chapter|article|phase|version|v|step|page|pp?|part|vol|question|item|level|tier|class|type|top|rank)\.?\s$/iu;

/**
 * The numbers of a claim that a page would have to give for the claim to be read off it.
 *
 * Left out are those whose absence proves nothing: years, small counts (pages write them in words), numbers of things
 * (`GPT-4`, `5G`, `Figure 12`), dates, times, ranges and vague figures (`about 50 %`).
 */
export const numbersThatMatter = (written: string): Quantity[] => {
  const claim = withDigits(written);
  return findAll(claim).flatMap(({ quantities: [first], start, end }) => {
    if (!first) return [];
    const before = claim.slice(Math.max(0, start - 24), start);
    const after = claim.slice(end, end + 12);
    const inWord =
      /[\p{Script=Latin}_/:#@.-]$|\d $/u.test(before) ||
      /^[\p{Script=Latin}_/:@]|^[-–—]\s?[\p{L}\d$€£¥]|^ \d{3}(?!\d)/u.test(after);
    const date =
      /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?\s$/i.test(before) ||
      /^(?:st|nd|rd|th)?\s(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(after) ||
      /^\s?[年月日号時时分]/.test(after);
    const open = /^(?:\+|\s?(?:plus\b|or (?:more|so|less)\b|左右|以上|余|多))/.test(after);
    if (first.value === 0 || inWord || date || open || VAGUE.test(before)) return [];
    if (/^(?:1[89]|20)\d\d(?:$|[^\d.,%])/.test(first.raw) && !/[%％万亿]/.test(first.raw)) return [];
    if (first.kind !== 'plain' || !/^\d+(?:\.\d+)?$/.test(first.raw)) return [first];
    // `RTX 50`, `OAuth 2.0`, `Figure 12`: part of a name.
    const name = /(?:^|[^\p{L}])\p{Lu}[\p{L}\d]*\.?\s$/u.test(before) || OF_THINGS.test(before);
    return name || (Number.isInteger(first.value) && first.value < SMALLEST) ? [] : [first];
  });
};

/** Powers by which a page may differ in how it writes a number: tables in thousands, shares as fractions, 万 and 亿. */
const FACTORS = [1, 1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9, 1e4, 1e-4, 1e8, 1e-8, 1e12, 1e-12];
const PERCENT_FACTORS = [1, 1e2, 1e-2];

const holdsBetween = (sorted: Float64Array, low: number, high: number): boolean => {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? Infinity) < low) from = middle + 1;
    else to = middle;
  }
  return (sorted[from] ?? Infinity) <= high;
};

/** Whether a page gives a number, exactly or so that the claim's is its rounding, in whatever unit it counts. */
const givesNumber = (sorted: Float64Array, { value, tolerance, kind }: Quantity): boolean =>
  (kind === 'percent' ? PERCENT_FACTORS : FACTORS).some((factor) => {
    const [low, high] = [(value - tolerance) * factor, (value + tolerance) * factor];
    const slack = 1e-9 * Math.abs(high);
    return holdsBetween(sorted, low - slack, high + slack);
  });

/** The numbers of a claim that stand nowhere on a page. */
export const numbersMissing = (claim: string, page: Float64Array): Quantity[] =>
  numbersThatMatter(claim).filter((quantity) => !givesNumber(page, quantity));
