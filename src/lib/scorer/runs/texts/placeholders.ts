export const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Words in braces, `{{last_year}}` or `{current_month}`: letters, digits, blanks, `_`, `-`, with years added or taken off. */
const HOLE =
  /\{\{\s*([A-Za-z][\w .-]*?(?:\s*[+-]\s*\d{1,3})?)\s*\}\}|\{\s*([A-Za-z][\w -]*?(?:\s*[+-]\s*\d{1,3})?)\s*\}/g;

/** Single braces are common in formulas: there only what names a time counts as a placeholder. */
const OF_TIME = /(^|_)(date|today|tomorrow|yesterday|year|month|quarter|week|weekday)(_|$)/;
const RELATIVE = /^(current|this|last|previous|prev|next)(_|$)/;

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December']
];

const shifts: Record<string, number> = { '': 0, current: 0, this: 0, last: -1, previous: -1, prev: -1, next: 1 };

interface Day {
  year: number;
  /** From 0. */
  month: number;
  day: number;
}

const dayOf = (date: string): Day => {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number);
  return { year, month: month - 1, day };
};

/** Value of a placeholder on a day; null if it is none of the family. `yearFollows`: its year follows it. */
const valueOf = (name: string, { year, month, day }: Day, yearFollows: boolean): string | null => {
  const [, word = '', sign = '', by = ''] = /^(.*?)\s*(?:([+-])\s*(\d+))?$/.exec(name) ?? [];
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
  const on = (days: number): string => isoDate(Date.UTC(year, month, day + days));
  const [, which = '', unit = ''] =
    /^(?:(current|this|last|previous|prev|next)_)?(date|year|month|quarter)$/.exec(plain) ?? [];
  const shift = shifts[which] ?? 0;
  if (by !== '') return unit === 'year' ? String(year + shift + Number(`${sign}${by}`)) : null;
  const withYear = (text: string, of: number): string => (yearFollows ? text : `${text} ${of}`);
  if (plain === 'today' || plain === 'now') return on(0);
  if (plain === 'yesterday') return on(-1);
  if (plain === 'tomorrow') return on(1);
  if (unit === 'date') return shift === 0 ? on(0) : null;
  if (unit === 'year') return String(year + shift);
  if (unit === 'month') {
    const at = new Date(Date.UTC(year, month + shift, 1));
    return withYear(MONTHS[at.getUTCMonth()] ?? '', at.getUTCFullYear());
  }
  if (unit === 'quarter') {
    const at = new Date(Date.UTC(year, month + 3 * shift, 1));
    return withYear(`Q${Math.floor(at.getUTCMonth() / 3) + 1}`, at.getUTCFullYear());
  }
  return null;
};

/** Whether a year, written or to be filled in, stands right behind a month or quarter. */
const YEAR_FOLLOWS = /^,?\s*(?:\d{4}\b|\{\{?\s*(?:\w+[\s_-])?year)/i;

const replaceHoles = (text: string, date: string, otherwise: (hole: string, name: string) => string): string => {
  const day = dayOf(date);
  return text.replace(HOLE, (hole: string, double: string | undefined, single: string | undefined, at: number) => {
    const name = double ?? single ?? '';
    return valueOf(name, day, YEAR_FOLLOWS.test(text.slice(at + hole.length))) ?? otherwise(hole, name);
  });
};

/**
 * Fills the placeholders of a query or an item that stand for a time: date, today, yesterday, tomorrow, and year, month or
 * quarter, with `current`, `this`, `last`, `previous` or `next` before it; in double or single braces, in any case, with `_`, `-`
 * or a blank between the words. `{{current_year+1}}` counts years on. A month and a quarter bring their year, unless one follows.
 *
 * The placeholders of LiveResearchBench (arXiv 2510.14240) are `{{date}}`, `{{current_year}}` and `{{last_year}}`.
 *
 * @param date ISO date: when the report was collected, else the run's
 */
export const fillDates = (text: string, date: string): string =>
  text.includes('{') ? replaceHoles(text, date, (hole) => hole) : text;

/** Whether what a text says depends on a date. */
export const dependsOnDate = (text: string): boolean => fillDates(text, '2000-01-01') !== text;

/** Placeholders of a text that nothing here can fill: any words in double braces, and names of times in single ones. */
export const unfilledIn = (text: string): string[] => {
  const left: string[] = [];
  if (!text.includes('{')) return left;
  replaceHoles(text, '2000-01-01', (hole, name) => {
    const plain = name.toLowerCase().replace(/[\s_-]+/g, '_');
    if (hole.startsWith('{{') || OF_TIME.test(plain) || RELATIVE.test(plain)) left.push(hole);
    return hole;
  });
  return [...new Set(left)];
};
