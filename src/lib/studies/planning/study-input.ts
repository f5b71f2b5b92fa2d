import type { StudyKindName } from '../kinds/index.ts';
import type { SampleInput } from './drawing/sampling.ts';
import type { GoldItem } from './purposes/purposes.ts';
import type { StudySettings } from './study-settings.ts';

/** When people are shown what the judges said; see `reveal.ts`. */
export const revealPolicies = ['after-report', 'at-end', 'on-difference', 'never'] as const;
export type RevealPolicy = (typeof revealPolicies)[number];

/** Input of a lead who plans a study. */
export interface StudyInput {
  runId: string;
  name: string;
  metric: string;
  /** Kind of question to annotators; checklist items if absent. */
  kind?: StudyKindName;
  settings?: StudySettings;
  /** How many units are drawn, from which. */
  sample: SampleInput;
  /** Ids of the people who judge. */
  people: readonly string[];
  /** How many of them judge each item. */
  overlap: number;
  seed: number;
  reveal: RevealPolicy;
  /** In a sentence or two, shown to the people beside every item. */
  guideline?: string;
  /** First version of the guideline's page, Markdown; that of the kind if absent or empty. */
  guidelinePage?: string;
  /** Language tag of the lead: the guideline of the kind is taken in it. English if absent. */
  language?: string;
  /** Items that do not count: training, and those whose answer is known. */
  known?: readonly GoldItem[];
}
