import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { and, eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';

const leadSays = sayingsOf('leadRefusals');

interface AdoptedPrompt {
  projectId: string;
  /** The study that the decision rests on. */
  studyId: string;
  metric: string;
  promptHash: string;
}

/**
 * Why a version that was made with knowledge of a study's disagreements may not be adopted yet; null if it may. It needs a passed
 * held-out test, and on the study itself the end of its improvement: until then its figures leave the held-out labels out.
 */
export function lackingHeldOutTest(db: Db, { projectId, studyId, metric, promptHash }: AdoptedPrompt): Saying | null {
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
    return leadSays('noHeldOutTest', { version: version.version });
  const open = since.find(
    (one) =>
      one.studyId === studyId &&
      one.endedAt === null &&
      openings.filter(({ improvementId }) => improvementId === one.id).length < one.openings
  );
  return open ? leadSays('improvementOpen', { number: open.number }) : null;
}
