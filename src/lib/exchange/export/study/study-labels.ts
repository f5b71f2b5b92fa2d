import type { RawLabel } from '../../../studies/export/export-labels.ts';
import { writeJsonLines } from '../../format/json-lines.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

interface LabelColumn {
  name: string;
  /** Its contents, for the readme and the readers of the file. */
  holds: string;
  of: (row: RawLabel) => unknown;
}

/** The raw labels of a study in long format, one row for each revision. Lists and points are JSON in CSV. */
const labelColumns: readonly LabelColumn[] = [
  { name: 'study', holds: 'number of the study in its project', of: (row) => row.study },
  { name: 'item_id', holds: 'id of the judged unit; the same in every export', of: (row) => row.itemId },
  { name: 'label_id', holds: 'id of this revision', of: (row) => row.labelId },
  { name: 'qid', holds: 'id of the query', of: (row) => row.qid },
  { name: 'query', holds: 'text of the query as scored', of: (row) => row.query },
  {
    name: 'report_ids',
    holds: 'reports of the unit; labels that compare reports refer to this order, regardless of the order shown',
    of: (row) => row.reportIds
  },
  { name: 'systems', holds: 'systems of the reports, in the same order', of: (row) => row.systems },
  { name: 'item', holds: 'key of the unit within its report', of: (row) => row.item },
  { name: 'item_text', holds: 'text of the item', of: (row) => row.itemText },
  { name: 'rater', holds: 'pseudonym of the annotator within the study', of: (row) => row.rater },
  {
    name: 'phase',
    holds: 'blind, or post-reveal (label changed after the reveal, kept separately)',
    of: (row) => row.phase
  },
  {
    name: 'revision',
    holds: '1, 2, …; later revisions replace earlier ones of the same phase',
    of: (row) => row.revision
  },
  { name: 'standing', holds: 'whether this is the last revision of its phase', of: (row) => row.standing },
  { name: 'label', holds: 'label; empty if the annotator withdrew it', of: (row) => row.label },
  { name: 'acceptable', holds: 'further acceptable labels', of: (row) => row.acceptable },
  { name: 'points', holds: 'points by dimension, one entry per report', of: (row) => row.points },
  { name: 'reason', holds: 'with cannot-judge: the selected reason', of: (row) => row.reason },
  { name: 'note', holds: 'comment of the annotator', of: (row) => row.note },
  { name: 'passages', holds: 'numbers of the report’s blocks that support the label', of: (row) => row.passages },
  { name: 'seconds', holds: 'time on the item in seconds; empty if unknown', of: (row) => row.seconds },
  {
    name: 'purpose',
    holds: 'sample, training, gold, attention or repeat; only sample items are used in figures',
    of: (row) => row.purpose
  },
  { name: 'gold_answer', holds: 'for these items, the correct answer, if defined', of: (row) => row.goldAnswer },
  { name: 'batch', holds: 'number of the sampling batch: 1, or a later extension', of: (row) => row.batch },
  { name: 'stratum', holds: 'whether the judges of the run agree or disagree on the unit', of: (row) => row.stratum },
  { name: 'inclusion_probability', holds: 'inclusion probability in its batch', of: (row) => row.inclusionProbability },
  {
    name: 'overall_probability',
    holds: 'inclusion probability in the study; figures are weighted by its inverse',
    of: (row) => row.overallProbability
  },
  { name: 'guideline', holds: 'guideline version in force at that time', of: (row) => row.guideline },
  { name: 'committed_at', holds: 'time of submission, UTC', of: (row) => new Date(row.committedAt).toISOString() },
  { name: 'run', holds: 'number of the run from which the study was sampled', of: (row) => row.run },
  { name: 'metric', holds: 'metric of the study', of: (row) => row.metric },
  {
    name: 'system',
    holds: 'system of the unit as in the verdict file of the run; of a comparison the compared one',
    of: (row) => row.system
  }
];

const inCell = (value: unknown): string | number | boolean | null =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : ((value ?? null) as string | number | null);

/** RFC 4180 with a byte order mark; no cell can run as a formula. */
export const writeLabelsCsv = (rows: readonly RawLabel[]): string =>
  writeTableCsv(
    labelColumns.map(({ name, of }): CsvColumn<RawLabel> => ({ header: name, value: (row) => inCell(of(row)) })),
    rows,
    { bom: true }
  );

/** One object a line with the same names; lists and points stay what they are. */
export const writeLabelsJsonl = (rows: readonly RawLabel[]): string =>
  writeJsonLines(rows.map((row) => Object.fromEntries(labelColumns.map(({ name, of }) => [name, of(row)]))));
