import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { refuse, worded } from '../../errors.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { containsWords, inOrder } from '../../server/lists/found-rows.ts';
import { pageWithin, type ListPage, type ListQuestion } from '../../server/lists/list-question.ts';
import { isStandingRating, isStandingReview } from '../records/standing.ts';
import type { WorkStage } from '../vocabulary/stages.ts';

type OwnStage = Exclude<WorkStage, 'adjudication'>;

/** A query that a person rated, reviewed or inspected, to be found again. Reveals none of other people's words. */
interface OwnQuery {
  assignmentId: string;
  qid: string;
  round: { number: number; name: string };
  stage: OwnStage;
  /** How many ratings or reviews of it stand. */
  given: number;
  /** When the last of them was committed. */
  committedAt: number;
  /** `open`: they may be changed; `paused`: once the round continues; `gone-on`: the query is in another stage, they are final. */
  state: 'open' | 'paused' | 'gone-on';
}

/**
 * One page of the queries of which a person committed something in a project's rounds. Orders: `time`, `qid`, `round`, `stage`;
 * filters: `round` (its number), `stage` and `state` (`open`: may be changed, at once or when the round continues; `final`). Words are
 * looked for in the qid and in the query as it was imported.
 */
export function pageOfOwnQueries(db: Db, grant: ProjectGrant<'enter'>, question: ListQuestion): ListPage<OwnQuery> {
  const person = grant.actor.kind === 'person' ? grant.actor : refuse.notPermitted(worded('usersOwnWork'));
  const { verificationAssignment: assignment, roundQuery, verificationRound: round, query } = schema;
  const standing = sql<OwnQuery['state']>`case when ${roundQuery.stage} <> ${assignment.stage} then 'gone-on'
    when ${round.status} = 'paused' then 'paused' when ${round.status} = 'open' then 'open' else 'gone-on' end`;
  // Outside Drizzle's columns, names say their table.
  const said = (what: 'count(*)' | 'max(committed_at)') =>
    sql<number>`(select ${sql.raw(what)} from (
      select r.committed_at from rating r where r.assignment_id = ${assignment.id} and ${isStandingRating}
      union all select v.committed_at from review v where v.assignment_id = ${assignment.id} and ${isStandingReview}
    ))`;
  const { round: number, stage, state } = question.filters;
  const wanted = and(
    eq(round.projectId, grant.resource.id),
    eq(assignment.userId, person.id),
    ne(assignment.status, 'withdrawn'),
    ne(assignment.stage, 'adjudication'),
    sql`${said('count(*)')} > 0`,
    number === undefined ? undefined : eq(round.number, Number(number) || 0),
    stage === undefined ? undefined : sql`${assignment.stage} = ${stage}`,
    state === 'open' ? sql`${standing} <> 'gone-on'` : state === 'final' ? sql`${standing} = 'gone-on'` : undefined,
    containsWords([query.qid, query.text], question.search)
  );
  const from = () =>
    db
      .select({
        assignmentId: assignment.id,
        qid: query.qid,
        round: { number: round.number, name: round.name },
        stage: sql<OwnStage>`${assignment.stage}`,
        given: said('count(*)'),
        committedAt: said('max(committed_at)'),
        state: standing
      })
      .from(assignment)
      .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
      .innerJoin(round, eq(round.id, roundQuery.roundId))
      .innerJoin(query, eq(query.id, roundQuery.queryId))
      .where(wanted);
  const total = db
    .select({ n: count() })
    .from(assignment)
    .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
    .innerJoin(round, eq(round.id, roundQuery.roundId))
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .where(wanted)
    .get()!.n;
  const { page, pages, offset } = pageWithin(total, question);
  const orders = { time: said('max(committed_at)'), qid: query.qid, round: round.number, stage: assignment.stage };
  const rows = from()
    .orderBy(...inOrder(question, orders, [round.number, query.qid, assignment.id]))
    .limit(question.size)
    .offset(offset)
    .all();
  return { rows, page, pages, total };
}

/** The stages whose work the list holds, as a filter offers them. */
export const ownStages = ['annotation', 'review', 'inspection'] as const satisfies readonly OwnStage[];
