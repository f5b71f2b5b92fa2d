import { describe, expect, it } from 'vitest';
import { readMaterial } from '../../material.ts';
import { goldOfSource } from './gold-of-source.ts';

const survey = { arxiv: '2201.00009', title: 'Kites: A Survey', versions: ['2022-01-01', '2022-06-30'] };
const main = (body: string) =>
  String.raw`\documentclass{article}\begin{document}` + body + String.raw`\bibliography{refs/own,more}\end{document}`;
const gold = (files: Record<string, string>) => {
  const made = goldOfSource(new Map(Object.entries(files)), survey);
  if ('reason' in made) throw new Error(made.reason);
  return made;
};

describe('gold references of a survey', () => {
  it('are what its main text cites, once each, in the order of the text, and fit the schema of gold lists', () => {
    const made = gold({
      'main.tex': main(String.raw`\cite{b}\cite{a,b}\cite{A2,gone}\cite{self,late,lateid,sameyear}\appendix\cite{app}`),
      'refs/own.bib': String.raw`@misc{a,title={On Kites},year=2001,author={A}} @misc{b,title={On Wind},eprint={2001.00001}}
@misc{app,title={Only in the appendix}}
@misc{never,title={Cited nowhere}}
@misc{self,title={Kites: a survey}}
@misc{late,title={Late},year=2023}
@misc{lateid,title={Late by id},year=2022,eprint={2207.00001}}
@misc{sameyear,title={Same year},year=2022}`,
      'more.bib': '@misc{a2, title={On Strings}, doi={10.1000/s}}',
      'unnamed.bib': '@misc{gone, title={In a file that is not named}}'
    });
    expect(made.references.map(({ key, title }) => [key, title])).toEqual([
      ['b', 'On Wind'],
      ['a', 'On Kites'],
      ['a2', 'On Strings'],
      ['sameyear', 'Same year']
    ]);
    expect(made.references[2]).toEqual({
      ...{ key: 'a2', title: 'On Strings', authors: null, year: null, arxiv: null, doi: '10.1000/s', citations: null }
    });
    expect(made.notes).toEqual([
      'Cited keys that are not in the bibliography: 1 (gone)',
      'Works later than the survey’s last version, left out: 2 (late, lateid)',
      'The survey itself, left out: 1 (self)',
      'Entries that the main text does not cite, left out: 2 (app, never)'
    ]);
    const content = {
      survey: { ...survey, authors: null },
      cutOff: '2022-06',
      level: 'sentence',
      references: made.references
    };
    expect(readMaterial('report-bench', content, 'x')).toEqual({ content });
  });

  it('come from the .bbl if no .bib is there, or has no title', () => {
    const made = gold({
      'main.tex': main('\\cite{a,b}'),
      'own.bib': '@misc{a, year=2001}',
      'main.bbl':
        '\\bibitem{a} A. \\newblock On kites. \\newblock 2001. \\bibitem{b} B. \\newblock On wind. \\newblock 2002.'
    });
    expect(made.references.map(({ title }) => title)).toEqual(['On kites', 'On wind']);
  });

  it('come from the list in the text itself', () => {
    const list =
      '\\begin{thebibliography}{9}\\bibitem{a} A. \\newblock On kites. \\newblock 2001.\\end{thebibliography}';
    expect(gold({ 'main.tex': main(`\\cite{a}${list}`) }).references).toHaveLength(1);
    expect(gold({ 'main.tex': main(`\\cite{a}\\appendix x ${list}`) }).references).toHaveLength(1);
  });

  it('are refused with the reason if nothing can be told', () => {
    const reason = (files: Record<string, string>) =>
      (goldOfSource(new Map(Object.entries(files)), survey) as { reason: string }).reason;
    expect(reason({})).toContain('\\documentclass');
    expect(reason({ 'm.tex': main('Nothing cited') })).toContain('cites nothing');
    expect(reason({ 'm.tex': main('\\cite{a}') })).toContain('no bibliography');
    expect(reason({ 'm.tex': main('\\cite{x,y}'), 'a.bib': '@misc{a,title={A}}' })).toBe(
      'None of 2 cited keys is in the bibliography, such as x, y'
    );
  });
});
