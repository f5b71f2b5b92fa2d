import type { StageAgreement } from '../records/agreement.ts';
import type { GateVerdict, InspectionSettings } from '../inspection/inspection-plan.ts';
import type { Settlement } from '../records/settling.ts';
import type { WorkStage } from '../vocabulary/stages.ts';

/** Description of how a dataset version was made. Counts, never percentages; people are pseudonyms. */
export interface Datasheet {
  round: { number: number; name: string; guideline: number; overlap: number };
  subjects: CountsByKind;
  people: { stage: WorkStage; pseudonym: string; ratings: number }[];
  agreement: StageAgreement[];
  inspections: { batch: number; number: number; plan: InspectionSettings; verdict: GateVerdict | null }[];
}

/** Of queries and items, and of material if the round had any. */
export interface CountsByKind {
  query: SubjectCounts;
  item: SubjectCounts;
  material?: SubjectCounts;
}

export interface SubjectCounts {
  came: number;
  appended: number;
  kept: number;
  dropped: number;
  /** Kept with another wording than the first. */
  reworded: number;
  states: Record<Settlement, number>;
}
