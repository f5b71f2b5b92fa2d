import { count } from '../../stats/writing/figures.ts';
import { capital } from '../../stats/writing/words.ts';
import type { BreakdownRow } from '../agreement/breakdown.ts';
import { placeOfChosen } from '../ensembles/shown-candidates.ts';
import { ensembleInFewWords } from '../report/rater-names.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, Row, Section } from './document.ts';
import { shownFigure } from './shown-numbers.ts';
import { withFigures } from './figure-blocks.ts';
import { countColumn, figureColumn, nameColumn, documentTable, textColumn } from './tables.ts';

/** The chosen candidate on parts of the items, and each judge on its own. */
export const partSections = (source: DocumentSource): Section[] => [strata(source), breakdown(source), checks(source)];

const strataNames: Record<string, string> = {
  'all-agree': 'Items on which the judges agree',
  'some-differ': 'Items on which they differ'
};

function strata({ report, procedure }: DocumentSource): Section {
  const candidate = report.candidates[placeOfChosen(report, procedure) ?? 0];
  if (!candidate) return { id: 'strata', title: 'Strata', blocks: [] };
  return {
    id: 'strata',
    title: 'Strata',
    blocks: documentTable(
      `Agreement of ${ensembleInFewWords(candidate, report.judges)} by stratum`,
      [
        nameColumn('Items'),
        figureColumn(capital(report.method.short)),
        textColumn('Labelled by annotators'),
        countColumn('Represented units of the run')
      ],
      [
        ...candidate.strata.map(({ stratum, agreement }, i): Row => {
          const { rated, items: all, standsFor } = report.scope.strata[i]!;
          return {
            name: strataNames[stratum] ?? stratum,
            cells: [shownFigure(agreement), `${count(rated)} of ${count(all)}`, Math.round(standsFor)]
          };
        }),
        { name: 'All, as sampled', cells: [shownFigure(candidate.agreement), '', null] },
        { name: 'All, weighted to the run', strong: true, cells: [shownFigure(candidate.weighted), '', null] }
      ]
    )
  };
}

function breakdown({ report, procedure }: DocumentSource): Section {
  const { categories = [], queries = [], queriesLeft = 0 } = procedure.breakdown ?? {};
  const part = (of: string, caption: string, all: readonly BreakdownRow[]): DocumentBlock[] => {
    const { columns, rows } = withFigures(all, ({ name }) => name, [
      { title: capital(report.method.short), of: ({ agreement }) => agreement },
      { title: 'Weighted to the run', of: ({ weighted }) => weighted },
      { title: 'Closeness', of: ({ closeness }) => closeness }
    ]);
    return documentTable(caption, [nameColumn(of), ...columns], rows);
  };
  return {
    id: 'breakdown',
    title: 'By category and query',
    blocks: [
      ...part('Category', 'Agreement of the chosen candidate by category of the query', categories),
      ...part(
        'Query',
        `Agreement of the chosen candidate by query, lowest first${queriesLeft > 0 ? `; ${count(queriesLeft)} with one item only, or beyond the first, are not shown` : ''}`,
        queries
      )
    ]
  };
}

function checks({ procedure }: DocumentSource): Section {
  const { columns, rows } = withFigures(procedure.judges, ({ name }) => name, [
    { title: 'Score minus annotators’', of: ({ severity }) => severity, distance: true },
    { title: 'With length', of: ({ length }) => length.figure },
    { title: 'Own maker minus others', of: ({ family }) => family, distance: true },
    { title: 'Consistent in both orders', of: ({ position }) => position?.same ?? null },
    { title: 'First minus second', of: ({ position }) => position?.primacy ?? null },
    { title: 'Test–retest consistency', of: ({ consistency }) => consistency }
  ]);
  return {
    id: 'checks',
    title: 'Judge by judge: severity, length, maker, position, repeats',
    blocks: documentTable('Biases and consistency of each judge', [nameColumn('Judge'), ...columns], rows)
  };
}
