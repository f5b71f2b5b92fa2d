import { describe, expect, it } from 'vitest';
import { addUser } from '$lib/server/auth/accounts/accounts.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { readSession, startSession } from '$lib/server/auth/sign-in/sessions.ts';
import { schema } from '$lib/server/db/client.ts';
import { GET, HEAD } from './accounts/[account]/export.json/+server.ts';

describe('the export of an account', () => {
  it('has the same headers whether its content is asked for or not, and only content is recorded', async () => {
    const { db } = memoryDatabase();
    const person = { name: 'Arne', email: 'arne@x.example', password: 'four unrelated words', admin: true };
    const id = await addUser(db, person);
    const locals = { db, actor: readSession(db, startSession(db, id).token)!.person };
    const answerOf = (method: typeof GET, account: string) => method({ locals, params: { account } } as never);
    const exports = () =>
      db
        .select()
        .from(schema.audit)
        .all()
        .filter(({ action }) => action === 'user.export').length;
    const head = await answerOf(HEAD, id);
    expect(exports()).toBe(0);
    expect([...(await answerOf(GET, id)).headers]).toEqual([...head.headers]);
    expect(exports()).toBe(1);
    for (const method of [GET, HEAD])
      for (const unknown of ['nobody', 'a\nb']) {
        const refused = (() => answerOf(method, unknown)) as () => unknown;
        expect(refused).toThrow(expect.objectContaining({ status: 404 }));
      }
  });
});
