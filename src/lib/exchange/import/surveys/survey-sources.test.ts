import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ProblemList } from '../../format/problem-list.ts';
import { readTar } from '../../format/tar.ts';
import { readingAside } from '../aside/reading-aside.ts';
import { bytesOf } from '../queries/queries.fixture.ts';
import { tarOf } from './tar.fixture.ts';
import { arxivIdOfPath, readSurveySource, type SourceFile, type SourceLimits } from './survey-sources.ts';

const survey = { arxiv: '2301.00001', title: 'Kites: A Survey', versions: ['2023-03-04'] };
const tex = '\\documentclass{article}\\begin{document}\\cite{a}\\input{two}\\bibliography{r}\\end{document}';
const files = { 'main.tex': tex, 'two.tex': 'Caf\u00e9 \\cite{b}', 'r.bib': '@misc{a,title={A}}\n@misc{b,title={B}}' };
const one = (name: string, bytes: Uint8Array): SourceFile[] => [{ name, bytes }];
const keys = (given: readonly SourceFile[], limits?: SourceLimits) => {
  const made = readSurveySource(given, survey, limits);
  return 'references' in made ? made.references.map(({ key }) => key) : made.reason;
};

describe('a survey’s source', () => {
  it('is read as arXiv gives it, and as people pack it', () => {
    const tar = tarOf(files);
    const latin = Buffer.from(
      '\\documentclass{article}\\begin{document}Caf\u00e9 \\cite{a}\\begin{thebibliography}{1}\\bibitem{a} X. \\newblock A.\\end{thebibliography}\\end{document}',
      'latin1'
    );
    expect(keys(one('2301.00001v2.tar.gz', gzipSync(tar)))).toEqual(['a', 'b']);
    expect(keys(one('2301.00001.tar', tar))).toEqual(['a', 'b']);
    expect(keys(one('2301.00001.gz', gzipSync(latin)))).toEqual(['a']);
    expect(keys(one('2301.00001', gzipSync(latin)))).toEqual(['a']);
    const zipped = zipSync(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`src/${path}`, bytesOf(text)]))
    );
    expect(keys(one('2301.00001.zip', zipped))).toEqual(['a', 'b']);
    expect(
      keys(Object.entries(files).map(([path, text]) => ({ name: `2301.00001/${path}`, bytes: bytesOf(text) })))
    ).toEqual(['a', 'b']);
  });

  it('is refused with the reason if it is a PDF, a bomb, damaged, or leads out of its archive', () => {
    expect(keys(one('2301.00001.pdf', bytesOf('%PDF-1.7')))).toContain('The source is a PDF');
    expect(keys(one('a.gz', gzipSync(tarOf(files)).subarray(0, 60)))).toContain('cannot be unpacked');
    expect(keys(one('a.tar', tarOf({ ...files, '../../evil.tex': tex })))).toBe(
      '../../evil.tex: The path points outside the archive'
    );
    expect(keys(one('a.tar', tarOf({ ...files, '/etc/evil.tex': tex })))).toContain('points outside the archive');
    expect(keys(one('a.tar', tarOf(files).subarray(0, 1400)))).toContain('damaged after this file');
    const limits = { unpacked: 5 * 1024 * 1024, text: 1024 * 1024, texts: 2 * 1024 * 1024 };
    const percents = bytesOf('%'.repeat(1024 * 1024));
    expect(keys(one('a.gz', gzipSync(Buffer.alloc(limits.unpacked + 1))), limits)).toContain('more than 5 MB');
    expect(keys(one('a.tex', bytesOf('%'.repeat(limits.text + 1))), limits)).toContain('at most 1 MB a file');
    expect(
      keys(
        ['a.tex', 'b.tex', 'c.tex'].map((name) => ({ name, bytes: percents })),
        limits
      )
    ).toContain('2 MB in all');
  });

  it('is read in a process of its own, which gives the same', async () => {
    const given = one('2301.00001.tar.gz', gzipSync(tarOf(files)));
    expect(await readingAside({ idleMs: 1000 }).readSurveySource(given, survey)).toEqual(
      readSurveySource(given, survey)
    );
  });

  it('is known by the arXiv id of its file or folder', () => {
    expect(arxivIdOfPath('2301.00001v2.tar.gz')).toBe('2301.00001');
    expect(arxivIdOfPath('arXiv-2301.00001v12.tar.gz')).toBe('2301.00001');
    expect(arxivIdOfPath('2301.00001/tex/main2020.tex')).toBe('2301.00001');
    expect(arxivIdOfPath('12301.00001.tex')).toBeNull();
    for (const old of ['cs_0301001.tar.gz', 'cs0301001v2.gz', 'cs/0301001/main.tex', 'arXiv-cs0301001v1/a.tex'])
      expect([old, arxivIdOfPath(old)]).toEqual([old, 'cs/0301001']);
    expect(arxivIdOfPath('math.GT_0309136/main.tex')).toBe('math/0309136');
  });
});

describe('a tar archive', () => {
  const read = (bytes: Uint8Array, most = 100) => {
    const problems = new ProblemList();
    return {
      paths: readTar(bytes, most, problems).map(({ path }) => path),
      problems: problems.all.map(({ reason }) => reason)
    };
  };
  it('has long names, and its links and folders are passed over', () => {
    const long = `${'folder/'.repeat(30)}main.tex`;
    expect(read(tarOf({ [long]: 'x', 'a.tex': 'y', 'link.tex': { link: '/etc/passwd' }, 'folder/': '' }))).toEqual({
      ...{ paths: [long, 'a.tex'], problems: [] }
    });
  });
  it('with too many entries is named', () => {
    expect(read(tarOf({ a: '1', b: '2', c: '3' }), 2)).toEqual({
      paths: ['a', 'b'],
      problems: ['The tar archive has more than 2 entries']
    });
  });
});
