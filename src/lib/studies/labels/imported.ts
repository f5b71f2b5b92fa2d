import type { LabelScale } from './label-scale.ts';

/** Labels that were given elsewhere, as they are kept: checked, on one scale, one row an item. */
export interface ImportedStudy {
  name: string;
  /** Judged dimension, by name. */
  metric: string;
  file: string;
  /** The file's name for each thing that was read. */
  columns: { [Column in ImportedColumn]?: string };
  scale: LabelScale;
  /** In the order of the labels of each item. */
  raters: readonly { name: string; judge: boolean }[];
  /** Read as often as needed; those of a large file are made one by one. */
  items: Iterable<ImportedStudyItem>;
}

export type ImportedColumn = 'item' | 'label' | 'cluster' | 'system' | 'category' | 'stratum' | 'probability';

export interface ImportedStudyItem {
  item: string;
  /** Items of one cluster resemble each other; without clusters each item is its own. */
  cluster: string;
  system: string | null;
  category: string | null;
  stratum: string | null;
  /** In (0, 1]; 1 if nothing is said. */
  inclusionProbability: number;
  /** By rater; null if a rater gave none. */
  labels: readonly (string | null)[];
}

/** Id of a rater of an imported study in figures: by place, because names in files may be anything. */
export const raterId = (place: number): string => `rater-${place + 1}`;
