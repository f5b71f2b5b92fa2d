import { describe, expect, it, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Refusal } from '../../errors.ts';
import { schema, writesSeen } from '../db/client.ts';
import { memoryDatabase } from '../db/memory.fixture.ts';
import { createProject } from '../projects.ts';
import { authorize, instance, may, operator, type Person, type Role } from './authorize.ts';
import { addUser, changePassword, chooseKeys } from './accounts/accounts.ts';
import { acceptInvitation, invite, readInvitation, resetLink, setUpLink } from './accounts/invitations.ts';
import * as passwords from './sign-in/passwords.ts';
import { endOwnSessions, endSession, listSessions, noteUse, readSession, startSession } from './sign-in/sessions.ts';
import { signIn } from './sign-in/sign-in.ts';

const person = (role: Role | null, admin = false): Person => ({
  kind: 'person',
  id: 'u',
  name: 'U',
  email: 'u@x',
  admin,
  roles: new Map(role ? [['p', [role]]] : [])
});
const project = { kind: 'project', id: 'p' } as const;
const password = 'four unrelated words';

describe('authorize', () => {
  it('gives data that would unblind an annotator to leads and admins only', () => {
    expect(may(person('annotator'), project, 'read-results')).toBe(false);
    expect(may(person('reviewer'), project, 'read-results')).toBe(false);
    expect(may(person('lead'), project, 'read-results')).toBe(true);
    expect(may(person(null, true), project, 'read-results')).toBe(true);
  });
  it('does not let leads and admins judge blind', () => {
    expect(may(person('lead'), project, 'annotate')).toBe(false);
    expect(may(person(null, true), project, 'annotate')).toBe(false);
    expect(may(person('annotator'), project, 'annotate')).toBe(true);
  });
  it('hides a project from those without a role in it', () => {
    expect(() => authorize(person(null), project, 'manage')).toThrow(/no such project/);
    expect(() => authorize(person('annotator'), project, 'manage')).toThrow(/for leads/);
  });
});

describe('sessions', () => {
  it('store only a hash, slide while used and end when told', async () => {
    const { db } = memoryDatabase();
    const userId = await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    const now = Date.now();
    const { token, expiresAt } = startSession(db, userId, now);
    const stored = db.select().from(schema.session).all();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(noteUse(db, token, now)).toBeNull();
    expect(readSession(db, token, now)?.stale).toBe(false);
    expect(readSession(db, token, expiresAt - 1000)).toMatchObject({ stale: true, person: { id: userId } });
    expect(noteUse(db, token, expiresAt - 1000)).toBeGreaterThan(expiresAt + 29 * 24 * 3_600_000);
    expect(readSession(db, token, expiresAt - 1000)?.stale).toBe(false);
    endSession(db, token);
    expect(readSession(db, token, now)).toBeNull();
  });
  it('are not changed by reading', async () => {
    const { db } = memoryDatabase();
    const userId = await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    const { token, expiresAt } = startSession(db, userId);
    const before = writesSeen(db);
    for (const now of [Date.now(), expiresAt - 1000, expiresAt + 1000]) readSession(db, token, now);
    expect(writesSeen(db)).toBe(before);
  });
  it('end 90 days after the sign-in, however much they are used', async () => {
    const { db } = memoryDatabase();
    const userId = await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    const day = 24 * 60 * 60 * 1000;
    const start = Date.now();
    const { token } = startSession(db, userId, start);
    for (let days = 10; days < 90; days += 10) {
      const session = readSession(db, token, start + days * day);
      expect(session, `day ${days}`).not.toBeNull();
      noteUse(db, token, start + days * day);
      expect(session!.expiresAt).toBeLessThanOrEqual(start + 90 * day);
    }
    expect(readSession(db, token, start + 90 * day)).toBeNull();
  });
  it('are listed with their browser, and end one by one or all but the one that asks', async () => {
    const { db } = memoryDatabase();
    const [id, other] = [
      await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false }),
      await addUser(db, { name: 'B', email: 'b@x.example', password, admin: false })
    ];
    const now = Date.now();
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
    const tokens = [firefox, safari, 'x'].map((agent, i) => startSession(db, id, now + i, agent).token);
    const others = startSession(db, other, now).token;
    const { person } = readSession(db, tokens[0]!, now)!;
    const listed = () => listSessions(db, person, tokens[0]!, now);
    expect(listed().map(({ browser, current }) => [browser, current])).toEqual([
      ['Firefox on Windows', true],
      ['Another browser', false],
      ['Safari on iPhone', false]
    ]);
    expect(JSON.stringify(listed())).not.toContain(tokens[0]);
    endOwnSessions(db, person, { id: listed()[2]!.id });
    expect(readSession(db, tokens[1]!, now)).toBeNull();
    const theirs = listSessions(db, readSession(db, others, now)!.person, others, now)[0]!;
    endOwnSessions(db, person, { id: theirs.id });
    expect(readSession(db, others, now)).not.toBeNull();
    endOwnSessions(db, person, { allBut: tokens[0]! });
    expect(listed()).toHaveLength(1);
    expect(readSession(db, tokens[0]!, now)).not.toBeNull();
    expect(readSession(db, others, now)).not.toBeNull();
  });
  it('expire', async () => {
    const { db } = memoryDatabase();
    const userId = await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    const { token, expiresAt } = startSession(db, userId);
    expect(readSession(db, token, expiresAt + 1)).toBeNull();
  });
});

describe('own keys', () => {
  it('are kept with the account, read with each session, noted in the audit trail, and none if all are usual', async () => {
    const { db } = memoryDatabase();
    const id = await addUser(db, { name: 'Ada', email: 'ada@x.example', password, admin: false });
    const { token } = startSession(db, id);
    const { person, keys } = readSession(db, token)!;
    expect(keys).toBeNull();
    chooseKeys(db, person, { note: 'Q', find: '' });
    expect(readSession(db, token)!.keys).toEqual({ note: 'Q', find: '' });
    chooseKeys(db, person, {});
    expect(readSession(db, token)!.keys).toBeNull();
    const noted = db.select().from(schema.audit).where(eq(schema.audit.action, 'keys.choose')).all();
    expect(noted.map(({ entityId, detail }) => [entityId, detail])).toEqual([
      [id, { keys: { note: 'Q', find: '' } }],
      [id, { keys: {} }]
    ]);
  });
});

describe('signIn', () => {
  it('is in the audit trail, whether it succeeds or fails, and names no e-mail that failed', async () => {
    const { db } = memoryDatabase();
    const userId = await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    const at = { address: '192.0.2.1', device: null };
    const rows = () =>
      db
        .select()
        .from(schema.audit)
        .all()
        .filter(({ action }) => action.startsWith('sign-in'));
    await signIn(db, { email: 'A@x.example', password, ...at });
    expect(rows()).toMatchObject([{ action: 'sign-in', actorId: userId, entity: 'user', entityId: userId }]);
    for (const email of ['a@x.example', ' A@X.example', 'nobody@x.example'])
      await expect(signIn(db, { email, password: 'wrong', ...at })).rejects.toThrow(/do not match/);
    const failed = rows().slice(1);
    expect(failed.map(({ action, actorId, entity }) => [action, actorId, entity])).toEqual([
      ['sign-in.refuse', null, 'account'],
      ['sign-in.refuse', null, 'account']
    ]);
    expect(new Set(failed.map(({ entityId }) => entityId)).size).toBe(2);
    expect(JSON.stringify(failed)).not.toMatch(/x\.example|wrong/);
  });
  it('pauses an e-mail at an address after five failures, whether or not it exists', async () => {
    const { db } = memoryDatabase();
    await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    for (const email of ['a@x.example', 'nobody@x.example']) {
      const input = { email, password: 'wrong', address: email, device: null };
      for (let i = 0; i < 4; i++) await expect(signIn(db, input)).rejects.toThrow(/do not match/);
      await expect(signIn(db, input)).rejects.toThrow(/Wait 15 minutes/);
      await expect(signIn(db, { ...input, password })).rejects.toThrow(/Wait 15 minutes/);
    }
  });
  it('does not mind capitals in the e-mail', async () => {
    const { db } = memoryDatabase();
    const id = await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    const input = { email: ' A@X.example', password, address: '::1', device: null };
    expect((await signIn(db, input)).userId).toBe(id);
  });
});

describe('changePassword', () => {
  it('hashes exactly five of 60 parallel guesses of the current password, and says when to try again', async () => {
    const { db } = memoryDatabase();
    const userId = await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    const keep = startSession(db, userId).token;
    const { person } = readSession(db, keep)!;
    const hashed = vi.spyOn(passwords, 'passwordMatches');
    try {
      const next = 'another good phrase';
      const ended = await Promise.allSettled(
        Array.from({ length: 60 }, () => changePassword(db, person, { current: 'a guess', next, keep }))
      );
      expect(hashed).toHaveBeenCalledTimes(5);
      const paused = ended.filter((one) => one.status === 'rejected' && (one.reason as Refusal).retryAfter === 900);
      expect(paused).toHaveLength(55);
      await expect(changePassword(db, person, { current: password, next, keep })).rejects.toThrow(/Too many tries/);
      await changePassword(db, person, { current: password, next, keep }, Date.now() + 15 * 60_000);
    } finally {
      hashed.mockRestore();
    }
  });
});

describe('invitations', () => {
  it('make the first admin once; afterwards the set-up link is gone', async () => {
    const { db } = memoryDatabase();
    const old = setUpLink(db)!;
    const token = setUpLink(db)!;
    expect(() => readInvitation(db, old)).toThrow(/already been used/);
    const { userId } = await acceptInvitation(db, token, { name: 'A', email: 'a@x.example', password });
    expect(db.select().from(schema.user).where(eq(schema.user.id, userId)).get()?.admin).toBe(true);
    expect(setUpLink(db)).toBeNull();
    await expect(acceptInvitation(db, token, { name: 'B', email: 'b@x.example', password })).rejects.toThrow(
      /already been used/
    );
  });
  it('make no admin by a set-up link once the instance has one, however it was made', async () => {
    const { db } = memoryDatabase();
    const token = setUpLink(db)!;
    await addUser(db, { name: 'A', email: 'a@x.example', password, admin: true });
    const used = acceptInvitation(db, token, { name: 'B', email: 'b@x.example', password });
    await expect(used).rejects.toThrow(/already been used/);
    expect(db.select().from(schema.user).all()).toHaveLength(1);
  });
  it('fix the role on the server and work once, also when opened twice at once', async () => {
    const { db } = memoryDatabase();
    const made = createProject(db, authorize(operator, instance, 'administer'), { name: 'Summer heat' });
    const { token } = invite(db, authorize(operator, { kind: 'project', id: made.id }, 'manage'), {
      role: 'annotator',
      note: 'Mei'
    });
    const both = await Promise.allSettled([
      acceptInvitation(db, token, { name: 'A', email: 'a@x.example', password }),
      acceptInvitation(db, token, { name: 'B', email: 'b@x.example', password })
    ]);
    expect(both.map((b) => b.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(db.select().from(schema.membership).all()).toMatchObject([{ role: 'annotator', projectId: made.id }]);
    expect(db.select().from(schema.user).all()).toMatchObject([{ admin: false }]);
  });
  it('for a new password end the one before, and every session once it is used', async () => {
    const { db } = memoryDatabase();
    const email = 'a@x.example';
    const userId = await addUser(db, { name: 'A', email, password, admin: false });
    const admin = authorize(operator, instance, 'administer');
    const [first, second] = [resetLink(db, admin, email).token, resetLink(db, admin, email).token];
    expect(() => readInvitation(db, first)).toThrow(/already been used/);
    const session = startSession(db, userId).token;
    const next = { name: '', email: '', password: 'another good phrase' };
    await acceptInvitation(db, second, next);
    expect(readSession(db, session)).toBeNull();
    await expect(acceptInvitation(db, first, { ...next, password: 'a third good phrase' })).rejects.toThrow(/used/);
    expect((await signIn(db, { email, password: next.password, address: '::1', device: null })).userId).toBe(userId);
  });
  it('for a new password end as well when the password is changed while signed in', async () => {
    const { db } = memoryDatabase();
    const email = 'a@x.example';
    const userId = await addUser(db, { name: 'A', email, password, admin: false });
    const { token } = resetLink(db, authorize(operator, instance, 'administer'), email);
    const keep = startSession(db, userId).token;
    const { person } = readSession(db, keep)!;
    await changePassword(db, person, { current: password, next: 'another good phrase', keep });
    expect(() => readInvitation(db, token)).toThrow(/already been used/);
    expect(readSession(db, keep)).not.toBeNull();
  });
  it('refuse a short password and a strange e-mail with the field to correct, and stay usable', async () => {
    const { db } = memoryDatabase();
    const token = setUpLink(db)!;
    await expect(
      acceptInvitation(db, token, { name: 'A', email: 'a@x.example', password: 'short' })
    ).rejects.toMatchObject({
      problems: [{ column: 'password' }]
    });
    await expect(acceptInvitation(db, token, { name: '', email: 'nowhere', password })).rejects.toMatchObject({
      problems: [{ column: 'name' }, { column: 'email' }]
    });
    expect(readInvitation(db, token).purpose).toBe('set-up');
  });
});
