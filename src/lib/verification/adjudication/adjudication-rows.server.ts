import { LRUCache } from 'lru-cache';
import { and, asc, eq, sql } from 'drizzle-orm';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { SubjectKind } from '../vocabulary/labels.ts';
import type { Settlement } from '../records/settling.ts';
import { isAskedFor } from '../rounds/asked-for.server.ts';
import { readSubjects } from '../records/records.server.ts';
import { standingInspections, type SubjectRecord } from '../records/records.ts';
import type { VerificationRound } from '../rounds/round.server.ts';
import { settleSubject, type Conflict } from '../records/settling.ts';
import type { Stage } from '../vocabulary/stages.ts';

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

const involvementsOf = builtOnce((db) => {
  const { queryInvolvement: held } = schema;
  return db
    .select()
    .from(held)
    .where(eq(held.userId, sql.placeholder('user')))
    .prepare();
});

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
    involvementsOf(db)
      .all({ user: userId })
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
const kept = new LRUCache<string, Kept>({ max: MOST });

/** The queries of a round in these stages, in their order; what is known of a query is read again only if its print differs. */
function settledQueries(
  db: Db,
  round: VerificationRound,
  stages: readonly Stage[]
): { queryId: string; rows: readonly AdjudicationRow[] }[] {
  const { overlap, keepUnnecessary } = round.settings;
  const now = printsOf(db)
    .all({ roundId: round.id })
    .filter(({ stage }) => stages.includes(stage))
    .map(({ print, ...query }) => ({ ...query, print: `${print} ${overlap} ${keepUnnecessary}` }));
  const rows = new Map<string, Kept['rows']>();
  for (const { id, print } of now) {
    const known = kept.get(id);
    if (known?.print === print) rows.set(id, known.rows);
  }
  const changed = now.filter(({ id }) => !rows.has(id));
  const subjects = new Map<string, SubjectRecord[]>(changed.map(({ id }) => [id, []]));
  if (changed.length > 0)
    for (const subject of readSubjects(db, { roundQueryIds: changed.map(({ id }) => id) }))
      subjects.get(subject.roundQueryId)!.push(subject);
  for (const { id, print } of changed) {
    const made = subjects.get(id)!.flatMap((subject) => (subject.archived ? [] : [rowOf(subject, round)]));
    rows.set(id, made);
    kept.set(id, { print, rows: made });
  }
  return now.map(({ id, queryId }) => ({ queryId, rows: rows.get(id)! }));
}

/** The queries about which a round decides, each with a text that changes with everything from which its rows are made. */
const printsOf = builtOnce((db) => {
  const { roundQuery, query } = schema;
  return db
    .select({
      id: roundQuery.id,
      queryId: roundQuery.queryId,
      stage: roundQuery.stage,
      print: sql<string>`json_array(${roundQuery.changes}, ${query.domain}, ${query.category},
        (select json_group_array(item.id) from checklist_item item where item.query_id = ${query.id} and item.archived_at is not null))`
    })
    .from(roundQuery)
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .where(and(eq(roundQuery.roundId, sql.placeholder('roundId')), isAskedFor()))
    .orderBy(asc(roundQuery.position))
    .prepare();
});

function rowOf(subject: SubjectRecord, round: VerificationRound): AdjudicationRow {
  const { state, conflicts, agreement } = settleSubject(subject, round.settings);
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
    opinions: subject.ratings.length + standingInspections(subject).length
  };
}
