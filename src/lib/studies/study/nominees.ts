/** A person who was proposed for a study. */
export interface Nominee {
  userId: string;
  name: string;
  annotator: boolean;
  /** Lead or viewer of the project, or admin of the instance. */
  readsResults: boolean;
  disabled: boolean;
}

/** Reason why a person cannot judge blind. */
export type Obstacle = 'disabled' | 'reads-results' | 'no-annotator';

export function obstacleTo({
  disabled,
  readsResults,
  annotator
}: Pick<Nominee, 'disabled' | 'readsResults' | 'annotator'>): Obstacle | null {
  if (disabled) return 'disabled';
  if (readsResults) return 'reads-results';
  return annotator ? null : 'no-annotator';
}
