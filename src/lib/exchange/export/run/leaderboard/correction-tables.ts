import { ensembleTextIn } from '../../../../alignment/report/ensemble-in-words.ts';
import { libraryTextIn } from '../../../../messages/library-text.ts';
import { joinSentences } from '../../../../messages/sentences.ts';
import { messagesIn } from '../../../../messages/words.ts';
import { titleIn } from '../../../../scorer/suites/metric-words.ts';
import type { TableNote } from './table-parts.ts';
import { sayIn } from '../../../../messages/say-in.ts';
import {
  correctedColumns,
  type CorrectedBy,
  type CorrectedFigure,
  type CorrectedMetric,
  type CorrectedSystem
} from '../../../../alignment/corrected/corrected.ts';
import { correctionHead, correctionNotes, errorsSaid } from '../../../../alignment/corrected/corrected-words.ts';

/** The corrected scores of one metric as they are written down, whatever the format, in one language. */
export interface CorrectionTable {
  /** Of its text (BCP 47). */
  language: string;
  metric: string;
  title: string;
  head: string;
  rows: CorrectionRow[];
  notes: TableNote[];
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

/** The names of the three scores in a language, in the order of display. */
export const correctedColumnsIn = (
  language: string
): { key: (typeof correctedColumns)[number]['key']; name: string }[] =>
  correctedColumns.map(({ key, name }) => ({ key, name: libraryTextIn(language)(name) }));

/** Returns the changes since an adoption as one text; empty if it holds. */
export const changesIn = (language: string, { changed, said }: CorrectedBy): string =>
  language === 'en' ? changed.join(' ') : joinSentences(said.map((one) => sayIn(language, one)));

/** A table for each metric whose scores are corrected; others have none. */
export const correctionTables = (metrics: readonly CorrectedMetric[], language = 'en'): CorrectionTable[] =>
  metrics.flatMap((one): CorrectionTable[] => {
    if (one.why !== null) return [];
    const { metric, by, systems, errors } = one;
    const words = messagesIn(language, 'leaderboardFile');
    const say = libraryTextIn(language);
    const changes = changesIn(language, by);
    const { number, name } = by.study;
    const texts = [
      words.judgedBy({ ensemble: ensembleTextIn(language, by.ensemble), number, name }),
      ...(changes === '' ? [] : [words.reopened({ changes })]),
      words.errors({ errors: sayIn(language, errorsSaid(errors)) }),
      ...correctionNotes(one).map(({ text }) => say(text)),
      ...systems.flatMap((row) => whyUndefined(row, language))
    ];
    return [
      {
        ...{ language, metric },
        title: titleIn(language, { name: metric, title: one.title }),
        head: sayIn(language, correctionHead(one)),
        rows: systems.map(({ system, raw, ppi, roganGladen, labelled, units }) => ({
          ...{ system, raw, roganGladen, labelled, units },
          ppi: { value: ppi.value, low: ppi.low, high: ppi.high, reason: ppi.reason }
        })),
        notes: [
          ...texts.map((text): TableNote => ({ kind: 'general', text })),
          { kind: 'interval', text: words.interval }
        ]
      }
    ];
  });

function whyUndefined(row: CorrectedSystem, language: string): string[] {
  const words = messagesIn(language, 'leaderboardFile');
  return correctedColumnsIn(language).flatMap(({ key, name }) => {
    const { value, reason } = row[key];
    return value === null && reason !== null
      ? [words.undefinedFor({ system: row.system, column: name, reason: libraryTextIn(language)(reason) })]
      : [];
  });
}
