import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq } from 'drizzle-orm';
import { refuse, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { roundOf } from '../rounds/rounds.server.ts';
import { cleanWording, wordingFault } from './wording.ts';

const leadSays = sayingsOf('leadRefusals');

/**
 * Changes the wording of a query or item while it is being annotated (for example after a question to the lead). Ratings of the
 * old wording stay stored and have to be given again: people who were done with the query get it back.
 *
 * @param basedOn the wording's revision that the lead has seen; another one is refused
 */
export function editWording(
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: { roundId: string; subjectId: string; basedOn: number; text: string; reason: string }
): { revision: number } {
  const text = cleanWording(input.text);
  const fault = wordingFault(text);
  if (fault) refuse.invalid(leadSays('wordingNotChanged'), [problemAt('text', fault)]);
  return write(db, (tx) => {
    const round = roundOf(tx, grant, input.roundId);
    const { subject, roundQuery, query, verificationAssignment: assignment } = schema;
    const found =
      tx
        .select({ subject, roundQuery, qid: query.qid })
        .from(subject)
        .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
        .innerJoin(query, eq(query.id, roundQuery.queryId))
        .where(and(eq(subject.id, input.subjectId), eq(roundQuery.roundId, round.id)))
        .get() ?? refuse.notFound('item');
    if (round.status === 'finalised') refuse.isClosed(leadSays('roundFinalised', { round: round.name }));
    if (found.roundQuery.stage !== 'annotation')
      refuse.conflict(leadSays('notInAnnotation', { qid: found.qid, stage: found.roundQuery.stage }));
    if (found.subject.revision !== input.basedOn) refuse.wordingChanged();
    if (found.subject.wording === text) return { revision: found.subject.revision };
    const revision = found.subject.revision + 1;
    const reason = input.reason.trim().slice(0, 400) || 'changed by the lead';
    const by = grant.actor.kind === 'person' ? grant.actor.id : null;
    tx.insert(schema.subjectWording)
      .values({ subjectId: input.subjectId, revision, text, reason, by, at: Date.now() })
      .run();
    tx.update(subject).set({ wording: text, revision }).where(eq(subject.id, input.subjectId)).run();
    tx.update(assignment)
      .set({ status: 'open', doneAt: null })
      .where(
        and(
          eq(assignment.roundQueryId, found.roundQuery.id),
          eq(assignment.stage, 'annotation'),
          eq(assignment.status, 'done')
        )
      )
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'subject.reword',
      entity: 'subject',
      entityId: input.subjectId,
      detail: {
        round: round.number,
        qid: found.qid,
        key: found.subject.key,
        revision,
        reason,
        from: found.subject.wording,
        to: text
      }
    });
    return { revision };
  });
}

/** Every wording that a subject has had in its round, the first first. */
export function wordingHistory(
  db: Db,
  grant: ProjectGrant<'manage'>,
  roundId: string,
  subjectId: string
): { revision: number; text: string; reason: string; at: number }[] {
  const round = roundOf(db, grant, roundId);
  const { subjectWording, subject, roundQuery } = schema;
  return db
    .select({
      revision: subjectWording.revision,
      text: subjectWording.text,
      reason: subjectWording.reason,
      at: subjectWording.at
    })
    .from(subjectWording)
    .innerJoin(subject, eq(subject.id, subjectWording.subjectId))
    .innerJoin(roundQuery, eq(roundQuery.id, subject.roundQueryId))
    .where(and(eq(subjectWording.subjectId, subjectId), eq(roundQuery.roundId, round.id)))
    .orderBy(asc(subjectWording.revision))
    .all();
}
