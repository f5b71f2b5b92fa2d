import { describe, expect, it } from 'vitest';
import { hasPdflatex, overfull } from '../../../../../../tests/pdflatex.ts';
import { alignmentDocument } from '../../../../alignment/document/build.ts';
import { sources } from '../../../../alignment/document/document.fixture.ts';
import { leaderboard, type ReportRow } from '../../../../scorer/leaderboard/index.ts';
import type { EnsembleScore } from '../../../../scorer/score.ts';
import { metricByName } from '../../../../scorer/suites/index.ts';
import { writeAlignmentLatex } from '../../alignment/alignment-latex.ts';
import type { FigureTable } from '../../../../scorer/figure-table.ts';
import { writeFigureLatex } from '../figure-table.ts';
import { breakable } from '../../../format/latex-parts.ts';
import { writeLatexTable } from './latex-table.ts';
import { leaderboardTable } from './leaderboard-table.ts';

/** Wider than this, in points, a line is seen to stick out. */
const TOLERATED = 1;

const metrics = ['presentation', 'consistency', 'coverage', 'depth', 'citation-association', 'citation-accuracy'].map(
  metricByName
);
const systems = [
  'Perplexity Sonar Reasoning Pro with a long name',
  'openai_o4-mini-deep-research-2025-06-26_high & co',
  'averyveryverylongidentifierwithoutanyplacetobreakit00112233445566778899',
  'https://models.example/a/b/c?d=1#e%20{x}~^\\'
];
const score = (value: number): EnsembleScore => ({
  ...{ value, reason: null, n: 1, abstained: 0, unscored: 0, figures: {}, judges: 1, units: [], perJudge: [] }
});
const board = leaderboard(
  systems.flatMap((system, s) =>
    metrics.flatMap(({ name }) =>
      Array.from({ length: 7 }, (_, at): ReportRow => ({
        ...{ metric: name, system, category: s < 2 ? 'single-agent-deep-research' : 'multi-agent', taskCategory: null },
        ...{ qid: `q${at}`, reportId: `${s} ${at}`, perJudge: [] },
        score: at === 6 && s === 1 ? null : score(100 - s - ((at * 7) % 5))
      }))
    )
  ),
  metrics,
  { by: 'system-kind' }
);

const figure: FigureTable = {
  ...{ name: 'presentation-checks', title: 'Presentation, check by check', range: '95% CI', counted: 'reports' },
  columns: Array.from({ length: 10 }, (_, at) => ({
    name: `P${at + 1}`,
    title: `P${at + 1} Unsupported claims`,
    decimals: 1
  })),
  rows: systems.map((system) => ({
    ...{ group: 'Market analysis & wide_info search', system },
    cells: Array.from({ length: 10 }, () => ({ value: 1234.5, reason: null, low: 1100.25, high: 1300.75, n: 1200 }))
  })),
  notes: ['Medians.']
};

describe('LaTeX on the page of a plain article', () => {
  it.runIf(hasPdflatex)('a leaderboard of seven columns, long names and all, fits the width of the text', () => {
    const text = writeLatexTable(leaderboardTable('Run 3 of “Heat_2” & more', board));
    expect(overfull(text).filter((points) => points > TOLERATED)).toEqual([]);
  });

  it.runIf(hasPdflatex)('a figure of ten columns fits', () => {
    expect(overfull(writeFigureLatex(figure)).filter((points) => points > TOLERATED)).toEqual([]);
  });

  it.runIf(hasPdflatex).each(Object.entries(sources))('the alignment report of %s fits', (_what, source) => {
    const text = writeAlignmentLatex(alignmentDocument(source, 'en'));
    expect(overfull(text, ['booktabs', 'longtable', 'caption']).filter((points) => points > TOLERATED)).toEqual([]);
  });

  it('long ids may be broken, plain words are left to hyphenation', () => {
    expect(breakable('gemini-2.5-pro-preview-06-05')).toBe(
      'gemini-\\allowbreak{}2.5-\\allowbreak{}pro-\\allowbreak{}preview-\\allowbreak{}06-\\allowbreak{}05'
    );
    expect(breakable('Presentation comprehensiveness')).toBe('Presentation comprehensiveness');
    expect(breakable('a_b & c')).toBe('a\\_b \\& c');
  });
});
