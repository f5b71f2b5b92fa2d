import type { Role } from '../../src/lib/server/auth/authorize.ts';
import { cookieName } from '../../src/lib/server/auth/sign-in/cookies.ts';
import { startSession } from '../../src/lib/server/auth/sign-in/sessions.ts';
import { schema, type Db } from '../../src/lib/server/db/client.ts';
import { newId } from '../../src/lib/server/db/id.ts';

export interface Worker {
  userId: string;
  /** Of a session that was started beside the server: the sign-in form is no part of what is measured. */
  cookie: string;
}

/** That many people of a role, each with a session. */
export function hire(tx: Db, projectId: string, role: Role, count: number): Worker[] {
  return Array.from({ length: count }, (_, i) => {
    const userId = newId();
    const email = `${role}.${i + 1}@bench.example`;
    tx.insert(schema.user)
      .values({ id: userId, email, name: `${role} ${i + 1}`, admin: false, createdAt: 0 })
      .run();
    tx.insert(schema.membership).values({ projectId, userId, role, createdAt: 0 }).run();
    return {
      userId,
      cookie: `${cookieName('voirdire_session', { protocol: 'http:' })}=${startSession(tx, userId).token}`
    };
  });
}
