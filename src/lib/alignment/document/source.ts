import type { Saying } from '../../messages/sayings.ts';
import type { PreregisteredPlan } from '../preregistration/analysis-plan.ts';
import type { ReportHeader } from '../report/exports.ts';
import type { Procedure } from '../procedure/procedure.ts';
import type { Rule } from '../ensembles/ensembles.ts';
import type { AlignmentReport } from '../report/report.ts';
import type { RunAgreement } from '../agreement/judges/run-agreement.ts';
import type { StudyOutcome } from '../units/outcomes.ts';
import type { ToldProtocols } from './protocol-section.ts';

/** A decision as a document tells it. */
interface ToldDecision {
  outcome: StudyOutcome;
  ensemble: { rule: Rule; judges: readonly { spec: string; fingerprint: string }[] } | null;
  recommended: { outcome: StudyOutcome; against: boolean };
  acknowledged: string | null;
  reason: string;
  decidedByName: string;
  decidedAt: number;
}

/** Everything that a document of a study's report is made from. */
export interface DocumentSource {
  header: ReportHeader;
  report: AlignmentReport;
  procedure: Procedure;
  /** Newest first; the first one holds. */
  preregistrations: readonly PreregisteredPlan[];
  embargoLift: { by: string; at: number; labels: number } | null;
  /** Of this study, newest first. */
  decisions: readonly ToldDecision[];
  /** On a target other than that of the analysis plan. */
  exploratory?: Saying;
  /** Null if it was not asked for. */
  protocols: ToldProtocols | null;
  /** Judges with each other over all that the run scored; null if they share no units. */
  overRun?: RunAgreement | null;
  /** Hash of all that the figures were computed from. */
  hash: string;
}
