import { sayIn } from '../../../messages/say-in.ts';
import {
  correctedColumns,
  type CorrectedFigure,
  type CorrectedMetric,
  type CorrectedSystem
} from '../../../alignment/corrected/corrected.ts';
import { correctionHead, correctionNotes, errorsSaid } from '../../../alignment/corrected/corrected-words.ts';

/** The corrected scores of one metric as they are written down, whatever the format. */
export interface CorrectionTable {
  metric: string;
  title: string;
  head: string;
  rows: CorrectionRow[];
  notes: string[];
}

export interface CorrectionRow {
  system: string;
  /** The adopted ensemble alone; by PPI++; by Rogan–Gladen. In points. */
  raw: CorrectedFigure;
  ppi: CorrectedFigure;
  roganGladen: CorrectedFigure;
  labelled: number;
  units: number;
}

/** A table for each metric whose scores are corrected; others have none. */
export const correctionTables = (metrics: readonly CorrectedMetric[]): CorrectionTable[] =>
  metrics.flatMap((one): CorrectionTable[] => {
    if (one.why !== null) return [];
    const { metric, title, by, systems, errors } = one;
    return [
      {
        metric,
        title,
        head: sayIn('en', correctionHead(one)),
        rows: systems.map(({ system, raw, ppi, roganGladen, labelled, units }) => ({
          ...{ system, raw, roganGladen, labelled, units },
          ppi: { value: ppi.value, low: ppi.low, high: ppi.high, reason: ppi.reason }
        })),
        notes: [
          `Judged by ${by.ensemble}, adopted in study ${by.study.number} (${by.study.name}).`,
          ...(by.changed.length > 0 ? [`The adoption is reopened: ${by.changed.join(' ')}`] : []),
          `${sayIn('en', errorsSaid(errors))}.`,
          ...correctionNotes(one).map(({ text }) => text),
          ...systems.flatMap(whyUndefined),
          'In brackets: 95% CI, clustered by query.'
        ]
      }
    ];
  });

const whyUndefined = (row: CorrectedSystem): string[] =>
  correctedColumns.flatMap(({ key, name }) => {
    const { value, reason } = row[key];
    return value === null && reason !== null ? [`${row.system}, ${name}: ${reason}`] : [];
  });
