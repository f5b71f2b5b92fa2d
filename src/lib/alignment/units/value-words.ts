import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { messagesIn } from '../../messages/words.ts';

/**
 * Values as people read them (`valueInWords`) in a language: labels stay as they are stored; only the words for a value that is
 * none of the labels are translated: between two labels, tied, undecided.
 */
export function valuesIn(language: string, scale: LabelScale): (value: string) => string {
  const words = messagesIn(language, 'scaleValues');
  const between = new Map<string, string>();
  if (scale.level === 'ordinal')
    for (const [i, low] of scale.labels.slice(0, -1).entries()) {
      const high = scale.labels[i + 1]!;
      between.set(`${low} to ${high}`, words.between({ low, high }));
    }
  const labels: readonly string[] = scale.level === 'interval' ? [] : scale.labels;
  const others = new Map([
    ['split', words.split],
    ['tied', words.tied],
    ['undecided', words.undecided]
  ]);
  return (value) => (labels.includes(value) ? value : (between.get(value) ?? others.get(value) ?? value));
}

/** A confusion table with the names of its rows and columns in a language. */
export function confusionIn<T extends { labels: string[]; rows: string[]; columns: string[] }>(
  language: string,
  scale: LabelScale,
  table: T
): T {
  const say = valuesIn(language, scale);
  return { ...table, labels: table.labels.map(say), rows: table.rows.map(say), columns: table.columns.map(say) };
}
