import type { RawLabel } from '../../../studies/export/export-labels.ts';
import { writeJsonLines } from '../../format/json-lines.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

interface LabelColumn {
  name: string;
  /** What stands in it, for the readme and whoever reads the file. */
  holds: string;
  of: (row: RawLabel) => unknown;
}

/** The raw labels of a study in long format, one row for each revision. Lists and points are JSON in CSV. */
const labelColumns: readonly LabelColumn[] = [
  { name: 'study', holds: 'number of the study in its project', of: (row) => row.study },
  { name: 'item_id', holds: 'the unit that was judged; the same in every export', of: (row) => row.itemId },
  { name: 'label_id', holds: 'this revision', of: (row) => row.labelId },
  { name: 'qid', holds: 'the query', of: (row) => row.qid },
  { name: 'query', holds: 'its text as it was scored', of: (row) => row.query },
  {
    name: 'report_ids',
    holds: 'the reports of the unit; labels about several count them in this order, whatever the person saw first',
    of: (row) => row.reportIds
  },
  { name: 'systems', holds: 'whose reports they are, in the same order', of: (row) => row.systems },
  { name: 'item', holds: 'what tells the unit from the others of its report', of: (row) => row.item },
  { name: 'item_text', holds: 'what was asked', of: (row) => row.itemText },
  { name: 'rater', holds: 'the person, by a pseudonym that holds within the study', of: (row) => row.rater },
  { name: 'phase', holds: 'blind, or post-reveal: a change of mind, apart', of: (row) => row.phase },
  { name: 'revision', holds: '1, 2 …; later ones supersede earlier ones of the phase', of: (row) => row.revision },
  { name: 'standing', holds: 'whether it is the last of its phase', of: (row) => row.standing },
  { name: 'label', holds: 'empty where the person took the label back', of: (row) => row.label },
  { name: 'acceptable', holds: 'further labels that the person would accept', of: (row) => row.acceptable },
  { name: 'points', holds: 'points by dimension, one entry for each report', of: (row) => row.points },
  { name: 'reason', holds: 'with cannot-judge: why, as chosen', of: (row) => row.reason },
  { name: 'note', holds: 'what the person wrote', of: (row) => row.note },
  { name: 'passages', holds: 'numbers of the report’s blocks that they rely on', of: (row) => row.passages },
  { name: 'seconds', holds: 'time on the item; empty where unknown', of: (row) => row.seconds },
  { name: 'purpose', holds: 'sample counts; training, gold, attention and repeat do not', of: (row) => row.purpose },
  { name: 'gold_answer', holds: 'for those, the right answer where there is one', of: (row) => row.goldAnswer },
  { name: 'batch', holds: '1, or the extension that drew the unit', of: (row) => row.batch },
  { name: 'stratum', holds: 'whether the run’s judges agree on the unit or differ', of: (row) => row.stratum },
  { name: 'inclusion_probability', holds: 'chance of being drawn in its batch', of: (row) => row.inclusionProbability },
  {
    name: 'overall_probability',
    holds: 'chance of being in the study at all; figures are weighted by it',
    of: (row) => row.overallProbability
  },
  { name: 'guideline', holds: 'version of the guideline of that moment', of: (row) => row.guideline },
  { name: 'committed_at', holds: 'UTC', of: (row) => new Date(row.committedAt).toISOString() }
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
