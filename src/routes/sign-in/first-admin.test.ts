import { expect, it } from 'vitest';
import { newUser } from '$lib/server/auth/accounts/accounts.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { load } from './+page.server.ts';

it('the sign-in page says that there is no admin until there is one', () => {
  const { db } = memoryDatabase();
  const url = new URL('http://localhost/sign-in');
  const read = () =>
    load({ locals: { actor: null, db, language: 'en' }, url, cookies: { get: () => undefined } } as never) as {
      hasAdmin: boolean;
    };
  expect(read().hasAdmin).toBe(false);
  newUser(db, { name: 'Ben', email: 'ben@example.org' }, 'not a hash', false);
  expect(read().hasAdmin).toBe(false);
  newUser(db, { name: 'Ada', email: 'ada@example.org' }, 'not a hash', true);
  expect(read().hasAdmin).toBe(true);
});
