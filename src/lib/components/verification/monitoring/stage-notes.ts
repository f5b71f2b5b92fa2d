import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import type { Stage } from '../../../verification/vocabulary/stages.ts';

/** Descriptions of a query's stages in a round, in a few words. */
export const stageNotes = (
  { overlap, finalised }: { overlap: number; finalised: boolean },
  say: Words<Messages['stageTable']>
): Record<Stage, string> => ({
  annotation: say.noteAnnotation({ n: overlap }),
  review: say.noteReview,
  inspection: say.noteInspection,
  adjudication: say.noteAdjudication,
  done: finalised ? say.noteIn : say.noteReady
});
