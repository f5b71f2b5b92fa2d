import { and, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import {
  checklistQuestion,
  clarificationQuestion,
  readChecklist,
  readClarifications,
  type Asker,
  type Clarifications,
  type ModelReply
} from './model-drafts.ts';
import { insertItems } from './query-draft-items.server.ts';
import { editDraft, openDraft } from './query-drafts.server.ts';
import { cleanWording, sameWording } from '../vocabulary/wording.ts';

type Lead = ProjectGrant<'manage'>;

/** What came of asking several judges: one may fail while another answers. */
interface AskedJudge {
  judge: string;
  /** Questions or items that were kept. */
  kept: number;
  /** Why nothing came of it; null where it answered in the form asked for. */
  fault: string | null;
}

const promptName = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;

async function replyOf(
  asker: Asker,
  ask: () => Promise<ModelReply>
): Promise<{ reply: ModelReply } | { fault: string }> {
  try {
    return { reply: await ask() };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : `${asker.judge} did not answer` };
  }
}

/**
 * Asks judges (two of different makers, usually) what is unclear about a draft, all at once, and keeps each question with the
 * judge, model and prompt that it comes from; what a judge has asked before in the same words is passed over. What fails is
 * told per judge.
 */
export async function askClarifications(
  db: Db,
  grant: Lead,
  draftId: string,
  askers: readonly Asker[]
): Promise<AskedJudge[]> {
  if (askers.length === 0) refuse.invalid('No judge was named. Choose at least one.');
  const draft = openDraft(db, grant, draftId);
  const question = clarificationQuestion(draft.text);
  return Promise.all(
    askers.map(async (asker): Promise<AskedJudge> => {
      const { judge } = asker;
      const got = await replyOf(asker, () => asker.ask(question));
      if ('fault' in got) return { judge, kept: 0, fault: got.fault };
      const read = readClarifications(got.reply);
      if (!read.ok) return { judge, kept: 0, fault: read.fault };
      let kept: Clarifications['questions'] = [];
      write(db, (tx) => {
        openDraft(tx, grant, draftId);
        const known = tx
          .select({ question: schema.clarification.question })
          .from(schema.clarification)
          .where(and(eq(schema.clarification.draftId, draftId), eq(schema.clarification.judge, judge)))
          .all();
        kept = read.value.questions.filter(
          ({ question: asked }) => !known.some((one) => sameWording(one.question, cleanWording(asked)))
        );
        for (const one of kept) {
          const id = newId();
          tx.insert(schema.clarification)
            .values({
              id,
              draftId,
              judge,
              model: got.reply.model,
              prompt: promptName(question.prompt),
              draftRevision: draft.revision,
              question: cleanWording(one.question),
              why: cleanWording(one.why),
              askedBy: grant.actor.kind === 'person' ? grant.actor.id : null,
              askedAt: Date.now(),
              status: 'open',
              response: '',
              before: null,
              after: null,
              respondedBy: null,
              respondedAt: null
            })
            .run();
        }
        record(tx, grant.actor, {
          projectId: grant.resource.id,
          action: 'clarification.ask',
          entity: 'query-draft',
          entityId: draftId,
          detail: {
            qid: draft.qid,
            judge,
            model: got.reply.model,
            prompt: promptName(question.prompt),
            promptHash: question.prompt.hash,
            questions: kept.length
          }
        });
      });
      return { judge, kept: kept.length, fault: null };
    })
  );
}

export type ClarificationResponse =
  | { kind: 'answered'; response: string }
  | { kind: 'dismissed'; response: string }
  /** The question led to another text of the draft. */
  | { kind: 'edited'; response: string; text: string; basedOn: number };

/** What a question is about; not found unless it is of this project. */
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
    refuse.invalid('The answer was not kept.', [{ row: null, column: 'response', reason: 'Write the answer.' }]);
  if (response.length > 4000)
    refuse.invalid('The answer was not kept.', [
      { row: null, column: 'response', reason: 'Write at most 4000 characters.' }
    ]);
  write(db, (tx) => {
    const { clarification } = schema;
    const asked =
      tx.select().from(clarification).where(eq(clarification.id, clarificationId)).get() ?? refuse.notFound('question');
    const of = askedAbout(tx, grant, asked);
    if (asked.status !== 'open') refuse.conflict(`This question is ${asked.status} already. Load the page again.`);
    const draft = of.draft && openDraft(tx, grant, of.draft.id);
    if (given.kind === 'edited' && !draft)
      refuse.invalid('The query was not changed. A query of the benchmark gets another wording in a round.');
    const edited =
      given.kind === 'edited' && draft
        ? editDraft(tx, grant, {
            ...{ draftId: draft.id, basedOn: given.basedOn, text: given.text },
            ...{ domain: draft.domain, category: draft.category }
          })
        : null;
    tx.update(clarification)
      .set({
        status: given.kind,
        response,
        before: edited ? draft!.text : null,
        after: edited?.text ?? null,
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

/** Has a model draft the checklist of a query; each item is marked as its draft and waits for a person to accept it. */
export async function draftChecklist(db: Db, grant: Lead, draftId: string, asker: Asker): Promise<AskedJudge> {
  const draft = openDraft(db, grant, draftId);
  const question = checklistQuestion(draft.text);
  const { judge } = asker;
  const got = await replyOf(asker, () => asker.ask(question));
  if ('fault' in got) return { judge, kept: 0, fault: got.fault };
  const read = readChecklist(got.reply);
  if (!read.ok) return { judge, kept: 0, fault: read.fault };
  return write(db, (tx) => {
    openDraft(tx, grant, draftId);
    const by = { judge, model: got.reply.model, prompt: promptName(question.prompt) };
    const kept = insertItems(tx, grant, draftId, read.value.items, by).length;
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'checklist.draft',
      entity: 'query-draft',
      entityId: draftId,
      detail: { qid: draft.qid, ...by, promptHash: question.prompt.hash, items: kept }
    });
    return { judge, kept, fault: null };
  });
}
