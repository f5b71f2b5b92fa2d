import { many } from '../../stats/writing/figures.ts';
import { reasonInWords } from '../items/english-reasons.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, DocumentCell, Column, Section } from './document.ts';
import { alignmentFigureCell } from './figure-blocks.ts';
import { chosenIn } from '../ensembles/selection.ts';
import { shownFigure } from './shown-numbers.ts';
import { countColumn, figureColumn, nameColumn, documentTable, textColumn } from './tables.ts';

/** Lists of issues: precision, recall, F1, score, and what all judges miss; nothing in studies of anything else. */
export function issueSections({ report, procedure }: DocumentSource): Section[] {
  const { issues } = report;
  if (issues === null || issues.judged === 0) return [];
  const chosen = chosenIn(procedure.selection);
  const searched = issues.probed > 0;
  const columns: Column[] = [
    nameColumn('List'),
    ...['Precision', 'Recall', 'F1', ...(searched ? ['Recall, probe'] : [])].map(figureColumn),
    figureColumn('Score: mean difference, share of 100 points'),
    figureColumn('Score: quadratic κ')
  ];
  const lists: DocumentBlock[] = documentTable(
    'Lists of issues against blind labels, weighted by 1 / inclusion probability',
    columns,
    issues.candidates.map(({ name, judgeIds, rule, precision, recall, f1, probed, score }) => ({
      name,
      strong: chosen?.rule === rule && chosen.judgeIds.join() === judgeIds.join(),
      cells: [
        ...[precision, recall, f1].map((figure): DocumentCell => shownFigure(figure)),
        ...(searched ? [alignmentFigureCell(probed)] : []),
        shownFigure(score.difference),
        shownFigure(score.kappa)
      ]
    }))
  );
  const written = (value: number | null): string => (value === null ? '–' : value.toFixed(1));
  const missed: DocumentBlock[] = documentTable(
    'Valid issues that judges miss: Chapman’s capture–recapture, 95% CI clustered by query',
    [
      nameColumn('Judges'),
      ...['First reports', 'Second reports', 'Both', 'Either'].map(countColumn),
      textColumn('Estimated total'),
      textColumn('Missed by both'),
      countColumn('Queries')
    ],
    issues.missed.map(({ a, b, first, second, both, seen, total, low, high, missed: unseen, reason, clusters }) => ({
      name: `${a} and ${b}`,
      cells: [
        ...[first, second, both, seen],
        total === null
          ? `undefined: ${reason ? reasonInWords[reason] : 'not computed'}`
          : `${written(total)}${low === null ? ', no interval' : ` [${written(low)}, ${written(high)}]`}`,
        written(unseen),
        clusters
      ]
    }))
  );
  return [
    {
      id: 'issues',
      title: 'Reported issues',
      blocks: [
        {
          kind: 'paragraph',
          text: `Issues of all judges are merged if they quote the same passages. Annotators judged ${many(issues.judged, 'merged issue')} blind and found ${written(issues.valid).replace(/\.0$/, '')} valid. Scores are compared on ${many(issues.reports.complete, 'report')} of ${issues.reports.all} in which every merged issue was judged. ${
            searched
              ? `Recall, probe, uses ${many(issues.probed, 'valid issue')} that annotators listed themselves without seeing any judge’s list.`
              : 'Recall counts valid issues that some judge reported; no annotator has listed issues independently.'
          }`
        },
        ...lists,
        ...missed,
        {
          kind: 'paragraph',
          text: 'Capture–recapture assumes that judges search independently and that all issues are equally easy to find; judges that resemble each other make the estimate too low. A weighted vote uses weights from the labels of other queries and cannot be adopted.'
        }
      ]
    }
  ];
}
