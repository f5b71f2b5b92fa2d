import { describe, expect, it } from 'vitest';
import { citedKeys, mainTextOf } from './citations.ts';
import { goldOfSource } from './gold-of-source.ts';
import { processorTime } from '../../../../../../tests/timing.ts';
import { Macros } from './macros.ts';

const expand = (text: string): string => new Macros().expand(text);
const document = (body: string, head = '') =>
  `\\documentclass{article}\n${head}\n\\begin{document}\n${body}\n\\end{document}\n`;
const keysOf = (files: Record<string, string>): string[] => citedKeys(mainTextOf(new Map(Object.entries(files)))!.text);

describe('macros of a LaTeX text', () => {
  it.each([
    [String.raw`\newcommand{\ct}[1]{\cite{#1}}\ct{a} \ct {b}`, String.raw`\cite{a} \cite{b}`],
    [String.raw`\newcommand*\ct[2][see]{#1 \citep{#2}}\ct{a} \ct[cf.]{b}`, String.raw`see \citep{a} cf. \citep{b}`],
    [String.raw`\def\ct#1{\cite{#1}}\ct a\ct{b}`, String.raw`\cite{a}\cite{b}`],
    [String.raw`\def\both(#1,#2)#3.{\cite{#1}\cite{#2}#3}\both(a,{b,c})d.`, String.raw`\cite{a}\cite{b,c}d`],
    [String.raw`\def\keys{a,b}\cite{\keys}`, String.raw`\cite{a,b}`],
    [String.raw`\newcommand{\outer}{\inner}\newcommand{\inner}[1]{<#1>}\outer{x}`, '<x>'],
    [String.raw`\newcommand{\todo}[1]{}a\todo{\cite{no}}b`, 'ab'],
    [String.raw`\newcommand{\make}[1]{\def\made##1{#1:##1}}\make{x}\made{y}`, 'x:y'],
    [String.raw`\providecommand{\x}{1}\providecommand{\x}{2}\renewcommand{\x}{3}\x`, '3'],
    [String.raw`\let\old\cite \newcommand{\x}[1]{\old{#1}}\let\y=\x \y{a}`, String.raw`  \cite{a}`]
  ])('%s is %s', (text, expanded) => expect(expand(text)).toBe(expanded));

  it('leave commands of LaTeX and citations as they are, however a source redefines them', () => {
    const text = String.raw`\renewcommand{\emph}[1]{}\def\section#1{}\let\oldcite\cite\renewcommand{\cite}[1]{\oldcite{#1}}`;
    expect(expand(`${text}\\emph{a}\\section{b}\\cite{c}`)).toBe(String.raw`\emph{a}\section{b}\cite{c}`);
    expect(expand(String.raw`\newcommand{\y} \y\def\x`)).toBe(String.raw`\newcommand{\y} \y\def\x`);
  });
});

describe('citations behind macros', () => {
  it('count where the macro is used, not where it is defined', () => {
    const head = String.raw`\newcommand{\ours}{\cite{a,b}}\newcommand{\never}{\cite{no}}\newcommand{\by}[2]{#1~\cite{#2}}`;
    expect(keysOf({ 'm.tex': document(String.raw`\ours \by{Ada}{c}`, head) })).toEqual(['a', 'b', 'c']);
  });

  it('are read with macros of files that are taken in, and from files that a macro names', () => {
    const files = {
      'm.tex': document(String.raw`\input{\parts/one}\ct{z}`, String.raw`\input{macros}`),
      'macros.tex': String.raw`\newcommand{\parts}{parts}\newcommand{\ct}[1]{\cite{#1}}\newcommand{\last}{parts/two}`,
      'parts/one.tex': String.raw`\ct{a}\input{\last}`,
      'parts/two.tex': String.raw`\ct{b}`
    };
    expect(keysOf(files)).toEqual(['a', 'b', 'z']);
  });

  it('leave out an appendix whose heading a macro writes', () => {
    const head = String.raw`\newcommand{\more}{\section{Appendix}}`;
    expect(keysOf({ 'm.tex': document(String.raw`\cite{a}\more\cite{no}`, head) })).toEqual(['a']);
  });
});

describe('hostile macros', () => {
  const survey = { arxiv: '2301.00001', title: 'Kites', versions: ['2023-03-04'] };
  const notesOf = (head: string, body: string): string[] => {
    const files = {
      'm.tex': document(`\\cite{a}${body}\\cite{b}\\bibliography{r}`, head),
      'r.bib': '@misc{a,title={A}}\n@misc{b,title={B}}'
    };
    const gold = goldOfSource(new Map(Object.entries(files)), survey);
    if ('reason' in gold) throw new Error(gold.reason);
    expect(gold.references.map(({ key }) => key)).toEqual(['a', 'b']);
    return gold.notes;
  };
  const doubling = Array.from({ length: 60 }, (_, n) => `\\def\\x${'i'.repeat(n)}{\\x${'i'.repeat(n + 1)}\\x${'i'.repeat(n + 1)}}`).join(''); // prettier-ignore

  it.each([
    ['\\def\\a{\\a}', '\\a'],
    ['\\def\\a{x\\a\\a}', '\\a'],
    ['\\def\\a{\\b}\\def\\b{\\a}', '\\a'],
    ['\\def\\a#1{\\a{#1}}', '\\a{xy}']
  ])('that expand to themselves are named and stay: %s', (head, body) => {
    expect(notesOf(head, body).join('\n')).toMatch(/^Macros that expand to themselves, left as they stand: 1 \(\\[ab]\)/m); // prettier-ignore
  });

  it('that grow without end are expanded up to a limit, and the place is named', () => {
    expect(notesOf(doubling, '\\x').join('\n')).toMatch(/^Macros are not expanded from \\xi* on/m);
    expect(notesOf('\\def\\a#1{\\a{#1#1}}', '\\a{xy}').join('\n')).toMatch(/left as they stand there: 1 \(\\a\)/);
    const nested = `${'\\a{'.repeat(40)}x${'}'.repeat(40)}`;
    expect(notesOf('\\newcommand{\\a}[1]{#1#1}', nested).join('\n')).toMatch(/^Macros are not expanded from \\a on/m);
  });

  it.each([
    ['definitions that are not closed', '\\newcommand{\\a}{'],
    ['arguments that are not closed', '\\a{'],
    ['arguments that no delimiter ends', '\\d x'],
    ['arguments within arguments', '\\b{\\b{\\b{x}}}'],
    ['definitions without end', '\\def\\c#1#2#3#4#5#6#7#8#9{#9}'],
    ['names', '\\let\\a\\b']
  ])('of 300 KB are read at once: %s', (_, piece) => {
    const text = `\\def\\a#1{#1}\\def\\b#1{#1#1}\\def\\d#1;{}${piece.repeat(Math.ceil(300_000 / piece.length))}`;
    let expanded = '';
    expect(processorTime(() => (expanded = expand(text)))).toBeLessThan(5000);
    expect(expanded.length).toBeLessThan(4 * text.length + 1_500_000);
  });
});
