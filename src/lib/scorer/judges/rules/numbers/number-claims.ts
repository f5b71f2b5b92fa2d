import { halfWidthDigits, withDigits } from '../../../../stats/writing/chinese-numbers.ts';

const NUMBER = String.raw`(?<![\d.,])\d(?:[\d,.\u00a0\u202f]{0,20}\d)?`;
const SCALE = String.raw`(?:\s?(?:thousand|million|billion|trillion|bn|mn|crore|lakh|[kmb]\b|[十百千]?[万亿]))`;
const CURRENCY_BEFORE = String.raw`(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CNY|RMB|JPY|INR|CHF|AUD|CAD))\s?`;
const CURRENCY_AFTER = String.raw`\s?(?:dollars|euros|pounds|yuan|yen|rupees|USD|EUR|GBP|RMB|CNY|美元|人民币|欧元|英镑|日元|港元|元)`;
const UNIT = String.raw`(?:\s?(?:k?m²|km|kg|tonnes|tons|[kMG]W|[kMGT]Wh|°C|℃|mg|m[lL]|mm|cm|ppm|ppb|Gt|Mt|hectares|acres|miles|barrels|-?fold|times (?:more|higher|larger|lower|faster|as))(?![\p{L}\d])|\s?(?:倍|公里|公斤|吨|千瓦|兆瓦|毫米|摄氏度|公顷|平方米|立方米))`;
const COUNTED = String.raw`\s(?:[\p{L}-]+\s){0,2}?(?:people|patients|participants|users|customers|employees|companies|countries|studies|deaths|cases|jobs|students|respondents|households|vehicles|stores|subscribers|residents|visitors|hospitals|schools)\b`;

/** Numbers that state something about the world, rather than count sections, name versions or date the report. */
const DATA = new RegExp(
  [
    String.raw`${NUMBER}\s?(?:%|％|‰|percent\b|per cent\b|percentage points|basis points|个百分点)`,
    '百分之[一二三四五六七八九十百零点\\d]+',
    `${CURRENCY_BEFORE}${NUMBER}${SCALE}?`,
    `${NUMBER}${SCALE}?${CURRENCY_AFTER}`,
    `${NUMBER}${SCALE}(?![\\p{L}])`,
    String.raw`(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])`,
    `${NUMBER}${UNIT}`,
    String.raw`(?<![\d.,-]|S&P |Fortune |[Tt]op )\d{2,}${COUNTED}`,
    '[一二两兩三四五六七八九十百千零]{1,9}[万萬亿億]{1,2}[余多]?(?:美元|人民币|欧元|英镑|日元|港元|元|人|名|家|例|辆|户|吨|公里|倍)',
    String.raw`(?<![\d.,-])\d{2,}[余多]?(?:人|名|家|例|辆|户|所)`
  ].join('|'),
  'gu'
);

const YEAR = /(?<![\d.,-])(?:1[5-9]|20)\d\d(?![\d.,-]\d|[\ds])/g;
const EVENT =
  /\b(?:founded|established|launched|enacted|passed|published|released|introduced|adopted|signed|acquired|born|died|opened|inaugurated|ratified|discovered|invented|merged)\b|成立|创立|发布|推出|颁布|出台|通过|收购|出生|签署|上市/i;

/**
 * Words by which a sentence makes no claim about the world: wishes, assumptions, thresholds, formulas, questions, the
 * author's own reckoning, and what it says about itself.
 */
const NO_CLAIM =
  /\b(?:assum\w+|suppos\w+|hypothetical\w*|illustrativ\w+|thresholds?|criteri(?:a|on)|inclusive|should|must|recommend\w*|let us|let['’]s|let me|our (?:own )?(?:estimate|calculation|model|budget)\w*|we (?:estimate|assume|calculate|suggest|propose)|I['’]ll|I will|this (?:report|analysis|table|section)|the table below)\b|[=≈≥≤]|[<>]\s?[$€£¥]?\d|建议|假设|假如|假定|应当|应该|本报告|本文|[?？]["'”’)\]*_\s]*$/i;

/** As much a manner of speaking as a number. */
const ALL = /^100\s?[%％]$/;

/** Digits of a number as written, without grouping: `56.63`, `1200`. */
export const core = (number: string): string => {
  const plain = withDigits(number);
  const digits = /\d[\d,.]*/.exec(plain)?.[0] ?? plain;
  return digits.replace(/,(?=\d{3})/g, '').replace(/[.,]+$/, '');
};

/** The numbers of a sentence or row that state something: percentages, money, quantities, years of events. */
export const numbersClaimed = (written: string): string[] => {
  const words = halfWidthDigits(written);
  if (NO_CLAIM.test(words)) return [];
  const found = [...words.matchAll(DATA)]
    .map(({ 0: number, index }) => written.slice(index, index + number.length).trim())
    .filter((number) => !ALL.test(number));
  const years = EVENT.test(words) ? (words.match(YEAR) ?? []) : [];
  return [...new Set(found.concat(years))];
};
