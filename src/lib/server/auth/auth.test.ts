import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { schema } from '../db/client.ts';
import { memoryDatabase } from '../db/memory.ts';
import { createProject } from '../projects.ts';
import { authorize, instance, may, operator, type Person, type Role } from './authorize.ts';
import { addUser } from './accounts.ts';
import { acceptInvitation, invite, readInvitation, setUpLink } from './invitations.ts';
import { endSession, readSession, startSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

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
  it('gives nobody but a lead or an admin what would unblind an annotator', () => {
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
    expect(readSession(db, token, now)?.renewed).toBe(false);
    expect(readSession(db, token, expiresAt - 1000)).toMatchObject({ renewed: true, person: { id: userId } });
    endSession(db, token);
    expect(readSession(db, token, now)).toBeNull();
  });
  it('expire', async () => {
    const { db } = memoryDatabase();
    const userId = await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    const { token, expiresAt } = startSession(db, userId);
    expect(readSession(db, token, expiresAt + 1)).toBeNull();
  });
});

describe('signIn', () => {
  it('pauses an e-mail after five failures, whether or not it exists', async () => {
    const { db } = memoryDatabase();
    await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    for (const email of ['a@x.example', 'nobody@x.example']) {
      for (let i = 0; i < 4; i++)
        await expect(signIn(db, { email, password: 'wrong', address: email })).rejects.toThrow(/do not match/);
      await expect(signIn(db, { email, password: 'wrong', address: email })).rejects.toThrow(/Wait 15 minutes/);
      await expect(signIn(db, { email, password, address: email })).rejects.toThrow(/Wait 15 minutes/);
    }
  });
  it('does not mind capitals in the e-mail', async () => {
    const { db } = memoryDatabase();
    const id = await addUser(db, { name: 'A', email: 'a@x.example', password, admin: false });
    expect((await signIn(db, { email: ' A@X.example', password, address: '::1' })).userId).toBe(id);
  });
});

describe('invitations', () => {
  it('make the first admin once; afterwards the set-up link is gone', async () => {
    const { db } = memoryDatabase();
    const old = setUpLink(db)!;
    const token = setUpLink(db)!;
    expect(() => readInvitation(db, old)).toThrow(/used already/);
    const { userId } = await acceptInvitation(db, token, { name: 'A', email: 'a@x.example', password });
    expect(db.select().from(schema.user).where(eq(schema.user.id, userId)).get()?.admin).toBe(true);
    expect(setUpLink(db)).toBeNull();
    await expect(acceptInvitation(db, token, { name: 'B', email: 'b@x.example', password })).rejects.toThrow(
      /used already/
    );
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
  it('refuse a short password and a strange e-mail with the field to mend, and stay usable', async () => {
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
