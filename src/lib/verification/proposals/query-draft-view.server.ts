import { alias } from 'drizzle-orm/sqlite-core';
import { and, asc, desc, eq, getTableColumns } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
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
  const items = itemsOf(db, draft.id);
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
    clarifications: clarificationsOf(db, draft.id),
    history: historyOf(db, grant, draft.id)
  };
}

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
