/**
 * The labels that the people of a study may give, declared beforehand: a label without choices still counts in weights and in
 * chance agreement. `withoutValue` are answers that say nothing on the scale (`unclear`, `source unusable`): they are counted
 * and take part in no agreement.
 */
export type LabelScale = ScaleKind & { withoutValue?: readonly string[] };

type ScaleKind =
  /** Two labels, the one that counts as 1 first: yes, no; valid, not valid. */
  | { level: 'binary'; labels: readonly [positive: string, negative: string] }
  /** Which of two: the first (1), neither (½), the second (0). */
  | { level: 'preference'; labels: readonly [first: string, tie: string, second: string] }
  /** Three categories or more without an order, coded by their places from 0; the numbers only name them. */
  | { level: 'nominal'; labels: readonly string[] }
  /** Labels from the lowest up, coded by their places from 0. */
  | { level: 'ordinal'; labels: readonly string[] }
  /** Any number between two ends, coded as it is. */
  | { level: 'interval'; low: number; high: number };

export const yesNo: LabelScale = { level: 'binary', labels: ['yes', 'no'] };

/**
 * The number that stands for a label in all figures.
 *
 * @returns null for a label that has no value on the scale.
 * @throws if the label does not belong to the scale.
 */
export function valueOnScale(scale: LabelScale, label: string): number | null {
  if (scale.withoutValue?.includes(label)) return null;
  if (scale.level === 'interval') {
    const value = label.trim() === '' ? NaN : Number(label);
    if (value >= scale.low && value <= scale.high) return value;
  } else {
    const place = (scale.labels as readonly string[]).indexOf(label);
    if (place >= 0) return scale.level === 'binary' ? 1 - place : scale.level === 'preference' ? 1 - place / 2 : place;
  }
  throw new Error(`the label ${JSON.stringify(label)} is not on the scale ${scaleInWords(scale)}`);
}

/** The scale as a text for people: `yes / no`, `1 < 2 < 3 < 4`, `0 to 10`. */
export const scaleInWords = (scale: LabelScale): string =>
  scale.level === 'interval'
    ? `${scale.low} to ${scale.high}`
    : scale.labels.join(scale.level === 'ordinal' ? ' < ' : ' / ');
