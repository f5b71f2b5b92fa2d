const DIGITS = '〇一二三四五六七八九';
const digitOf = (char: string): number => (char === '零' ? 0 : '两兩'.includes(char) ? 2 : DIGITS.indexOf(char));
const SMALL: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

const DIGIT = '[一二两兩三四五六七八九]';
/** Up to 9999: 三千五百二十一, 十二, 一百零五. */
const BELOW_10000 = `(?:(?:${DIGIT}千零?)?(?:${DIGIT}百零?)?(?:${DIGIT}?十)?${DIGIT}?)`;
/** It begins with a digit and has a unit, or is 十 and a digit: 十分, 千万 and 万一 are words. */
const NUMERAL = new RegExp(`(?:(?=${DIGIT}[十百千万萬亿億])|(?=十[一二三四五六七八九]))${BELOW_10000}`, 'gu');
const PERCENT = /百分之([〇零一二两三四五六七八九十百]{1,6})(?:点([〇零一二三四五六七八九]{1,6}))?/gu;
/** 1亿2000万: the smaller unit tells to which place it is exact. */
const TWO_UNITS = /(\d{1,6})[亿億](\d{1,4})[万萬]/gu;

function valueOf(numeral: string): number {
  let [sum, digit] = [0, 0];
  for (const char of numeral) {
    const unit = SMALL[char];
    if (unit === undefined) digit = digitOf(char);
    else {
      sum += (digit === 0 ? 1 : digit) * unit;
      digit = 0;
    }
  }
  return sum + digit;
}

/** Full-width digits, points, commas and signs in half width; every offset stays. */
export const halfWidthDigits = (text: string): string =>
  text.replace(/[０-９．％＋－]|(?<=[０-９])，(?=[０-９]{3})/g, (char) =>
    String.fromCharCode(char.charCodeAt(0) - 0xfee0)
  );

/**
 * A text with its Chinese numerals in digits, units of ten thousand and above kept: 三千五百万 → 3500万, 百分之三十五点二 → 35.2%, 1亿2000万 →
 * 12000万. Words that hold a numeral (十分, 千万, 一些) stay.
 */
export function withDigits(text: string): string {
  return halfWidthDigits(text)
    .replace(PERCENT, (_, whole: string, part?: string) => {
      const decimals = part && [...part].map(digitOf).join('');
      return `${valueOf(whole)}${decimals ? `.${decimals}` : ''}%`;
    })
    .replace(NUMERAL, (numeral) => (numeral === '' ? '' : String(valueOf(numeral))))
    .replace(TWO_UNITS, (_, above: string, below: string) => `${Number(above) * 10_000 + Number(below)}万`);
}
