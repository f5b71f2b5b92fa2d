import { interval, proportion } from '../../stats/writing/figures.ts';
import type { RaterMatrix } from '../report/rater-matrix.ts';
import { englishReasons } from '../items/english-reasons.ts';
import { reasonsIn, type ReasonWords } from '../items/reasons.ts';
import type { Chart } from './chart.ts';
import { englishFileCharts, type FileChartWords } from './english-charts.ts';
import { fitting, nameWidth, type PictureMark, type Shade } from './picture.ts';

const head = 24;

/** Every rater against every other: a share above the diagonal, a chance-corrected one below, darker if more alike. */
export function agreementMatrix(
  { raters, cells, n }: RaterMatrix,
  { title, above, below }: { title: string; above: string; below: string },
  words: FileChartWords = englishFileCharts,
  reasons: ReasonWords = englishReasons
): Chart {
  const reasonInWords = reasonsIn(reasons);
  const names = nameWidth(
    raters.map(({ name }) => name),
    150
  );
  const left = names + 10;
  const side = Math.max(34, Math.min(48, (420 - left) / Math.max(1, raters.length)));
  const high = Math.min(side, 30);
  const marks: PictureMark[] = [];
  const rows: string[][] = [];
  for (const [i, row] of raters.entries()) {
    const y = head + i * high;
    const x = left + i * side + side / 2;
    marks.push(
      {
        kind: 'text',
        x,
        y: head - 9,
        text: fitting(row.short, side - 2),
        ink: 'quiet',
        anchor: 'middle',
        title: row.name
      },
      {
        kind: 'text',
        x: names,
        y: y + high / 2 + 4,
        text: fitting(row.name, names),
        ink: 'soft',
        anchor: 'end',
        title: row.name
      }
    );
    for (const [j, column] of raters.entries()) {
      const cell = cells[i]![j]!;
      const [cx, cy] = [left + j * side, y];
      const value = cell?.figure.value ?? null;
      if (value === null) {
        const text = i === j || cell ? '–' : '·';
        marks.push({ kind: 'text', x: cx + side / 2, y: cy + high / 2 + 4, text, ink: 'quiet', anchor: 'middle' });
      } else {
        const shade = `seq-${cell!.shade ?? 1}` as Shade;
        const measure = cell!.statistic === 'share' ? above : below;
        const about = words.cell({
          ...{ a: row.name, b: column.name },
          ...{ measure, value: proportion(value, 2), n: cell!.figure.n }
        });
        marks.push(
          { kind: 'rect', x: cx + 1, y: cy + 1, width: side - 2, height: high - 2, ink: shade, title: about },
          {
            kind: 'text',
            x: cx + side / 2,
            y: cy + high / 2 + 4,
            text: proportion(value, 2),
            ink: `${shade}-ink`,
            anchor: 'middle'
          }
        );
      }
      if (cell)
        rows.push([
          words.pairOf({ a: row.name, b: column.name }),
          cell.statistic === 'share' ? above : below,
          cell.figure.value === null
            ? words.undefined({ why: reasonInWords[cell.figure.reason!] })
            : proportion(cell.figure.value),
          interval(cell.figure.low, cell.figure.high),
          String(cell.figure.n)
        ]);
    }
  }
  const note =
    n === null
      ? words.ratersNoteNone({ above, below })
      : n[0] === n[1]
        ? words.ratersNote({ above, below, n: n[0] })
        : words.ratersNoteRange({ above, below, least: n[0], most: n[1] });
  return {
    name: 'raters',
    picture: {
      width: Math.max(200, left + raters.length * side),
      height: head + raters.length * high + 2,
      title,
      description: words.ratersAbout({ n: raters.length, above, below }),
      marks
    },
    note,
    table: {
      columns: [
        { title: words.raters, numeric: false },
        { title: words.statistic, numeric: false },
        { title: words.value, numeric: true },
        { title: words.interval, numeric: true },
        { title: 'n', numeric: true }
      ],
      rows
    }
  };
}
