import { writeTableCsv, type CsvColumn } from '$lib/exchange/format/table-csv.ts';
import { judgeNames } from '$lib/scorer/runs/runs.server.ts';
import { longFormat, type LabelledUnit, type LongRow } from '$lib/studies/labels/labels.ts';

const columns = [
  'qid',
  'system',
  'report_id',
  'item',
  'item_text',
  'stratum',
  'inclusion_probability',
  'rater_kind',
  'rater',
  'state',
  'label',
  'revised',
  'explanation',
  'seconds',
  'preferred_by',
  'acceptable',
  'points'
] as const satisfies readonly (keyof LongRow)[];

interface Raters {
  judges: { judgeId: string; spec: string; fingerprint: string }[];
  people: { userId: string; name: string }[];
}

/** The labels of a study, one row per unit and rater, with the raters by name. */
export function labelsCsv(units: readonly LabelledUnit[], { judges, people }: Raters): string {
  const specs = judgeNames(judges);
  const names = new Map([
    ...judges.map(({ judgeId }, i) => [judgeId, specs[i]!] as const),
    ...people.map(({ userId, name }) => [userId, namesake(name, userId, people)] as const)
  ]);
  return writeTableCsv(
    columns.map((header): CsvColumn<LongRow> => ({ header, value: (row) => row[header] })),
    longFormat(units, (id) => names.get(id) ?? id),
    { bom: true }
  );
}

/** Where two people share a name, the end of their ids tells them apart. */
const namesake = (name: string, userId: string, people: Raters['people']): string =>
  people.filter((other) => other.name === name).length > 1 ? `${name} (${userId.slice(-6)})` : name;
