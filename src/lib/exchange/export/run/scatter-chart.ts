import { at, fitting, type Picture, type PictureMark, widthOf } from '../../../alignment/charts/picture.ts';
import { messagesIn } from '../../../messages/words.ts';
import type { FigureTable } from '../../../scorer/figure-table.ts';
import { withDecimals } from '../../../stats/writing/figures.ts';

const WIDTH = 640;
const HEIGHT = 300;
const [LEFT, TOP, RIGHT, BELOW] = [56, 40, 24, 24];

/** Five round steps from the least to the greatest value, or fewer. */
function ticksOf(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const power = 10 ** Math.floor(Math.log10(most - least || Math.abs(most) || 1));
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10].map((one) => one * power).find((one) => (most - least) / one <= 4)!;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}

/** A point for each row that has a value in both columns, with the row's name; the table's notes below. */
export function scatterPicture(
  { title, columns, rows, counted, notes }: FigureTable,
  display: { x: string; y: string },
  language: string
): Picture {
  const words = messagesIn(language, 'figureFile');
  const [across, up] = [display.x, display.y].map((name) => columns.findIndex((one) => one.name === name)) as [
    number,
    number
  ];
  const points = rows.flatMap(({ group, system, cells }) => {
    const [x, y] = [cells[across]?.value ?? null, cells[up]?.value ?? null];
    return x === null || y === null ? [] : [{ name: group === null ? system : words.inGroup({ group, system }), x, y }];
  });
  const shown = (value: number, column: number): string => withDecimals(value, columns[column]!.decimals);
  const told = ({ name, x, y }: (typeof points)[number]): string =>
    words.point({
      name,
      x: columns[across]!.title,
      atX: shown(x, across),
      y: columns[up]!.title,
      atY: shown(y, up)
    });
  const [xTicks, yTicks] = [points.map(({ x }) => x), points.map(({ y }) => y)].map((values) =>
    values.length === 0 ? [0, 1] : ticksOf(values)
  ) as [number[], number[]];
  const share = (value: number, ticks: readonly number[]): number => (value - ticks[0]!) / (ticks.at(-1)! - ticks[0]!);
  const x = (value: number): number => LEFT + share(value, xTicks) * (WIDTH - LEFT - RIGHT);
  const bottom = HEIGHT - BELOW;
  const y = (value: number): number => bottom - share(value, yTicks) * (bottom - TOP);
  const below = [words.axes({ x: columns[across]!.title, y: columns[up]!.title, counted }), ...notes];
  const marks: PictureMark[] = [
    { kind: 'text', x: 0, y: 14, text: fitting(title, WIDTH), title, ink: 'ink', bold: true },
    ...yTicks.flatMap((tick): PictureMark[] => [
      { kind: 'line', x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick), ink: 'hair' },
      { kind: 'text', x: LEFT - 8, y: y(tick) + 4, text: String(tick), ink: 'quiet', anchor: 'end' }
    ]),
    ...xTicks.map((tick): PictureMark => ({
      ...{ kind: 'text', x: x(tick), y: bottom + 18, text: String(tick), ink: 'quiet', anchor: 'middle' }
    })),
    ...points.flatMap((point): PictureMark[] => {
      const right = share(point.x, xTicks) > 0.6;
      return [
        { kind: 'path', d: circle(x(point.x), y(point.y)), ink: 'mark', title: told(point) },
        {
          ...{ kind: 'text', x: x(point.x) + (right ? -8 : 8), y: y(point.y) + 4, text: point.name, ink: 'soft' },
          ...(right && { anchor: 'end' as const })
        }
      ];
    }),
    ...below.map((text, i): PictureMark => ({ kind: 'text', x: 0, y: HEIGHT + 14 + i * 16, text, ink: 'quiet' }))
  ];
  return {
    width: Math.max(WIDTH, ...below.map((line) => widthOf(line))),
    height: HEIGHT + 6 + below.length * 16,
    title,
    description:
      points.length === 0
        ? words.noPoint
        : words.rows({ rows: points.map(told).reduce((before, next) => words.nextRow({ before, next })) }),
    marks
  };
}

const circle = (x: number, y: number, r = 3.5): string =>
  `M${at(x - r)} ${at(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
