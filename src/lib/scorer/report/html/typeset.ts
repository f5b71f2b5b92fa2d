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
