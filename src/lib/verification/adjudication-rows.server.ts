import { eq, sql } from 'drizzle-orm';
import { schema, type Db } from '../server/db/client.ts';
import type { SubjectKind } from './labels.ts';
import type { Settlement } from './lineage.ts';
import { readSubjects } from './records.server.ts';
import type { SubjectRecord } from './records.ts';
import type { VerificationRound } from './rounds.server.ts';
import { settle, type Conflict } from './settling.ts';
import type { Stage } from './stages.ts';

export interface AdjudicationRow {
  subjectId: string;
  qid: string;
  kind: SubjectKind;
  key: string;
  wording: string;
  domain: string | null;
  category: string | null;
  state: Settlement;
  conflicts: Conflict[];
  /** Share of the pairs of opinions with the same label; null with fewer than two opinions. */
  agreement: number | null;
  opinions: number;
}

/**
 * How the subjects of a round stand, as far as their queries are in these stages and this person may decide on them; `barred`
 * counts the subjects of queries on which they have worked in another stage.
 *
 * Not to be called in a transaction: what a query came to is kept by what has been said of it, and what was said in a transaction
 * that fails has not been said.
 */
export function adjudicationRows(
  db: Db,
  userId: string,
  round: VerificationRound,
  stages: readonly Stage[]
): { rows: AdjudicationRow[]; barred: number } {
  const hands = new Map(
    db
      .select()
      .from(schema.queryHand)
      .where(eq(schema.queryHand.userId, userId))
      .all()
      .map(({ queryId, stage }) => [queryId, stage])
  );
  const rows: AdjudicationRow[] = [];
  let barred = 0;
  for (const query of settledQueries(db, round, stages)) {
    if ((hands.get(query.queryId) ?? 'adjudication') === 'adjudication') rows.push(...query.rows);
    else barred += query.rows.length;
  }
  return { rows, barred };
}

interface Kept {
  print: string;
  rows: readonly AdjudicationRow[];
}

const MOST = 20_000;
const kept = new Map<string, Kept>();

/** The queries of a round in these stages, in their order; what is known of a query is read again only where its print differs. */
function settledQueries(
  db: Db,
  round: VerificationRound,
  stages: readonly Stage[]
): { queryId: string; rows: readonly AdjudicationRow[] }[] {
  const { overlap, keepUnnecessary } = round.settings;
  const now = printsOf(db, round.id)
    .filter(({ stage }) => stages.includes(stage))
    .map(({ print, ...query }) => ({ ...query, print: `${print} ${overlap} ${keepUnnecessary}` }));
  const changed = now.filter(({ id, print }) => kept.get(id)?.print !== print);
  const subjects = new Map<string, SubjectRecord[]>(changed.map(({ id }) => [id, []]));
  for (let from = 0; from < changed.length; from += 1000)
    for (const subject of readSubjects(db, { roundQueryIds: changed.slice(from, from + 1000).map(({ id }) => id) }))
      subjects.get(subject.roundQueryId)!.push(subject);
  for (const { id, print } of changed) {
    kept.delete(id);
    kept.set(id, { print, rows: subjects.get(id)!.map((subject) => rowOf(subject, round)) });
  }
  const found = now.map(({ id, queryId }) => ({ queryId, rows: kept.get(id)!.rows }));
  for (const id of kept.keys()) {
    if (kept.size <= MOST) break;
    kept.delete(id);
  }
  return found;
}

/**
 * A text for each query that changes with everything from which its rows are made. Ratings, reviews and decisions are only
 * ever added, wordings and reopenings are numbered upwards, so that counts and sums can not come back to what they were.
 */
const printsOf = (db: Db, roundId: string): { id: string; queryId: string; stage: Stage; print: string }[] =>
  db.all(sql`
    select rq.id as id, rq.query_id as queryId, rq.stage as stage, json_array(
      rq.stage, q.domain, q.category,
      (select count(*) || ' ' || sum(s.revision) || ' ' || sum(s.voided) from subject s where s.round_query_id = rq.id),
      (select count(*) from subject s join adjudication d on d.subject_id = s.id where s.round_query_id = rq.id),
      (select group_concat(a.id || a.status || a.slot || ' ' || a.cycle) from verification_assignment a
        where a.round_query_id = rq.id),
      (select count(*) from verification_assignment a join rating r on r.assignment_id = a.id
        where a.round_query_id = rq.id),
      (select count(*) from verification_assignment a join review v on v.assignment_id = a.id
        where a.round_query_id = rq.id)
    ) as print
    from round_query rq join query q on q.id = rq.query_id
    where rq.round_id = ${roundId}
    order by rq.position`);

function rowOf(subject: SubjectRecord, round: VerificationRound): AdjudicationRow {
  const { state, conflicts, agreement } = settle(subject, round.settings);
  return {
    subjectId: subject.id,
    qid: subject.qid,
    kind: subject.kind,
    key: subject.key,
    wording: subject.wording,
    domain: subject.domain,
    category: subject.category,
    state,
    conflicts,
    agreement,
    opinions: subject.ratings.length + subject.inspections.length
  };
}
