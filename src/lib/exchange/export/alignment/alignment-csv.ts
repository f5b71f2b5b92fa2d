import {
  isNumberShown,
  type AlignmentDocument,
  type DocumentCell,
  type ShownNumber
} from '../../../alignment/document/document.ts';
import { writeTableCsv } from '../../format/table-csv.ts';

interface FigureRow {
  section: string;
  table: string;
  what: string;
  figure: string;
  shown: Pick<ShownNumber, 'value' | 'low' | 'high' | 'n' | 'clusters' | 'interval' | 'why'>;
}

const counted = (value: number): FigureRow['shown'] => ({
  ...{ value, low: null, high: null, n: value, clusters: null, interval: null, why: null }
});

const shownOf = (cell: DocumentCell): FigureRow['shown'] | null =>
  isNumberShown(cell) ? cell : typeof cell === 'number' ? counted(cell) : null;

/** One row per figure of the report, at full precision: where it stands, its value, ends, n, and why if it is undefined. */
export function writeAlignmentCsv({ sections }: AlignmentDocument): string {
  const rows = sections.flatMap(({ id, blocks }) =>
    blocks.flatMap((block): FigureRow[] => {
      if (block.kind !== 'table') return [];
      const { caption, columns, rows: all } = block.table;
      return all.flatMap(({ name, cells }) =>
        cells.flatMap((cell, i): FigureRow[] => {
          const shown = shownOf(cell);
          const { title: figure, level = 'several' } = columns[i + 1]!;
          if (!shown) return [];
          const interval =
            shown.interval === null || level === 'several' ? shown.interval : `${shown.interval}, ${level}`;
          return [{ section: id, table: caption, what: name, figure, shown: { ...shown, interval } }];
        })
      );
    })
  );
  return writeTableCsv(
    [
      { header: 'section', value: (row) => row.section },
      { header: 'table', value: (row) => row.table },
      { header: 'what', value: (row) => row.what },
      { header: 'figure', value: (row) => row.figure },
      { header: 'value', value: (row) => row.shown.value },
      { header: 'low', value: (row) => row.shown.low },
      { header: 'high', value: (row) => row.shown.high },
      { header: 'interval', value: (row) => row.shown.interval },
      { header: 'n', value: (row) => row.shown.n },
      { header: 'clusters', value: (row) => row.shown.clusters },
      { header: 'undefined', value: (row) => row.shown.why }
    ],
    rows
  );
}
