import type { UnitKind } from '../../scorer/verdict.ts';
import type { Item } from '../../scorer/sample.ts';
import type { RunOptions } from '../../scorer/runs/run-options.ts';
import type { Candidate } from '../planning/drawing/sampling.ts';
import type { ItemMaterial } from './item-material.ts';

/** A unit of a run that can go into a study, with its wording and its place among those of its report. */
export interface Unit extends Candidate {
  text: string;
  place: number;
  /** Reports that stand beside the first. */
  beside: string[];
  /** Name of the kind, or `report`. */
  unitKind: UnitKind;
  /** Key of the run's verdicts about it; null for reports as a whole. */
  unitKey: string | null;
  /** Of a merged issue, the judge whose wording is shown; `unitKey` is the key of its verdict. */
  judgeId: string | null;
  material: ItemMaterial;
  /** Whether a judge gave a label: if all abstained, the unit cannot count in agreement with judges. True where judges say nothing of units. */
  labelled: boolean;
}

/** An item without its key, and its place in its list. */
export interface Wording extends Omit<Item, 'key'> {
  place: number;
}

/** Facts of the run from which units come. */
export interface StudyRun {
  id: string;
  projectId: string;
  /** Null if nothing is scored. */
  versionId: string | null;
  createdAt: number;
  options: RunOptions;
}
