import { sql } from 'drizzle-orm';
import type { Db } from '../../server/db/client.ts';
import { inDomains, lot } from './dealing.ts';
import { isAskedFor } from '../rounds/asked-for.server.ts';
import type { VerificationRound } from '../rounds/round.server.ts';
import type { WorkStage } from '../vocabulary/stages.ts';

/** A query with a free slot. */
export interface Free {
  roundQueryId: string;
  queryId: string;
  qid: string;
  domain: string | null;
  batch: number;
  cycle: number;
}

/**
 * Queries with a free slot that a person may take, in the order in which they should: batch by batch, so that batches get
 * full one after the other, and within a batch in a random order of the person's own. What was drawn for an inspection is handed out
 * in any case: the inspection ends once all of it is rated.
 */
export function freeFor(
  db: Db,
  round: VerificationRound,
  stage: Exclude<WorkStage, 'adjudication'>,
  userId: string
): Free[] {
  const wanted = stage === 'annotation' ? round.settings.overlap : 1;
  const drawn =
    stage === 'inspection'
      ? sql`and exists (
          select 1 from inspection_unit unit join subject on subject.id = unit.subject_id
          where unit.inspection_id = (select i.id from inspection i where i.batch_id = b.id and i.status = 'open')
            and subject.round_query_id = rq.id
        )`
      : sql`and ${isAskedFor('rq')}`;
  const cycle = stage === 'inspection' ? sql`(select max(i.number) from inspection i where i.batch_id = b.id)` : sql`1`;
  const rows = db.all<Free>(sql`
    select rq.id as roundQueryId, rq.query_id as queryId, q.qid as qid, q.domain as domain, b.number as batch,
      ${cycle} as cycle
    from round_query rq
    join query q on q.id = rq.query_id
    join inspection_batch b on b.id = rq.batch_id
    where rq.round_id = ${round.id} and rq.stage = ${stage} ${drawn}
      and (
        select count(*) from verification_assignment a
        where a.round_query_id = rq.id and a.stage = ${stage} and a.cycle = ${cycle} and a.status <> 'withdrawn'
      ) < ${wanted}
      and not exists (
        select 1 from verification_assignment a
        where a.round_query_id = rq.id and a.stage = ${stage} and a.cycle = ${cycle} and a.user_id = ${userId}
      )
      and not exists (
        select 1 from query_involvement h where h.query_id = rq.query_id and h.user_id = ${userId} and h.stage <> ${stage}
      )`);
  const able = stage === 'annotation' ? rows.filter(({ domain }) => inDomains(domain, userId, round.settings)) : rows;
  const place = new Map(able.map((row) => [row, lot(round.settings.seed, stage, userId, row.qid)]));
  return able.sort((a, b) => a.batch - b.batch || place.get(a)! - place.get(b)!);
}
