import { sql } from 'drizzle-orm';
import { auditHead, hashOfRow } from './audit-chain.ts';
import type { Actor } from '../auth/authorize.ts';
import { builtOnce } from '../db/built-once.ts';
import { schema, type Db } from '../db/client.ts';

/**
 * Records an action in the transaction that carries it out, chained to the row before it (`audit-chain`). `detail` holds what a
 * lead would ask for, never secrets.
 */
export function record(
  tx: Db,
  actor: Actor,
  entry: {
    projectId: string | null;
    action: string;
    entity: string;
    entityId: string;
    detail?: Record<string, unknown>;
  }
): void {
  const head = auditHead(tx);
  const row = {
    id: head.rows + 1,
    at: Date.now(),
    actorId: actor.kind === 'person' ? actor.id : null,
    // A name could never be erased from a chain of hashes: people are named by their id, and their name is looked up when it is read.
    actorName: actor.kind === 'person' ? 'person' : actor.name,
    projectId: entry.projectId,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId.toWellFormed(),
    previous: head.hash
  };
  // Of an act by a personal token, the token: a person can tell what a script of theirs did.
  const by = actor.kind === 'person' && actor.token ? { token: actor.token.prefix } : {};
  const detail = { ...entry.detail, ...by };
  insertion(tx).run({ ...row, detail, hash: hashOfRow({ ...row, detail: JSON.stringify(detail) }) });
}

const insertion = builtOnce((db) =>
  db
    .insert(schema.audit)
    .values({
      id: sql.placeholder('id'),
      at: sql.placeholder('at'),
      actorId: sql.placeholder('actorId'),
      actorName: sql.placeholder('actorName'),
      projectId: sql.placeholder('projectId'),
      action: sql.placeholder('action'),
      entity: sql.placeholder('entity'),
      entityId: sql.placeholder('entityId'),
      detail: sql.placeholder('detail'),
      previous: sql.placeholder('previous'),
      hash: sql.placeholder('hash')
    })
    .prepare()
);
