import { and, eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';

interface AdoptedPrompt {
  projectId: string;
  /** The study that the decision rests on. */
  studyId: string;
  metric: string;
  promptHash: string;
}

/**
 * Why a version that was made with knowledge of a study's disagreements may not be adopted yet; null where it may. It needs a passed
 * held-out test, and on the study itself the end of its improvement: until then its figures leave the held-out labels out.
 */
export function lackingHeldOutTest(db: Db, { projectId, studyId, metric, promptHash }: AdoptedPrompt): string | null {
  const { improvement, improvementOpening, promptVersion } = schema;
  const version = db
    .select({ version: promptVersion.version, at: promptVersion.createdAt })
    .from(promptVersion)
    .where(
      and(
        ...[eq(promptVersion.projectId, projectId), eq(promptVersion.metric, metric)],
        eq(promptVersion.hash, promptHash)
      )
    )
    .get();
  if (!version) return null;
  const since = db
    .select()
    .from(improvement)
    .where(and(eq(improvement.projectId, projectId), eq(improvement.metric, metric)))
    .all()
    .filter(({ createdAt }) => createdAt <= version.at);
  const openings = since.flatMap(({ id }) =>
    db.select().from(improvementOpening).where(eq(improvementOpening.improvementId, id)).all()
  );
  if (since.length === 0) return null;
  if (!openings.some(({ passed, promptHash: hash }) => passed && hash === promptHash))
    return `Version ${version.version} of the prompt was made after labels of a study were split for its improvement, and has not passed a held-out test. Open the held-out test with it, or adopt judges with another version.`;
  const open = since.find(
    (one) =>
      one.studyId === studyId &&
      one.endedAt === null &&
      openings.filter(({ improvementId }) => improvementId === one.id).length < one.openings
  );
  return open
    ? `Improvement ${open.number} of this prompt is open, so that these figures leave out its held-out labels. End it, read the figures on all labels, then decide.`
    : null;
}
