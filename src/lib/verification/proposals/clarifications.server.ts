import { sayingsOf } from '../../messages/sayings.ts';
import { and, eq } from 'drizzle-orm';
import { refuse, fieldSays, worded, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { rewordQuery } from './query-edits.server.ts';
import { editDraft, openDraft } from './query-drafts.server.ts';
import { cleanWording } from '../vocabulary/wording.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

export type ClarificationResponse =
  | { kind: 'answered'; response: string }
  | { kind: 'dismissed'; response: string }
  /** The question led to another text of the draft or query. */
  | { kind: 'edited'; response: string; text: string; basedOn: number };

/** Subject of a question; not found unless it is of this project. */
function askedAbout(
  tx: Db,
  grant: Lead,
  { draftId, queryId }: Pick<typeof schema.clarification.$inferSelect, 'draftId' | 'queryId'>
): { qid: string; draft: typeof schema.queryDraft.$inferSelect | null } {
  const { queryDraft, query } = schema;
  const projectId = grant.resource.id;
  const draft = tx
    .select()
    .from(queryDraft)
    .where(and(eq(queryDraft.id, draftId ?? ''), eq(queryDraft.projectId, projectId)))
    .get();
  if (draft) return { qid: draft.qid, draft };
  const mine = and(eq(query.id, queryId ?? ''), eq(query.projectId, projectId));
  return { qid: (tx.select().from(query).where(mine).get() ?? refuse.notFound('question')).qid, draft: null };
}

/** Answers or dismisses a question, or turns it into an edit of the draft; who and what is kept. */
export function respondTo(db: Db, grant: Lead, clarificationId: string, given: ClarificationResponse): void {
  const response = cleanWording(given.response);
  if (given.kind === 'answered' && response === '')
    refuse.invalid(leadSays('answerNotSaved'), [problemAt('response', fieldSays('writeAnswer'))]);
  if (response.length > 4000)
    refuse.invalid(leadSays('answerNotSaved'), [problemAt('response', worded('atMostCharacters', { most: 4000 }))]);
  write(db, (tx) => {
    const { clarification } = schema;
    const asked =
      tx.select().from(clarification).where(eq(clarification.id, clarificationId)).get() ?? refuse.notFound('question');
    const of = askedAbout(tx, grant, asked);
    if (asked.status !== 'open') refuse.conflict(leadSays('questionClosed', { status: asked.status }));
    const draft = of.draft && openDraft(tx, grant, of.draft.id);
    const edited = given.kind === 'edited' ? reworded(tx, grant, { draft, queryId: asked.queryId }, given) : null;
    tx.update(clarification)
      .set({
        status: given.kind,
        response,
        before: edited?.before ?? null,
        after: edited?.after ?? null,
        respondedBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        respondedAt: Date.now()
      })
      .where(eq(clarification.id, clarificationId))
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: `clarification.${given.kind}`,
      entity: 'clarification',
      entityId: clarificationId,
      detail: { qid: of.qid, judge: asked.judge, response }
    });
  });
}

/** Edits what the question is about. */
function reworded(
  tx: Db,
  grant: Lead,
  { draft, queryId }: { draft: typeof schema.queryDraft.$inferSelect | null; queryId: string | null },
  { basedOn, text }: { basedOn: number; text: string }
): { before: string; after: string } {
  if (!draft) return rewordQuery(tx, grant, { queryId: queryId!, basedOn, text });
  const { domain, category } = draft;
  const after = editDraft(tx, grant, { draftId: draft.id, basedOn, text, domain, category }).text;
  return { before: draft.text, after };
}
