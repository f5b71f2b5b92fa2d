import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { authorize, instance, may, operator } from '../../server/auth/authorize.ts';
import { openToCrowd, routeAccess } from '../../server/auth/route-access.ts';
import { readSession } from '../../server/auth/sign-in/sessions.ts';
import { signIn } from '../../server/auth/sign-in/sign-in.ts';
import { acceptInvitation, invite, resetLink } from '../../server/auth/accounts/invitations.ts';
import { disablePerson, setAdmin } from '../../server/auth/accounts/standing.ts';
import { makeToken } from '../../server/auth/tokens/tokens.ts';
import { addRole } from '../../server/projects.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun } from '../planning/example-run.fixture.ts';
import { reassignWork } from '../planning/drawing/reassigning.server.ts';
import { closeStudy, createStudy } from '../planning/studies.server.ts';
import { enterCrowd, readCrowdLink } from './crowd-entry.server.ts';
import { listCrowdLinks, makeCrowdLink, withdrawCrowdLink } from './crowd-links.server.ts';
import { freePlaces, makeCrowdPlaces } from './crowd-places.server.ts';
import { completionOf, listCrowd } from './crowd-progress.server.ts';
import { participantIn, type CrowdWish } from './crowd-rules.ts';

const admin = authorize(operator, instance, 'administer');
const wish: CrowdWish = { parameter: 'PROLIFIC_PID', completionCode: 'DONE-4711', places: 2, days: 14 };

/** A study planned for three places, and a link for two of them. */
function scene() {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  makeCrowdPlaces(db, run.manage, 3);
  const people = db
    .select({ id: schema.crowdPlace.userId })
    .from(schema.crowdPlace)
    .all()
    .map(({ id }) => id);
  const study = createStudy(db, run.manage, run.input({ people, overlap: 1 }));
  const link = makeCrowdLink(db, run.manage, study.id, wish);
  const enter = (participant: string | null, more: { address?: string; device?: string | null; now?: number } = {}) =>
    enterCrowd(
      db,
      link.token,
      { participant, address: more.address ?? '192.0.2.1', device: more.device ?? null },
      more.now
    );
  return { db, run, study, link, enter, people };
}

function judgeAll(db: Db, userId: string): void {
  const { assignment, assignmentItem, humanVerdict } = schema;
  const rows = db
    .select({ assignmentId: assignment.id, studyItemId: assignmentItem.studyItemId })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(eq(assignment.userId, userId))
    .all();
  for (const row of rows)
    db.insert(humanVerdict)
      .values({
        ...{ ...row, id: row.studyItemId + userId, userId, phase: 'blind', revision: 1, label: 'yes', note: '' },
        ...{ passages: [], idempotencyKey: row.studyItemId + userId, committedAt: 1 }
      })
      .run();
}

describe('a crowd link', () => {
  it('gives each participant one place with work, and the same participant the same place from any device', () => {
    const { db, enter } = scene();
    const first = enter('5f0c1a');
    const second = enter('5f0c1b');
    expect(second.userId).not.toBe(first.userId);
    expect(enter('5f0c1a', { address: '198.51.100.7' }).userId).toBe(first.userId);
    const { person } = readSession(db, first.token)!;
    expect(person).toMatchObject({ admin: false, crowd: true, name: 'Participant 1' });
    expect([...person.roles.values()]).toEqual([['annotator']]);
    expect(db.select().from(schema.assignment).where(eq(schema.assignment.userId, first.userId)).all()).not.toEqual([]);
  });
  it('takes no more participants than it has places', () => {
    const { enter, study, db } = scene();
    enter('a1');
    enter('a2');
    expect(() => enter('a3')).toThrow(/All places .* taken/);
    expect(enter('a1').userId).toBeTruthy();
    expect(freePlaces(db, study.id)).toHaveLength(1);
  });
  it('shows the completion code after the last item, and not before', () => {
    const { db, enter, run, study } = scene();
    const { userId, token } = enter('a1');
    const { person } = readSession(db, token)!;
    expect(completionOf(db, person)).toEqual({ left: expect.any(Number), gone: 0, code: null });
    judgeAll(db, userId);
    expect(completionOf(db, person)).toEqual({ left: 0, gone: 0, code: 'DONE-4711' });
    expect(completionOf(db, run.lead)).toBeNull();
    expect(listCrowd(db, run.manage, study.id)).toMatchObject([{ participant: 'a1', name: 'Participant 1' }]);
  });
  it('shows no completion code for the rest of a task that other annotators got, but for all that a late participant found', () => {
    const { db, enter, run, study } = scene();
    const give = (from: string, assignmentId?: string) =>
      reassignWork(db, run.manage, study.id, { from, to: null, ...(assignmentId && { assignmentId }) }).items;
    const assignmentsOf = (userId: string) =>
      db.select().from(schema.assignment).where(eq(schema.assignment.userId, userId)).all();
    const { userId, token } = enter('a1');
    const late = freePlaces(db, study.id)[0]!;
    give(late, assignmentsOf(late)[0]!.id);
    const [first, ...others] = assignmentsOf(userId);
    const gone = others.reduce((sum, { id }) => sum + give(userId, id), 0);
    judgeAll(db, userId);
    const left = db.select().from(schema.assignmentItem).all();
    const mine = left.filter(({ assignmentId }) => assignmentId === first!.id).length;
    expect(completionOf(db, readSession(db, token)!.person)).toEqual({ left: 0, gone, code: null });
    expect(listCrowd(db, run.manage, study.id)).toMatchObject([{ done: mine, total: mine + gone }]);
    const after = enter('a2');
    expect(after.userId).toBe(late);
    judgeAll(db, late);
    expect(completionOf(db, readSession(db, after.token)!.person)).toEqual({ left: 0, gone: 0, code: 'DONE-4711' });
  });
  it('gives no place whose work other annotators got', () => {
    const { db, enter, run, study } = scene();
    const [first, second] = freePlaces(db, study.id) as [string, string];
    reassignWork(db, run.manage, study.id, { from: first, to: null });
    expect(enter('a1').userId).toBe(second);
  });
  it('refuses ids that are none: absent, placeholders, markup, control characters, too long', () => {
    const { enter, db } = scene();
    const bad = [null, '', '{{%PROLIFIC_PID%}}', '<b>', 'a\r\nb', ' a', 'é', '-a', 'a'.repeat(65)];
    for (const one of bad) {
      expect(participantIn(one), String(one)).toBeNull();
      expect(() => enter(one, { address: `192.0.2.${bad.indexOf(one)}` })).toThrow(/participant id/);
    }
    expect(db.select().from(schema.crowdParticipant).all()).toEqual([]);
  });
  it('lets one network in only so often, but a known device again and again', () => {
    const { enter } = scene();
    const { device } = enter('a1');
    for (let i = 0; i < 80; i++) enter('a1', { device });
    let refused = 0;
    for (let i = 0; i < 80; i++)
      try {
        enter(`guess${i}`);
      } catch (error) {
        if (/Too many/i.test(String(error))) refused += 1;
      }
    expect(refused).toBeGreaterThanOrEqual(20);
    expect(enter('a1', { address: '203.0.113.9' }).userId).toBeTruthy();
  });
  it('stops working when it is withdrawn, expires or its study closes to new participants', () => {
    const { db, enter, link, run, study } = scene();
    const { token } = enter('a1');
    const later = Date.now() + 15 * 24 * 3_600_000;
    expect(() => readCrowdLink(db, link.token, later)).toThrow(/expired/);
    expect(() => readCrowdLink(db, 'x'.repeat(43))).toThrow(/expired/);
    expect(() =>
      withdrawCrowdLink(db, authorize(operator, { kind: 'project', id: 'other' }, 'manage'), link.id)
    ).toThrow();
    closeStudy(db, run.manage, study.id);
    expect(() => enter('a2')).toThrow(/no new participants/);
    expect(enter('a1').userId).toBeTruthy();
    withdrawCrowdLink(db, run.manage, link.id);
    expect(() => enter('a1')).toThrow(/expired/);
    expect(readSession(db, token)).toBeNull();
    expect(listCrowdLinks(db, run.manage, study.id)).toMatchObject([{ state: 'withdrawn', taken: 1 }]);
  });
  it('is refused for more places than are free, and for malformed wishes', () => {
    const { db, run, study } = scene();
    // Two of three are promised to the first link.
    expect(() => makeCrowdLink(db, run.manage, study.id, wish)).toThrow(/Nothing was created/);
    expect(makeCrowdLink(db, run.manage, study.id, { ...wish, places: 1 }).token).toBeTruthy();
    for (const bad of [{ parameter: 'a&b' }, { completionCode: '<b>' }, { places: 0 }, { places: 1.5 }, { days: 3 }])
      expect(() => makeCrowdLink(db, run.manage, study.id, { ...wish, ...bad })).toThrow(/Nothing was created/);
    for (const n of [0, -1, 1.5, 201, NaN]) expect(() => makeCrowdPlaces(db, run.manage, n)).toThrow(/Nothing was/);
  });
});

describe('the account of a crowd participant', () => {
  it('gets no other role, no admin rights, no token, no password and no sign-in', async () => {
    const { db, enter, run, people } = scene();
    const { token } = enter('a1');
    const { person } = readSession(db, token)!;
    expect(() => addRole(db, run.manage, person.id, 'lead')).toThrow(/crowd participant/);
    expect(() => setAdmin(db, admin, person.id, true)).toThrow(/crowd participant/);
    expect(() => makeToken(db, person, { name: 'x', scopes: [], days: 7 })).toThrow(/crowd participant/);
    expect(() => resetLink(db, admin, person.email)).toThrow(/crowd participant/);
    const lead = invite(db, run.manage, { role: 'lead', note: '' });
    await expect(acceptInvitation(db, lead.token, { userId: person.id })).rejects.toThrow(/crowd participant/);
    await expect(
      signIn(db, { email: person.email, password: 'four unrelated words', address: '::1', device: null })
    ).rejects.toThrow();
    expect(people).toContain(person.id);
  });
  it('opens the work of its study and no other page', () => {
    const { db, enter, run } = scene();
    const { person } = readSession(db, enter('a1').token)!;
    const resource = { kind: 'project', id: run.projectId } as const;
    for (const access of ['read-results', 'read-benchmark', 'manage', 'review'] as const)
      expect(may(person, resource, access)).toBe(false);
    const open = Object.keys(routeAccess).filter(openToCrowd);
    expect(
      open.filter((route) => /verification|audit|alignment|runs|people|accounts|archive|token/.test(route))
    ).toEqual([]);
    expect(open).toContain('/p/[project]/work/[assignment]/commit');
  });
  it('does not enter any more when it is disabled', () => {
    const { db, enter } = scene();
    const { userId, token } = enter('a1');
    disablePerson(db, admin, userId);
    expect(readSession(db, token)).toBeNull();
    expect(() => enter('a1')).toThrow(/expired/);
  });
});
