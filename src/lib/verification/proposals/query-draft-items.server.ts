import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq, max } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId, sha256 } from '../../server/db/id.ts';
import { checkedDraftText, noteDraft, openDraft, type QueryDraft } from './query-drafts.server.ts';
import { cleanWording, sameWording, wordingFault } from '../vocabulary/wording.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;
export type DraftItem = typeof schema.draftItem.$inferSelect;

/** The items of a draft in their order, dropped ones with them. */
export const itemsOf = (db: Db, draftId: string): DraftItem[] =>
  db
    .select()
    .from(schema.draftItem)
    .where(eq(schema.draftItem.draftId, draftId))
    .orderBy(asc(schema.draftItem.position))
    .all();

/** What adoption would bring into the benchmark, as a hash: a page names it, so that nothing is adopted unseen. */
export const stateOfDraft = ({ revision }: QueryDraft, items: readonly DraftItem[]): string =>
  sha256(canonicalJson([revision, items.flatMap(({ text, status }) => (status === 'accepted' ? [text] : []))]));

/** Adds an item that a person has written; it counts as accepted. */
export function addDraftItem(db: Db, grant: Lead, draftId: string, text: string): { id: string } {
  return write(db, (tx) => {
    openDraft(tx, grant, draftId);
    const [id] = insertItems(tx, grant, draftId, [checkedDraftText(text, 'item')], null);
    return { id: id! };
  });
}

/** Adds items; those that the draft has word for word are passed over. Returns the ids of the new ones. */
export function insertItems(
  tx: Db,
  grant: Lead,
  draftId: string,
  texts: readonly string[],
  by: { judge: string; model: string | null; prompt: string; madeId: string | null; draftedText?: string | null } | null
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
        madeId: by?.madeId ?? null,
        draftedText: by?.draftedText ?? null,
        status: 'accepted',
        adoptedKey: null,
        position: (last?.position ?? -1) + 1 + i,
        createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        createdAt: Date.now()
      })
      .run();
    noteDraft(tx, grant, 'draft-item.add', id, { judge: by?.judge ?? null, text });
    return id;
  });
}

export interface ItemChanges {
  status?: DraftItem['status'];
  text?: string;
  /** The wording that the person has seen: another one is refused. Absent: any. */
  seen?: string;
}

/** Accepts, drops or rewords an item. What a model drafted stays marked so, with its first wording. */
export function changeDraftItem(db: Db, grant: Lead, itemId: string, changes: ItemChanges): void {
  write(db, (tx) => {
    const { draftItem, queryDraft } = schema;
    const { before } =
      tx
        .select({ before: draftItem })
        .from(draftItem)
        .innerJoin(queryDraft, eq(queryDraft.id, draftItem.draftId))
        .where(and(eq(draftItem.id, itemId), eq(queryDraft.projectId, grant.resource.id)))
        .get() ?? refuse.notFound('item');
    openDraft(tx, grant, before.draftId);
    if (changes.seen !== undefined && cleanWording(changes.seen) !== before.text) refuse.wordingChanged();
    const text = changes.text === undefined ? before.text : checkedDraftText(changes.text, 'item');
    const status = changes.status ?? (text === before.text ? before.status : 'accepted');
    if (itemsOf(tx, before.draftId).some((item) => item.id !== itemId && sameWording(item.text, text)))
      refuse.invalid(leadSays('itemNotChanged'), [problemAt('item', fieldSays('sameItem'))]);
    const draftedText =
      before.judge !== null && text !== before.text ? (before.draftedText ?? before.text) : before.draftedText;
    tx.update(draftItem).set({ text, status, draftedText }).where(eq(draftItem.id, itemId)).run();
    noteDraft(tx, grant, 'draft-item.change', itemId, {
      from: { text: before.text, status: before.status },
      to: { text, status }
    });
  });
}
