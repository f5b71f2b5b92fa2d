import { messagesIn } from '../../messages/words.ts';
import { reasonsIn } from '../items/reasons.ts';
import type { DocumentWords } from './document-words.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, DocumentCell, Column, Section } from './document.ts';
import { alignmentFigureCell } from './figure-blocks.ts';
import { chosenIn } from '../ensembles/selection.ts';
import { shownFigure } from './shown-numbers.ts';
import { countColumn, figureColumn, nameColumn, documentTable, textColumn } from './tables.ts';
import { points } from '../../stats/writing/figures.ts';

/** Lists of issues: precision, recall, F1, score, and what all judges miss; nothing in studies of anything else. */
export function issueSections({ report, procedure }: DocumentSource, words: DocumentWords): Section[] {
  const { issues } = report;
  if (issues === null || issues.judged === 0) return [];
  const says = messagesIn(words.language, 'alignmentIssues');
  const reasonInWords = reasonsIn(words.reasons);
  const chosen = chosenIn(procedure.selection);
  const searched = issues.probed > 0;
  const columns: Column[] = [
    nameColumn(says.list),
    ...[says.precision, says.recall, says.f1, ...(searched ? [says.probe] : [])].map(figureColumn),
    figureColumn(says.scoreDifference),
    figureColumn(says.scoreKappa)
  ];
  const lists: DocumentBlock[] = documentTable(
    says.lists,
    columns,
    issues.candidates.map(({ name, judgeIds, rule, precision, recall, f1, probed, score }) => ({
      name,
      strong: chosen?.rule === rule && chosen.judgeIds.join() === judgeIds.join(),
      cells: [
        ...[precision, recall, f1].map((figure): DocumentCell => shownFigure(figure, words)),
        ...(searched ? [alignmentFigureCell(probed, words)] : []),
        shownFigure(score.difference, words),
        shownFigure(score.kappa, words)
      ]
    }))
  );
  const missed: DocumentBlock[] = documentTable(
    says.missed,
    [
      nameColumn(says.judges),
      ...[says.first, says.second, says.both, says.either].map(countColumn),
      textColumn(says.total),
      textColumn(says.missedByBoth),
      countColumn(says.queries)
    ],
    issues.missed.map(({ a, b, first, second, both, seen, total, low, high, missed: unseen, reason, clusters }) => ({
      name: messagesIn(words.language, 'alignmentTables').pairOf({ a, b }),
      cells: [
        ...[first, second, both, seen],
        total === null
          ? says.undefined({ why: reason ? reasonInWords[reason] : says.notComputed })
          : low === null
            ? says.noInterval({ total: points(total) })
            : says.withInterval({ total: points(total), low: points(low), high: points(high) }),
        points(unseen),
        clusters
      ]
    }))
  );
  return [
    {
      id: 'issues',
      title: says.title,
      blocks: [
        {
          kind: 'paragraph',
          text: (searched ? says.aboutProbed : says.about)({
            judged: issues.judged,
            valid: points(issues.valid).replace(/\.0$/, ''),
            complete: issues.reports.complete,
            reports: issues.reports.all,
            probed: issues.probed
          })
        },
        ...lists,
        ...missed,
        {
          kind: 'paragraph',
          text: says.assumes
        }
      ]
    }
  ];
}
