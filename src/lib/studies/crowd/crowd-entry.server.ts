import { and, count, eq } from 'drizzle-orm';
import { refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import { isKnownPlace, networkOf, noteSignIn } from '../../server/auth/sign-in/known-places.ts';
import { personWithRoles, startSession, type StartedSession } from '../../server/auth/sign-in/sessions.ts';
import { reserveTry, returnTry } from '../../server/auth/sign-in/tries.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { sha256 } from '../../server/db/id.ts';
import { freePlaces } from './crowd-places.server.ts';
import { participantIn } from './crowd-rules.ts';

/** Participants of one network may be many, as in a laboratory; more new ones in a quarter of an hour have to wait. */
const MOST_OF_ADDRESS = 60;

interface OpenLink {
  link: typeof schema.crowdLink.$inferSelect;
  study: typeof schema.study.$inferSelect;
  project: { slug: string; name: string };
}

/** The link with a token, or a refusal if it is unknown, withdrawn or expired. Changes nothing. */
export function readCrowdLink(db: Db, token: string, now = Date.now()): OpenLink {
  const { crowdLink, project, study } = schema;
  const found = db
    .select({
      link: crowdLink,
      study,
      project: { slug: project.slug, name: project.name, archivedAt: project.archivedAt }
    })
    .from(crowdLink)
    .innerJoin(study, eq(study.id, crowdLink.studyId))
    .innerJoin(project, eq(project.id, study.projectId))
    .where(eq(crowdLink.tokenHash, sha256(token)))
    .get();
  if (!found || found.link.revokedAt !== null || found.link.expiresAt <= now) return refuse.linkUsed();
  if (found.project.archivedAt !== null || found.study.archivedAt !== null) return refuse.linkUsed();
  return found;
}

interface Entering {
  participant: string | null;
  address: string;
  device: string | null;
  userAgent?: string | null;
}

/**
 * Gives a participant the place that they have, or a free one, and starts a session. Every entry from an unknown device counts as a
 * try of its network, as sign-ins do, because ids of participants can be guessed.
 *
 * @throws a refusal if the id is none, all places are taken, the study is closed or there were too many tries
 */
export function enterCrowd(
  db: Db,
  token: string,
  input: Entering,
  now = Date.now()
): StartedSession & { userId: string; device: string; slug: string } {
  const allowances = [{ of: ['crowd', networkOf(input.address)], limit: MOST_OF_ADDRESS }];
  reserveTry(db, allowances, now);
  const { link } = readCrowdLink(db, token, now);
  const participant = participantIn(input.participant) ?? refuse.invalid(worded('crowdNoId', { name: link.parameter }));
  return write(db, (tx) => {
    const { study, project } = readCrowdLink(tx, token, now);
    const userId = placeOf(tx, link.id, participant) ?? takePlace(tx, { link, study, project }, participant, now);
    const user = tx.select().from(schema.user).where(eq(schema.user.id, userId)).get()!;
    if (user.disabledAt !== null) refuse.linkUsed();
    if (input.device && isKnownPlace(tx, userId, { device: input.device }, now)) returnTry(tx, allowances);
    const device = noteSignIn(tx, userId, input, now);
    record(tx, personWithRoles(tx, user), {
      ...{
        projectId: study.projectId,
        action: 'crowd.enter',
        entity: 'user',
        entityId: userId,
        detail: { link: link.id }
      }
    });
    return { ...startSession(tx, userId, now, input.userAgent), userId, device, slug: project.slug };
  });
}

const placeOf = (tx: Db, linkId: string, participant: string): string | undefined =>
  tx
    .select({ id: schema.crowdParticipant.userId })
    .from(schema.crowdParticipant)
    .where(and(eq(schema.crowdParticipant.linkId, linkId), eq(schema.crowdParticipant.participant, participant)))
    .get()?.id;

function takePlace(tx: Db, { link, study }: OpenLink, participant: string, now: number): string {
  if (study.status !== 'open') refuse.isClosed(worded('crowdClosed'));
  const taken = tx
    .select({ n: count() })
    .from(schema.crowdParticipant)
    .where(eq(schema.crowdParticipant.linkId, link.id))
    .get()!.n;
  const [userId] = freePlaces(tx, study.id);
  if (taken >= link.places || userId === undefined) return refuse.conflict(worded('crowdFull'));
  tx.insert(schema.crowdParticipant).values({ userId, linkId: link.id, participant, joinedAt: now }).run();
  return userId;
}
