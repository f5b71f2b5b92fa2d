import type { Actor } from './auth/authorize.ts';
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
  tx.insert(schema.audit)
    .values({
      at: Date.now(),
      actorId: actor.kind === 'person' ? actor.id : null,
      actorName: actor.name,
      projectId: entry.projectId,
      action: entry.action,
      entity: entry.entity,
      entityId: entry.entityId,
      detail: entry.detail ?? {}
    })
    .run();
}
