import { sql } from 'drizzle-orm';
import type { Actor } from './auth/authorize.ts';
import { builtOnce } from './db/built-once.ts';
import { schema, type Db } from './db/client.ts';

/** Records an action in the transaction that carries it out. `detail` holds what a lead would ask for, never secrets. */
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
  insertion(tx).run({
    at: Date.now(),
    actorId: actor.kind === 'person' ? actor.id : null,
    actorName: actor.name,
    projectId: entry.projectId,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    detail: entry.detail ?? {}
  });
}

const insertion = builtOnce((db) =>
  db
    .insert(schema.audit)
    .values({
      at: sql.placeholder('at'),
      actorId: sql.placeholder('actorId'),
      actorName: sql.placeholder('actorName'),
      projectId: sql.placeholder('projectId'),
      action: sql.placeholder('action'),
      entity: sql.placeholder('entity'),
      entityId: sql.placeholder('entityId'),
      detail: sql.placeholder('detail')
    })
    .prepare()
);
