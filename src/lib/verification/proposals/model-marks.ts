import type { SubjectKind } from '../vocabulary/labels.ts';

/** That a model drafted an item before a person accepted it into the benchmark. */
export interface ModelMark {
  /** Provider and model as they were asked, e.g. `openai:gpt-6-sol`. */
  judge: string;
  /** The model that the server said answered. */
  model: string | null;
  /** The wording as the model drafted it. */
  draftedText: string;
}

/** The key of the query itself among the marks of its items, none of which has an empty key. */
export const QUERY_MARK = '';

/** A mark as a page shows it. */
interface ShownMark {
  judge: string;
  model: string | null;
  /** Whether people have changed the wording, before or after it came into the benchmark. */
  reworded: boolean;
}

/**
 * The mark of a query or item of a round or version; null if a person wrote it. What annotators append has a key that may be another
 * item's elsewhere.
 *
 * @param marks Of the same query, by the items' keys.
 */
export function markOf(
  marks: ReadonlyMap<string, ModelMark>,
  subject: { kind: SubjectKind; origin: 'benchmark' | 'appended'; key: string; wording: string }
): ShownMark | null {
  const key = { item: subject.key, query: QUERY_MARK, material: null }[subject.kind];
  const mark = key !== null && subject.origin === 'benchmark' ? marks.get(key) : undefined;
  return mark ? { judge: mark.judge, model: mark.model, reworded: mark.draftedText !== subject.wording } : null;
}
