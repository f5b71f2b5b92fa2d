import { and, asc, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { nameOfActor } from '../../server/audit/audit-trail.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { type Clarification, questionOfPiece, questionsWhere } from './clarification-rows.server.ts';
import { draftPieces, type MadePieceRow } from './made-pieces.server.ts';
import { itemsOf, stateOfDraft, type DraftItem } from './query-draft-items.server.ts';
import type { QueryDraft } from './query-drafts.server.ts';
import { suggestionsFor, type Suggestion } from '../vocabulary/suggestions.ts';

type Lead = ProjectGrant<'manage'>;

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
  /** See `stateOfDraft`. */
  state: string;
  answer: { respondent: string; group: string; question: string; matters: string } | null;
  /** Items in their order, dropped ones last. */
  items: (DraftItem & { suggestions: Suggestion[] })[];
  /** The newest first. */
  clarifications: Clarification[];
  /** History of the query, from its first wording on. */
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
  const own = itemsOf(db, draft.id);
  const items = [...own, ...made.filter(({ maker }) => maker === 'checklist').map(asItem)];
  const standing = items.filter(({ status }) => status !== 'dropped');
  const hints = suggestionsFor([
    { id: draft.id, kind: 'query', wording: draft.text },
    ...standing.map(({ id, text }) => ({ id, kind: 'item' as const, wording: text }))
  ]);
  return {
    draft,
    state: stateOfDraft(draft, own),
    answer: answer
      ? { respondent: answer.respondent, group: answer.group, question: answer.question, matters: answer.matters }
      : null,
    items: [...standing, ...items.filter(({ status }) => status === 'dropped')].map((item) => ({
      ...item,
      suggestions: hints.get(item.id) ?? []
    })),
    clarifications: [
      ...questionsWhere(db, eq(schema.clarification.draftId, draft.id)),
      ...made.filter(({ maker }) => maker === 'clarifications').map(questionOfPiece)
    ],
    history: historyOf(db, grant, draft.id)
  };
}

/** A piece that no lead has accepted, as an item of the draft; decided by its id (see `made-decisions.server.ts`). */
const asItem = (piece: MadePieceRow, position: number): DraftItem => ({
  ...{ id: piece.id, draftId: piece.sourceId, text: piece.text, judge: piece.judge, model: piece.model },
  ...{ prompt: piece.prompt, madeId: piece.id, draftedText: null, adoptedKey: null, createdBy: null },
  ...{
    status: piece.decision === 'rejected' ? 'dropped' : 'proposed',
    position: 1_000_000 + position,
    createdAt: piece.at
  }
});

function historyOf(db: Db, grant: Lead, draftId: string): DraftAct[] {
  const { audit } = schema;
  return db
    .select({ id: audit.id, at: audit.at, who: nameOfActor, action: audit.action, detail: audit.detail })
    .from(audit)
    .where(and(eq(audit.projectId, grant.resource.id), eq(audit.entity, 'query-draft'), eq(audit.entityId, draftId)))
    .orderBy(asc(audit.id))
    .all();
}
