import { svgFile } from '../../../alignment/charts/svg.ts';
import { at, fitting, type Mark, type Picture, widthOf } from '../../../alignment/charts/picture.ts';
import {
  breakable,
  columnGroups,
  escapeLatex,
  latexRow,
  leftCell,
  rightCell,
  stacked
} from '../../format/latex-parts.ts';
import { tableOf } from './latex-table.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

/** A figure in a cell, with what it rests on. */
export interface FigureCell {
  value: number | null;
  /** Why there is none. */
  reason: string | null;
  /** Ends of the 95 % interval, or of the quartiles where the table says so. */
  low: number | null;
  high: number | null;
  n: number;
}

/** A table of figures, ready to be written in any format: Table 7 and Figures 5, 6 and 22 of LiveResearchBench. */
export interface FigureTable {
  name: string;
  title: string;
  /** What `low` and `high` are, and what `n` counts. */
  range: string;
  counted: string;
  columns: { name: string; title: string; decimals: number }[];
  rows: { group: string | null; system: string; cells: FigureCell[] }[];
  /** What a reader has to know, one sentence each. */
  notes: string[];
}

const shown = (value: number | null, decimals: number): string => (value === null ? '–' : value.toFixed(decimals));

/** One row for each system and group, four columns for each figure, full precision. */
export function writeFigureCsv({ columns, rows }: FigureTable): string {
  type Row = FigureTable['rows'][number];
  return writeTableCsv<Row>(
    [
      ...(rows.some(({ group }) => group !== null)
        ? [{ header: 'group', value: ({ group }: Row) => group ?? '' }]
        : []),
      { header: 'system', value: ({ system }) => system },
      ...columns.flatMap(({ name }, place): CsvColumn<Row>[] => [
        { header: name, value: ({ cells }) => cells[place]!.value },
        { header: `${name} low`, value: ({ cells }) => cells[place]!.low },
        { header: `${name} high`, value: ({ cells }) => cells[place]!.high },
        { header: `${name} n`, value: ({ cells }) => cells[place]!.n },
        { header: `${name} undefined because`, value: ({ cells }) => cells[place]!.reason ?? '' }
      ])
    ],
    rows
  );
}

export const writeFigureJson = (table: FigureTable): string => `${JSON.stringify(table, null, 2)}\n`;

/** Plain `tabular`s that fit the text width of an article. */
export function writeFigureLatex({ title, columns, rows, notes, range, counted }: FigureTable): string {
  const parts = columnGroups(columns.length);
  return parts
    .flatMap((places, part) => {
      const body: string[] = [];
      let group: string | null = null;
      for (const row of rows) {
        if (row.group !== null && row.group !== group)
          body.push(latexRow([`\\multicolumn{${places.length + 1}}{@{}l@{}}{\\textit{${escapeLatex(row.group)}}}`]));
        group = row.group;
        body.push(
          latexRow([
            leftCell(breakable(row.system)),
            ...places.map((place) => {
              const { value, low, high, n } = row.cells[place]!;
              const { decimals } = columns[place]!;
              const ends = low === null || high === null ? '' : `[${shown(low, decimals)}, ${shown(high, decimals)}]`;
              return rightCell(stacked([escapeLatex(shown(value, decimals)), ends, `n ${n}`]));
            })
          ])
        );
      }
      const caption = parts.length === 1 ? title : `${title} (${part + 1} of ${parts.length})`;
      return tableOf(
        caption,
        ['System', ...places.map((place) => columns[place]!.title)],
        [...body, '\\hline'],
        part === parts.length - 1 ? [`In brackets: ${range}. n: ${counted}.`, ...notes] : []
      );
    })
    .join('\n');
}

const ROW = 22;
const COLUMN = 150;
const HEAD = 34;
const FROM = 64;

/** A chart with a row for each system and a panel for each figure: its interval as a line, its value as a point and number. */
export function writeFigureSvg(table: FigureTable): string {
  const { columns, rows, title, notes, range, counted } = table;
  const names = Math.min(220, Math.max(80, ...rows.map(({ system }) => widthOf(system) + 12)));
  const lines: { y: number; group?: string; row?: FigureTable['rows'][number] }[] = [];
  let y = HEAD;
  let group: string | null = null;
  for (const row of rows) {
    if (row.group !== null && row.group !== group) {
      lines.push({ y: y + ROW / 2, group: row.group });
      y += ROW;
    }
    group = row.group;
    lines.push({ y: y + ROW / 2, row });
    y += ROW;
  }
  const below = [`Lines: ${range}. n: ${counted}.`, ...notes];
  const marks: Mark[] = columns.flatMap(({ title: heading, decimals }, place): Mark[] => {
    const left = names + place * COLUMN;
    const cells = rows.map(({ cells: own }) => own[place]!);
    const ends = cells.flatMap(({ value, low, high }) => [value, low, high]).filter((end) => end !== null);
    const [least, most] = [Math.min(...ends, 0), Math.max(...ends, 0)];
    const x = (value: number): number => left + FROM + ((value - least) / (most - least || 1)) * (COLUMN - FROM - 14);
    const title1 = fitting(heading, COLUMN - 12);
    return [
      { kind: 'text', x: left, y: 14, text: title1, title: heading, ink: 'ink', bold: true },
      ...(ends.length === 0
        ? []
        : ([least, most].map((end) => ({
            ...{ kind: 'text', x: x(end), y: 29, text: shown(end, decimals), ink: 'quiet', anchor: 'middle' }
          })) as Mark[])),
      { kind: 'line', x1: x(least), x2: x(least), y1: HEAD, y2: y, ink: 'hair' },
      { kind: 'line', x1: x(most), x2: x(most), y1: HEAD, y2: y, ink: 'hair' },
      ...lines.flatMap(({ y: middle, row }): Mark[] => {
        const cell = row?.cells[place];
        if (!row || !cell) return [];
        const { value, low, high, n, reason } = cell;
        const told = `${row.system}, ${heading}: ${shown(value, decimals)}${low === null || high === null ? '' : ` (${shown(low, decimals)} to ${shown(high, decimals)})`}, n ${n}${reason === null ? '' : `; ${reason}`}`;
        return [
          {
            kind: 'text',
            x: left + FROM - 14,
            y: middle + 4,
            text: shown(value, decimals),
            ink: 'ink',
            anchor: 'end',
            title: told
          },
          ...(low === null || high === null
            ? []
            : [{ kind: 'line' as const, x1: x(low), x2: x(high), y1: middle, y2: middle, ink: 'interval' as const }]),
          ...(value === null
            ? []
            : [{ kind: 'path' as const, d: disc(x(value), middle), ink: 'mark' as const, title: told }])
        ];
      })
    ];
  });
  const picture: Picture = {
    width: Math.max(names + columns.length * COLUMN, ...below.map((line) => widthOf(line))),
    height: y + 10 + below.length * 16,
    title,
    description: rows
      .map(
        ({ group: own, system, cells }) =>
          `${own === null ? '' : `${own}, `}${system}: ${cells.map(({ value, n }, place) => `${columns[place]!.title} ${shown(value, columns[place]!.decimals)} (n ${n})`).join(', ')}`
      )
      .join('. '),
    marks: [
      ...lines.map(({ y: middle, group: heading, row }): Mark => ({
        kind: 'text',
        x: 0,
        y: middle + 4,
        text: fitting(heading ?? row?.system ?? '', heading === undefined ? names - 8 : names + COLUMN),
        ink: heading === undefined ? 'ink' : 'soft',
        bold: heading !== undefined
      })),
      ...marks,
      ...below.map((text, i): Mark => ({ kind: 'text', x: 0, y: y + 18 + i * 16, text, ink: 'quiet' }))
    ]
  };
  return svgFile(picture);
}

const disc = (x: number, y: number, r = 3.5): string =>
  `M${at(x - r)} ${at(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
