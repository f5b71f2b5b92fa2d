/** Reading LaTeX as text: groups, comments, and letters behind commands. */

/** Combining characters of TeX's accent commands. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', "'": '\u0301', '^': '\u0302', '~': '\u0303', '=': '\u0304', '"': '\u0308', '.': '\u0307' },
  ...{ u: '\u0306', v: '\u030c', H: '\u030b', r: '\u030a', c: '\u0327', k: '\u0328', d: '\u0323', b: '\u0331' }
};
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', aa: 'å', AA: 'Å', i: 'ı', j: 'ȷ' },
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', lambda: 'λ', mu: 'μ', pi: 'π', sigma: 'σ', omega: 'ω' },
  ...{ textendash: '–', textemdash: '—', textquoteright: '’', textbackslash: '\\', ldots: '…', dots: '…', LaTeX: 'LaTeX', TeX: 'TeX' }
}; // prettier-ignore
const DOTLESS: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

/**
 * The text of a group that begins at `from` with `{` (or another opening character), with the place after it; null if it does
 * not begin there, or is not closed within `most` characters. Escaped braces do not count.
 */
export function groupAt(
  text: string,
  from: number,
  [open, close]: readonly [string, string] = ['{', '}'],
  most = 100_000
): { inner: string; end: number } | null {
  if (text[from] !== open) return null;
  let [depth, braces] = [0, 0];
  for (let at = from; at < text.length && at - from <= most; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (open !== '{' && character === '{') braces += 1;
    else if (open !== '{' && character === '}') braces -= 1;
    else if (character === open && braces <= 0) depth += 1;
    else if (character === close && braces <= 0) {
      depth -= 1;
      if (depth === 0) return { inner: text.slice(from + 1, at), end: at + 1 };
    }
  }
  return null;
}

/** The place of the next character that is no white space. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return at;
}

const SKIPPED = ['comment', 'verbatim', 'Verbatim', 'lstlisting', 'minted', 'filecontents', 'filecontents*'];
const BEGIN = new RegExp(String.raw`\\begin\{(${SKIPPED.map((one) => one.replace('*', '\\*')).join('|')})\}`, 'g');

/** A text without environments whose content LaTeX does not read as such. One that is not closed stays. */
function withoutEnvironments(text: string): string {
  const unclosed = new Set<string>();
  let [out, from] = ['', 0];
  BEGIN.lastIndex = 0;
  for (let found = BEGIN.exec(text); found; found = BEGIN.exec(text)) {
    const name = found[1]!;
    if (unclosed.has(name)) continue;
    const closing = `\\end{${name}}`;
    const end = text.indexOf(closing, BEGIN.lastIndex);
    if (end === -1) {
      unclosed.add(name);
      continue;
    }
    out += text.slice(from, found.index);
    from = end + closing.length;
    BEGIN.lastIndex = from;
  }
  return out + text.slice(from);
}

/** A text without what stands between `\iffalse` and its `\fi` or `\else`. One that is not closed stays. */
function withoutIfFalse(text: string): string {
  const CONDITION = /\\(if[A-Za-z@]*|else|fi)(?![A-Za-z@])/g;
  let [out, from] = ['', 0];
  let falseFrom: number | null = null;
  let depth = 0;
  for (const found of text.matchAll(CONDITION)) {
    const command = found[1]!;
    if (falseFrom === null) {
      if (command === 'iffalse') [falseFrom, depth] = [found.index, 1];
      continue;
    }
    // \iff is an arrow, \ifthenelse and its kin take arguments and no \fi.
    if (command.startsWith('if') && !['iff', 'ifthenelse', 'ifdefined'].includes(command)) depth += 1;
    else if (command === 'fi') depth -= 1;
    if (depth > (command === 'else' ? 1 : 0)) continue;
    out += text.slice(from, falseFrom);
    from = found.index + found[0].length;
    falseFrom = null;
  }
  return out + text.slice(from);
}

/** A LaTeX text without comments, verbatim texts and what stands after `\iffalse`. */
export const withoutComments = (text: string): string =>
  withoutIfFalse(
    withoutEnvironments(
      text
        .replace(/\r\n?/g, '\n')
        .replace(/\\verb\*?([^A-Za-z\s*])[^\n]{0,500}?\1/g, ' ')
        // In an address the sign is a character of its own.
        .replace(/\\(?:url|path|href)\s*\{[^{}\n]{0,2000}\}/g, (address) => address.replace(/(^|[^\\])%/g, '$1\\%'))
        // An escaped backslash before the sign leaves it a comment; a line that begins with it vanishes whole.
        .replace(/((?:^|[^\\])(?:\\\\)*)%[^\n]*/gm, '$1')
    )
  );

/** A title or name as people read it: accents composed, commands and braces gone, `--` a dash. */
export const plainTex = (text: string): string =>
  text
    .replace(/(^|[^\\])%[^\n]*(?:\n\s*|$)/g, '$1')
    .replace(
      /\\([`'^"~=.]|[uvHrckdb](?![A-Za-z]))\s*(?:\{\s*(\\?[A-Za-z])\s*\}|(\\?[A-Za-z]))/g,
      (_, accent: string, inBraces: string | undefined, bare: string | undefined) => {
        const given = (inBraces ?? bare)!;
        const letter = given.startsWith('\\') ? (LETTERS[given.slice(1)] ?? given.slice(1)) : given;
        return `${DOTLESS[letter] ?? letter}${ACCENTS[accent]!}`;
      }
    )
    .replace(/\\([A-Za-z]+)\*?\s*/g, (_, name: string) => LETTERS[name] ?? ' ')
    .replace(/\\([&%$#_{} ])/g, '$1')
    .replace(/\\[,;:!/@-]/g, ' ')
    .replace(/\\\\/g, ' ')
    .replace(/(^|[^\\])[{}$]+/g, '$1')
    .replace(/[{}$]/g, '')
    .replaceAll('~', ' ')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/``|''/g, '"')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
