import { svgFile } from '../../../alignment/charts/svg.ts';
import { at, fitting, type PictureMark, type Picture, widthOf } from '../../../alignment/charts/picture.ts';
import type { FigureTable } from '../../../scorer/figure-table.ts';
import { documentLists } from '../../../messages/document-lists.ts';
import { messagesIn } from '../../../messages/words.ts';
import { shownValue } from './leaderboard/shown-value.ts';
import { scatterPicture } from './scatter-chart.ts';

const ROW = 22;
const COLUMN = 150;
const HEAD = 34;
const FROM = 64;

/** A plane of points if the table asks for one, else its rows with a panel for each figure. @param language of the table’s text (BCP 47) */
export const writeFigureSvg = (table: FigureTable, language = 'en'): string =>
  svgFile(
    table.display?.as === 'scatter' ? scatterPicture(table, table.display, language) : figurePicture(table, language)
  );

/** A chart with a row for each row of the table and a panel for each figure: its interval as a line, its value as a point and number. */
export function figurePicture(all: FigureTable, language: string): Picture {
  const words = messagesIn(language, 'figureFile');
  const places = all.columns.flatMap((_, at) =>
    all.rows.every(({ cells }) => cells[at]!.text !== undefined) ? [] : [at]
  );
  const table = {
    ...all,
    columns: places.map((at) => all.columns[at]!),
    rows: all.rows.map((row) => ({ ...row, cells: places.map((at) => row.cells[at]!) }))
  };
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
  const below = [words.linesCounted({ range, counted }), ...notes];
  const marks: PictureMark[] = columns.flatMap(({ title: heading, decimals }, place): PictureMark[] => {
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
            ...{ kind: 'text', x: x(end), y: 29, text: shownValue(end, decimals), ink: 'quiet', anchor: 'middle' }
          })) as PictureMark[])),
      { kind: 'line', x1: x(least), x2: x(least), y1: HEAD, y2: y, ink: 'hair' },
      { kind: 'line', x1: x(most), x2: x(most), y1: HEAD, y2: y, ink: 'hair' },
      ...lines.flatMap(({ y: middle, row }): PictureMark[] => {
        const cell = row?.cells[place];
        if (!row || !cell) return [];
        const { value, low, high, n, reason } = cell;
        const figure = { system: row.system, column: heading, value: shownValue(value, decimals), n };
        const within =
          low === null || high === null
            ? words.value(figure)
            : words.valueWithin({ ...figure, low: shownValue(low, decimals), high: shownValue(high, decimals) });
        const told = reason === null ? within : words.because({ value: within, reason });
        return [
          {
            kind: 'text',
            x: left + FROM - 14,
            y: middle + 4,
            text: shownValue(value, decimals),
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
    description: describedRows(table, language),
    marks: [
      ...lines.map(({ y: middle, group: heading, row }): PictureMark => ({
        kind: 'text',
        x: 0,
        y: middle + 4,
        text: fitting(heading ?? row?.system ?? '', heading === undefined ? names - 8 : names + COLUMN),
        ink: heading === undefined ? 'ink' : 'soft',
        bold: heading !== undefined
      })),
      ...marks,
      ...below.map((text, i): PictureMark => ({ kind: 'text', x: 0, y: y + 18 + i * 16, text, ink: 'quiet' }))
    ]
  };
  return picture;
}

/** The figures of a picture for readers who do not see it. */
function describedRows({ columns, rows }: FigureTable, language: string): string {
  const words = messagesIn(language, 'figureFile');
  const described = rows.map(({ group, system, cells }) => {
    const figures = cells.map(({ value, n }, place) => {
      const { title, decimals } = columns[place]!;
      return words.figure({ column: title, value: shownValue(value, decimals), n });
    });
    return words.row({
      system: group === null ? system : words.inGroup({ group, system }),
      figures: documentLists(language).comma(figures)
    });
  });
  return described.length === 0 ? '' : described.reduce((before, next) => words.nextRow({ before, next }));
}

const disc = (x: number, y: number): string => `M${at(x - 3.5)} ${at(y)}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z`;
