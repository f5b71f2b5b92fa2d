import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../errors.ts';
import { schema } from '../../db/client.ts';
import { memoryDatabase } from '../../db/memory.fixture.ts';
import { createProject, addRole } from '../../projects.ts';
import { addUser, changePassword } from '../accounts/accounts.ts';
import { endAllAccess } from '../accounts/end-access.ts';
import { disablePerson, enablePerson } from '../accounts/standing.ts';
import { authorize, instance, may, operator, type Person } from '../authorize.ts';
import { readSession, startSession } from '../sign-in/sessions.ts';
import { listTokens, makeToken, MOST_TOKENS, readToken, revokeToken } from './tokens.ts';

const password = 'four unrelated words';
const day = 86_400_000;
const shell = authorize(operator, instance, 'administer');

async function scene() {
  const { db } = memoryDatabase();
  const id = await addUser(db, { name: 'Ana', email: 'ana@x.example', password, admin: false });
  const project = { kind: 'project', id: createProject(db, shell, { name: 'Heat' }).id } as const;
  addRole(db, authorize(operator, project, 'manage'), id, 'lead');
  const person = (): Person => readSession(db, startSession(db, id).token)!.person;
  const make = (scopes: string[] = [], days = 30) => makeToken(db, person(), { name: 'notebook', scopes, days });
  return { db, id, project, person, make };
}

const refusalOf = (work: () => unknown): Refusal => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('a personal token', () => {
  it('acts as its owner, and the database holds its hash alone', async () => {
    const { db, id, make } = await scene();
    const token = make(['manage']);
    expect(readToken(db, token)).toMatchObject({ id, name: 'Ana', token: { scopes: ['read', 'manage'] } });
    const kept = JSON.stringify(db.select().from(schema.apiToken).all());
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(token.slice(13));
    expect(JSON.stringify(db.select().from(schema.audit).all())).not.toContain(token.slice(13));
    expect(kept).toContain(token.slice(0, 12));
  });

  it('is recognised by its beginning, with scopes, end and last use', async () => {
    const { db, person, make } = await scene();
    const token = make(['work'], 7);
    expect(listTokens(db, person())).toMatchObject([
      { name: 'notebook', prefix: token.slice(0, 12), scopes: ['read', 'work'], usedAt: null, expired: false }
    ]);
    readToken(db, token, Date.now() + day);
    expect(listTokens(db, person())[0]!.usedAt).toBeGreaterThan(Date.now());
    expect(listTokens(db, person(), Date.now() + 8 * day)[0]!.expired).toBe(true);
  });

  it('ends when it expires, when revoked, and is never valid for longer because a clock was set back', async () => {
    const { db, person, make } = await scene();
    const token = make([], 7);
    expect(readToken(db, token, Date.now() + 7 * day - 1000)).not.toBeNull();
    expect(readToken(db, token, Date.now() + 7 * day + 1000)).toBeNull();
    expect(readToken(db, token, Date.now() - 2 * day)).toBeNull();
    revokeToken(db, person(), listTokens(db, person())[0]!.id);
    expect(readToken(db, token)).toBeNull();
  });

  it('ends with a new password, a disabled account and a restored backup', async () => {
    const { db, id, person, make } = await scene();
    const first = make();
    await changePassword(db, person(), { current: password, next: 'five more unrelated words', keep: '' });
    expect(readToken(db, first)).toBeNull();
    const second = make();
    disablePerson(db, shell, id);
    enablePerson(db, shell, id);
    expect(readToken(db, second)).toBeNull();
    const third = make();
    endAllAccess(db, 'restore');
    expect(readToken(db, third)).toBeNull();
  });

  it('is refused if its scopes are too narrow, although the role of its owner would do', async () => {
    const { db, project, make } = await scene();
    const person = readToken(db, make())!;
    expect(authorize(person, project, 'read-results').actor).toBe(person);
    expect(refusalOf(() => authorize(person, project, 'manage')).message).toContain('scope “manage”');
    // Whether a person is blind depends on their role, not on the token that they use.
    expect(may(person, project, 'manage')).toBe(true);
  });

  it('never gives more than the roles of its owner at that moment', async () => {
    const { db, make } = await scene();
    const person = readToken(db, make(['work', 'manage']))!;
    const other = { kind: 'project', id: createProject(db, shell, { name: 'Cold' }).id } as const;
    expect(refusalOf(() => authorize(person, other, 'enter')).code).toBe('not-found');
    expect(refusalOf(() => authorize(person, instance, 'administer')).code).toBe('not-permitted');
    db.delete(schema.membership).run();
    expect(readToken(db, make(['manage']))!.roles.size).toBe(0);
  });

  it('is named in the audit trail by its beginning', async () => {
    const { db, id, project, make } = await scene();
    const token = make(['manage']);
    addRole(db, authorize(readToken(db, token)!, project, 'manage'), id, 'annotator');
    const rows = db.select().from(schema.audit).all();
    expect(rows.at(-1)).toMatchObject({ action: 'role.add', detail: { role: 'annotator', token: token.slice(0, 12) } });
  });
});

describe('makeToken', () => {
  it('refuses a missing name, other times and unknown scopes, each by its field', async () => {
    const { db, person } = await scene();
    const refused = refusalOf(() => makeToken(db, person(), { name: ' ', scopes: ['root'], days: 10_000 }));
    expect(refused.problems.map(({ column }) => column)).toEqual(['tokenName', 'days', 'scopes']);
  });

  it('refuses more than its most', async () => {
    const { make } = await scene();
    for (let i = 0; i < MOST_TOKENS; i++) make();
    expect(refusalOf(make).code).toBe('conflict');
  });
});

describe('revokeToken', () => {
  it('does not revoke the token of another person', async () => {
    const { db, make, person } = await scene();
    const token = make();
    const { id } = listTokens(db, person())[0]!;
    const ben = await addUser(db, { name: 'Ben', email: 'ben@x.example', password, admin: false });
    const other = readSession(db, startSession(db, ben).token)!.person;
    expect(refusalOf(() => revokeToken(db, other, id)).code).toBe('not-found');
    expect(readToken(db, token)).not.toBeNull();
  });
});
