import type { LabelScale } from '../../../studies/labels/label-scale.ts';

/** The labels of a study as other tools take them: people and judges on one question. */
export interface WrittenStudy {
  /** Number and name of the study; ids of labels begin with the number. */
  number: number;
  name: string;
  question: string;
  scale: LabelScale;
  /** When the study was created, in ms. */
  createdAt: number;
  items: readonly WrittenItem[];
}

export interface WrittenItem {
  id: string;
  qid: string;
  system: string;
  /** Text of the judged item. */
  text: string;
  /** The two systems that a preference compares, in the order of the scale; absent for other items. */
  pair?: readonly [first: string, second: string];
  labels: readonly WrittenLabel[];
}

export interface WrittenLabel {
  rater: string;
  kind: 'person' | 'judge';
  value: string;
  /** A person's note, or a judge's rationale. */
  comment: string;
  seconds: number | null;
}

/** Names one label in every export of the same study, so that sending it again changes nothing. */
export const labelIdOf = (study: WrittenStudy, item: WrittenItem, { rater, kind }: WrittenLabel): string =>
  `voirdire-study${study.number}-${item.id}-${kind}-${rater}`;

/** The score of a label: the label itself if it is a number, 1 and 0 on a binary scale; null on other scales. */
export function labelScore({ level, ...scale }: LabelScale, value: string): number | null {
  const number = Number(value);
  if (level === 'interval' || (value.trim() !== '' && Number.isFinite(number))) return number;
  if (level !== 'binary' || !('labels' in scale)) return null;
  const place = scale.labels.indexOf(value);
  return place === -1 ? null : 1 - place;
}

/** One row for each label, item by item. */
export const eachLabel = <Row>({ items }: WrittenStudy, row: (item: WrittenItem, label: WrittenLabel) => Row): Row[] =>
  items.flatMap((item) => item.labels.map((label) => row(item, label)));

/** Raters of a study in the order of their first labels, people first. */
export function ratersIn(study: WrittenStudy): Pick<WrittenLabel, 'rater' | 'kind'>[] {
  const seen = new Map(eachLabel(study, (_item, { rater, kind }) => [`${kind} ${rater}`, { rater, kind }]));
  const raters = [...seen.values()];
  return [...raters.filter(({ kind }) => kind === 'person'), ...raters.filter(({ kind }) => kind === 'judge')];
}

/** A label as a number if its text is exactly that number, otherwise as text. */
export const numberOrText = (label: string): number | string =>
  String(Number(label)) === label ? Number(label) : label;

/** The label that most annotators gave, with the counts; its value is null if annotators are tied. Null if none labelled the item. */
export function annotatorMajority({
  labels
}: WrittenItem): { value: string | null; annotators: number; most: number } | null {
  const people = labels.filter(({ kind }) => kind === 'person');
  if (people.length === 0) return null;
  const counts = [...Map.groupBy(people, ({ value }) => value)].map(([value, by]) => ({ value, n: by.length }));
  const most = Math.max(...counts.map(({ n }) => n));
  const winners = counts.filter(({ n }) => n === most);
  return { value: winners.length === 1 ? winners[0]!.value : null, annotators: people.length, most };
}
