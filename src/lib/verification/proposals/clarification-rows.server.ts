import { asc, desc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { schema, type Db } from '../../server/db/client.ts';
import type { MadePieceRow } from './made-pieces.server.ts';

/** A question about a draft or an imported query, as it was accepted, or as a piece that no lead has accepted. */
export type Clarification = typeof schema.clarification.$inferSelect & {
  /** Names of the people who asked the judge and responded; null for the command line, and if the question has no response yet. */
  askedByName: string | null;
  respondedByName: string | null;
};

/** Questions that were taken up, the newest first. */
export function questionsWhere(db: Db, where: SQL | undefined): Clarification[] {
  const { clarification, user } = schema;
  const asking = alias(user, 'asking');
  const responding = alias(user, 'responding');
  return db
    .select({
      ...getTableColumns(clarification),
      askedByName: asking.name,
      respondedByName: responding.name
    })
    .from(clarification)
    .leftJoin(asking, eq(asking.id, clarification.askedBy))
    .leftJoin(responding, eq(responding.id, clarification.respondedBy))
    .where(where)
    .orderBy(desc(clarification.askedAt), asc(clarification.judge), asc(clarification.id))
    .all();
}

/** A piece that no lead has accepted, as a question; decided by its id (see `made-decisions.server.ts`). */
export const questionOfPiece = (piece: MadePieceRow): Clarification => {
  const rejected = piece.decision === 'rejected';
  const [draftId, queryId] = piece.source === 'query' ? [null, piece.sourceId] : [piece.sourceId, null];
  return {
    ...{ id: piece.id, draftId, queryId, madeId: piece.id, judge: piece.judge },
    ...{ model: piece.model, prompt: piece.prompt, draftRevision: piece.revision ?? 1, question: piece.text },
    ...{ why: piece.why, askedBy: null, askedByName: null, askedAt: piece.at, before: null, after: null },
    ...{ status: rejected ? 'dismissed' : 'open', response: piece.decisionText ?? '' },
    ...{ respondedBy: piece.decidedBy, respondedByName: piece.decidedByName, respondedAt: piece.decidedAt }
  };
};
