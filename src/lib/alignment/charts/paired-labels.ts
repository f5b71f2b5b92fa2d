import { percent } from '../../stats/writing/figures.ts';
import type { Chart } from './chart.ts';
import { englishFileCharts, type FileChartWords } from './english-charts.ts';
import { fitting, nameWidth, type PictureMark, type Shade } from './picture.ts';

/** How often each label of one was given together with each label of the other. */
interface PairedLabels {
  /** Labels of the scale in their order, two to eleven or so. */
  labels: readonly string[];
  /** `labels`, and behind them what only one side can be: people tied, judges undecided. */
  rows?: readonly string[];
  columns?: readonly string[];
  /** Counts by the label of people (row) and of the judges (column). */
  counts: readonly (readonly number[])[];
  people: string;
  judges: string;
}

const head = 44;
const side = 420;

/**
 * A confusion table as a heat map: the diagonal is agreement and has a frame; darker if there are more items. Shades go by
 * the share of its row, so that a rare label can be read as well as a frequent one.
 *
 * @throws if counts and labels do not fit.
 */
export function pairedLabelMap(
  { labels, rows = labels, columns = labels, counts, people, judges }: PairedLabels,
  title: string,
  words: FileChartWords = englishFileCharts
): Chart {
  if (counts.length !== rows.length || counts.some((row) => row.length !== columns.length))
    throw new Error(`pairedLabelMap requires ${rows.length} rows of ${columns.length} counts`);
  const same = (row: number, column: number): boolean => row === column && row < labels.length;
  const sums = counts.map((row) => row.reduce((sum, n) => sum + n, 0));
  const total = sums.reduce((sum, n) => sum + n, 0);
  const names = Math.max(nameWidth(rows, 110), 24);
  const left = Math.max(names + 30, nameWidth([people], 120) + 12);
  const cell = Math.max(28, Math.min(96, (side - left - 44) / columns.length));
  const high = Math.max(26, Math.min(52, cell));
  const width = left + cell * columns.length + 44;
  const height = head + high * rows.length + 4;
  const across = left + (cell * columns.length) / 2;
  const marks: PictureMark[] = [
    {
      kind: 'text',
      x: across,
      y: 12,
      text: fitting(judges, width - left),
      ink: 'soft',
      anchor: 'middle',
      title: judges
    },
    { kind: 'text', x: 0, y: 12, text: fitting(people, left - 10), ink: 'soft', title: people },
    { kind: 'text', x: width, y: head - 8, text: words.all, ink: 'quiet', anchor: 'end' }
  ];
  for (const [j, label] of columns.entries())
    marks.push({
      kind: 'text',
      x: left + j * cell + cell / 2,
      y: head - 8,
      text: fitting(label, cell - 2),
      ink: 'ink',
      anchor: 'middle',
      title: label
    });
  for (const [i, label] of rows.entries()) {
    const y = head + i * high;
    const middle = y + high / 2 + 4;
    marks.push(
      { kind: 'text', x: left - 10, y: middle, text: fitting(label, names), ink: 'ink', anchor: 'end', title: label },
      { kind: 'text', x: width, y: middle, text: String(sums[i]), ink: 'quiet', anchor: 'end' }
    );
    for (const [j, other] of columns.entries()) {
      const count = counts[i]![j]!;
      const share = sums[i] === 0 ? 0 : count / sums[i]!;
      const ink = count === 0 ? 'blank' : shadeOf(share);
      const x = left + j * cell;
      marks.push(
        {
          kind: 'rect',
          x: x + 1,
          y: y + 1,
          width: cell - 2,
          height: high - 2,
          ink,
          title:
            sums[i] === 0
              ? words.paired({ people, label, judges, other, n: count })
              : words.pairedShare({ people, label, judges, other, n: count, share: percent(share) })
        },
        {
          kind: 'text',
          x: x + cell / 2,
          y: middle,
          text: String(count),
          ink: ink === 'blank' ? 'quiet' : `${ink}-ink`,
          anchor: 'middle',
          bold: same(i, j)
        }
      );
      // A frame in ink, so that agreement is found in print as well.
      if (same(i, j))
        marks.push({
          kind: 'path',
          d: `M${round(x + 1.5)} ${round(y + 1.5)}h${round(cell - 3)}v${round(high - 3)}h${round(3 - cell)}Z`,
          ink: 'steps'
        });
    }
  }
  return {
    name: 'errors',
    picture: {
      width,
      height,
      title,
      description: words.errorsAbout({
        ...{ people, judges, n: total },
        same: labels.reduce((sum, _, i) => sum + counts[i]![i]!, 0)
      }),
      marks
    },
    note: words.errorsNote({ people, judges, n: total }),
    table: {
      columns: [
        { title: words.corner({ people, judges }), numeric: false },
        ...columns.map((label) => ({ title: label, numeric: true })),
        { title: words.all, numeric: true }
      ],
      rows: rows.map((label, i) => [label, ...counts[i]!.map(String), String(sums[i])])
    }
  };
}

const shadeOf = (share: number): Shade => `seq-${Math.min(7, Math.floor(share * 7) + 1)}` as Shade;
const round = (value: number): number => Math.round(value * 100) / 100;
