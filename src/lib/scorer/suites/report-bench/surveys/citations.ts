/** Citations in the main text of a LaTeX source (arXiv 2508.15804, section 2.1.1): the appendix and `\nocite` do not count. */
import { Macros } from './macros.ts';
import { afterSpace, groupAt, withoutComments } from './tex-reading.ts';

/** Texts of a source by their path in it, `/` between folders. */
export type SourceFiles = ReadonlyMap<string, string>;

interface MainText {
  /** The file from which the others are read. */
  main: string;
  /** Other files that could be a document of their own. */
  others: string[];
  /** From \begin{document} to its end, with the files that it takes in, without comments and appendix. */
  text: string;
  /** Without comments, all of it: where bibliographies are named. */
  whole: string;
  /** Names that were asked for and are not there. */
  missing: string[];
  /** Macros that expand to themselves and are left as they stand. */
  recursive: string[];
  /** Macros of which a definition or argument could not be read, left as they stand. */
  unread: string[];
  /** The macro from which on nothing was expanded any more, because it was too much; null if all was. */
  stoppedAt: string | null;
}

type Expanded = Pick<MainText, 'missing' | 'recursive' | 'unread' | 'stoppedAt'> & { text: string };

/** Files within files at most. */
const DEEPEST = 50;

const INPUT = /\\(input|include|subfile|subfileinclude|import|subimport|includefrom|inputfrom)(?![A-Za-z@])\*?/g;
const ONE_NAME = /\s*\{(?<name>[^{}\\#]{1,300})\}/y;
const TWO_NAMES = /\s*\{(?<folder>[^{}\\#]{0,300})\}\s*\{(?<name>[^{}\\#]{1,300})\}/y;
/** The primitive \input takes a name without braces as well. */
const ONE_NAME_OR_BARE = /\s*(?:\{(?<name>[^{}\\#]{1,300})\}|(?<bare>[^\s\\{}#]{1,300}))/y;
const isTex = (path: string): boolean => /\.(tex|ltx|latex)$/i.test(path);
const depthOf = (path: string): number => path.split('/').length;

/** A path without `.` and `..`; null if it leaves the source. */
export function pathWithin(path: string): string | null {
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join('/');
}

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

/** The main text of a source; null if no file has \documentclass and \begin{document}. */
export function mainTextOf(files: SourceFiles): MainText | null {
  const clean = new Map(
    [...files].filter(([path]) => isTex(path)).map(([path, text]) => [path, withoutComments(text)])
  );
  const documents = [...clean].filter(
    ([, text]) => /\\document(?:class|style)/.test(text) && text.includes('\\begin{document}')
  );
  const subfiles = documents.filter(
    ([, text]) => !/\\documentclass\s*(?:\[[^\]]{0,500}\])?\s*\{(?:subfiles|standalone)\}/.test(text)
  );
  const candidates = (subfiles.length > 0 ? subfiles : documents)
    .map(([path]) => ({ path, ...expanded(clean, path) }))
    .sort(
      (a, b) =>
        citedKeys(b.text).length - citedKeys(a.text).length ||
        depthOf(a.path) - depthOf(b.path) ||
        (a.path < b.path ? -1 : 1)
    );
  const [first, ...rest] = candidates;
  if (!first) return null;
  const { path: main, text: whole, ...told } = first;
  return {
    main,
    others: rest.map(({ path }) => path).sort(),
    text: withoutAppendix(documentOf(whole)),
    whole,
    ...told
  };
}

/** A file with those that it takes in, each once (what is cited twice is cited), and with its macros expanded. */
function expanded(files: SourceFiles, main: string): Expanded {
  const seen = new Set([main]);
  const missing: string[] = [];
  let pieces: string[] = [];
  let taken = 0;
  const rootFolder = folderOf(main);

  const resolve = (folders: readonly string[], name: string): string | null => {
    for (const folder of folders)
      for (const ending of ['', '.tex', '.ltx']) {
        const path = pathWithin(`${folder}/${name}${ending}`);
        if (path !== null && files.has(path)) return path;
      }
    return null;
  };

  const take = (inside: string, path: string, depth: number): void => {
    let from = 0;
    const input = new RegExp(INPUT);
    for (let found = input.exec(inside); found; found = input.exec(inside)) {
      const command = found[1]!;
      const start = input.lastIndex;
      const argument = /from$|import$/.test(command) ? TWO_NAMES : command === 'input' ? ONE_NAME_OR_BARE : ONE_NAME;
      argument.lastIndex = start;
      const given = argument.exec(inside);
      if (!given) continue;
      const { folder, name: braced, bare } = given.groups!;
      const name = (braced ?? bare ?? '').trim().replace(/^"|"$/g, '');
      if (name === '') continue;
      const own = folder === undefined ? [] : [`${folderOf(path)}/${folder.trim()}`, folder.trim()];
      const target = resolve([...own, rootFolder, folderOf(path), ''], name);
      pieces.push(inside.slice(from, found.index));
      from = argument.lastIndex;
      if (target === null) missing.push(name);
      else if (!seen.has(target) && depth < DEEPEST) {
        seen.add(target);
        const text = files.get(target)!;
        take(text.includes('\\begin{document}') ? documentOf(text) : text, target, depth + 1);
      }
      taken += 1;
      input.lastIndex = from;
    }
    pieces.push(inside.slice(from));
  };
  const macros = new Macros();
  let text = files.get(main)!;
  // A macro may name a file, whose macros may name another.
  for (let round = 0; round < DEEPEST; round += 1) {
    [pieces, taken] = [[], 0];
    take(text, main, 0);
    if (round > 0 && taken === 0) break;
    text = macros.expand(pieces.join('\n'));
  }
  return {
    ...{ text, missing: [...new Set(missing)] },
    ...{ recursive: [...macros.recursive].sort(), unread: [...macros.unread].sort(), stoppedAt: macros.stoppedAt }
  };
}

function documentOf(text: string): string {
  const begin = text.indexOf('\\begin{document}');
  const start = begin === -1 ? 0 : begin + '\\begin{document}'.length;
  const end = text.lastIndexOf('\\end{document}');
  return text.slice(start, end > start ? end : undefined);
}

const APPENDIX_HEADING = /\\(?:chapter|section)\*?\s*\{\s*(?:appendix|appendices|supplementary|supplemental)\b/i;

/** A document's text without its appendix: after \appendix or a heading of that name, and in environments made for it. */
function withoutAppendix(text: string): string {
  const inner = text.replace(/\\begin\{(appendix|appendices|subappendices)\}/g, '\u0000').split('\u0000');
  const kept = inner
    .map((piece, k) => {
      if (k === 0) return piece;
      const end = /\\end\{(?:appendix|appendices|subappendices)\}/.exec(piece);
      return end ? piece.slice(end.index) : '';
    })
    .join(' ');
  const ends = [/\\appendix(?![A-Za-z@])/, APPENDIX_HEADING].map((mark) => kept.search(mark)).filter((at) => at !== -1);
  return ends.length === 0 ? kept : kept.slice(0, Math.min(...ends));
}

/** Commands whose name has "cite" in it and which cite nothing in the text. */
const NO_CITATION =
  /^(?:nocite|bibcite|citestyle|setcitestyle|citetext|defcitealias|citenamefont|.*citation.*|.*citecolor.*|excite.*|recite.*)$/i;
const CITE = /\\([A-Za-z]*[Cc]ite[A-Za-z]*)\*?/g;
/** Multicite commands of biblatex take several pairs of arguments. */
const SEVERAL = /cites$/i;
const LONGEST_NOTE = 500;

/** Keys cited in a text without comments, each once, in the order of the text. */
export function citedKeys(text: string): string[] {
  const keys = new Set<string>();
  for (const found of text.matchAll(CITE)) {
    const command = found[1]!;
    if (NO_CITATION.test(command)) continue;
    let at = found.index + found[0].length;
    for (let n = 0; n < (SEVERAL.test(command) ? 100 : 1); n += 1) {
      for (;;) {
        const start = afterSpace(text, at);
        const isRound = SEVERAL.test(command) && text[start] === '(';
        const note = groupAt(text, start, isRound ? ['(', ')'] : ['[', ']'], LONGEST_NOTE);
        if (!note) break;
        at = note.end;
      }
      const group = /\s*\{([^{}\\#]*)\}/y;
      group.lastIndex = at;
      const inner = group.exec(text)?.[1];
      if (inner === undefined) break;
      at = group.lastIndex;
      for (const key of inner.split(',').map((one) => one.trim())) if (key !== '' && key !== '*') keys.add(key);
    }
  }
  return [...keys];
}
