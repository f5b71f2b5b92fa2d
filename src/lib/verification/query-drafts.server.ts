import { and, asc, eq, max, ne, sql } from 'drizzle-orm';
import { refuse, type Problem } from '../errors.ts';
import { record } from '../server/audit.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { importQueries } from './benchmark.server.ts';
import { suggestionsFor, type Suggestion } from './suggestions.ts';
import { cleanWording, sameWording, wordingFault } from './wording.ts';

type Lead = ProjectGrant<'manage'>;
export type QueryDraft = typeof schema.queryDraft.$inferSelect;
export type DraftItem = typeof schema.draftItem.$inferSelect;
export type Clarification = typeof schema.clarification.$inferSelect;

export interface DraftRow extends QueryDraft {
  /** Items that are not dropped, and those of them that nobody has accepted yet. */
  items: number;
  proposed: number;
  openClarifications: number;
}

/** The project's drafts by qid. */
export function listDrafts(db: Db, grant: Lead, filter: { status?: QueryDraft['status'] } = {}): DraftRow[] {
  const { queryDraft, draftItem, clarification } = schema;
  const items = Map.groupBy(
    db
      .select({ draftId: draftItem.draftId, status: draftItem.status })
      .from(draftItem)
      .innerJoin(queryDraft, eq(queryDraft.id, draftItem.draftId))
      .where(and(eq(queryDraft.projectId, grant.resource.id), ne(draftItem.status, 'dropped')))
      .all(),
    ({ draftId }) => draftId
  );
  const open = new Map(
    db
      .select({ draftId: clarification.draftId, n: sql<number>`count(*)` })
      .from(clarification)
      .innerJoin(queryDraft, eq(queryDraft.id, clarification.draftId))
      .where(and(eq(queryDraft.projectId, grant.resource.id), eq(clarification.status, 'open')))
      .groupBy(clarification.draftId)
      .all()
      .map(({ draftId, n }) => [draftId, n])
  );
  return db
    .select()
    .from(queryDraft)
    .where(
      and(
        eq(queryDraft.projectId, grant.resource.id),
        filter.status === undefined ? undefined : eq(queryDraft.status, filter.status)
      )
    )
    .orderBy(asc(queryDraft.qid))
    .all()
    .map((draft) => {
      const own = items.get(draft.id) ?? [];
      return {
        ...draft,
        items: own.length,
        proposed: own.filter(({ status }) => status === 'proposed').length,
        openClarifications: open.get(draft.id) ?? 0
      };
    });
}

export interface DraftView {
  draft: QueryDraft;
  answer: { respondent: string; group: string; question: string; matters: string } | null;
  /** Items in their order, dropped ones last. */
  items: (DraftItem & { suggestions: Suggestion[] })[];
  /** The newest first. */
  clarifications: Clarification[];
}

export function getDraft(db: Db, grant: Lead, qid: string): DraftView {
  const { queryDraft, surveyAnswer, clarification } = schema;
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
    clarifications: db
      .select()
      .from(clarification)
      .where(eq(clarification.draftId, draft.id))
      .orderBy(sql`${clarification.askedAt} desc`, asc(clarification.judge))
      .all()
  };
}

const itemsOf = (db: Db, draftId: string): DraftItem[] =>
  db
    .select()
    .from(schema.draftItem)
    .where(eq(schema.draftItem.draftId, draftId))
    .orderBy(asc(schema.draftItem.position))
    .all();

export function draftById(tx: Db, grant: Lead, draftId: string): QueryDraft {
  const { queryDraft } = schema;
  const mine = and(eq(queryDraft.id, draftId), eq(queryDraft.projectId, grant.resource.id));
  return tx.select().from(queryDraft).where(mine).get() ?? refuse.notFound('draft');
}

export function openDraft(tx: Db, grant: Lead, draftId: string): QueryDraft {
  const draft = draftById(tx, grant, draftId);
  if (draft.status !== 'draft') refuse.closed(`The draft ${draft.qid}`, `it is ${draft.status}`);
  return draft;
}

const checkedText = (text: string, column: string): string => {
  const clean = cleanWording(text);
  const fault = wordingFault(clean);
  if (fault) refuse.invalid('The draft was not kept.', [{ row: null, column, reason: fault }]);
  return clean;
};

export interface DraftInput {
  /** Empty: the next free number. */
  qid?: string;
  text: string;
  domain: string | null;
  category: string | null;
  /** The survey answer that it comes from. */
  answerId?: string | null;
}

/** Starts a draft. */
export function addDraft(db: Db, grant: Lead, input: DraftInput): QueryDraft {
  const text = checkedText(input.text, 'text');
  return write(db, (tx) => {
    const projectId = grant.resource.id;
    const qid = checkedQid(tx, projectId, input.qid?.trim() ?? '');
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
    note(tx, grant, 'query-draft.add', draft.id, { qid, answerId: draft.answerId });
    return draft;
  });
}

function checkedQid(tx: Db, projectId: string, given: string): string {
  const taken = new Set([
    ...tx
      .select({ qid: schema.query.qid })
      .from(schema.query)
      .where(eq(schema.query.projectId, projectId))
      .all()
      .map(({ qid }) => qid),
    ...tx
      .select({ qid: schema.queryDraft.qid })
      .from(schema.queryDraft)
      .where(eq(schema.queryDraft.projectId, projectId))
      .all()
      .map(({ qid }) => qid)
  ]);
  const problem = (reason: string): never =>
    refuse.invalid('The draft was not kept.', [{ row: null, column: 'qid', reason, found: given }]);
  if (given === '') {
    let number = taken.size + 1;
    while (taken.has(`q${number}`)) number += 1;
    return `q${number}`;
  }
  if (taken.has(given)) problem('A query or draft has this qid already. Choose another, or leave it empty.');
  if (given.length > 100 || /[\\/\p{Cc}]/u.test(given))
    problem('Write at most 100 characters, without slashes and control characters.');
  return given;
}

/** Changes a draft. `basedOn` is the revision that the person has seen: another one is refused, so that no edit is lost. */
export function editDraft(
  db: Db,
  grant: Lead,
  input: { draftId: string; basedOn: number; text: string; domain: string | null; category: string | null }
): QueryDraft {
  const text = checkedText(input.text, 'text');
  return write(db, (tx) => {
    const before = openDraft(tx, grant, input.draftId);
    if (before.revision !== input.basedOn) refuse.wordingChanged();
    const set = {
      text,
      domain: input.domain?.trim() || null,
      category: input.category?.trim() || null,
      revision: before.revision + 1
    };
    tx.update(schema.queryDraft).set(set).where(eq(schema.queryDraft.id, before.id)).run();
    note(tx, grant, 'query-draft.edit', before.id, {
      qid: before.qid,
      revision: set.revision,
      from: before.text,
      to: text
    });
    return { ...before, ...set };
  });
}

/** Puts a draft aside, or takes it up again. */
export function dropDraftQuery(db: Db, grant: Lead, draftId: string, dropped: boolean): void {
  write(db, (tx) => {
    const draft = draftById(tx, grant, draftId);
    if (draft.status === 'adopted') refuse.closed(`The draft ${draft.qid}`, 'it is adopted');
    tx.update(schema.queryDraft)
      .set({ status: dropped ? 'dropped' : 'draft' })
      .where(eq(schema.queryDraft.id, draftId))
      .run();
    note(tx, grant, dropped ? 'query-draft.drop' : 'query-draft.resume', draftId, { qid: draft.qid });
  });
}

/** Adds an item that a person has written; it counts as accepted. */
export function addDraftItem(db: Db, grant: Lead, draftId: string, text: string): { id: string } {
  return write(db, (tx) => {
    openDraft(tx, grant, draftId);
    const [id] = insertItems(tx, grant, draftId, [checkedText(text, 'item')], null);
    return { id: id! };
  });
}

/** Adds items; those that the draft has word for word are passed over. Returns the ids of the new ones. */
export function insertItems(
  tx: Db,
  grant: Lead,
  draftId: string,
  texts: readonly string[],
  by: { judge: string; model: string | null; prompt: string } | null
): string[] {
  const { draftItem } = schema;
  const known = itemsOf(tx, draftId);
  const last = tx
    .select({ position: max(draftItem.position) })
    .from(draftItem)
    .where(eq(draftItem.draftId, draftId))
    .get();
  const fresh = texts
    .map(cleanWording)
    .filter(
      (text, i, all) =>
        wordingFault(text) === null &&
        !known.some((item) => sameWording(item.text, text)) &&
        !all.slice(0, i).some((other) => sameWording(other, text))
    );
  return fresh.map((text, i) => {
    const id = newId();
    tx.insert(draftItem)
      .values({
        id,
        draftId,
        text,
        judge: by?.judge ?? null,
        model: by?.model ?? null,
        prompt: by?.prompt ?? null,
        draftedText: null,
        status: by ? 'proposed' : 'accepted',
        adoptedKey: null,
        position: (last?.position ?? -1) + 1 + i,
        createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        createdAt: Date.now()
      })
      .run();
    note(tx, grant, 'draft-item.add', id, { judge: by?.judge ?? null, text });
    return id;
  });
}

/** Accepts, drops or rewords an item. What a model drafted stays marked so, with its first wording. */
export function changeDraftItem(
  db: Db,
  grant: Lead,
  itemId: string,
  changes: { status?: DraftItem['status']; text?: string }
): void {
  write(db, (tx) => {
    const { draftItem } = schema;
    const before = tx.select().from(draftItem).where(eq(draftItem.id, itemId)).get() ?? refuse.notFound('item');
    openDraft(tx, grant, before.draftId);
    const text = changes.text === undefined ? before.text : checkedText(changes.text, 'item');
    const status = changes.status ?? (text === before.text ? before.status : 'accepted');
    if (itemsOf(tx, before.draftId).some((item) => item.id !== itemId && sameWording(item.text, text)))
      refuse.invalid('The item was not changed.', [
        { row: null, column: 'item', reason: 'Another item has these very words.' }
      ]);
    const draftedText =
      before.judge !== null && text !== before.text ? (before.draftedText ?? before.text) : before.draftedText;
    tx.update(draftItem).set({ text, status, draftedText }).where(eq(draftItem.id, itemId)).run();
    note(tx, grant, 'draft-item.change', itemId, {
      from: { text: before.text, status: before.status },
      to: { text, status }
    });
  });
}

/**
 * Makes a draft a query of the benchmark, with its accepted items. What was only proposed by a model does not go along: a person
 * has to accept it first. Refused while clarification questions are open.
 */
export function adoptDraft(db: Db, grant: Lead, draftId: string): { qid: string; items: number } {
  return write(db, (tx) => {
    const draft = openDraft(tx, grant, draftId);
    const items = itemsOf(tx, draftId);
    const accepted = items.filter(({ status }) => status === 'accepted');
    const { clarification, draftItem, queryDraft } = schema;
    const open = tx
      .select({ id: clarification.id })
      .from(clarification)
      .where(and(eq(clarification.draftId, draftId), eq(clarification.status, 'open')))
      .all().length;
    const proposed = items.filter(({ status }) => status === 'proposed').length;
    const problems: Problem[] = [];
    if (open > 0)
      problems.push({
        row: null,
        column: 'clarifications',
        reason: `${open} clarification question${open === 1 ? ' is' : 's are'} open. Answer or dismiss them.`
      });
    if (proposed > 0)
      problems.push({
        row: null,
        column: 'items',
        reason: `${proposed} item${proposed === 1 ? ' was' : 's were'} drafted by a model and not looked at. Accept or drop them.`
      });
    if (problems.length > 0) refuse.invalid('The draft was not adopted.', problems);
    importQueries(tx, grant, [
      {
        qid: draft.qid,
        text: draft.text,
        domain: draft.domain,
        category: draft.category,
        language: null,
        items: accepted.map(({ text }, i) => ({
          key: `c${i + 1}`,
          text,
          kind: 'item',
          weight: null,
          dimension: null,
          explanation: null
        }))
      }
    ]);
    accepted.forEach(({ id }, i) =>
      tx
        .update(draftItem)
        .set({ adoptedKey: `c${i + 1}` })
        .where(eq(draftItem.id, id))
        .run()
    );
    tx.update(queryDraft).set({ status: 'adopted' }).where(eq(queryDraft.id, draftId)).run();
    note(tx, grant, 'query-draft.adopt', draftId, { qid: draft.qid, items: accepted.length });
    return { qid: draft.qid, items: accepted.length };
  });
}

const note = (tx: Db, grant: Lead, action: string, entityId: string, detail: Record<string, unknown>): void =>
  record(tx, grant.actor, { projectId: grant.resource.id, action, entity: action.split('.')[0]!, entityId, detail });
