import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';

export type Label = 'yes' | 'no';
type Metric = 'coverage' | 'presentation';
export interface JudgeVerdict {
  system: string;
  qid: string;
  metric: Metric;
  item: string;
  label: Label;
  rationale: string;
  quotes: string[];
}

/** Files of the demo, read as they are. */
export const text = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const json = <T>(path: string): T => JSON.parse(text(path)) as T;
export const jsonl = <T>(path: string): T[] =>
  text(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

export const rows = parse(text('queries.csv'), { columns: true }) as Record<string, string>[];
export const qids = [...new Set(rows.map((row) => row.qid ?? ''))];
export const itemsOf = (qid: string): string[] =>
  rows.filter((row) => row.qid === qid).map((row) => row.checklist_id ?? '');
export const systems = json<{ name: string; category: string }[]>('systems.json');
export const judges = json<{ name: string }[]>('judges.json').map((judge) => judge.name);
export const people = json<{ name: string; email: string; role: string }[]>('people.json');
export const annotators = people.filter((person) => person.role === 'annotator').map((person) => person.name);
export const defects = json<Record<string, Record<string, Record<Metric, string[]>>>>('defects.json');

export const reports = systems.flatMap(({ name: system }) =>
  qids.map((qid) => ({ system, qid, markdown: text(`reports/${system}/qid_${qid}_report.md`) }))
);
export const markdownOf = (system: string, qid: string): string =>
  reports.find((r) => r.system === system && r.qid === qid)?.markdown ?? '';
/** The label that the report deserves on an item, by the defects planted in it. */
export const truthOf = (system: string, qid: string, metric: Metric, item: string): Label =>
  defects[system]?.[qid]?.[metric].includes(item) ? 'no' : 'yes';

const presentation = Array.from({ length: 10 }, (_, i) => `p${i + 1}`);
/** Every unit of a metric over all reports, as `keyOf` names them. */
export const unitKeys = (metric: Metric): string[] =>
  reports.flatMap(({ system, qid }) =>
    (metric === 'coverage' ? itemsOf(qid) : presentation).map((item) => `${system}/${qid}/${item}`)
  );
export const keyOf = (v: { system: string; qid: string; item: string }): string => `${v.system}/${v.qid}/${v.item}`;
export const share = (flags: boolean[]): number => flags.filter(Boolean).length / flags.length;
