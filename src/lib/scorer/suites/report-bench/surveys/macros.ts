/**
 * Macros of a LaTeX source expanded as far as its citations need: \newcommand and its kin, \def with parameters, \let. Conditionals,
 * \csname and scopes are not followed, and LaTeX's own commands stay as they are.
 */
import { afterSpace, groupAt } from './tex-reading.ts';

interface Macro {
  /** Text after each parameter, and, first, the text before them; '' if there is none. */
  delimiters: string[];
  /** The first parameter if it is not given in brackets; null if it is no option. */
  option: string | null;
  body: string;
  /** The body is a command that is meant as it is, whatever its name has been given to. */
  isFinal?: true;
}

/** A text being read: a macro's body with its arguments, or the source itself. */
interface Frame {
  text: string;
  at: number;
  depth: number;
}

/** Macros within macros at most; deeper ones are taken to expand to themselves. */
const DEEPEST = 200;
/** Expansions of a source at most, and characters that they may add beside four times its own. */
const MOST_EXPANSIONS = 200_000;
const MOST_ADDED = 1_000_000;
/** Definitions and arguments that are not closed at most. */
const MOST_UNCLOSED = 50;

const NEW_COMMANDS = ['newcommand', 'renewcommand', 'providecommand', 'DeclareRobustCommand'];
const DEFINITIONS = ['def', 'gdef', 'edef', 'xdef'];

/** Commands that say where a text is, and citations: they stay, also if a source gives them a new form. */
const KEPT =
  /^(?:begin|end|input|include|subfile|subfileinclude|import|subimport|includefrom|inputfrom|documentclass|usepackage|bibliography|bibliographystyle|addbibresource|bibitem|appendix|part|chapter|(?:sub)*section|(?:sub)?paragraph|item|label|ref|title|author|caption|par|[Cc]ite(?:p|t|alp|alt|author|year|yearpar|s)?|nocite|(?:paren|text|auto|foot|super|full|smart)cites?)$/;

/** Definitions that stand in a text, and the text without them and with every use replaced. */
export class Macros {
  readonly #known = new Map<string, Macro>();
  /** Names, with their backslash, that are written as they stand, because they expand to themselves. */
  readonly recursive = new Set<string>();
  /** Names of which a definition or argument is not closed, or too long to be read: they are written as they stand there. */
  readonly unread = new Set<string>();
  /** The name at which expanding ended, because it was too much; null as long as it did not. */
  stoppedAt: string | null = null;
  #expansions = 0;
  #added = 0;
  #unclosed = 0;

  /**
   * A text without comments, its macros expanded. Definitions stay known, so that a further text may use them.
   */
  expand(text: string): string {
    const out: string[] = [];
    const frames: Frame[] = [{ text, at: 0, depth: 0 }];
    const most = 4 * text.length + MOST_ADDED;
    while (frames.length > 0) {
      const frame = frames.at(-1)!;
      const from = frame.at;
      const backslash = frame.text.indexOf('\\', from);
      if (backslash === -1) {
        out.push(frame.text.slice(from));
        frames.pop();
        continue;
      }
      const name = /[A-Za-z@]+/y;
      name.lastIndex = backslash + 1;
      const word = name.exec(frame.text)?.[0];
      const end = backslash + 1 + (word?.length ?? 1);
      out.push(frame.text.slice(from, backslash));
      frame.at = end;
      const written = frame.text.slice(backslash, end);
      if (word === undefined || this.stoppedAt !== null) out.push(written);
      else if (this.#isDefinition(word)) {
        if (!this.#define(word, frame)) {
          out.push(written);
          this.#leaveOpen(written);
        }
      } else {
        const macro = this.recursive.has(written) ? undefined : this.#known.get(word);
        const body = macro && this.#replacement(word, macro, frames, most);
        if (body === undefined) out.push(written);
        else if (macro?.isFinal) out.push(body);
        else frames.push({ text: body, at: 0, depth: frame.depth + 1 });
      }
    }
    return out.join('');
  }

  #isDefinition(word: string): boolean {
    return NEW_COMMANDS.includes(word) || DEFINITIONS.includes(word) || word === 'let';
  }

  /** Reads the definition behind `word` and leaves the frame after it; false, with the frame as it was, if there is none. */
  #define(word: string, frame: Frame): boolean {
    const read = word === 'let' ? readLet(frame) : DEFINITIONS.includes(word) ? readDef(frame) : readCommand(frame);
    if (!read) return false;
    frame.at = read.end;
    const { name } = read;
    if (KEPT.test(name)) return true;
    const before = this.#known.get(name);
    // A command that the source did not make has a meaning of LaTeX's own.
    if (word === 'renewcommand' && !before) return true;
    if (word === 'providecommand' && before) return true;
    if ('body' in read) this.#known.set(name, read);
    else {
      const other = this.#known.get(read.other);
      this.#known.set(name, other ?? { delimiters: [''], option: null, body: `\\${read.other}`, isFinal: true });
    }
    return true;
  }

  /** Counts what is not closed: each is read up to a hundred thousand characters. */
  #leaveOpen(written: string): void {
    this.unread.add(written);
    this.#unclosed += 1;
    if (this.#unclosed > MOST_UNCLOSED) this.stoppedAt ??= written;
  }

  /** The body of a macro with the arguments behind it, which the frames then are after; undefined if it is not expanded. */
  #replacement(word: string, macro: Macro, frames: Frame[], most: number): string | undefined {
    const frame = frames.at(-1)!;
    if (frame.depth >= DEEPEST) {
      this.recursive.add(`\\${word}`);
      return undefined;
    }
    const before = frames.map(({ at }) => at);
    const given = this.#arguments(macro, frames);
    if (!given) {
      frames.forEach((one, k) => (one.at = before[k]!));
      this.#leaveOpen(`\\${word}`);
      return undefined;
    }
    const pieces = macro.body.split(/(#[#1-9])/);
    const length = pieces.reduce((sum, piece, k) => sum + (k % 2 === 0 ? piece.length : (given[Number(piece[1]) - 1]?.length ?? 1)), 0); // prettier-ignore
    this.#expansions += 1;
    this.#added += length;
    if (this.#expansions > MOST_EXPANSIONS || this.#added > most) {
      this.stoppedAt = `\\${word}`;
      frames.forEach((one, k) => (one.at = before[k]!));
      return undefined;
    }
    return pieces.map((piece, k) => (k % 2 === 0 ? piece : piece === '##' ? '#' : (given[Number(piece[1]) - 1] ?? ''))).join(''); // prettier-ignore
  }

  /** Arguments as the macro takes them; null if they are not there. What a body leaves open is taken from behind it. */
  #arguments({ delimiters, option }: Macro, frames: readonly Frame[]): string[] | null {
    const given: string[] = [];
    const [first, ...rest] = delimiters as [string, ...string[]];
    if (first !== '') {
      const frame = frames.at(-1)!;
      if (!frame.text.startsWith(first, frame.at)) return null;
      frame.at += first.length;
    }
    for (const [k, delimiter] of rest.entries()) {
      const frame = delimiter === '' ? frameWithMore(frames) : frames.at(-1)!;
      if (k === 0 && option !== null) {
        const start = frame ? afterSpace(frame.text, frame.at) : 0;
        const bracket = frame && groupAt(frame.text, start, ['[', ']']);
        if (bracket) frame.at = bracket.end;
        given.push(bracket?.inner ?? option);
        continue;
      }
      if (!frame) return null;
      const found = delimiter === '' ? argumentAt(frame) : delimitedAt(frame, delimiter);
      if (!found) return null;
      frame.at = found.end;
      given.push(found.inner);
    }
    return given;
  }
}

/** The innermost frame in which something other than white space is left. */
const frameWithMore = (frames: readonly Frame[]): Frame | undefined =>
  frames.findLast(({ text, at }) => afterSpace(text, at) < text.length);

/** A group without its braces, a command, or one character. */
function argumentAt({ text, at }: Frame): { inner: string; end: number } | null {
  const start = afterSpace(text, at);
  if (text[start] === '{') return groupAt(text, start);
  const token = /\\(?:[A-Za-z@]+|[^])|[^{}\\]/y;
  token.lastIndex = start;
  const inner = token.exec(text)?.[0];
  return inner === undefined ? null : { inner, end: token.lastIndex };
}

/** Finds the text before a delimiter outside braces. */
function delimitedAt({ text, at }: Frame, delimiter: string): { inner: string; end: number } | null {
  const begin = at;
  for (let here = at; here < text.length && here - begin <= 100_000; here += 1) {
    if (text.startsWith(delimiter, here)) {
      const inner = text.slice(begin, here);
      const group = groupAt(inner, 0);
      return { inner: group?.end === inner.length ? group.inner : inner, end: here + delimiter.length };
    }
    if (text[here] === '\\') here += 1;
    else if (text[here] === '{') {
      const group = groupAt(text, here);
      if (!group) return null;
      here = group.end - 1;
    } else if (text[here] === '}') return null;
  }
  return null;
}

interface Definition extends Macro {
  name: string;
  end: number;
}

/** \newcommand*{\name}[n][option]{body}, with or without braces around the name. */
function readCommand({ text, at }: Frame): Definition | null {
  const head = /\*?\s*(?:\{\s*\\([A-Za-z@]+)\s*\}|\\([A-Za-z@]+))\s*(?:\[\s*([0-9])\s*\]\s*)?/y;
  head.lastIndex = at;
  const found = head.exec(text);
  if (!found) return null;
  const count = Number(found[3] ?? 0);
  let end = head.lastIndex;
  const bracket = count > 0 ? groupAt(text, end, ['[', ']']) : null;
  if (bracket) end = afterSpace(text, bracket.end);
  const body = groupAt(text, end);
  if (!body) return null;
  return {
    ...{ name: (found[1] ?? found[2])!, delimiters: Array.from({ length: count + 1 }, () => '') },
    ...{ option: bracket?.inner ?? null, body: body.inner, end: body.end }
  };
}

/** \def\name#1,#2.{body} */
function readDef({ text, at }: Frame): Definition | null {
  const head = /\s*\\([A-Za-z@]+)([^{}]{0,200})(?=\{)/y;
  head.lastIndex = at;
  const found = head.exec(text);
  const body = found && groupAt(text, head.lastIndex);
  if (!body) return null;
  // Space before the first parameter only ends the name.
  const delimiters = found[2]!.split(/#[1-9]/).map((one) => one.replace(/^\s+$/, ''));
  return { name: found[1]!, delimiters, option: null, body: body.inner, end: body.end };
}

/** \let\name=\other */
function readLet({ text, at }: Frame): { name: string; other: string; end: number } | null {
  const whole = /\s*\\([A-Za-z@]+)\s*=?\s*\\([A-Za-z@]+)/y;
  whole.lastIndex = at;
  const found = whole.exec(text);
  return found && { name: found[1]!, other: found[2]!, end: whole.lastIndex };
}
