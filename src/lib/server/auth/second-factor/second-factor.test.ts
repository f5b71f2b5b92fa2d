import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { schema } from '../../db/client.ts';
import { memoryDatabase } from '../../db/memory.fixture.ts';
import { addRole, createProject } from '../../projects.ts';
import { addUser } from '../accounts/accounts.ts';
import { acceptInvitation, resetLink } from '../accounts/invitations.ts';
import { disablePerson } from '../accounts/standing.ts';
import { authorize, instance, operator } from '../authorize.ts';
import { hasSecondFactor } from '../sign-in/has-second-factor.ts';
import { readSession, startSession } from '../sign-in/sessions.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { askSecondFactor, isAskedOf } from './asking.ts';
import { resetSecondFactor } from './lost-device.ts';
import { endPending, keepPending, pendingOf } from './pending.ts';
import {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOf
} from './second-factor.ts';
import { signInByCode } from './signed-in.ts';
import { stepAt, totpCode } from './totp.ts';

const password = 'four unrelated words';
const admin = authorize(operator, instance, 'administer');
const minute = 60_000;

async function scene() {
  const { db } = memoryDatabase();
  const id = await addUser(db, { name: 'Ana', email: 'ana@x.example', password, admin: false });
  const { id: projectId } = createProject(db, admin, { name: 'Heat' });
  const manage = authorize(operator, { kind: 'project', id: projectId }, 'manage');
  const session = startSession(db, id);
  const personOf = (userId: string) => readSession(db, startSession(db, userId).token)!.person;
  const ana = () => personOf(id);
  const signsIn = () => signIn(db, { email: 'ana@x.example', password, address: '::1', device: null });
  const secretOf = (userId: string): string => {
    const own = secondFactorOf(db, personOf(userId));
    return own.state === 'begun' ? own.secret : 'not begun';
  };
  /** Set up at a moment; the secret, and recovery codes. */
  const setUp = async (at: number) => {
    await beginSecondFactor(db, ana(), password, at);
    const secret = secretOf(id);
    return { secret, codes: confirmSecondFactor(db, ana(), totpCode(secret, stepAt(at)), session.token, at) };
  };
  return { db, id, ana, personOf, manage, projectId, session, signsIn, secretOf, setUp };
}

describe('a second factor', () => {
  it('is asked after the right password, before any session begins', async () => {
    const { db, id, signsIn, setUp } = await scene();
    expect(await signsIn()).toHaveProperty('token');
    await setUp(Date.now());
    const before = db.select().from(schema.session).all().length;
    expect(await signsIn()).toEqual({ userId: id, code: 'asked' });
    expect(db.select().from(schema.session).all()).toHaveLength(before);
  });
  it('does not count before its first code, and ends the other sessions with it', async () => {
    const { db, ana, id, session, secretOf } = await scene();
    const other = startSession(db, id);
    await beginSecondFactor(db, ana(), password);
    expect(hasSecondFactor(db, id)).toBe(false);
    const secret = secretOf(id);
    expect(() => confirmSecondFactor(db, ana(), 'wrong!', session.token)).toThrow(/not changed/);
    confirmSecondFactor(db, ana(), totpCode(secret, stepAt(Date.now())), session.token);
    expect(hasSecondFactor(db, id)).toBe(true);
    expect(readSession(db, other.token)).toBeNull();
    expect(readSession(db, session.token)).not.toBeNull();
  });
  it('is begun with the password only, and not over one that is on', async () => {
    const { db, ana, setUp } = await scene();
    await expect(beginSecondFactor(db, ana(), 'a wrong password')).rejects.toThrow(/not changed/);
    await setUp(Date.now());
    await expect(beginSecondFactor(db, ana(), password)).rejects.toThrow(/on already/);
  });
  it('takes each code once, also the one that confirmed it', async () => {
    const { db, id, setUp } = await scene();
    const at = Date.now();
    const { secret } = await setUp(at);
    expect(() => checkSecondFactor(db, id, totpCode(secret, stepAt(at)), at)).toThrow(/used before/);
    const later = at + minute;
    const code = totpCode(secret, stepAt(later));
    expect(checkSecondFactor(db, id, code, later)).toBe('app');
    expect(() => checkSecondFactor(db, id, code, later)).toThrow(/used before/);
  });
  it('allows five tries in a quarter of an hour, wherever they come from', async () => {
    const { db, id, setUp } = await scene();
    const at = Date.now() + minute;
    const { secret } = await setUp(Date.now());
    for (let i = 0; i < 5; i++) expect(() => checkSecondFactor(db, id, 'wrong!', at)).toThrow(/wrong/);
    expect(() => checkSecondFactor(db, id, totpCode(secret, stepAt(at)), at)).toThrow(/Wait 15 minutes/);
    const after = at + 16 * minute;
    expect(checkSecondFactor(db, id, totpCode(secret, stepAt(after)), after)).toBe('app');
  });
  it('takes each recovery code once, in any case, and stores hashes alone', async () => {
    const { db, id, ana, setUp } = await scene();
    const { codes, secret } = await setUp(Date.now());
    expect(codes).toHaveLength(10);
    expect(JSON.stringify(db.select().from(schema.recoveryCode).all())).not.toContain(codes[0]!.replace('-', ''));
    expect(checkSecondFactor(db, id, ` ${codes[0]!.toLowerCase()} `)).toBe('recovery');
    expect(() => checkSecondFactor(db, id, codes[0]!)).toThrow(/wrong/);
    expect(secondFactorOf(db, ana())).toEqual({ state: 'on', recovery: 9 });
    const at = Date.now() + minute;
    expect(renewRecoveryCodes(db, ana(), totpCode(secret, stepAt(at)), at)).toHaveLength(10);
    expect(() => checkSecondFactor(db, id, codes[1]!, at)).toThrow(/wrong/);
  });
  it('does not open with the code of another person', async () => {
    const { db, id, personOf, secretOf, setUp } = await scene();
    await setUp(Date.now());
    const ben = await addUser(db, { name: 'Ben', email: 'ben@x.example', password, admin: false });
    await beginSecondFactor(db, personOf(ben), password);
    const at = Date.now() + minute;
    expect(() => checkSecondFactor(db, id, totpCode(secretOf(ben), stepAt(at)), at)).toThrow(/wrong/);
    // Of one that is not confirmed, no code counts.
    expect(() => checkSecondFactor(db, ben, totpCode(secretOf(ben), stepAt(at)), at)).toThrow(/not set up/);
  });
  it('is asked of leads and admins if an admin says so, and cannot be removed then', async () => {
    const { db, id, ana, manage, setUp } = await scene();
    askSecondFactor(db, admin, true);
    expect(isAskedOf(db, ana())).toBe(false);
    addRole(db, manage, id, 'lead');
    expect(isAskedOf(db, ana())).toBe(true);
    const { secret } = await setUp(Date.now());
    const at = Date.now() + minute;
    expect(() => removeSecondFactor(db, ana(), totpCode(secret, stepAt(at)), at)).toThrow(/cannot be removed/);
    askSecondFactor(db, admin, false);
    askSecondFactor(db, admin, false);
    removeSecondFactor(db, ana(), totpCode(secret, stepAt(at)), at);
    expect(hasSecondFactor(db, id)).toBe(false);
    const rows = db.select().from(schema.audit).all();
    const acts = rows.map(({ action }) => action);
    expect(acts.filter((action) => action === 'second-factor.ask')).toHaveLength(2);
    expect(acts).toEqual(expect.arrayContaining(['second-factor.add', 'second-factor.remove']));
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
  it('is reset by an admin for a lost device, which ends the sessions', async () => {
    const { db, id, session, signsIn, setUp } = await scene();
    await setUp(Date.now());
    resetSecondFactor(db, admin, id);
    expect(readSession(db, session.token)).toBeNull();
    expect(await signsIn()).toHaveProperty('token');
    expect(db.select().from(schema.recoveryCode).all()).toEqual([]);
  });
  it('belongs to no crowd participant', async () => {
    const { db, personOf, projectId } = await scene();
    const id = newId();
    db.insert(schema.user).values({ id, email: 'crowd@invalid', name: 'Participant 1', createdAt: 1 }).run();
    db.insert(schema.crowdPlace).values({ userId: id, projectId, number: 1 }).run();
    await expect(beginSecondFactor(db, personOf(id), '')).rejects.toThrow(/crowd participant/);
  });
});

describe('a sign-in that waits for its code', () => {
  it('is known by its token alone, ends, and does not outlive the account', async () => {
    const { db, id, setUp } = await scene();
    const { codes } = await setUp(Date.now());
    const token = keepPending(db, id);
    expect(pendingOf(db, null)).toBeNull();
    expect(pendingOf(db, 'x'.repeat(43))).toBeNull();
    expect(pendingOf(db, token)).toBe(id);
    endPending(token);
    expect(pendingOf(db, token)).toBeNull();
    const other = keepPending(db, id);
    disablePerson(db, admin, id);
    expect(pendingOf(db, other)).toBeNull();
    expect(() => signInByCode(db, id, codes[0]!)).toThrow(/Sign in first/);
  });
  it('does not outlive the password with which it began', async () => {
    const { db, id } = await scene();
    const token = keepPending(db, id);
    const link = resetLink(db, admin, 'ana@x.example').token;
    await acceptInvitation(db, link, { name: '', email: '', password: 'another good phrase' });
    expect(pendingOf(db, token)).toBeNull();
    expect(pendingOf(db, keepPending(db, id))).not.toBeNull();
  });
});

describe('the audit trail', () => {
  it('has refused codes and passwords of people who have proved one factor, and no code or password', async () => {
    const { db, id, ana, setUp } = await scene();
    await expect(beginSecondFactor(db, ana(), 'a wrong password')).rejects.toThrow();
    const { codes } = await setUp(Date.now());
    expect(() => signInByCode(db, id, '123456')).toThrow(/wrong/);
    expect(() => removeSecondFactor(db, ana(), '234567')).toThrow(/wrong/);
    signInByCode(db, id, codes[0]!);
    const rows = db.select().from(schema.audit).where(eq(schema.audit.entityId, id)).all();
    expect(rows.slice(-5).map(({ action, actorId, detail }) => ({ action, actorId, detail }))).toEqual([
      { action: 'password.refuse', actorId: id, detail: { reason: 'invalid-input' } },
      { action: 'second-factor.add', actorId: id, detail: {} },
      { action: 'sign-in.refuse', actorId: null, detail: { secondFactor: true, reason: 'invalid-input' } },
      { action: 'second-factor.refuse', actorId: id, detail: { reason: 'invalid-input' } },
      { action: 'sign-in', actorId: id, detail: { secondFactor: 'recovery' } }
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/123456|234567|a wrong password/);
  });
});
