import { interval, proportion } from '../../stats/writing/figures.ts';
import { axisOver } from './axis.ts';
import type { Chart } from './chart.ts';
import { englishFileCharts, type FileChartWords } from './english-charts.ts';
import { fitting, shapes, type PictureMark } from './picture.ts';

/** A number with the ends of its interval; ends are null if there is none. */
interface Measured {
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

interface ForestRow {
  name: string;
  figure: Measured;
  /** `chosen` is filled green and square, `hollow` is surely below the best. */
  mark: 'point' | 'hollow' | 'chosen';
}

const nameColumn = 210;
const plot = [nameColumn + 12, nameColumn + 12 + 250] as const;
const width = 640;
const row = 22;
const head = 30;

/**
 * Candidates one below the other, each with its agreement and interval; the target as a dashed line, people among
 * themselves as a band and a diamond.
 *
 * @param measure what is measured, for the description: `agreement with the majority of annotators`.
 * @param people agreement of one person with another; its value may be null.
 */
export function forestPlot(
  rows: readonly ForestRow[],
  people: Measured,
  target: number | null,
  { title, measure }: { title: string; measure: string },
  words: FileChartWords = englishFileCharts
): Chart {
  const all = [people, ...rows.map(({ figure }) => figure)];
  const values = all.flatMap(({ value, low, high }) => [value, low, high]).filter((value) => value !== null);
  const axis = axisOver([...values, ...(target === null ? [] : [target]), 1], plot, 5, [-1, 1]);
  const height = head + (rows.length + 1) * row + 6;
  const bottom = height - 6;
  const marks: PictureMark[] = [];

  if (people.low !== null && people.high !== null) {
    const [from, to] = [axis.place(people.low), axis.place(people.high)];
    marks.push({ kind: 'rect', x: from, y: head, width: to - from, height: bottom - head, ink: 'band' });
  }
  for (const tick of axis.ticks) {
    const x = axis.place(tick);
    marks.push({ kind: 'line', x1: x, y1: head, x2: x, y2: bottom, ink: 'hair' });
    const near = target !== null && Math.abs(x - axis.place(target)) < 26;
    if (!near)
      marks.push({
        kind: 'text',
        x,
        y: head - 10,
        text: tick === 0 ? '0' : proportion(tick, 2),
        ink: 'quiet',
        anchor: 'middle'
      });
  }
  if (target !== null) {
    const x = axis.place(target);
    marks.push(
      { kind: 'line', x1: x, y1: head - 4, x2: x, y2: bottom, ink: 'threshold' },
      { kind: 'text', x, y: head - 10, text: proportion(target, 2), ink: 'ink', anchor: 'middle', bold: true }
    );
  }
  const columns = [plot[1] + 50, plot[1] + 134, width] as const;
  for (const [i, text] of [words.value, words.interval, 'n'].entries())
    marks.push({ kind: 'text', x: columns[i]!, y: head - 10, text, ink: 'quiet', anchor: 'end' });
  marks.push({ kind: 'line', x1: 0, y1: head, x2: width, y2: head, ink: 'axis' });

  const draw = (name: string, figure: Measured, mark: ForestRow['mark'] | 'people', place: number): void => {
    const y = head + place * row + row / 2;
    const bold = mark === 'chosen';
    const ink = mark === 'people' ? 'soft' : 'ink';
    marks.push({ kind: 'text', x: 0, y: y + 4, text: fitting(name, nameColumn), ink, bold, title: name });
    if (figure.low !== null && figure.high !== null)
      marks.push({
        kind: 'line',
        x1: axis.place(figure.low),
        y1: y,
        x2: axis.place(figure.high),
        y2: y,
        ink: 'interval'
      });
    if (figure.value !== null) {
      const x = axis.place(figure.value);
      const shape =
        mark === 'people' ? shapes.diamond(x, y) : mark === 'chosen' ? shapes.square(x, y) : shapes.disc(x, y);
      const fill = mark === 'chosen' ? 'chosen' : mark === 'point' ? 'mark' : 'hollow';
      marks.push({ kind: 'path', d: shape, ink: fill });
    }
    const texts = [proportion(figure.value), interval(figure.low, figure.high), String(figure.n)];
    for (const [i, text] of texts.entries())
      marks.push({
        kind: 'text',
        x: columns[i]!,
        y: y + 4,
        text,
        ink: i === 1 ? 'quiet' : ink,
        anchor: 'end',
        bold: bold && i === 0
      });
  };
  draw(words.twoAnnotators, people, 'people', 0);
  const under = head + row;
  marks.push({ kind: 'line', x1: 0, y1: under, x2: width, y2: under, ink: 'hair' });
  rows.forEach(({ name, figure, mark }, i) => draw(name, figure, mark, i + 1));

  const ends = { measure, from: proportion(axis.from, 2), to: proportion(axis.to, 2) };
  const known = { ...ends, people: proportion(people.value) };
  const about =
    target === null
      ? people.value === null
        ? words.candidatesAboutNone(ends)
        : words.candidatesAbout(known)
      : people.value === null
        ? words.candidatesAboutNoneTarget({ ...ends, target: proportion(target, 2) })
        : words.candidatesAboutTarget({ ...known, target: proportion(target, 2) });
  const table = [{ name: words.twoAnnotators, figure: people }, ...rows];
  return {
    name: 'candidates',
    picture: {
      width,
      height,
      title,
      description: about,
      marks
    },
    note: words.candidatesNote({ measure }),
    table: {
      columns: [
        { title: words.candidate, numeric: false },
        { title: words.agreement, numeric: true },
        { title: words.interval, numeric: true },
        { title: 'n', numeric: true }
      ],
      rows: table.map(({ name, figure }) => [
        name,
        proportion(figure.value),
        interval(figure.low, figure.high),
        String(figure.n)
      ])
    }
  };
}
