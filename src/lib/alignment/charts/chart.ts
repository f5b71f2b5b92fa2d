import { drawn, type DrawnMark, type Picture } from './picture.ts';

/** A chart: its picture, and the same as a table for people who read numbers, listen, or copy them. */
export interface Chart {
  name: ChartName;
  picture: Picture;
  /** How to read it: unit, method, what marks mean. */
  note: string;
  table: { columns: { title: string; numeric: boolean }[]; rows: string[][] };
}

/** A chart as a page gets it: the marks are ready, so that drawing them takes next to no script. */
export interface DrawnChart extends Omit<Chart, 'picture'> {
  picture: Omit<Picture, 'marks'> & { marks: DrawnMark[] };
}

export const drawnChart = (chart: Chart): DrawnChart => ({
  ...chart,
  picture: { ...chart.picture, marks: chart.picture.marks.map(drawn) }
});

/** Every chart of an alignment report, in the order of display. */
export const chartNames = ['candidates', 'raters', 'errors', 'front', 'characteristic', 'frequencies'] as const;
export type ChartName = (typeof chartNames)[number];

/** Short titles for lists of charts. */
export const chartTitles: Record<ChartName, string> = {
  candidates: 'Candidates',
  raters: 'Pairwise agreement',
  errors: 'Annotators by judges',
  front: 'Agreement and cost',
  characteristic: 'Power of the agreement gate',
  frequencies: 'Selection frequency'
};
