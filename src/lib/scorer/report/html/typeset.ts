import type { default as Temml } from 'temml';

/** Loaded only by what shows reports: reading and judging them does without. */
let temml: typeof Temml | null = null;
let loading: Promise<void> | null = null;

/** Has formulas typeset from now on. Until it is loaded, they are shown as their source. */
export const loadTypesetter = (): Promise<void> =>
  (loading ??= import('temml').then(({ default: loaded }) => void (temml = loaded)));

/** Deepest nesting of elements of a formula: a browser lays it out by recursion. */
const DEEPEST = 60;
/** Longest MathML of a formula, in characters. */
const LONGEST = 100_000;
/** Definitions make formulas of any size of a few words; the others lead elsewhere or name parts of the page. */
const NOT_READ =
  /\\(?:[gex]?def|(?:re|provide)?newcommand|providecommand|newenvironment|DeclareMathOperator|(?:future)?let|href|url|includegraphics|html\w{1,20}|class|id|style|data|mathchoice)(?![a-zA-Z])/;

/** Letters that a formula may hide, such as those of a `\\phantom{x}` that aligns it. */
const MOST_HIDDEN = 3;
/** Letters of a source that are never shown as they are: of commands, names of environments and colours, columns, lengths. */
const UNSHOWN =
  /\\(?:begin|end)\s*\{[a-zA-Z*]*\}(?:\s*\{[clr|\s]*\})?|\\(?:text)?color\s*\{(?:black|blue|cyan|gray|green|magenta|orange|purple|red|white|yellow)\}|\\[a-zA-Z@]+|\d\s*(?:em|ex|pt|mu|cm|mm|px)(?![a-zA-Z])/g;

const lettersOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [letter] of text.normalize('NFKC').matchAll(/\p{L}/gu)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
};

/** How many letters of a source its MathML does not show: judges read them, and people would not. */
function hiddenLetters(tex: string, mathml: string): number {
  let seen = mathml;
  // One may stand within another.
  while (seen.includes('<mphantom>')) seen = seen.replace(/<mphantom>(?:(?!<mphantom>)[^])*?<\/mphantom>/g, '');
  const shown = lettersOf(seen.replace(/<[^>]*>|&#?\w+;/g, ''));
  return [...lettersOf(tex.replace(UNSHOWN, ' '))].reduce(
    (sum, [letter, n]) => sum + Math.max(0, n - (shown.get(letter) ?? 0)),
    0
  );
}

/** MathML of a formula, or why there is none, for a person. Null as long as nothing typesets. Never throws. */
export function typeset(tex: string, display: boolean): { mathml: string } | { problem: string } | null {
  if (!temml) return null;
  const command = NOT_READ.exec(tex);
  if (command) return { problem: `${command[0]} is not read in reports.` };
  if (depthOf(tex, /[{}]/g, '{') > DEEPEST) return { problem: 'Its braces are nested too deeply.' };
  try {
    const made = temml
      .renderToString(tex, { displayMode: display, throwOnError: true, trust: false, maxExpand: 500, maxSize: [5, 50] })
      // Numbers of equations would be counted by a style sheet and stand in no text.
      .replaceAll('<span class="tml-eqn"></span>', '');
    if (made.length > LONGEST) return { problem: 'Typeset, it would be too large.' };
    if (depthOf(made, /<\/?[a-z]/g, '<') > DEEPEST) return { problem: 'It is nested too deeply.' };
    if (hiddenLetters(tex, made) > MOST_HIDDEN) return { problem: 'Typeset, it would hide words.' };
    return { mathml: made.replace(/ (?:class="([^"]*)" )?style="([^"]*)"/g, asClasses) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** A page takes no styles from a report: those that a formula needs are classes of `formulas.css`. */
function asClasses(_: string, classes: string | undefined, style: string): string {
  const all = [
    ...(classes === undefined ? [] : [classes]),
    ...(/border:1px solid/.test(style) ? ['tml-fbox'] : []),
    ...(/padding(?:-left)?:0/.test(style) ? ['tml-l0'] : /padding-left:1em/.test(style) ? ['tml-l1'] : []),
    ...(/padding(?::0|-right:0em)/.test(style) ? ['tml-r0'] : []),
    ...(/width:50%/.test(style) ? ['tml-half'] : []),
    ...(/width:100%/.test(style) ? ['tml-wide'] : [])
  ];
  return all.length === 0 ? '' : ` class="${all.join(' ')}"`;
}

function depthOf(text: string, pattern: RegExp, opening: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [found] of text.matchAll(pattern)) {
    depth += found.startsWith(opening) && !found.startsWith('</') ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The first line of what the parser says, without the marks under its characters. */
function problemOf(error: unknown): string {
  if (error instanceof RangeError) return 'It is nested too deeply.';
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split(/ at (?:position|end)|:?\s*\n/);
  const words = line.normalize('NFD').replace(/\p{M}/gu, '').trim().slice(0, 160);
  return words === '' ? 'It cannot be parsed.' : `${words}.`;
}
