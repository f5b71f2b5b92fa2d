import { fingerprintInPieces } from '../../scorer/runs/fingerprint.ts';
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
  /** `fingerprintOfLabels`, if the process that read the file has computed it. */
  sha256?: string;
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

/** SHA-256 over the labels of a study with what they are about; the name of the study is no part of it. */
export const fingerprintOfLabels = ({
  scale,
  raters,
  items
}: Pick<ImportedStudy, 'scale' | 'raters' | 'items'>): string => fingerprintInPieces({ scale, raters, items });

/** Id of a rater of an imported study in figures: by place, because names in files may be anything. */
export const raterId = (place: number): string => `rater-${place + 1}`;
