import type { Saying } from '../messages/sayings.ts';

/** How useful the task would be to its author without something: 1 unhelpful, 2 deficient, 3 acceptable, 4 perfect. */
export type AblationRating = 1 | 2 | 3 | 4;

/** An author's ratings of a task without parts of it (arXiv 2606.12871, section 4.3). */
export interface AblationRatings {
  /** Without one part alone, by its key. */
  single: Readonly<Record<string, AblationRating>>;
  /** Without several parts at once, each of which alone can be missed. */
  joint: readonly { keys: readonly string[]; rating: AblationRating }[];
}

/** Material whose parts an author weighs by leaving them out. */
export interface MaterialAblation<Content = unknown> {
  /** The parts, in their order. */
  parts(content: Content): { key: string; text: string }[];
  /** The content with the importance that follows from the ratings, or what keeps it from following, each by the part's key. */
  apply(
    content: Content,
    ratings: AblationRatings
  ): { content: Content } | { faults: { key: string; reason: Saying }[] };
  /** The ratings in one line, for the record. */
  summary(ratings: AblationRatings): string;
}

/** Material that people write in a form of its own. */
export interface MaterialForm<Content = unknown> {
  /** Name of a component (`components/scorer/suite-components.ts`). */
  component: string;
  /** Values that its fields can be chosen from, by the field. */
  choices: Readonly<Record<string, readonly { value: string; label: string }[]>>;
  /** Content of a new form. @param topic id of the topic from which it is made; null for none */
  empty(topic: string | null): Content;
}
