import { readTexts } from '$lib/studies/judging/queue.server.ts';
import { nextInStudy } from '$lib/studies/judging/waiting.server.ts';
import { log } from '$lib/server/log.ts';
import { personOf } from '../../../../grants.ts';
import { renderAhead } from '../../../../rendered.ts';

/**
 * The person's next assignment in the study; null after the last. Its reports are rendered once this request is answered, so
 * that neither the person nor any other annotator waits for it later.
 */
export function nextAhead(locals: App.Locals, assignmentId: string): string | null {
  const { db } = locals;
  const person = personOf(locals);
  const next = nextInStudy(db, person, assignmentId);
  if (next !== null)
    setImmediate(() => {
      try {
        for (const text of readTexts(db, person, next)) void renderAhead(text);
      } catch (error) {
        // The person who opens it gets the error.
        log().debug({ err: error }, 'the next report was not read ahead');
      }
    });
  return next;
}
