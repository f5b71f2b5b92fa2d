/** A formula in a text. */
export interface Formula {
  /** TeX between the delimiters. */
  tex: string;
  /** Set on a line of its own, not within the words. */
  display: boolean;
  /** Offset behind the closing delimiter. */
  end: number;
}

/** Longest formula, in characters: longer ones stay text, so that looking for an end takes time in proportion to the length. */
export const LONGEST_FORMULA = 2000;

/** Before an opening dollar: a letter or digit makes it money or a variable of a shell (US$, A$, x$), the others an address. */
const NO_OPENING = /[\p{Script=Latin}\p{N}$\\/&#?%@]/u;
/** Behind a closing dollar: `$5 or A$6`. */
const NO_CLOSING = /[\p{Script=Latin}\p{N}$]/u;
/** Signs that stand in formulas and hardly in prose. */
const SIGNS = /[\\^_={}<>+±×·÷≤≥≈≠∈∑∫√∞→]/;
const TEXT_GROUP =
  /\\(?:text(?:rm|bf|it|sf|tt)?|mbox|math(?:rm|bf|it|sf|tt|bb|cal|scr|frak)|operatorname\*?|begin|end)\s{0,3}\{[^{}]{0,300}\}/g;

/**
 * The formula that begins at an offset: `$…$`, `$$…$$`, `\(…\)` or `\[…\]`. Null if none does: sums of money (`$5 and $10`,
 * `US$ 3`), escaped dollars and brackets (`\$5`, `\[1\]`) and delimiters without an end are text.
 */
export function formulaAt(text: string, at: number): Formula | null {
  if (text.charAt(at) === '\\') return bracketed(text, at);
  if (text.charAt(at) !== '$' || (at > 0 && NO_OPENING.test(text.charAt(at - 1)))) return null;
  return text.charAt(at + 1) === '$' ? doubled(text, at) : single(text, at);
}

/** Ends at the first dollar that is not escaped, or not at all; it does not go over the end of a line. */
function single(text: string, at: number): Formula | null {
  if (/\s/.test(text.charAt(at + 1))) return null;
  const end = nextDollar(text, at + 1, false);
  if (end < 0 || /\s/.test(text.charAt(end - 1)) || NO_CLOSING.test(text.charAt(end + 1))) return null;
  const tex = text.slice(at + 1, end);
  return isFormula(tex) && !isMoney(tex) ? { tex, display: false, end: end + 1 } : null;
}

function doubled(text: string, at: number): Formula | null {
  const end = nextDollar(text, at + 2, true);
  if (end < 0 || text.charAt(end + 1) !== '$' || text.charAt(end + 2) === '$') return null;
  const tex = text.slice(at + 2, end);
  return isFormula(tex) ? { tex, display: true, end: end + 2 } : null;
}

function nextDollar(text: string, from: number, overLines: boolean): number {
  const last = Math.min(text.length, from + LONGEST_FORMULA);
  for (let at = from; at < last; at++) {
    const char = text.charAt(at);
    if (char === '$') return at;
    if (char === '\n' && (!overLines || text.charAt(at + 1) === '\n')) return -1;
    if (char === '\\') at++;
  }
  return -1;
}

/** `\(…\)` and `\[…\]`. Another opening ends the search, so that many of them take no longer than one. */
function bracketed(text: string, at: number): Formula | null {
  const open = text.charAt(at + 1);
  if (open !== '(' && open !== '[') return null;
  const close = open === '(' ? ')' : ']';
  const last = Math.min(text.length, at + 2 + LONGEST_FORMULA);
  for (let end = at + 2; end < last; end++) {
    if (text.charAt(end) === '\n' && text.charAt(end + 1) === '\n') return null;
    if (text.charAt(end) !== '\\') continue;
    const next = text.charAt(end + 1);
    if (next === open) return null;
    if (next !== close) {
      end++;
      continue;
    }
    const tex = text.slice(at + 2, end);
    // Writers of Markdown escape brackets and parentheses of prose as well: `\[1\]`, `\(2024\)`, `\[a page\](https://…)`.
    const escaped = text.charAt(end + 2) === '(' || (!SIGNS.test(tex) && (open === '[' || !/^\s*\p{L}\s*$/u.test(tex)));
    return isFormula(tex) && !escaped ? { tex, display: open === '[', end: end + 2 } : null;
  }
  return null;
}

/** Whether the text between two delimiters can be TeX: prose is not, unless signs or commands stand in it. */
export function isFormula(tex: string): boolean {
  if (tex.trim() === '' || tex.length > LONGEST_FORMULA || tex.includes('`')) return false;
  if (/\\[a-zA-Z]/.test(tex)) return true;
  if (SIGNS.test(tex)) return !/(?<!\p{L})\p{L}{2,40},?\s{1,9}\p{L}{2,40},?\s{1,9}\p{L}{2,40}/u.test(words(tex));
  return tex.length <= 60 && !/\p{L}{2,}.*\s.*\p{L}{2,}|[\p{Script=Han}\p{Script=Kana}\p{Script=Hangul}]/u.test(tex);
}

/** Without commands and what they set as text. */
const words = (tex: string): string => tex.replace(TEXT_GROUP, ' ').replace(/\\[a-zA-Z]{1,40}/g, ' ');

/** `5 (US`, `3.2bn, or A`: an amount with words, or with nothing that a formula needs. */
function isMoney(tex: string): boolean {
  if (!/^[-−+~≈<>≤≥]?\s?\.?\d/.test(tex) || /^[-−+]?[\d.,]*\d(?:\\?%)?$/.test(tex)) return false;
  return !SIGNS.test(tex) || (/\p{L}{2,}/u.test(words(tex)) && !/\\[a-zA-Z]/.test(tex));
}

/** Blanks the formulas of a line, keeping every offset. */
export function withoutFormulas(line: string): string {
  if (!/[$\\]/.test(line)) return line;
  let kept = '';
  let last = 0;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char !== '$' && char !== '\\') continue;
    const formula = formulaAt(line, at);
    if (formula) {
      kept += line.slice(last, at) + ' '.repeat(formula.end - at);
      last = formula.end;
      at = formula.end - 1;
    } else if (char === '\\') at++;
  }
  return kept + line.slice(last);
}
