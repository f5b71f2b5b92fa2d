import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Refusal } from '../../../errors.ts';
import { schema } from '../../db/client.ts';
import { memoryDatabase } from '../../db/memory.fixture.ts';
import { addRole, createProject, listMembers } from '../../projects.ts';
import { authorize, instance, operator, type Role } from '../authorize.ts';
import { acceptInvitation, listInvitations, readInvitation, revokeInvitation } from './invitations.ts';
import { inviteMany, renewInvitation } from './inviting-many.ts';
import { addUser } from './accounts.ts';

const password = 'four unrelated words';
const shell = authorize(operator, instance, 'administer');

function scene() {
  const { db } = memoryDatabase();
  const grantOf = (name: string) => {
    const { id } = createProject(db, shell, { name });
    return authorize(operator, { kind: 'project', id }, 'manage');
  };
  return { db, heat: grantOf('Heat'), rain: grantOf('Rain') };
}

const line = (row: number, email: string, role: Role = 'annotator') => ({ row, email, role, name: `Person ${row}` });
const refusalOf = (work: () => unknown): Refusal => {
  try {
    work();
  } catch (e) {
    return e as Refusal;
  }
  throw new Error('nothing was refused');
};

describe('inviteMany', () => {
  it('makes a link for each person, which joins them in the role of their line', async () => {
    const { db, heat } = scene();
    const made = inviteMany(db, heat, [line(1, 'ana@x.example'), line(2, 'ben@x.example', 'reviewer')]);
    expect(new Set(made.map(({ token }) => token)).size).toBe(2);
    expect(readInvitation(db, made[0]!.token)).toMatchObject({ email: 'ana@x.example', name: 'Person 1' });
    for (const { token, name, email } of made) await acceptInvitation(db, token, { name, email, password });
    expect(listMembers(db, heat).map(({ name, roles }) => [name, roles])).toEqual([
      ['Person 1', ['annotator']],
      ['Person 2', ['reviewer']]
    ]);
    const detail = JSON.stringify(db.select({ detail: schema.audit.detail }).from(schema.audit).all());
    expect(detail).not.toMatch(/x\.example|Person/);
  });
  it('invites no one if one line is refused, and names the line', async () => {
    const { db, heat, rain } = scene();
    const id = await addUser(db, { name: 'Ana', email: 'ana@x.example', password, admin: false });
    addRole(db, heat, id, 'annotator');
    inviteMany(db, heat, [line(1, 'cleo@x.example')]);
    const list = [line(1, 'dan@x.example'), line(2, 'ana@x.example'), line(4, 'cleo@x.example')];
    const refused = refusalOf(() => inviteMany(db, heat, list));
    expect(refused.problems.map(({ row, reason }) => [row, reason])).toEqual([
      [2, expect.stringMatching(/already has the role annotator/)],
      [4, expect.stringMatching(/open invitation as annotator/)]
    ]);
    expect(listInvitations(db, heat)).toHaveLength(1);
    // The lead of another project does not learn who has an account.
    expect(inviteMany(db, rain, list)).toHaveLength(3);
    // Another role is another invitation.
    expect(inviteMany(db, heat, [line(1, 'ana@x.example', 'lead')])).toHaveLength(1);
  });
});

describe('renewInvitation', () => {
  it('ends the link before at once, also of an expired invitation', () => {
    const { db, heat } = scene();
    const [made] = inviteMany(db, heat, [line(1, 'ana@x.example')]);
    db.update(schema.invitation).set({ expiresAt: 1 }).where(eq(schema.invitation.id, made!.id)).run();
    expect(() => readInvitation(db, made!.token)).toThrow(/already been used/);
    const renewed = renewInvitation(db, heat, made!.id);
    expect(renewed).toMatchObject({ email: 'ana@x.example', role: 'annotator' });
    expect(readInvitation(db, renewed.token).id).toBe(made!.id);
    const again = renewInvitation(db, heat, made!.id);
    expect(() => readInvitation(db, renewed.token)).toThrow(/already been used/);
    expect(readInvitation(db, again.token).id).toBe(made!.id);
  });
  it('is refused for withdrawn and used links, and for those of other projects', async () => {
    const { db, heat, rain } = scene();
    const [ana, ben] = inviteMany(db, heat, [line(1, 'ana@x.example'), line(2, 'ben@x.example')]);
    expect(() => renewInvitation(db, rain, ana!.id)).toThrow(/no such open invitation/);
    revokeInvitation(db, heat, ana!.id);
    await acceptInvitation(db, ben!.token, { name: 'Ben', email: 'ben@x.example', password });
    for (const { id } of [ana!, ben!]) expect(() => renewInvitation(db, heat, id)).toThrow(/no such open invitation/);
  });
});
