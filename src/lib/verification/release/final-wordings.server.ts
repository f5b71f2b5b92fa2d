import { eq, inArray } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { dropMaterial } from '../benchmark/material.server.ts';
import type { SettledSubject } from '../records/settling.ts';
import type { SubjectRecord } from '../records/records.ts';

/** Writes what differs from what is stored. Returns the keys that appended items got, by subject. */
export function applyToBenchmark(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  settled: readonly SettledSubject[],
  reason: string
): Map<string, string> {
  const { query, checklistItem } = schema;
  const at = Date.now();
  const stored = storedParts(tx, settled);
  const keys = new Map<string, string>();
  const dropped = new Set(
    settled
      .filter(({ subject, settled: { keep } }) => subject.kind === 'query' && !keep)
      .map(({ subject }) => subject.roundQueryId)
  );
  for (const { subject, settled: final } of settled) {
    // What belongs to a query that is left out stays stored as it is.
    if (subject.kind !== 'query' && dropped.has(subject.roundQueryId)) continue;
    // Its text is no wording: leads edit material on the query's page.
    if (subject.kind === 'material') {
      if (!final.keep) dropMaterial(tx, grant, { queryId: subject.queryId, suite: subject.key, reason });
      continue;
    }
    const id = subject.kind === 'query' ? subject.queryId : subject.itemId;
    if (id === null) {
      if (final.keep) keys.set(subject.id, addItem(tx, subject, final.wording, at));
      continue;
    }
    const before = stored.get(id);
    if (before?.text === final.wording && (before.retiredAt === null) === final.keep) continue;
    // Another wording has no counterpart without placeholders any more.
    const set = {
      text: final.wording,
      retiredAt: final.keep ? null : at,
      ...(before?.text !== final.wording && { placeholderFree: null })
    };
    if (subject.kind === 'query') tx.update(query).set(set).where(eq(query.id, id)).run();
    else tx.update(checklistItem).set(set).where(eq(checklistItem.id, id)).run();
  }
  return keys;
}

/** Queries and items of the benchmark as they are stored, by id. */
function storedParts(
  tx: Db,
  settled: readonly SettledSubject[]
): Map<string, { text: string; retiredAt: number | null }> {
  const { query, checklistItem } = schema;
  const ids = [...new Set(settled.map(({ subject }) => subject.queryId))];
  const found = new Map<string, { text: string; retiredAt: number | null }>();
  for (let from = 0; from < ids.length; from += 1000) {
    const part = ids.slice(from, from + 1000);
    for (const { id, text, retiredAt } of [
      ...tx.select().from(query).where(inArray(query.id, part)).all(),
      ...tx.select().from(checklistItem).where(inArray(checklistItem.queryId, part)).all()
    ])
      found.set(id, { text, retiredAt });
  }
  return found;
}

/** An appended item becomes one of the benchmark's, with the next key that is free. */
function addItem(tx: Db, subject: SubjectRecord, wording: string, createdAt: number): string {
  const { checklistItem } = schema;
  const stored = tx.select().from(checklistItem).where(eq(checklistItem.queryId, subject.queryId)).all();
  const keys = new Set(stored.map(({ key }) => key));
  let number = stored.length + 1;
  while (keys.has(`c${number}`)) number += 1;
  const key = `c${number}`;
  const id = newId();
  tx.insert(checklistItem)
    .values({
      id,
      queryId: subject.queryId,
      key,
      text: wording,
      placeholderFree: null,
      kind: 'item',
      weight: null,
      dimension: null,
      explanation: null,
      position: stored.reduce((last, { position }) => Math.max(last, position), -1) + 1,
      createdAt,
      retiredAt: null
    })
    .run();
  tx.update(schema.subject).set({ itemId: id, key }).where(eq(schema.subject.id, subject.id)).run();
  return key;
}
