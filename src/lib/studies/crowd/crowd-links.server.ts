import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import { problemAt, refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId, newToken, sha256 } from '../../server/db/id.ts';
import { unclosedStudyOf } from '../judging/leases/lease-rules.server.ts';
import { freePlaces } from './crowd-places.server.ts';
import { crowdProblems, type CrowdWish } from './crowd-rules.ts';

const day = 24 * 60 * 60 * 1000;
/** Without letters and digits that are mistaken for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const drawnCode = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/**
 * Makes a link by which participants take the free places of a study.
 *
 * @returns its token, which is readable only now
 * @throws a refusal that names the field; more places than the study has free are refused
 */
export function makeCrowdLink(
  db: Db,
  grant: ProjectGrant<'manage'>,
  studyId: string,
  wish: CrowdWish,
  now = Date.now()
): { id: string; token: string } {
  const problems = crowdProblems(wish);
  if (problems.length > 0) refuse.invalid(worded('nothingMade'), problems);
  const { parameter, places, days } = wish;
  return write(db, (tx) => {
    const study = unclosedStudyOf(tx, grant, studyId);
    const free = freePlaces(tx, study.id).length - promised(tx, study.id, now);
    if (places > free)
      refuse.invalid(worded('nothingMade'), [problemAt('places', worded('crowdFree', { n: Math.max(0, free) }))]);
    const token = newToken();
    const id = newId();
    const completionCode = wish.completionCode || drawnCode();
    const createdBy = grant.actor.kind === 'person' ? grant.actor.id : null;
    tx.insert(schema.crowdLink)
      .values({
        ...{ id, tokenHash: sha256(token), studyId: study.id, parameter, completionCode, places, createdBy },
        ...{ createdAt: now, expiresAt: now + days * day }
      })
      .run();
    record(tx, grant.actor, {
      ...{ projectId: study.projectId, action: 'crowd-link.make', entity: 'study', entityId: study.id },
      detail: { link: id, parameter, places, days }
    });
    return { id, token };
  });
}

/** Free places that open links of the study may still fill. */
const promised = (tx: Db, studyId: string, now: number): number =>
  listRows(tx, studyId)
    .filter(({ link }) => link.revokedAt === null && link.expiresAt > now)
    .reduce((n, { link, taken }) => n + Math.max(0, link.places - taken), 0);

const listRows = (db: Db, studyId: string) =>
  db
    .select({ link: schema.crowdLink, taken: count(schema.crowdParticipant.userId) })
    .from(schema.crowdLink)
    .leftJoin(schema.crowdParticipant, eq(schema.crowdParticipant.linkId, schema.crowdLink.id))
    .where(eq(schema.crowdLink.studyId, studyId))
    .groupBy(schema.crowdLink.id)
    .orderBy(desc(schema.crowdLink.createdAt))
    .all();

/** The links of a study, the newest first, without their hashes. */
export const listCrowdLinks = (db: Db, grant: ProjectGrant<'manage'>, studyId: string, now = Date.now()) =>
  listRows(db, studyOfGrant(db, grant, studyId)).map(({ link, taken }) => ({
    ...{ id: link.id, parameter: link.parameter, completionCode: link.completionCode, places: link.places, taken },
    ...{ createdAt: link.createdAt, expiresAt: link.expiresAt },
    state:
      link.revokedAt !== null
        ? ('withdrawn' as const)
        : link.expiresAt <= now
          ? ('expired' as const)
          : ('open' as const)
  }));

const studyOfGrant = (db: Db, grant: ProjectGrant<'manage'>, studyId: string): string =>
  db
    .select({ id: schema.study.id })
    .from(schema.study)
    .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, grant.resource.id)))
    .get()?.id ?? refuse.notFound('study');

/** Withdraws a link: no participant enters by it any more, also none who has a place. Sessions of its participants end. */
export function withdrawCrowdLink(db: Db, grant: ProjectGrant<'manage'>, id: string, now = Date.now()): void {
  write(db, (tx) => {
    const { crowdLink, crowdParticipant, session } = schema;
    const row =
      tx
        .update(crowdLink)
        .set({ revokedAt: now })
        .where(
          and(
            eq(crowdLink.id, id),
            isNull(crowdLink.revokedAt),
            sql`${crowdLink.studyId} in (select id from study where project_id = ${grant.resource.id})`
          )
        )
        .returning()
        .get() ?? refuse.notFound('open link');
    tx.delete(session)
      .where(
        sql`${session.userId} in (select ${crowdParticipant.userId} from ${crowdParticipant} where ${crowdParticipant.linkId} = ${id})`
      )
      .run();
    record(tx, grant.actor, {
      ...{ projectId: grant.resource.id, action: 'crowd-link.withdraw', entity: 'study', entityId: row.studyId },
      detail: { link: id }
    });
  });
}
