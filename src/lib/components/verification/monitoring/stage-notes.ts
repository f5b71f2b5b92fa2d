import type { Stage } from '../../../verification/vocabulary/stages.ts';
import { many } from '../../shared/format.ts';

/** What happens to a query in each stage of a round, in a few words. */
export const stageNotes = ({ overlap, finalised }: { overlap: number; finalised: boolean }): Record<Stage, string> => ({
  annotation: `${many(overlap, 'annotator')} each`,
  review: 'one reviewer, blind',
  inspection: 'a sample of each batch',
  adjudication: 'independent adjudicators',
  done: finalised ? 'in a dataset version' : 'ready for a version'
});
