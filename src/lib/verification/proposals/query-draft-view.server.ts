import { alias } from 'drizzle-orm/sqlite-core';
import { and, asc, desc, eq, getTableColumns } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { draftPieces, type MadePieceRow } from './made-pieces.server.ts';
import { itemsOf, type DraftItem } from './query-draft-items.server.ts';
import type { QueryDraft } from './query-drafts.server.ts';
import { suggestionsFor, type Suggestion } from '../vocabulary/suggestions.ts';

type Lead = ProjectGrant<'manage'>;

export type Clarification = typeof schema.clarification.$inferSelect & {
  /** Names of who asked the judge and who responded; null for the command line, and where nobody did yet. */
  askedByName: string | null;
  respondedByName: string | null;
};

/** Something that was done with a draft: an entry of the audit trail. */
export interface DraftAct {
  id: number;
  at: number;
  who: string;
  action: string;
  detail: Record<string, unknown>;
}

export interface DraftView {
  draft: QueryDraft;
  answer: { respondent: string; group: string; question: string; matters: string } | null;
  /** Items in their order, dropped ones last. */
  items: (DraftItem & { suggestions: Suggestion[] })[];
  /** The newest first. */
  clarifications: Clarification[];
  /** What was done with the query, from its first wording on. */
  history: DraftAct[];
}

export function getDraft(db: Db, grant: Lead, qid: string): DraftView {
  const { queryDraft, surveyAnswer } = schema;
  const mine = and(eq(queryDraft.projectId, grant.resource.id), eq(queryDraft.qid, qid));
  const draft = db.select().from(queryDraft).where(mine).get() ?? refuse.notFound('draft');
  const answer =
    draft.answerId === null
      ? undefined
      : db.select().from(surveyAnswer).where(eq(surveyAnswer.id, draft.answerId)).get();
  const made = draftPieces(db, grant.resource.id, draft.id);
  const items = [...itemsOf(db, draft.id), ...made.filter(({ maker }) => maker === 'checklist').map(asItem)];
  const standing = items.filter(({ status }) => status !== 'dropped');
  const hints = suggestionsFor([
    { id: draft.id, kind: 'query', wording: draft.text },
    ...standing.map(({ id, text }) => ({ id, kind: 'item' as const, wording: text }))
  ]);
  return {
    draft,
    answer: answer
      ? { respondent: answer.respondent, group: answer.group, question: answer.question, matters: answer.matters }
      : null,
    items: [...standing, ...items.filter(({ status }) => status === 'dropped')].map((item) => ({
      ...item,
      suggestions: hints.get(item.id) ?? []
    })),
    clarifications: [
      ...clarificationsOf(db, draft.id),
      ...made.filter(({ maker }) => maker === 'clarifications').map(asQuestion)
    ],
    history: historyOf(db, grant, draft.id)
  };
}

/** A piece that nobody has accepted, as an item of the draft; decided by its id (see `made-decisions.server.ts`). */
const asItem = (piece: MadePieceRow, position: number): DraftItem => ({
  ...{ id: piece.id, draftId: piece.sourceId, text: piece.text, judge: piece.judge, model: piece.model },
  ...{ prompt: piece.prompt, madeId: piece.id, draftedText: null, adoptedKey: null, createdBy: null },
  ...{
    status: piece.decision === 'rejected' ? 'dropped' : 'proposed',
    position: 1_000_000 + position,
    createdAt: piece.at
  }
});

/** The same as a question. */
const asQuestion = (piece: MadePieceRow): Clarification => {
  const rejected = piece.decision === 'rejected';
  return {
    ...{ id: piece.id, draftId: piece.sourceId, queryId: null, madeId: piece.id, judge: piece.judge },
    ...{ model: piece.model, prompt: piece.prompt, draftRevision: piece.revision ?? 1, question: piece.text },
    ...{ why: piece.why, askedBy: null, askedByName: null, askedAt: piece.at, before: null, after: null },
    ...{ status: rejected ? 'dismissed' : 'open', response: piece.decisionText ?? '' },
    ...{ respondedBy: piece.decidedBy, respondedByName: piece.decidedByName, respondedAt: piece.decidedAt }
  };
};

function clarificationsOf(db: Db, draftId: string): Clarification[] {
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
    .where(eq(clarification.draftId, draftId))
    .orderBy(desc(clarification.askedAt), asc(clarification.judge), asc(clarification.id))
    .all();
}

function historyOf(db: Db, grant: Lead, draftId: string): DraftAct[] {
  const { audit } = schema;
  return db
    .select({ id: audit.id, at: audit.at, who: audit.actorName, action: audit.action, detail: audit.detail })
    .from(audit)
    .where(and(eq(audit.projectId, grant.resource.id), eq(audit.entity, 'query-draft'), eq(audit.entityId, draftId)))
    .orderBy(asc(audit.id))
    .all();
}
