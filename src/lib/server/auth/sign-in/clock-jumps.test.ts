import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../db/client.ts';
import { memoryDatabase } from '../../db/memory.fixture.ts';
import { authorize, instance, operator } from '../authorize.ts';
import { readInvitation, resetLink } from '../accounts/invitations.ts';
import { listSessions, longestSession, noteUse, readSession, startSession } from './sessions.ts';

const day = 86_400_000;
const year = 365 * day;
const now = Date.now();

function somebody() {
  const { db } = memoryDatabase();
  db.insert(schema.user).values({ id: 'u', name: 'U', email: 'u@x.example', admin: true, createdAt: 1 }).run();
  return db;
}

describe('a clock that was a year ahead and is set right', () => {
  it('keeps people signed in, for no longer than a session lasts from then on', () => {
    const db = somebody();
    const { token } = startSession(db, 'u', now + year);
    const first = readSession(db, token, now);
    expect(first).toMatchObject({ person: { id: 'u' }, stale: true });
    expect(noteUse(db, token, now)).toBe(now + 30 * day);
    expect(readSession(db, token, now)).toMatchObject({ expiresAt: now + 30 * day, stale: false });
    expect(listSessions(db, first!.person, token, now)[0]).toMatchObject({ createdAt: now, seenAt: now });
    let at = now;
    while (readSession(db, token, at) !== null) {
      noteUse(db, token, at);
      at += 5 * day;
    }
    expect(at).toBeLessThanOrEqual(now + longestSession + 5 * day);
    expect(readSession(db, token, now + year)).toBeNull();
  });

  it('signs no person out for a correction of seconds', () => {
    const db = somebody();
    const { token, expiresAt } = startSession(db, 'u', now);
    expect(readSession(db, token, now - 20_000)).toMatchObject({ expiresAt, stale: false });
  });

  it('does not open links for longer than they last', () => {
    const db = somebody();
    const { token } = resetLink(db, authorize(operator, instance, 'administer'), 'u@x.example');
    const { invitation } = schema;
    expect(readInvitation(db, token)).toMatchObject({ userId: 'u' });
    expect(readInvitation(db, token, now - 20_000)).toMatchObject({ userId: 'u' });
    const [row] = db.select().from(invitation).all();
    db.update(invitation)
      .set({ createdAt: row!.createdAt + year, expiresAt: row!.expiresAt + year })
      .where(eq(invitation.id, row!.id))
      .run();
    expect(() => readInvitation(db, token)).toThrow('already been used or has expired');
  });
});
