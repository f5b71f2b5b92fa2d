import { count, percent } from '../../stats/writing/figures.ts';
import type { Chart } from './chart.ts';
import { englishCharts, type ChartWords } from './english-charts.ts';
import { fitting, nameWidth, type PictureMark } from './picture.ts';

interface ChosenRow {
  name: string;
  /** Share of the resamples in which it was chosen. */
  frequency: number;
  chosen: boolean;
}

const most = 12;
const row = 22;
const width = 420;

/**
 * How often each candidate would have been chosen on resampled queries: the longest bars first, the rest together. One long
 * bar says that the choice is sure; many short ones that it was nearly chance.
 *
 * @returns null if nothing was chosen.
 */
export function frequencyBars(
  all: readonly ChosenRow[],
  resamples: number,
  title: string,
  words: ChartWords = englishCharts
): Chart | null {
  const ranked = all.filter(({ frequency }) => frequency > 0).sort((a, b) => b.frequency - a.frequency);
  if (ranked.length === 0) return null;
  const shown = ranked.slice(0, ranked.length > most ? most - 1 : most);
  const rest = ranked.slice(shown.length);
  const others = { name: words.others({ n: rest.length }), frequency: sum(rest), chosen: false };
  const rows: ChosenRow[] = rest.length > 0 ? [...shown, others] : shown;
  const names = nameWidth(
    rows.map(({ name }) => name),
    210
  );
  const left = names + 10;
  const full = width - left - 48;
  const marks: PictureMark[] = [];
  for (const [i, { name, frequency, chosen }] of rows.entries()) {
    const y = i * row;
    const about = words.bar({ name, share: percent(frequency, 1), resamples: count(resamples) });
    marks.push(
      {
        kind: 'text',
        x: names,
        y: y + 15,
        text: fitting(name, names),
        ink: 'ink',
        anchor: 'end',
        bold: chosen,
        title: name
      },
      {
        kind: 'rect',
        x: left,
        y: y + 4,
        width: Math.max(1, full * frequency),
        height: row - 8,
        ink: chosen ? 'chosen' : 'bar',
        title: about
      },
      {
        kind: 'text',
        x: left + full * frequency + 6,
        y: y + 15,
        text: percent(frequency, frequency < 0.01 ? 1 : 0),
        ink: chosen ? 'ink' : 'soft'
      }
    );
  }
  marks.push({ kind: 'line', x1: left, y1: 0, x2: left, y2: rows.length * row, ink: 'axis' });
  return {
    name: 'frequencies',
    picture: {
      width,
      height: rows.length * row,
      title,
      description: words.frequenciesAbout({
        n: ranked.length,
        resamples: count(resamples),
        name: ranked[0]!.name,
        share: percent(ranked[0]!.frequency)
      }),
      marks
    },
    note: words.frequenciesNote({ resamples: count(resamples) }),
    table: {
      columns: [
        { title: words.candidate, numeric: false },
        { title: words.chosenIn, numeric: true }
      ],
      rows: ranked.map(({ name, frequency }) => [name, percent(frequency, 1)])
    }
  };
}

const sum = (rows: readonly ChosenRow[]): number => rows.reduce((total, { frequency }) => total + frequency, 0);
