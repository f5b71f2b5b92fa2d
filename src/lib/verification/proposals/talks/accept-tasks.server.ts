import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { write, type Db } from '../../../server/db/client.ts';
import { decideMade } from '../made-decisions.server.ts';

/** Accepts drafted tasks as queries of the benchmark, all or, if one is refused, none. Returns their qids. */
export const acceptTasks = (db: Db, grant: ProjectGrant<'manage'>, ids: readonly string[]): string[] =>
  write(db, (tx) => ids.flatMap((id) => decideMade(tx, grant, id, { kind: 'accepted' }).placed ?? []));
