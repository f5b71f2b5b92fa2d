import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/client.ts';
import { memoryDatabase } from '../../db/memory.fixture.ts';
import { addRole, createProject, listMembers, removeRole } from '../../projects.ts';
import { addUser } from './accounts.ts';
import { authorize, instance, operator } from '../authorize.ts';
import { acceptInvitation, invite, readInvitation, resetLink } from './invitations.ts';
import { readSession, startSession } from '../sign-in/sessions.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { disablePerson, enablePerson, setAdmin } from './standing.ts';

const password = 'four unrelated words';
const shell = authorize(operator, instance, 'administer');

async function scene() {
  const { db } = memoryDatabase();
  const add = (name: string, admin: boolean) =>
    addUser(db, { name, email: `${name.toLowerCase()}@x.example`, password, admin });
  const [ana, ben] = [await add('Ana', true), await add('Ben', false)];
  const grantOf = (id: string) => {
    const { person } = readSession(db, startSession(db, id).token)!;
    return authorize(person, instance, 'administer');
  };
  const { id: projectId } = createProject(db, shell, { name: 'Heat' });
  const leads = authorize(operator, { kind: 'project', id: projectId }, 'manage');
  const signsIn = (name: string) =>
    signIn(db, { email: `${name.toLowerCase()}@x.example`, password, address: '::1', device: null }).then(
      () => true,
      () => false
    );
  const actions = () =>
    db
      .select()
      .from(schema.audit)
      .all()
      .map(({ action }) => action);
  return { db, ana, ben, grantOf, projectId, leads, signsIn, actions };
}

describe('disablePerson', () => {
  it('ends sessions, refuses the sign-in, and is undone by enablePerson', async () => {
    const { db, ana, ben, grantOf, signsIn, actions } = await scene();
    const { token } = startSession(db, ben);
    disablePerson(db, grantOf(ana), ben);
    expect(readSession(db, token)).toBeNull();
    expect(await signsIn('Ben')).toBe(false);
    enablePerson(db, grantOf(ana), ben);
    expect(readSession(db, token)).toBeNull();
    expect(await signsIn('Ben')).toBe(true);
    expect(actions()).toEqual(expect.arrayContaining(['user.disable', 'user.enable']));
  });
  it('ends the links that the person made, and those for their password', async () => {
    const { db, ben, projectId, leads } = await scene();
    addRole(db, leads, ben, 'lead');
    const { person } = readSession(db, startSession(db, ben).token)!;
    const made = invite(db, authorize(person, { kind: 'project', id: projectId }, 'manage'), {
      role: 'lead',
      note: 'for myself, later'
    });
    const others = invite(db, leads, { role: 'lead', note: '' });
    const reset = resetLink(db, shell, 'ben@x.example');
    disablePerson(db, shell, ben);
    expect(() => readInvitation(db, made.token)).toThrow(/already been used/);
    expect(() => readInvitation(db, reset.token)).toThrow(/already been used/);
    expect(readInvitation(db, others.token).purpose).toBe('join');
    expect(() => resetLink(db, shell, 'ben@x.example')).toThrow(/disabled/);
  });
  it('writes one audit row, however often it is asked', async () => {
    const { db, ben, actions } = await scene();
    for (let i = 0; i < 3; i++) disablePerson(db, shell, ben);
    expect(actions().filter((action) => action === 'user.disable')).toHaveLength(1);
  });
});

describe('the last admin', () => {
  it('can be neither disabled nor demoted, whatever the role of the person who tries', async () => {
    const { db, ana, grantOf } = await scene();
    for (const grant of [grantOf(ana), shell]) {
      expect(() => disablePerson(db, grant, ana)).toThrow(/only admin/);
      expect(() => setAdmin(db, grant, ana, false)).toThrow(/only admin/);
    }
    expect(db.select().from(schema.user).where(eq(schema.user.id, ana)).get()).toMatchObject({
      admin: true,
      disabledAt: null
    });
  });
  it('does not count admins whose account is disabled', async () => {
    const { db, ana, ben } = await scene();
    setAdmin(db, shell, ben, true);
    disablePerson(db, shell, ben);
    expect(() => setAdmin(db, shell, ana, false)).toThrow(/only admin/);
    enablePerson(db, shell, ben);
    setAdmin(db, shell, ana, false);
    expect(() => disablePerson(db, shell, ben)).toThrow(/only admin/);
  });
  it('remains when two admins demote each other at the same time', async () => {
    const { db, ana, ben, grantOf } = await scene();
    setAdmin(db, shell, ben, true);
    const [anas, bens] = [grantOf(ana), grantOf(ben)];
    setAdmin(db, anas, ben, false);
    expect(() => setAdmin(db, bens, ana, false)).toThrow(/no longer administer/);
  });
});

describe('setAdmin', () => {
  it('takes effect in open sessions, keeps roles in projects, and ends the reset links that the person made', async () => {
    const { db, ana, ben, grantOf, leads } = await scene();
    setAdmin(db, grantOf(ana), ben, true);
    addRole(db, leads, ben, 'annotator');
    const { token } = startSession(db, ben);
    const made = resetLink(db, grantOf(ben), 'ana@x.example');
    expect(readSession(db, token)!.person.admin).toBe(true);
    setAdmin(db, grantOf(ana), ben, false);
    expect(readSession(db, token)!.person).toMatchObject({ admin: false });
    expect(readSession(db, token)!.person.roles.size).toBe(1);
    await expect(
      acceptInvitation(db, made.token, { name: '', email: '', password: 'one more phrase' })
    ).rejects.toThrow(/already been used/);
    expect(() => setAdmin(db, shell, 'nobody', true)).toThrow(/no such person/);
  });
  it('ends the invitations of a former admin, except those to projects that they lead', async () => {
    const { db, ana, ben, grantOf, projectId, leads } = await scene();
    setAdmin(db, grantOf(ana), ben, true);
    const { id: led } = createProject(db, shell, { name: 'Rain' });
    addRole(db, authorize(operator, { kind: 'project', id: led }, 'manage'), ben, 'lead');
    const { actor } = grantOf(ben);
    const link = (id: string) =>
      invite(db, authorize(actor, { kind: 'project', id }, 'manage'), { role: 'lead', note: 'for myself, later' })
        .token;
    const [elsewhere, own] = [link(projectId), link(led)];
    setAdmin(db, grantOf(ana), ben, false);
    await expect(acceptInvitation(db, elsewhere, { userId: ben })).rejects.toThrow(/already been used/);
    expect(listMembers(db, leads)).toEqual([]);
    expect(readInvitation(db, own).role).toBe('lead');
  });
});

describe('addRole', () => {
  it('by a lead is for people of the project: others are as good as absent, and accept a link', async () => {
    const { db, ana, ben, projectId, leads } = await scene();
    addRole(db, leads, ana, 'lead');
    const { person } = readSession(db, startSession(db, ana).token)!;
    const lead = authorize({ ...person, admin: false }, { kind: 'project', id: projectId }, 'manage');
    for (const id of [ben, 'none']) expect(() => addRole(db, lead, id, 'annotator')).toThrow('There is no such person');
    expect(listMembers(db, lead).map(({ name }) => name)).toEqual(['Ana']);
    addRole(db, lead, ana, 'viewer');
    expect(listMembers(db, lead)[0]!.roles).toEqual(['lead', 'viewer']);
  });
});

describe('removeRole', () => {
  it('keeps a lead whose account is open', async () => {
    const { db, ana, ben, leads } = await scene();
    addRole(db, leads, ana, 'lead');
    addRole(db, leads, ben, 'lead');
    disablePerson(db, shell, ben);
    expect(() => removeRole(db, leads, ana, 'lead')).toThrow(/at least one lead/);
    expect(listMembers(db, leads).map(({ name, disabled }) => [name, disabled])).toEqual([
      ['Ana', false],
      ['Ben', true]
    ]);
    removeRole(db, leads, ben, 'lead');
  });
  it('of a lead ends the invitations that they made to the project', async () => {
    const { db, ana, ben, projectId, leads } = await scene();
    addRole(db, leads, ana, 'lead');
    addRole(db, leads, ben, 'lead');
    const { person } = readSession(db, startSession(db, ben).token)!;
    const made = invite(db, authorize(person, { kind: 'project', id: projectId }, 'manage'), {
      role: 'lead',
      note: ''
    });
    removeRole(db, leads, ben, 'lead');
    expect(() => readInvitation(db, made.token)).toThrow(/already been used/);
  });
});
