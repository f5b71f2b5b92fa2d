import { chartOf } from '../charts/of-report.ts';
import type { ChartName } from '../charts/chart.ts';
import type { Figure } from '../units/figure.ts';
import type { DocumentWords } from './document-words.ts';
import type { DocumentSource } from './source.ts';
import type { DocumentBlock, DocumentCell, Column, Row } from './document.ts';
import { shownDistance, shownFigure } from './shown-numbers.ts';
import { figureColumn } from './tables.ts';

/** The chart of that name, if the report has it. */
export const chart = (
  { report, procedure }: DocumentSource,
  name: ChartName,
  { language }: DocumentWords
): DocumentBlock[] => {
  const found = chartOf(name, report, procedure, language);
  return found ? [{ kind: 'chart', chart: found }] : [];
};

export const alignmentFigureCell = (figure: Figure | null, words: DocumentWords): DocumentCell =>
  figure === null ? null : shownFigure(figure, words);

/** A column for each kind of figure that some row has. */
export function withFigures<T>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  kinds: readonly { title: string; of: (row: T) => Figure | null; distance?: true }[],
  words: DocumentWords
): { columns: Column[]; rows: Row[] } {
  const kept = kinds.filter(({ of }) => rows.some((row) => of(row) !== null));
  return {
    columns: kept.map(({ title }) => figureColumn(title)),
    rows: rows.map((row) => ({
      name: nameOf(row),
      cells: kept.map(({ of, distance }): DocumentCell => {
        const figure = of(row);
        return figure === null ? null : distance ? shownDistance(figure, words) : shownFigure(figure, words);
      })
    }))
  };
}
