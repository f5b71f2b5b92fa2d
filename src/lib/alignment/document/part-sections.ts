import { count } from '../../stats/writing/figures.ts';
import { NO_CATEGORY_NAME, type BreakdownRow } from '../agreement/breakdown.ts';
import { messagesIn } from '../../messages/words.ts';
import { placeOfChosen } from '../ensembles/shown-candidates.ts';
import { captionOf, ensembleNamed, type DocumentWords } from './document-words.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, Row, Section } from './document.ts';
import { shownFigure } from './shown-numbers.ts';
import { withFigures } from './figure-blocks.ts';
import { countColumn, figureColumn, nameColumn, documentTable, textColumn } from './tables.ts';

/** The chosen candidate on parts of the items, and each judge on its own. */
export const partSections = (source: DocumentSource, words: DocumentWords): Section[] => [
  strata(source, words),
  breakdown(source, words),
  checks(source, words)
];

function strata({ report, procedure }: DocumentSource, words: DocumentWords): Section {
  const parts = messagesIn(words.language, 'alignmentParts');
  const candidate = report.candidates[placeOfChosen(report, procedure) ?? 0];
  if (!candidate) return { id: 'strata', title: parts.strata, blocks: [] };
  return {
    id: 'strata',
    title: parts.strata,
    blocks: documentTable(
      parts.byStratum({ name: ensembleNamed(words, candidate, report) }),
      [
        nameColumn(parts.items),
        figureColumn(parts.primary({ kind: report.method.short })),
        textColumn(parts.labelled),
        countColumn(parts.represented)
      ],
      [
        ...candidate.strata.map(({ stratum, agreement }, i): Row => {
          const { rated, items: all, standsFor } = report.scope.strata[i]!;
          return {
            name: parts.stratum({ stratum }),
            cells: [
              shownFigure(agreement, words),
              parts.shareOf({ n: count(rated), total: count(all) }),
              Math.round(standsFor)
            ]
          };
        }),
        { name: parts.allSampled, cells: [shownFigure(candidate.agreement, words), '', null] },
        { name: parts.allWeighted, strong: true, cells: [shownFigure(candidate.weighted, words), '', null] }
      ]
    )
  };
}

function breakdown({ report, procedure }: DocumentSource, words: DocumentWords): Section {
  const parts = messagesIn(words.language, 'alignmentParts');
  const { categories = [], queries = [], queriesLeft = 0 } = procedure.breakdown ?? {};
  const part = (of: string, caption: string, all: readonly BreakdownRow[]): DocumentBlock[] => {
    const { columns, rows } = withFigures(
      all,
      ({ name }) => (name === NO_CATEGORY_NAME ? parts.noCategory : name),
      [
        { title: parts.primary({ kind: report.method.short }), of: ({ agreement }) => agreement },
        { title: parts.weighted, of: ({ weighted }) => weighted },
        { title: parts.closeness, of: ({ closeness }) => closeness }
      ],
      words
    );
    return documentTable(captionOf(caption, 'sample', report, words), [nameColumn(of), ...columns], rows);
  };
  return {
    id: 'breakdown',
    title: parts.breakdown,
    blocks: [
      ...part(parts.category, parts.byCategory, categories),
      ...part(parts.query, queriesLeft > 0 ? parts.byQueryLeft({ n: count(queriesLeft) }) : parts.byQuery, queries)
    ]
  };
}

function checks({ procedure }: DocumentSource, words: DocumentWords): Section {
  const parts = messagesIn(words.language, 'alignmentParts');
  const { columns, rows } = withFigures(
    procedure.judges,
    ({ name }) => name,
    [
      { title: parts.severity, of: ({ severity }) => severity, distance: true },
      { title: parts.length, of: ({ length }) => length.figure },
      { title: parts.family, of: ({ family }) => family, distance: true },
      { title: parts.orders, of: ({ position }) => position?.same ?? null },
      { title: parts.first, of: ({ position }) => position?.primacy ?? null },
      { title: parts.retest, of: ({ consistency }) => consistency },
      { title: parts.retestWeighted, of: ({ consistencyWeighted }) => consistencyWeighted }
    ],
    words
  );
  return {
    id: 'checks',
    title: parts.checks,
    blocks: documentTable(parts.checksCaption, [nameColumn(parts.judge), ...columns], rows)
  };
}
