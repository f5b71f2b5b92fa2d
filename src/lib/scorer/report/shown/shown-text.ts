/**
 * Characters that show nothing and can carry text past people: tag characters, variation selectors, zero-width characters,
 * marks and overrides of direction, soft hyphens, fillers, controls (Unicode 17, Default_Ignorable_Code_Point and Cc, without
 * tab and line ends).
 */
const SUSPECTS = [
  ...['\\u00ad', '\\u034f', '\\u061c', '\\u115f\\u1160', '\\u17b4\\u17b5', '\\u180b-\\u180f', '\\u200b-\\u200f'],
  ...['\\u202a-\\u202e', '\\u2060-\\u206f', '\\u3164', '\\ufe00-\\ufe0f', '\\ufeff', '\\uffa0', '\\ufff0-\\ufffb'],
  ...['\\u{1bca0}-\\u{1bca3}', '\\u{1d173}-\\u{1d17a}', '\\u{e0000}-\\u{e0fff}'],
  ...['\\0-\\x08', '\\x0e-\\x1f', '\\x7f-\\x84', '\\x86-\\x9f']
].join('');
const suspect = new RegExp(`[${SUSPECTS}]`, 'u');
const suspects = new RegExp(`[${SUSPECTS}]`, 'gu');
/** Everything but printable ASCII, in which most text has no suspect to look for: this is found ten times as fast as one of them. */
const beyondAscii = /[^\t\n\r -~]+/g;

const hasSuspect = (text: string): boolean => suspect.test(text.match(beyondAscii)?.join(' ') ?? '');

/** Entities by name that stand for one of them. */
const named: Readonly<Record<string, string>> = {
  ...{ shy: '\u00ad', zwj: '\u200d', zwnj: '\u200c', lrm: '\u200e', rlm: '\u200f', NoBreak: '\u2060', af: '\u2061' },
  ...{
    ZeroWidthSpace: '\u200b',
    NegativeThinSpace: '\u200b',
    NegativeMediumSpace: '\u200b',
    NegativeThickSpace: '\u200b'
  },
  ...{ NegativeVeryThinSpace: '\u200b', ApplyFunction: '\u2061', it: '\u2062', InvisibleTimes: '\u2062', ic: '\u2063' },
  InvisibleComma: '\u2063'
};
const entity = /&(?:#(?:x([0-9a-f]{1,8})|(\d{1,10}));?|([A-Za-z]{2,22});)/gi;

/** Entities within entities are taken out so deep; further ones are shown as they are written. */
const MOST_PASSES = 8;

const script = (names: readonly string[]): RegExp =>
  new RegExp(`[${names.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u');
/** Writing in which joiners decide how letters join. */
const joining = script([
  ...[
    'Arabic',
    'Syriac',
    'Mandaic',
    'Nko',
    'Mongolian',
    'Phags_Pa',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya'
  ],
  ...[
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Tibetan',
    'Myanmar',
    'Khmer',
    'Balinese',
    'Javanese',
    'Meetei_Mayek'
  ],
  ...['Hanifi_Rohingya', 'Adlam', 'Manichaean', 'Psalter_Pahlavi', 'Brahmi', 'Grantha', 'Chakma', 'Newa', 'Tirhuta']
]);
const rightToLeft = script([
  'Hebrew',
  'Arabic',
  'Syriac',
  'Thaana',
  'Nko',
  'Adlam',
  'Hanifi_Rohingya',
  'Mandaic',
  'Samaritan'
]);
const emojiEnd = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
const pictograph = /\p{Extended_Pictographic}/u;
const presented = /[\p{Emoji}\p{Extended_Pictographic}]/u;
const ideograph = /\p{Script=Han}/u;
const mathematical = /\p{Sm}/u;
const mark = /\p{M}/u;
const flag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;

/** The code point that ends before an offset, and the one that begins there; '' at either end. */
const before = (text: string, at: number): string => {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(Math.max(0, at - 2), at) : text.slice(Math.max(0, at - 1), at);
};
const after = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

/** Letters on the same line, within a few characters: what a mark of direction is about. */
const isAmong = (writing: RegExp, text: string, at: number): boolean =>
  writing.test(/[^\n]*$/.exec(text.slice(Math.max(0, at - 40), at))![0]) ||
  writing.test(/^[^\n]*/.exec(text.slice(at, at + 40))![0]);

/** Whether a suspect belongs to the writing around it. `made` is what stands before it in the result. */
function belongs(char: string, made: string, text: string, end: number): boolean {
  const code = char.codePointAt(0)!;
  const left = before(made, made.length);
  if (code === 0x200d || code === 0x200c) {
    const right = after(text, end);
    if (code === 0x200d && emojiEnd.test(left) && pictograph.test(right)) return true;
    return (
      left !== '' && (joining.test(left) || (mark.test(left) && joining.test(before(made, made.length - left.length))))
    );
  }
  if (code === 0x200e || code === 0x200f || code === 0x061c)
    return !/[\u200e\u200f\u061c]/.test(left) && isAmong(rightToLeft, text, end);
  if (code >= 0xfe00 && code <= 0xfe0f)
    return code >= 0xfe0e
      ? presented.test(left) && !/\p{Emoji_Modifier}/u.test(left)
      : ideograph.test(left) || mathematical.test(left) || (code === 0xfe00 && /\p{Script=Myanmar}/u.test(left));
  if (code >= 0xe0100 && code <= 0xe01ef) return ideograph.test(left);
  if (code >= 0x180b && code <= 0x180f && code !== 0x180e)
    return /\p{Script=Mongolian}/u.test(left) && !suspect.test(left);
  if (code === 0x115f || code === 0x1160)
    return /[\u1100-\u11ff]/.test(left) || /[\u1100-\u11ff]/.test(after(text, end));
  if (code === 0x034f) return mark.test(left);
  return false;
}

/** The text without entities of suspects: they are what they stand for. */
const decoded = (text: string): string =>
  text.replace(entity, (whole: string, ...parts: (string | undefined)[]) => suspectOf(parts) ?? whole);

/** The suspect that a match of `entity` stands for; null for another character. */
function suspectOf([hex, decimal, name]: readonly (string | undefined)[]): string | null {
  const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
  const char = code === null ? (named[name!] ?? '') : code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return char !== '' && suspect.test(char) ? char : null;
}

function filter(text: string, dropped: (char: string, at: number) => void): string {
  const flags = new Set<number>();
  for (const { 0: whole, index } of text.matchAll(flag))
    for (let at = index; at < index + whole.length; at += 1) flags.add(at);
  const made: string[] = [];
  // The kept characters decide about the next one; a few before it are enough.
  let tail = '';
  let last = 0;
  for (const { 0: char, index } of text.matchAll(suspects)) {
    const since = text.slice(last, index);
    made.push(since);
    tail = (tail + since.slice(-4)).slice(-4);
    last = index + char.length;
    if (flags.has(index) || belongs(char, tail, text, last)) {
      made.push(char);
      tail = (tail + char).slice(-4);
    } else dropped(char, index);
  }
  made.push(text.slice(last));
  return made.join('');
}

/**
 * A text that a stranger wrote as both people and judges get it: without characters that show nothing. Joiners of Indic and
 * Arabic writing and of emoji, marks of direction in text from right to left, and one selector after a character that has
 * variants stay. The text itself if there is nothing to drop; the report is kept as it came.
 */
export function shownText(text: string): string {
  let shown = text;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    // Without the characters inside it, an entity may come about.
    const once = filtered(shown);
    if (once === shown) return shown;
    shown = once;
  }
  return withoutHidden(shown).replace(entity, (whole: string, ...parts: (string | undefined)[]) =>
    suspectOf(parts) === null ? whole : `&amp;${whole.slice(1)}`
  );
}

/** The same for a text in which entities have been decoded already, such as a page's. */
export const withoutHidden = (text: string): string => (hasSuspect(text) ? filter(text, () => undefined) : text);

function filtered(text: string): string {
  const plain = text.includes('&') ? decoded(text) : text;
  return withoutHidden(plain);
}

/** How many characters `shownText` drops, and what those that spell a text say. */
export function hiddenIn(text: string): { count: number; spelled: string[] } {
  const plain = text.includes('&') ? decoded(text) : text;
  if (!hasSuspect(plain)) return { count: 0, spelled: [] };
  let count = 0;
  let spelled = '';
  let end = -1;
  filter(plain, (char, at) => {
    count += 1;
    const says = letterOf(char.codePointAt(0)!);
    if (says === '') return;
    spelled += (at === end ? '' : '\n') + says;
    end = at + char.length;
  });
  const said = spelled.split('\n').map((line) => line.trim()).filter((line) => line.length >= 3); // prettier-ignore
  return { count, spelled: said.slice(0, 20).map((line) => line.slice(0, 500)) };
}

/** The ASCII character that a tag character or a selector spells in the usual ways of hiding text; '' for others. */
function letterOf(code: number): string {
  const byte =
    code >= 0xe0020 && code <= 0xe007e ? code - 0xe0000 : code >= 0xe0100 && code <= 0xe01ef ? code - 0xe0100 + 16 : 0;
  return byte >= 0x20 && byte <= 0x7e ? String.fromCharCode(byte) : '';
}
