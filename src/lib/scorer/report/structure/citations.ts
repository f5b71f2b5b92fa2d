import { footnoteNumber, NAMED_MARK, type FootnoteNumbers } from './footnotes.ts';
import { linesInLists } from './references.ts';
import { withoutFormulas } from './formulas.ts';
import { type PlainMark, plainMarks } from './plain-marks.ts';
import type { Blocks, Citation, CitationStyle, ReferenceEntry, ReferenceSection } from './parts.ts';
import { trimmed, URL_PATTERN } from './urls.ts';

const NUMBER = '\\^?\\d{1,3}\\^?';
const LIST = `${NUMBER}(?:\\s{0,2}[,，、;；\\-–—‑~～]\\s{0,2}${NUMBER}){0,60}`;
const LOCATOR = '(?:[,，]\\s?(?:pp?\\.|table|fig\\.?|figure|sec\\.?|section|ch\\.?|第)[^\\[\\]\\n]{0,40})?';
/** An address, in angle brackets also with spaces; a title behind it in quotation marks or parentheses. */
const DESTINATION =
  '\\(<?(https?:\\/\\/(?:(?<=\\(<https?:\\/\\/)[^<>\\n]{1,2000}(?=>)|[^\\s()<>]*(?:\\([^\\s()<>]*\\)[^\\s()<>]*){0,5}))>?' +
  '(?:\\s+(?:"[^"\\n]{0,200}"|\'[^\'\\n]{0,200}\'|\\([^()\\n]{0,200}\\)))?\\)';
/** Target of a link within the report, such as its list of references. */
const WITHIN = '\\(#[^\\s()]{1,100}\\)';

const IMAGE = /!\[[^[\]\n]{0,300}\]\([^()\n]{0,2000}\)/g;
const NUMBERED = new RegExp(
  `(<sup>\\s?)?(?:\\[?\\\\?\\[{1,2}(?:refs?\\.?\\s|(?:ref|cite|citation):\\s?)?(${LIST})${LOCATOR}\\\\?\\]{1,2}|【(${LIST})(?:†[^】\\n]{0,80})?】)(?:${DESTINATION}|${WITHIN})?\\]?(\\s?</sup>)?`,
  'gi'
);
const SUP = new RegExp(`<sup>\\s?(${LIST})\\s?</sup>`, 'gi');
export const SUPERSCRIPT =
  /(?<=\p{L}{3}|[.,;:!?)"”’。，；：！？）】])[¹²³⁴-⁹⁰](?:[⁰¹²³⁴-⁹]|[,˒᾿'⁻–-](?=[¹²³⁴-⁹])){0,8}/gu;
/** Marks in full width: ［１］, 【１】; and （1） behind a word at the end of a clause, which elsewhere counts or numbers something. */
const WIDE_MARK =
  /[［【[]([\d０-９][\d０-９\s,，、;；\-–—‑~～－]{0,200})[］】\]]|(?<=[^\s\d式表图圖章节節第条條款项項])（([\d０-９]{1,3})）(?=[。，；、！？]|$)/gu;
const NAMED = new RegExp(`${NAMED_MARK.source}(?:${DESTINATION})?`, 'gi');
const REFERENCE_LINK = new RegExp(`\\[([^\\[\\]\\n]{1,300})\\]\\[(${LIST})\\]`, 'g');
/** `[Harbour report][harbour]`, `[harbour][]` and `[harbour]`, of which the target is defined elsewhere. */
const DEFINED_LINK = /\[([^[\]\n]{1,300})\](?:\[([^[\]\n]{0,100})\])?(?![[(:])/g;
/** Definition of such a target under a name; numbers are entries of a list of references. */
const DEFINITION = /^ {0,3}\[(?!\d{1,4}\]|\^)([^[\]\n]{1,100})\]:\s*<?(https?:\/\/[^\s<>]+)/i;
const ANY_DEFINITION = /^ {0,3}\[[^[\]\n]{1,100}\]:\s*\S/;
/** Some systems cite by links without a text: `[](https://…)`. */
const LINK = new RegExp(`\\[([^\\[\\]\\n]{0,300})\\]${DESTINATION}`, 'gi');
/** The same in HTML. */
const ANCHOR =
  /<a\s(?:[^<>\n]{0,300}\s)?href\s?=\s?(?:"\s*(https?:\/\/[^"<>\n]{1,2000})"|'\s*(https?:\/\/[^'<>\n]{1,2000})'|(https?:\/\/[^\s"'<>]{1,2000}))[^<>\n]{0,300}>[^<>\n]{0,300}<\/a>/gi;
const NAME = "(?:(?:de|van|von|der|la|del) )?\\p{Lu}\\p{L}{0,20}\\p{Ll}[\\p{L}'’-]{0,30}";
const YEAR = '((?:19|20)\\d\\d)[a-z]?';
const AUTHORS = `(${NAME})(?:,? (?:&|and|y) ${NAME}|(?:, ${NAME}){1,6},? (?:&|and) ${NAME}|,? et al\\.?)`;
const PARENTHESES = /[(（]([^()（）\n]{5,240})[)）]/g;
const AUTHOR_YEAR = new RegExp(
  `^(?:(?:see|e\\.g\\.|cf\\.|see also),? )?${AUTHORS},? ${YEAR}(?:,? (?:pp?\\.|ch\\.) ?[\\d–-]+)?$`,
  'u'
);
/** One person or organisation, who is only cited if an entry begins with the name: `(May, 2023)` may be a month. */
const ALONE = new RegExp(
  `^(?:(?:see|e\\.g\\.|cf\\.|see also),? )?(\\p{Lu}[\\p{L}\\p{M}'’-]{1,40}(?: [\\p{L}\\p{M}'’&-]{1,40}){0,9}|\\p{Script=Han}{2,20})[,，] ?${YEAR}(?:,? (?:pp?\\.|ch\\.) ?[\\d–-]+)?$`,
  'u'
);
const ALONE_NARRATIVE = new RegExp(`\\b(${NAME})(?:,? (?:&|and) ${NAME})? ?[(（]${YEAR}[)）]`, 'gu');
const CHINESE_AUTHOR_YEAR = /^(\p{Script=Han}{2,4}等)[，,]\s?((?:19|20)\d\d)[a-z]?$/u;
const NARRATIVE = new RegExp(`\\b(${NAME})(?:,? (?:&|and) ${NAME})?,? et al\\.?,? ?[(（]${YEAR}[)）]`, 'gu');
/** Words before a bracket that make it an interval, not a citation. */
const INTERVAL = /(?:\bCI|\bIQR|\binterval|\branges?|\branging|\bbetween|\bbounded|∈|\bIoU|=)[\s:=(,%]{0,3}$/i;

/**
 * Bases of a raised number that is a power: a single letter, a unit of length, 2 or 10, a factor, a sum in parentheses. After a
 * word, a year or a percentage it cites.
 */
const BASE =
  /(?:(?<![\p{L}\p{N}])(?:\p{L}|[ckmdnµμ]m|ft|in|yd|2|10)|[×·*/+=^−-]\s?\d{1,4}|\([^()\p{L}]{0,20}\p{L}?[^()\p{L}]{0,20}[+−-][^()\p{L}]{0,20}\p{L}?[^()\p{L}]{0,20}\))$/u;
const FACTORS = /(?<![\p{L}\p{N}*_])[*_]?\p{L}[*_]?\p{L}$/u;

/** Whether the number raised between two texts is a power (x<sup>2</sup>) or the mass of an isotope (<sup>14</sup>C). */
export function isPower(before: string, after: string): boolean {
  const base = before.slice(-60).replace(/[*_]{1,3}$/, '');
  if (/(?:^|[\s(])$/.test(before)) return /^\p{Lu}\p{Ll}?(?!\p{L})/u.test(after);
  return BASE.test(base) || (/[*_]/.test(base) && FACTORS.test(base));
}

/** Everything in the running text that points to a source, in the order in which it stands. */
export function readCitations(text: string, blocks: Blocks, references: readonly ReferenceSection[]): Citation[] {
  const entries = references.flatMap((section) => section.entries);
  const definitions = definedTargets(blocks);
  const known: Known = {
    numbers: new Set(entries.map(({ number }) => number)),
    footnotes: blocks.footnotes,
    defined: new Set(entries.flatMap(({ marker, number }) => (marker === 'definition' ? [number] : []))),
    targets: definitions.targets,
    begins: firstAuthors(entries)
  };
  const inList = linesInLists(blocks, references);
  const running = blocks.lines.flatMap((text, at) =>
    blocks.code[at] === true || inList[at] === true || definitions.lines.has(at) ? [] : [{ text, at }]
  );
  const found = running.flatMap(({ text: line, at }) =>
    inLine(line, at + 1, blocks.offsets[at] ?? 0, known, blocks.heading[at] === true)
  );
  const plain = found.some(({ numbers }) => numbers.length > 0)
    ? []
    : plainMarks(
        running.map(({ text: line, at }) => ({ text: withoutFormulas(withoutCode(line)), line: at + 1 })),
        known.numbers
      );
  return [...found, ...plain.map((one) => citationOf(one, text, blocks.offsets))].sort((a, b) => a.start - b.start);
}

const citationOf = ({ line, start, end, numbers }: PlainMark, text: string, offsets: readonly number[]): Citation => {
  const offset = offsets[line - 1] ?? 0;
  return {
    ...{ line, start: offset + start, end: offset + end, raw: text.slice(offset + start, offset + end) },
    ...{ style: 'superscript', numbers, url: null, author: null }
  };
};

/**
 * A text with its full-width marks in half width, every offset kept.
 *
 * @param known whether a number has an entry: of a list of which one has none, and of a number in parentheses, nothing is changed
 * @param all also lists without entries
 */
export function halfWidthMarks(text: string, known: (number: number) => boolean, all = false): string {
  if (!/[［（０-９]/.test(text)) return text;
  return text.replace(WIDE_MARK, (mark: string, list: string | undefined, single: string | undefined) => {
    const plain = (list ?? single ?? '').replace(/[０-９－]/g, (char) =>
      String.fromCharCode(char.charCodeAt(0) - 0xfee0)
    );
    if (!(all && list !== undefined) && !expand(plain).every(known)) return mark;
    return mark.startsWith('【') ? `【${plain}】` : `[${plain}]`;
  });
}

/** Numbers of the entries, and of those that Markdown takes for the target of a link. */
interface Known {
  numbers: ReadonlySet<number | null>;
  footnotes: FootnoteNumbers;
  defined: ReadonlySet<number | null>;
  /** Addresses of links by their names. */
  targets: ReadonlyMap<string, string>;
  /** Whether an entry begins with the author and names the year. */
  begins: (author: string, year: string) => boolean;
}

/** Entries begin with their author, behind marks of a list: `Smith, J. (2020)`, `World Bank. (2023)`. */
function firstAuthors(entries: readonly ReferenceEntry[]): Known['begins'] {
  const words = entries.map(({ text }) => text.replace(URL_PATTERN, ' ').replace(/^[^\p{L}]{1,20}/u, ''));
  const known = new Map<string, boolean>();
  return (author, year) => {
    const key = `${author} ${year}`;
    const found =
      known.get(key) ??
      words.some(
        (text) =>
          text.startsWith(author) &&
          /^(?:[.,:，。：]| ?[(（]| (?:&|and) )/.test(text.slice(author.length)) &&
          text.includes(year, author.length)
      );
    known.set(key, found);
    return found;
  };
}

/** Definitions of targets under names, and their lines (0-based), which readers do not see; inside a paragraph there are none. */
function definedTargets({ lines, code, heading }: Blocks): { targets: Map<string, string>; lines: Set<number> } {
  const found = { targets: new Map<string, string>(), lines: new Set<number>() };
  lines.forEach((line, at) => {
    const [, name, url] = (code[at] === true ? null : DEFINITION.exec(line)) ?? [];
    const begins =
      at === 0 || lines[at - 1]?.trim() === '' || heading[at - 1] === true || ANY_DEFINITION.test(lines[at - 1] ?? '');
    if (name === undefined || url === undefined || !begins) return;
    found.lines.add(at);
    if (!found.targets.has(targetName(name))) found.targets.set(targetName(name), url);
  });
  return found;
}

const targetName = (written: string): string => written.trim().replace(/\s+/g, ' ').toLowerCase();

/** `95% CI [12, 34]` cites nothing. */
export function isInterval(text: string, at: number, numbers: readonly number[]): boolean {
  return numbers.length === 2 && INTERVAL.test(text.slice(Math.max(0, at - 16), at));
}

function inLine(line: string, number: number, offset: number, known: Known, heading: boolean): Citation[] {
  const found: Citation[] = [];
  let masked = halfWidthMarks(withoutFormulas(withoutCode(line)), (one) => known.numbers.has(one), true);
  /** Takes every match that `read` accepts; what was taken cannot be taken again. */
  const take = (
    pattern: RegExp,
    read: (match: RegExpExecArray) => (Partial<Citation> & { style: CitationStyle }) | 'skip' | null
  ) => {
    masked = masked.replace(pattern, (...args: unknown[]) => {
      const groups = args.findIndex((value, index) => index > 0 && typeof value === 'number');
      const match = args.slice(0, groups) as unknown as RegExpExecArray;
      match.index = args[groups] as number;
      const raw = line.slice(match.index, match.index + match[0].length);
      const citation = read(match);
      if (citation === null) return match[0];
      if (citation !== 'skip')
        found.push({
          line: number,
          start: offset + match.index,
          end: offset + match.index + raw.length,
          raw,
          numbers: [],
          url: null,
          author: null,
          ...citation
        });
      return ' '.repeat(raw.length);
    });
  };

  if (/<a\s/i.test(masked)) take(ANCHOR, (match) => ({ style: 'link', url: match[1] ?? match[2] ?? match[3] ?? null }));
  if (/[[【]/.test(masked)) {
    take(IMAGE, () => 'skip');
    if (known.targets.size > 0)
      take(DEFINED_LINK, (match) => {
        const url = known.targets.get(targetName(match[2] || (match[1] ?? '')));
        return url === undefined ? null : { style: 'link', url };
      });
    take(NAMED, (match) => {
      const cited = footnoteNumber(known.footnotes, match[1] ?? '');
      const url = match[2] ?? null;
      return cited === undefined ? null : { style: url === null ? 'footnote' : 'numbered-link', numbers: [cited], url };
    });
    take(REFERENCE_LINK, (match) => {
      const target = expand(match[2] ?? '');
      // `[Harbour report][3]` is meant as a link even if no definition makes it one; `[HR][3]` is a word and a citation.
      const label = match[1] ?? '';
      const isLink = /\p{L}/u.test(label) && (label.length > 8 || target.every((one) => known.defined.has(one)));
      return isLink ? { style: 'reference-link', numbers: target } : null;
    });
    take(NUMBERED, (match) => {
      const cited = expand(match[2] ?? match[3] ?? '');
      if (cited.length === 0 || (cited.includes(0) && !known.numbers.has(0))) return null;
      if (match[4] === undefined && isInterval(masked, match.index, cited)) return null;
      const url = match[4] ?? null;
      const style =
        match[1] && match[5]
          ? 'superscript'
          : url !== null
            ? 'numbered-link'
            : match[0].includes('^')
              ? 'footnote'
              : 'bracket';
      return { style, numbers: cited, url };
    });
    take(LINK, (match) => ({ style: 'link', url: match[2] ?? null }));
  }
  if (masked.includes('<sup>'))
    take(SUP, (match) => {
      const after = line.slice(match.index + match[0].length, match.index + match[0].length + 4);
      if (isPower(line.slice(Math.max(0, match.index - 60), match.index), after)) return null;
      return { style: 'superscript', numbers: expand(match[1] ?? '') };
    });
  if (known.numbers.size > 0)
    take(SUPERSCRIPT, (match) => {
      const cited = expand(superscriptList(match[0]));
      return cited.length > 0 && cited.every((one) => known.numbers.has(one))
        ? { style: 'superscript', numbers: cited }
        : null;
    });
  if (masked.includes('://')) take(URL_PATTERN, (match) => ({ style: 'bare-url', url: trimmed(match[0]) }));
  if (!heading && /(?:19|20)\d\d/.test(masked)) {
    take(NARRATIVE, (match) => ({
      style: 'author-year',
      author: { name: match[1] ?? '', year: match[2] ?? '', narrative: true }
    }));
    take(ALONE_NARRATIVE, ([, name = '', year = '']) =>
      known.begins(name, year) ? { style: 'author-year', author: { name, year, narrative: true } } : null
    );
    take(PARENTHESES, (match) => {
      const parts = (match[1] ?? '').split(/[;；]\s*/).map((part) => {
        const alone = ALONE.exec(part.trim());
        if (alone && known.begins(alone[1] ?? '', alone[2] ?? '')) return alone;
        return AUTHOR_YEAR.exec(part.trim()) ?? CHINESE_AUTHOR_YEAR.exec(part.trim());
      });
      const first = parts[0];
      if (!first || parts.includes(null)) return null;
      return { style: 'author-year', author: { name: first[1] ?? '', year: first[2] ?? '', narrative: false } };
    });
  }
  return found;
}

/** `1, 3-5` → 1, 3, 4, 5. A range that runs backwards or over a hundred is no range. */
export function expand(list: string): number[] {
  const numbers: number[] = [];
  let range = false;
  for (const part of list.replaceAll('^', '').split(/\s*([,，、;；\-–—‑~～])\s*/)) {
    if (!/^\d+$/.test(part)) range = /[-–—‑~～]/.test(part);
    else {
      const last = numbers.at(-1);
      const next = Number(part);
      if (range && last !== undefined) {
        if (next < last || next - last > 100) return [];
        for (let between = last + 1; between < next; between++) numbers.push(between);
      }
      if (next !== last) numbers.push(next);
      range = false;
    }
  }
  return numbers;
}

/** ¹²˒³ → 12,3; ¹⁻³ → 1-3 */
export function superscriptList(text: string): string {
  return Array.from(text, (char) => {
    const digit = '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(char);
    return digit >= 0 ? String(digit) : /[⁻–-]/.test(char) ? '-' : ',';
  }).join('');
}

/** Blanks code spans, keeping every offset. */
function withoutCode(line: string): string {
  if (!line.includes('`')) return line;
  const runs = Array.from(line.matchAll(/`+/g), (match) => ({ at: match.index, length: match[0].length, closer: -1 }));
  const latest = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index];
    if (!run) continue;
    run.closer = latest.get(run.length) ?? -1;
    latest.set(run.length, index);
  }
  let blanked = '';
  let last = 0;
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    const closer = runs[run?.closer ?? -1];
    if (!run || !closer) continue;
    const end = closer.at + closer.length;
    blanked += line.slice(last, run.at) + ' '.repeat(end - run.at);
    last = end;
    index = run.closer;
  }
  return blanked + line.slice(last);
}
