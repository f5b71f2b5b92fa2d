import type { LabelScale } from '../../../studies/labels/label-scale.ts';

/** The labels of a study as other tools take them: people and judges on one question. */
export interface WrittenStudy {
  /** Number and name of the study; ids of labels begin with the number. */
  number: number;
  name: string;
  question: string;
  scale: LabelScale;
  items: readonly WrittenItem[];
}

export interface WrittenItem {
  id: string;
  qid: string;
  system: string;
  /** Text of the judged item. */
  text: string;
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
