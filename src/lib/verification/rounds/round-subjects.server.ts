import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { ByName } from '../../names.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import { materialByQuery } from '../benchmark/material.server.ts';
import type { VerificationRound } from './round.server.ts';
import { workersIn } from './workers.server.ts';

const leadSays = sayingsOf('leadRefusals');

/** Material of a suite as people read it, line by line; null if they are not asked about it. */
export type MaterialText = (suite: string, content: unknown) => string | null;

/** Refuses a round with an overlap that the project's annotators cannot give. */
export function requireAnnotators(tx: Db, projectId: string, overlap: number): void {
  const n = workersIn(tx, projectId, 'annotator').length;
  if (n < overlap)
    refuse.invalid(leadSays('roundNotOpened'), [
      problemAt('overlap', fieldSays('fewAnnotators', { n }), String(overlap))
    ]);
}

/** The queries that a round takes up: those named, or all; refused if one is in an unfinished round. */
export function queriesFor(tx: Db, projectId: string, qids: readonly string[] | undefined) {
  const { query, roundQuery, verificationRound } = schema;
  const all = tx
    .select()
    .from(query)
    .where(and(eq(query.projectId, projectId), isNull(query.retiredAt)))
    .orderBy(asc(query.position))
    .all();
  const wanted = qids === undefined ? null : new ByName([...new Set(qids)], (qid) => qid);
  const queries = wanted ? all.filter(({ qid }) => wanted.has(qid)) : all;
  const known = new ByName(all, ({ qid }) => qid);
  const unknown = wanted ? [...wanted.values()].filter((qid) => !known.has(qid)) : [];
  const busy = new Map(
    tx
      .select({ queryId: roundQuery.queryId, number: verificationRound.number })
      .from(roundQuery)
      .innerJoin(verificationRound, eq(verificationRound.id, roundQuery.roundId))
      .where(and(eq(verificationRound.projectId, projectId), ne(verificationRound.status, 'finalised')))
      .all()
      .map(({ queryId, number }) => [queryId, number])
  );
  const problems = [
    ...unknown.map((qid) => problemAt('queries', fieldSays('noQuery', { qid }))),
    ...queries.flatMap(({ id, qid }) =>
      busy.has(id) ? [problemAt('queries', fieldSays('queryInRound', { qid, round: busy.get(id) ?? '' }))] : []
    )
  ];
  if (problems.length > 0) refuse.invalid(leadSays('roundNotOpened'), problems);
  if (queries.length === 0) refuse.invalid(leadSays('noQueriesToVerify'));
  return queries;
}

/** Takes queries, their yes/no items and the material that people are asked about into a round, in batches. Returns the number of subjects. */
export function addQueries(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  round: VerificationRound,
  queries: readonly (typeof schema.query.$inferSelect)[],
  materialText: MaterialText = () => null
): number {
  const { inspectionBatch, roundQuery, checklistItem, subject, subjectWording } = schema;
  const size = round.settings.batchSize;
  const batches = Array.from({ length: Math.ceil(queries.length / size) }, (_, i) => ({
    id: newId(),
    roundId: round.id,
    number: i + 1
  }));
  insertAll(tx, inspectionBatch, batches);
  const held = queries.map((query, position) => ({
    id: newId(),
    roundId: round.id,
    queryId: query.id,
    batchId: batches[Math.floor(position / size)]!.id,
    stage: 'annotation' as const,
    position,
    changes: 0
  }));
  insertAll(tx, roundQuery, held);
  const items = new Map<string, (typeof checklistItem.$inferSelect)[]>(queries.map(({ id }) => [id, []]));
  for (const item of tx
    .select({ item: checklistItem })
    .from(checklistItem)
    .innerJoin(schema.query, eq(schema.query.id, checklistItem.queryId))
    .where(
      and(eq(schema.query.projectId, round.projectId), eq(checklistItem.kind, 'item'), isNull(checklistItem.retiredAt))
    )
    .orderBy(asc(checklistItem.position))
    .all())
    items.get(item.item.queryId)?.push(item.item);
  const material = materialByQuery(tx, round.projectId);
  const subjects = queries.flatMap((query, i) => {
    const roundQueryId = held[i]!.id;
    const common = { roundQueryId, origin: 'benchmark' as const, appendedBy: null, revision: 1, voided: 0 };
    return [
      {
        ...common,
        id: newId(),
        kind: 'query' as const,
        itemId: null,
        key: query.qid,
        wording: query.text,
        position: 0
      },
      ...(items.get(query.id) ?? []).map((item, place) => ({
        ...common,
        id: newId(),
        kind: 'item' as const,
        itemId: item.id,
        key: item.key,
        wording: item.text,
        position: place + 1
      })),
      ...Object.entries(material.get(query.id) ?? {}).flatMap(([suite, content], place) => {
        const wording = materialText(suite, content);
        const position = (items.get(query.id)?.length ?? 0) + place + 1;
        const own = { ...common, id: newId(), kind: 'material' as const, itemId: null, key: suite, position };
        return wording === null ? [] : [{ ...own, wording }];
      })
    ];
  });
  insertAll(tx, subject, subjects);
  const by = grant.actor.kind === 'person' ? grant.actor.id : null;
  insertAll(
    tx,
    subjectWording,
    subjects.map(({ id, wording }) => ({
      subjectId: id,
      revision: 1,
      text: wording,
      reason: 'as the round began',
      by,
      at: round.createdAt
    }))
  );
  return subjects.length;
}
