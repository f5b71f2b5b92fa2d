import { isDeepStrictEqual } from 'node:util';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { refuse, worded, fieldSays, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { ByName, nameFault, oneForm } from '../../names.ts';
import { draftPieces } from './made-pieces.server.ts';
import { nextStep, type DraftStep } from './query-drafts.ts';
import { cleanWording, wordingFault } from '../vocabulary/wording.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;
export type QueryDraft = typeof schema.queryDraft.$inferSelect;

interface DraftRow extends QueryDraft {
  /** Respondent of the answer that it comes from. */
  respondent: string | null;
  /** Items that are not dropped, and those of them that no lead has accepted yet. */
  items: number;
  proposed: number;
  clarifications: number;
  openClarifications: number;
  /** Next step of the draft; null if there is none. */
  next: DraftStep | null;
}

export interface DraftFilter {
  status?: QueryDraft['status'];
  /** Names; the empty one means without any. */
  domain?: string;
  category?: string;
  /** Words that stand, as they are, in the text or the qid. */
  search?: string;
}

/** The project's drafts by qid. */
export function listDrafts(db: Db, grant: Lead, filter: DraftFilter = {}): DraftRow[] {
  const { queryDraft, draftItem, clarification, surveyAnswer } = schema;
  const mine = eq(queryDraft.projectId, grant.resource.id);
  const items = Map.groupBy(
    db
      .select({ draftId: draftItem.draftId, status: draftItem.status })
      .from(draftItem)
      .innerJoin(queryDraft, eq(queryDraft.id, draftItem.draftId))
      .where(and(mine, ne(draftItem.status, 'dropped')))
      .all(),
    ({ draftId }) => draftId
  );
  const asked = Map.groupBy(
    db
      .select({ draftId: clarification.draftId, status: clarification.status })
      .from(clarification)
      .innerJoin(queryDraft, eq(queryDraft.id, clarification.draftId))
      .where(mine)
      .all(),
    ({ draftId }) => draftId
  );
  const pieces = Map.groupBy(draftPieces(db, grant.resource.id), ({ sourceId }) => sourceId);
  const named = (column: typeof queryDraft.domain | typeof queryDraft.category, name: string | undefined) =>
    name === undefined ? undefined : name === '' ? isNull(column) : eq(column, name);
  return db
    .select({ draft: queryDraft, respondent: surveyAnswer.respondent })
    .from(queryDraft)
    .leftJoin(surveyAnswer, eq(surveyAnswer.id, queryDraft.answerId))
    .where(
      and(
        mine,
        filter.status === undefined ? undefined : eq(queryDraft.status, filter.status),
        named(queryDraft.domain, filter.domain),
        named(queryDraft.category, filter.category),
        filter.search === undefined
          ? undefined
          : sql`instr(lower(${queryDraft.qid} || char(10) || ${queryDraft.text}), lower(${filter.search})) > 0`
      )
    )
    .orderBy(asc(queryDraft.qid))
    .all()
    .map(({ draft, respondent }) => {
      const own = items.get(draft.id) ?? [];
      const questions = asked.get(draft.id) ?? [];
      const made = pieces.get(draft.id) ?? [];
      const waiting = made.filter(({ decision }) => decision === 'waiting');
      const [madeItems, madeQuestions] = ['checklist', 'clarifications'].map(
        (maker) => waiting.filter((piece) => piece.maker === maker).length
      ) as [number, number];
      const state = {
        items: own.length + madeItems,
        proposed: own.filter(({ status }) => status === 'proposed').length + madeItems,
        // A question that was dismissed is still one that was asked.
        clarifications: questions.length + made.filter(({ maker }) => maker === 'clarifications').length,
        openClarifications: questions.filter(({ status }) => status === 'open').length + madeQuestions
      };
      return { ...draft, respondent, ...state, next: nextStep({ status: draft.status, ...state }) };
    });
}

function draftById(tx: Db, grant: Lead, draftId: string): QueryDraft {
  const { queryDraft } = schema;
  const mine = and(eq(queryDraft.id, draftId), eq(queryDraft.projectId, grant.resource.id));
  return tx.select().from(queryDraft).where(mine).get() ?? refuse.notFound('draft');
}

export function openDraft(tx: Db, grant: Lead, draftId: string): QueryDraft {
  const draft = draftById(tx, grant, draftId);
  if (draft.status !== 'draft') refuse.isClosed(leadSays('draftClosed', { qid: draft.qid, status: draft.status }));
  return draft;
}

export const checkedDraftText = (text: string, column: string): string => {
  const clean = cleanWording(text);
  const fault = wordingFault(clean);
  if (fault) refuse.invalid(worded('draftNotSaved'), [problemAt(column, fault)]);
  return clean;
};

interface QueryDraftInput {
  /** Leave empty for the next free number. */
  qid?: string;
  text: string;
  domain: string | null;
  category: string | null;
  /** The survey answer that it comes from. */
  answerId?: string | null;
}

/** Starts a draft. */
export function addDraft(db: Db, grant: Lead, input: QueryDraftInput): QueryDraft {
  const text = checkedDraftText(input.text, 'text');
  return write(db, (tx) => {
    const projectId = grant.resource.id;
    const qid = checkedQid(tx, projectId, oneForm(input.qid ?? ''));
    const { surveyAnswer } = schema;
    if (input.answerId) {
      const mine = and(eq(surveyAnswer.id, input.answerId), eq(surveyAnswer.projectId, projectId));
      if (!tx.select().from(surveyAnswer).where(mine).get()) refuse.notFound('answer');
    }
    const draft: QueryDraft = {
      id: newId(),
      projectId,
      qid,
      text,
      revision: 1,
      domain: input.domain?.trim() || null,
      category: input.category?.trim() || null,
      answerId: input.answerId ?? null,
      status: 'draft',
      createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
      createdAt: Date.now()
    };
    tx.insert(schema.queryDraft).values(draft).run();
    noteDraft(tx, grant, 'query-draft.add', draft.id, { qid, answerId: draft.answerId });
    return draft;
  });
}

/** @param own the draft that is to have the qid; null if it is new */
function checkedQid(tx: Db, projectId: string, given: string, own: string | null = null): string {
  const [queries, drafts] = [schema.query, schema.queryDraft].map((table) =>
    tx
      .select({ qid: table.qid })
      .from(table)
      .where(and(eq(table.projectId, projectId), own === null ? undefined : ne(table.id, own)))
      .all()
  ) as [{ qid: string }[], { qid: string }[]];
  const taken = new ByName([...queries, ...drafts], ({ qid }) => qid);
  const problem = (wording: Saying): never =>
    refuse.invalid(worded('draftNotSaved'), [problemAt('qid', wording, given)]);
  if (given === '') {
    let number = queries.length + drafts.length + 1;
    while (taken.has(`q${number}`)) number += 1;
    return `q${number}`;
  }
  if (taken.has(given)) problem(fieldSays('qidTaken'));
  if (given.length > 100 || nameFault(given) !== null) problem(fieldSays('qidForm', { most: 100 }));
  return given;
}

export interface DraftEdit {
  draftId: string;
  basedOn: number;
  /** Absent: as it is. Empty: the next free number. */
  qid?: string;
  text: string;
  domain: string | null;
  category: string | null;
}

/**
 * Changes a draft; the same content changes nothing. `basedOn` is the revision that the person has seen: another one is refused, so
 * that no edit is lost.
 */
export function editDraft(db: Db, grant: Lead, input: DraftEdit): QueryDraft {
  const text = checkedDraftText(input.text, 'text');
  return write(db, (tx) => {
    const before = openDraft(tx, grant, input.draftId);
    if (before.revision !== input.basedOn) refuse.wordingChanged();
    const given = oneForm(input.qid ?? before.qid);
    const content = {
      qid: given === before.qid ? given : checkedQid(tx, before.projectId, given, before.id),
      text,
      domain: input.domain?.trim() || null,
      category: input.category?.trim() || null
    };
    if (isDeepStrictEqual({ ...before, ...content }, before)) return before;
    const set = { ...content, revision: before.revision + 1 };
    tx.update(schema.queryDraft).set(set).where(eq(schema.queryDraft.id, before.id)).run();
    noteDraft(tx, grant, 'query-draft.edit', before.id, {
      qid: set.qid,
      ...(set.qid !== before.qid && { formerQid: before.qid }),
      revision: set.revision,
      from: before.text,
      to: text
    });
    return { ...before, ...set };
  });
}

/** Puts a draft aside; the reason stays in its history. It can be taken up again. */
export function dropDraftQuery(db: Db, grant: Lead, draftId: string, reason: string): void {
  const said = cleanWording(reason);
  if (said === '' || said.length > 2000)
    refuse.invalid(leadSays('draftNotDropped'), [
      problemAt('reason', fieldSays('reasonFromTo', { least: 1, most: 2000 }))
    ]);
  write(db, (tx) => {
    const draft = openDraft(tx, grant, draftId);
    tx.update(schema.queryDraft).set({ status: 'dropped' }).where(eq(schema.queryDraft.id, draftId)).run();
    noteDraft(tx, grant, 'query-draft.drop', draftId, { qid: draft.qid, reason: said });
  });
}

/** Takes a dropped draft up again, as it was. */
export function resumeDraft(db: Db, grant: Lead, draftId: string): void {
  write(db, (tx) => {
    const draft = draftById(tx, grant, draftId);
    if (draft.status !== 'dropped') refuse.isClosed(leadSays('draftClosed', { qid: draft.qid, status: draft.status }));
    tx.update(schema.queryDraft).set({ status: 'draft' }).where(eq(schema.queryDraft.id, draftId)).run();
    noteDraft(tx, grant, 'query-draft.resume', draftId, { qid: draft.qid });
  });
}

export const noteDraft = (
  tx: Db,
  grant: Lead,
  action: string,
  entityId: string,
  detail: Record<string, unknown>
): void =>
  record(tx, grant.actor, { projectId: grant.resource.id, action, entity: action.split('.')[0]!, entityId, detail });
