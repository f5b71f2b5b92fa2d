import { describe, expect, it } from 'vitest';
import { citedKeys, mainTextOf, pathWithin } from './citations.ts';
import { plainTex, withoutComments } from './tex-reading.ts';

const files = (all: Record<string, string>) => new Map(Object.entries(all));
const document = (body: string, head = '') =>
  `\\documentclass[a4paper]{article}\n${head}\n\\begin{document}\n${body}\n\\end{document}\n`;
const keysOf = (all: Record<string, string>): string[] => citedKeys(mainTextOf(files(all))!.text);

describe('citations of a LaTeX text', () => {
  it('are read from every command of the kind, with notes, several keys and line breaks', () => {
    const text = String.raw`\cite{a} \citep[see][p.~3]{b, c} \citet*{d} \parencite[cf. \emph{x} {]}]{e} \textcite {f}
      \autocites(see)(both)[1]{g}[2]{h} \Citeauthor{i} \footcite{j,
      k} \citeyear{a} \citenum[{{]}}]{l}`;
    expect(citedKeys(text)).toEqual([...'abcdefghijkl']);
  });

  it('are not what only looks like it', () => {
    const text = String.raw`\nocite{*} \nocite{a} \citestyle{b} \setcitestyle{c} \newcommand{\mycite}[1]{\cite{#1}} \citetext{d} \excite{e}
      \cite{} \cite{,} \cite \cite[f] \cite{\key} \bibcite{g}{1}`;
    expect(citedKeys(text)).toEqual([]);
  });
});

describe('a LaTeX text without its comments', () => {
  it('keeps a percent sign that is one, and loses what LaTeX does not read', () => {
    const text = String.raw`a\cite{one}% \cite{no}
100\% \cite{two} \\% \cite{no}
\url{http://x.org/a%20b} \cite{three}
\begin{comment}
\cite{no}
\end{comment}
\begin{verbatim}\cite{no}\end{verbatim}\verb|\cite{no}| \cite{four}
\iffalse \ifx a b \cite{no} \fi \cite{no} \fi \cite{five} \iffalse \cite{no} \else \cite{six} \fi $a \iff b$ \cite{seven}`;
    expect(citedKeys(withoutComments(text))).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven']);
  });

  it('stays whole if an environment or condition is not closed', () => {
    expect(citedKeys(withoutComments(String.raw`\begin{comment} \cite{a} \iffalse \cite{b}`))).toEqual(['a', 'b']);
  });
});

describe('the main text of a source', () => {
  it('has its files put in where they are named, each once, also from other folders and in circles', () => {
    const all = {
      'paper/main.tex': document(
        String.raw`\cite{a}\input{sections/one}\include{sections/two.tex}\input three \import{parts/}{four}\subimport{parts}{four}\input{gone}\cite{z}`
      ),
      'paper/sections/one.tex': String.raw`\cite{b}\input{sections/two}`,
      'paper/sections/two.tex': String.raw`\cite{c}\input{main}\input{sections/one}`,
      'paper/three.tex': String.raw`\cite{d}`,
      'paper/parts/four.tex': String.raw`\cite{e}`,
      'paper/unused.tex': String.raw`\cite{no}`
    };
    const main = mainTextOf(files(all))!;
    expect(citedKeys(main.text)).toEqual(['a', 'b', 'c', 'd', 'e', 'z']);
    expect(main).toMatchObject({ main: 'paper/main.tex', others: [], missing: ['gone'] });
  });

  it('ends at the appendix, whatever marks it', () => {
    const body = (mark: string) => ({ 'm.tex': document(String.raw`\cite{a} ${mark} \cite{no}`) });
    for (const mark of [
      '\\appendix',
      '\\section*{Appendix A: more}',
      '\\section{Supplementary material}',
      '\\begin{appendices}'
    ])
      expect([mark, ...keysOf(body(mark))]).toEqual([mark, 'a']);
    expect(keysOf({ 'm.tex': document(String.raw`\begin{appendices}\cite{no}\end{appendices}\cite{a}`) })).toEqual([
      'a'
    ]);
    expect(keysOf({ 'm.tex': document(String.raw`\cite{a}\appendixname \cite{b}`) })).toEqual(['a', 'b']);
    expect(keysOf({ 'm.tex': document(String.raw`\cite{a}\input{app}`), 'app.tex': '\\appendix \\cite{no}' })).toEqual([
      'a'
    ]);
  });

  it('is that of the document with most citations, and the others are named', () => {
    const all = {
      'response.tex': document('\\cite{x}'),
      'z/survey.tex': document('\\cite{a,b}', '\\newcommand{\\x}{\\cite{no}}'),
      'figure.tex': String.raw`\documentclass{standalone}` + document('\\cite{p,q,r}')
    };
    expect(mainTextOf(files(all))).toMatchObject({ main: 'z/survey.tex', others: ['response.tex'] });
    expect(keysOf(all)).toEqual(['a', 'b']);
    expect(mainTextOf(files({ 'a.tex': 'Plain text', 'b.txt': document('x') }))).toBeNull();
  });

  it('never leaves the source', () => {
    expect(pathWithin('a/./b//../c')).toBe('a/c');
    expect(pathWithin('a/../../c')).toBeNull();
    expect(keysOf({ 'm.tex': document(String.raw`\input{../../etc/passwd}\input{/etc/passwd}\cite{a}`) })).toEqual([
      'a'
    ]);
  });
});

describe('hostile sources', () => {
  const within = (label: string, text: string): void =>
    it(`of 300 KB are read at once: ${label}`, () => {
      const began = process.cpuUsage();
      const main = mainTextOf(files({ 'm.tex': document(text) }));
      citedKeys(main?.text ?? '');
      plainTex(text.slice(0, 100_000));
      const { user } = process.cpuUsage(began);
      expect(user / 1e6).toBeLessThan(5);
    });
  const repeated = (text: string) => text.repeat(Math.ceil(300_000 / text.length));
  within('citations that are not closed', repeated('\\cite{'));
  within('notes that are not closed', repeated('\\cite['));
  within('files that are not closed', repeated('\\input{'));
  within('conditions within conditions', repeated('\\iffalse '));
  within('environments that are not closed', repeated('\\begin{comment}'));
  within('backslashes', repeated('\\'));
  within('braces', repeated('{'));
  within('percent signs', repeated('%'));
  within('white space', repeated(' '));
  within('appendices', repeated('\\begin{appendices}'));

  it('of files that name each other twice are read once each', () => {
    const all = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`f${n}.tex`, `\\cite{k${n}}\\input{f${n + 1}}\\input{f${n + 1}}`])
    );
    expect(keysOf({ ...all, 'm.tex': document('\\input{f0}') })).toHaveLength(40);
  });
});

describe('titles and names', () => {
  it('lose their TeX and keep their letters', () => {
    expect(plainTex(String.raw`{\"O}ber \'{e}t\'e {\c{c}}a \v{S}koda \ss{} na\"{\i}ve`)).toBe(
      'Öber été ça Škoda ß naïve'
    );
    expect(plainTex(String.raw`{BERT}: \emph{Pre-training}~of \textbf{Deep} {\em nets} \& more -- 100\%`)).toBe(
      'BERT: Pre-training of Deep nets & more – 100%'
    );
    expect(plainTex(String.raw`The $\alpha$-loss and $x_1$`)).toBe('The α-loss and x_1');
  });
});
