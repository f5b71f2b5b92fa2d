import { describe, expect, it } from 'vitest';
import { readBbl, readBib } from './bibliography.ts';

const bib = String.raw`
% a comment with @ and {
@string{lncs = "Lecture Notes"}
@comment{ @article{no, title={No}} }
@article{one, title = {A {Deep} Look: at
   folding}, author="M{\"u}ller, A. and B. {\'E}}", year = 2018a, journal = lncs # " in " # {Folding},
   eprint={1812.10528v2}, abstract={see arXiv:2101.99999} }
@InProceedings(two, title="Quoted {"}inside{"}", date = {2021-05-01}, url={https://doi.org/10.1000/x\_y(1)},)
@misc{three, title={Open and never closed, year={2019},
@article{four,
  title={After the one that is open}, year={c. 1999}, note={arXiv preprint arXiv:1905.00001}, crossref={six}}
@article{one, title={A second of that name}}
@article{, title={No key}}
@proceedings{six, year={2001}}
@article{five, title={With a parent}, crossref={six}, subtitle={and a subtitle}}
`;

describe('a .bib file', () => {
  it('gives entries by key, with strings joined, letters composed and identifiers found', () => {
    const { entries, damaged } = readBib(bib);
    expect([...entries.keys()]).toEqual(['one', 'two', 'four', 'six', 'five']);
    expect(entries.get('one')).toEqual({
      ...{ key: 'one', title: 'A Deep Look: at folding', year: '2018a', arxiv: '1812.10528', doi: null },
      authors: 'Müller, A. and B. É'
    });
    expect(entries.get('two')).toMatchObject({ year: '2021', doi: '10.1000/x_y(1)' });
    expect(entries.get('four')).toMatchObject({ year: '1999', arxiv: '1905.00001' });
    expect(entries.get('five')).toMatchObject({ title: 'With a parent: and a subtitle', year: '2001' });
    // One has no key, and one a title without its end.
    expect(damaged).toBe(2);
  });
});

const list = (items: string) =>
  String.raw`\begin{thebibliography}{10}` + items + '\\end{thebibliography}\nNo entry, 1999.';

/** One entry in the way of each style in use. */
const styles: Record<string, { printed: string; entry: Record<string, string | null> }> = {
  'plain and natbib': {
    printed: String.raw`\bibitem[M{\"u}ller et~al.(2019b)M{\"u}ller, and Bo]{k}
      A.~M{\"u}ller and B.~Bo.
      \newblock Folding {P}aper: 12 ways, 1990--2000.
      \newblock \emph{Letters}, 3\penalty0 (1):\penalty0 1801--1999, 2019{\natexlab{b}}.
      \newblock \doi{10.1000/a\_b}.`,
    entry: {
      title: 'Folding Paper: 12 ways, 1990–2000',
      authors: 'A. Müller and B. Bo',
      year: '2019b',
      doi: '10.1000/a_b',
      arxiv: null
    }
  },
  IEEE: {
    printed: String.raw`\bibitem{k}
      A.~One, B.~Two, and C.~Three, ${'``'}Folding paper, and more,'' \emph{arXiv preprint arXiv:2001.01234}, 2020.`,
    entry: {
      title: 'Folding paper, and more',
      authors: 'A. One, B. Two, and C. Three',
      year: '2020',
      arxiv: '2001.01234'
    }
  },
  ACM: {
    printed: String.raw`\bibitem[One and Two(2018)]%
        {k}
      \bibfield{author}{\bibinfo{person}{A. One} {and} \bibinfo{person}{B. Two}.} \bibinfo{year}{2018}\natexlab{}.
      \newblock \showarticletitle{Folding {Paper}}.
      \newblock \bibinfo{journal}{\emph{Letters}} (\bibinfo{year}{2018}). \newblock \urldef\tempurl \url{https://doi.org/10.1000/9}`,
    entry: { title: 'Folding Paper', year: '2018', doi: '10.1000/9' }
  },
  REVTeX: {
    printed: String.raw`\bibitem [{\citenamefont {One}(2017)}]{k}
      \BibitemOpen \bibfield {author} {\bibinfo {author} {\bibfnamefont {A.}~\bibnamefont {One}},\ }
      \bibfield {title} {\bibinfo {title} {Folding of paper},\ }\href {\doibase 10.1103/X.1} {\bibfield {journal} {\bibinfo {journal} {L.}} (\bibinfo {year} {2017})}`,
    entry: { title: 'Folding of paper', year: '2017', doi: '10.1103/X.1' }
  },
  Springer: {
    printed: String.raw`\bibitem{k} One, A., Two, B.: Folding paper: a start. In: Proc. of Folds, pp. 1999--2010 (2016)`,
    entry: { title: 'Folding paper: a start', authors: 'One, A., Two, B', year: '2016' }
  },
  'a linked title': {
    printed: String.raw`\bibitem{k} A. One. \newblock \href{http://arxiv.org/abs/1901.00001}{Folding, linked}. \newblock 2019.`,
    entry: { title: 'Folding, linked', arxiv: '1901.00001', year: '2019' }
  },
  'one without a title that can be told': {
    printed: String.raw`\bibitem{k} A. One, Phys. Rev. D \textbf{76}, 013009 (2007).`,
    entry: { title: '', year: '2007' }
  }
};

describe('a list of references as printed', () => {
  it.each(Object.entries(styles))('is read: %s', (_, { printed, entry }) => {
    const { entries, damaged } = readBbl(
      list(printed + String.raw`\bibitem{other} X. \newblock Other. \newblock 2001.`)
    );
    expect([...entries.keys(), damaged]).toEqual(['k', 'other', 0]);
    expect(entries.get('k')).toMatchObject(entry);
    expect(entries.get('other')).toMatchObject({ title: 'Other', year: '2001' });
  });

  it('of biber is read by its fields', () => {
    const text = String.raw`\entry{k}{article}{}
      \name{author}{1}{}{{{hash=1}{family={M{\"u}ller},familyi={M},given={A}}}}
      \field{title}{Folding}
      \field{subtitle}{a start}
      \field{year}{2020}
      \verb{doi}
      \verb 10.1000/a_b
      \endverb
      \verb{eprint}
      \verb 2001.01234
      \endverb
    \endentry
    \entry{l}{book}{} \field{title}{Other} \endentry`;
    expect([...readBbl(text).entries.values()]).toMatchObject([
      { key: 'k', title: 'Folding: a start', year: '2020', doi: '10.1000/a_b', arxiv: '2001.01234' },
      { key: 'l', title: 'Other', year: null, doi: null }
    ]);
  });

  it('of 300 KB that close nothing is read at once', () => {
    for (const piece of [
      '@a{k,',
      '\n@a{k,t="',
      '\n@a{k,t={',
      '\\bibitem[',
      '\\bibitem{',
      '\\bibitem{k}``',
      '\\entry{k}\\field{title}{',
      '{',
      '"',
      '@string{'
    ])
      for (const read of [readBib, readBbl]) {
        const began = process.cpuUsage();
        read(piece.repeat(300_000 / piece.length));
        const { user } = process.cpuUsage(began);
        expect([piece, user / 1e6]).toEqual([piece, expect.closeTo(0, -1)]);
      }
  });
});
