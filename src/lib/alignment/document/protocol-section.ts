import { messagesIn } from '../../messages/words.ts';
import type { LibraryText } from '../../messages/library-text.ts';
import { points, proportion } from '../../stats/writing/figures.ts';
import type { BothFigures, ComparedFigure, ProtocolsCompared } from '../protocols/protocols-compared.ts';
import type { DocumentBlock, Section, ShownNumber } from './document.ts';
import type { DocumentWords } from './document-words.ts';
import { figureColumn, nameColumn, tableBlock } from './tables.ts';

/** The chosen protocol and the direct rating of the same reports, as a document tells them. */
export interface ToldProtocols {
  /** The metric judged item by item. */
  title: string;
  judges: readonly { judge: string; compared: ProtocolsCompared | null }[];
}

type Write = (value: number | null) => string;

/** Item by item against one number for a report; no section if no judge did both. */
export function protocolSections(told: ToldProtocols | null, { language, library }: DocumentWords): Section[] {
  const parts = messagesIn(language, 'alignmentParts');
  const judges = (told?.judges ?? []).flatMap(({ judge, compared }) => (compared ? [{ judge, compared }] : []));
  if (told === null || judges.length === 0) return [];
  const table = (caption: string, of: (compared: ProtocolsCompared) => BothFigures, write: Write): DocumentBlock =>
    tableBlock(
      caption,
      [
        nameColumn(parts.judge),
        figureColumn(library(told.title)),
        figureColumn(parts.directRating),
        figureColumn(parts.difference)
      ],
      judges.map(({ judge, compared }) => {
        const both = of(compared);
        return {
          name: judge,
          cells: [both.chosen, both.direct, both.difference].map((figure) => shown(figure, both, write, library))
        };
      })
    );
  return [
    {
      id: 'protocols',
      title: parts.protocols,
      blocks: [
        table(
          parts.rankedAlike,
          ({ pairs }) => pairs,
          (value) => proportion(value)
        ),
        table(
          parts.distance,
          ({ distance }) => distance,
          (value) => points(value)
        )
      ]
    }
  ];
}

const shown = (
  figure: ComparedFigure,
  { n, queries }: BothFigures,
  write: Write,
  library: LibraryText
): ShownNumber => ({
  value: figure.value,
  low: figure.low,
  high: figure.high,
  n,
  clusters: queries,
  interval: figure.low === null ? null : 'by query',
  why: figure.reason && library(figure.reason),
  written: write(figure.value),
  range: figure.low === null ? '–' : `${write(figure.low)} – ${write(figure.high)}`
});
