/**
 * Running text in which citations are marks, cut into statements.
 *
 * A mark is the number of a citation between two private characters; words that a citation shows (the text of a link) stand
 * between two others, so that later stages can tell what the author says from what a source is called.
 */
import { textOfEntities } from '../structure/markdown.ts';

const [OPEN, CLOSE, SHOWN, SHOWN_END] = ['\ue000', '\ue001', '\ue002', '\ue003'];

export const mark = (citation: number, shown = ''): string =>
  (shown === '' ? '' : `${SHOWN}${shown}${SHOWN_END}`) + `${OPEN}${citation}${CLOSE}`;

/** The report's own private characters could pass for marks. */
export const withoutPrivate = (text: string): string => text.replace(/[\ue000-\ue003]/g, ' ');

/** A statement: the least that can be judged on its own. */
export interface Statement {
  /** Plain words without citations. */
  text: string;
  /** The words between its citations, in order: how it stands in the report as shown to readers. */
  pieces: string[];
  /** Numbers of its citations. */
  cites: number[];
  /** Whether citations end it, so that they can stand for what was said before as well. */
  cited: boolean;
  /** Nothing but citations, and words such as “Source:”. */
  bare: boolean;
}

const MARK = '\\ue000\\d+\\ue001';
const POINTER = `(?:\\ue002[^\\ue002\\ue003]*\\ue003)?${MARK}`;
const CALLED = '(?:(?:sources?|see(?: also)?|e\\.g\\.|cf\\.|via|from|来源|參見|参见|见)[:：,]?\\s*)?';
const IN_BRACKETS = new RegExp(
  `[(（[]\\s*${CALLED}(${POINTER}(?:\\s*(?:[;,，；、&/|]|and|und|和)?\\s*${POINTER})*)\\s*[;,.]?\\s*[)）\\]]`,
  'gi'
);
/** “(Source: World Bank, [1])” and the like, which name a source in words. */
const SOURCE_NOTE = new RegExp(
  `[(（[]\\s*(?:sources?|data|来源|资料来源|数据来源|出处)\\s*[:：][^()（）[\\]\\n]{0,300}?${MARK}[^()（）[\\]\\n]{0,300}[)）\\]]`,
  'gi'
);
const APART = new RegExp(`(${MARK})\\s*(?:[,，、/|&;；]|and|or|和|及|与)?\\s*(?=${MARK})`, 'g');
const ANY_MARK = new RegExp(MARK, 'g');
const MARKS = new RegExp(`\\s*(?:${MARK})+`, 'y');
const SHOWN_WORDS = /\ue002([^\ue002\ue003]*)\ue003/g;
/** A word after which the text of a link is part of the sentence. */
const LEADS_ON =
  /(?:^|[\s(“"‘'])(?:a|an|the|this|that|these|its|their|of|by|in|on|at|to|from|for|with|per|via|as|and|or|than|see|says?|reports?|called|using|under|according to)$/i;

const shownOf = (text: string): string => text.replace(SHOWN_WORDS, '');
const letters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Titles of sources that stand where the mark stands say nothing themselves. */
const withoutTitles = (text: string): string => {
  const bracketed = text
    .replace(SOURCE_NOTE, (note) => ` ${note.match(ANY_MARK)?.join('') ?? ''} `)
    .replace(IN_BRACKETS, (_, inside: string) => ` ${shownOf(inside)} `);
  return bracketed.replace(SHOWN_WORDS, (whole, shown: string, at: number) => {
    const before = bracketed.slice(Math.max(0, at - 40), at).trimEnd();
    const after = bracketed.slice(at + whole.length);
    const twice = new RegExp(`^${MARK}\\s*${MARK}`).test(after);
    const title = twice || shown.split(/\s+/).length >= 5;
    const ends = new RegExp(`^(?:\\s*${MARK})+\\s*(?:$|[.;,。；，])`).test(after);
    return title && ends && letters(before) && !LEADS_ON.test(before) ? '' : whole;
  });
};

/** Emphasis, code, tags and links that lead nowhere outside, without their marks. */
const withoutMarkdown = (text: string): string =>
  text
    .replace(/!\[[^[\]\n]{0,300}\]\([^()\n]{0,2000}\)/g, ' ')
    .replace(/\[([^[\]\n]{1,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/<\/?(?:sup|sub|b|i|u|em|strong|span|p|div|small)(?:\s[^<>]{0,100})?>/gi, '')
    .replace(/`{1,3}([^`]*)`{1,3}/g, '$1')
    .replace(/(\*\*|__)(?=\S)/g, '')
    .replace(/(?<=\S)(\*\*|__)/g, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,500})(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]{1,500})(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(?:#\w{1,8}|[a-z]\w{1,31});/gi, (entity) => withoutPrivate(textOfEntities(entity)));

/** Words whose full stop ends no sentence, unless one plainly begins after it. */
const ABBREVIATION =
  /(?:^|[\s(“"‘'])(?:al|approx|apr|aug|bros|ca|cf|ch|co|corp|dec|dept|dr|ed|eds|eq|esp|est|etc|feb|fig|figs|inc|jan|jr|jul|jun|llc|ltd|mar|max|min|mr|mrs|ms|no|nos|nov|oct|p|plc|pp|prof|ref|refs|sec|sep|sept|sr|st|vol|vs|v|\p{Lu}|(?:\p{L}\.)+\p{L})\.$/iu;
const STARTER =
  /^(?:The|This|That|These|Those|It|Its|In|On|At|As|An|A|By|For|From|However|While|Although|When|If|We|They|Their|There|Both|Each|Most|Some|All|But|And|Under|Since|After|Before|With|To|Total|Overall|Meanwhile|According)\b/;

const END = /(?:[.!?…؟۔।]+|[。！？｡]+)["'”’»)\]）」』】》〉]*/g;

/** `[1] A. [2] B.`: a text that begins with a citation and does not end with one cites in front of its sentences. `[1] shows A. [2]` does not. */
const CITES_IN_FRONT = new RegExp(
  `^\\s*(?:${MARK}\\s*)+(?=[^\\p{Ll}\\s\\ue000]).*[\\p{L}\\p{N}][^\\p{L}\\p{N}\\ue001]*$`,
  'su'
);

/**
 * Offsets at which one sentence ends and the next begins; citations right after an end belong to the sentence before, unless the
 * text cites in front.
 */
const boundaries = (text: string): number[] => {
  const cuts: number[] = [];
  const inFront = CITES_IN_FRONT.test(text);
  for (const found of text.matchAll(END)) {
    const end = found.index + found[0].length;
    MARKS.lastIndex = end;
    const marks = MARKS.exec(text)?.[0] ?? '';
    const after = end + marks.length;
    const next = text.slice(after).trimStart().charAt(0);
    if (inFront && /^\s/.test(marks)) {
      cuts.push(end);
      continue;
    }
    if (/[。！？｡]/.test(found[0])) {
      cuts.push(after);
      continue;
    }
    if (next === '' || (marks === '' && !/\s/.test(text.charAt(end)))) continue;
    const before = text.slice(Math.max(0, found.index - 24), found.index + 1);
    const stop = found[0].startsWith('.') && !found[0].startsWith('..');
    if (stop && ABBREVIATION.test(before) && !STARTER.test(text.slice(after, after + 24).trimStart())) continue;
    if (!/\p{Ll}/u.test(next)) cuts.push(after);
    else if (/^\s/.test(marks)) cuts.push(end);
  }
  return cuts;
};

const cutAt = (text: string, cuts: readonly number[]): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (const cut of [...cuts, text.length]) {
    if (cut > from) parts.push(text.slice(from, cut));
    from = cut;
  }
  return parts.filter((part) => part.trim() !== '');
};

const CLAUSE = new RegExp(`((?:${MARK})\\s*[;；])`, 'g');

/** `A grew [1]; B shrank [2]` says two things, each with a source of its own. */
const clauses = (sentence: string): string[] => {
  const cuts: number[] = [];
  let from = 0;
  for (const found of sentence.matchAll(CLAUSE)) {
    const end = found.index + found[0].length;
    const clause = sentence.slice(from, end);
    const open = clause.split(/[(（]/).length - clause.split(/[)）]/).length;
    if (open === 0 && enough(clause) && enough(sentence.slice(end, end + 400))) {
      cuts.push(end);
      from = end;
    }
  }
  return cutAt(sentence, cuts);
};

const LABEL_OF_SOURCES =
  /^\W*(?:(?:primary|key|main|data|further|official)\s)?(?:sources?|references?|citations?|links?|urls?|source urls?|see(?: also)?|evidence|来源|资料来源|数据来源|参考(?:资料|文献)?|出处|参见|见)\W*$/iu;

/** Words of a text, a Han character counting as half a word. */
export const wordsIn = (text: string): number =>
  (text.match(
    /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{N}][\p{M}\p{L}\p{N}'’.,%-]*/gu
  )?.length ?? 0) +
  (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0) / 2;

const plain = (text: string): string =>
  text
    .replace(SHOWN_WORDS, '$1')
    .replace(ANY_MARK, '')
    // Brackets of an address, and signs of a raised number: `<https://…>`, `^[1]^`.
    .replace(/[(（]\s*[;,，；、]*\s*[)）]|<\s*>|\^\^/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^ ?[-–—•·] /, '')
    .replace(/\s+(?=[.,;:!?。，；：！？)）])/g, '')
    .replace(/[\s,;，；–—-]+(?=[.。!?]?$)/g, '')
    .trim();

function enough(text: string): boolean {
  return wordsIn(plain(text)) >= 4;
}

const statement = (written: string): Statement => {
  const cites = Array.from(written.matchAll(ANY_MARK), ([found]) => Number(found.slice(1, -1)));
  const own = plain(shownOf(written)).replace(/https?:\/\/\S+/g, '');
  const last = written.lastIndexOf(CLOSE);
  return {
    text: plain(written),
    pieces: written
      .split(new RegExp(`${MARK}|[\\ue002\\ue003]`))
      .map((piece) => piece.trim())
      .filter(letters),
    cites: [...new Set(cites)],
    cited: last >= 0 && !letters(shownOf(written.slice(last + 1))),
    bare: cites.length > 0 && (!letters(own) || LABEL_OF_SOURCES.test(own))
  };
};

/** The statements of a line of text with marks, Markdown removed. Statements are sentences, or clauses with own citations. */
export const statementsIn = (marked: string): Statement[] =>
  marked.split(/<br\s?\/?>/i).flatMap((line) => {
    const text = withoutTitles(withoutMarkdown(line)).replace(APART, '$1');
    return cutAt(text, boundaries(text)).flatMap(clauses).map(statement);
  });

const POINTS_ELSEWHERE =
  /^\W*(?:see|refer to|cf\.|as (?:shown|noted|discussed|listed)|for (?:more|further|full) (?:details?|information)|details?|full list)\b.{0,60}\b(?:below|above|section|table|figure|appendix|here|list|details?|references?|sources?)\b/i;

/** Whether a statement asserts anything that a page could bear out: not a question, a lead-in, a pointer or a crumb. */
export const isCheckable = ({ text, bare }: Statement): boolean => {
  if (bare || /[?？:：]\W*$/u.test(text)) return false;
  const words = wordsIn(text);
  if (words < 14 && POINTS_ELSEWHERE.test(text)) return false;
  return words >= 4 || (words >= 2 && /[\p{N}]/u.test(text));
};

/** The words of several statements. */
export const wordsOfClaim = (statements: readonly Statement[]): string => statements.map(({ text }) => text).join(' ');

/** How many statements before it a closing citation may stand for. */
const REACH = 12;

/** Gives the citations that close a paragraph to the statements since the last citation in it. */
export const covered = (statements: readonly Statement[]): Statement[] => {
  const out = statements.map((one) => ({ ...one, cites: [...one.cites] }));
  const last = out.at(-1);
  if (!last || !last.cited) return out;
  for (let at = out.length - 2; at >= Math.max(0, out.length - 1 - REACH); at--) {
    const before = out[at];
    if (!before || before.cites.length > 0) break;
    before.cites = [...last.cites];
  }
  return out;
};
