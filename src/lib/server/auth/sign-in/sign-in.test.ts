import { describe, expect, it, vi } from 'vitest';
import { isRefusal, type Refusal } from '../../../errors.ts';
import { schema } from '../../db/client.ts';
import { memoryDatabase } from '../../db/memory.fixture.ts';
import { addUser } from '../accounts/accounts.ts';
import * as passwords from './passwords.ts';
import { signIn } from './sign-in.ts';

const password = 'four unrelated words';
const email = 'ana@lab.example';
const minute = 60_000;

async function withAna() {
  const { db } = memoryDatabase();
  await addUser(db, { name: 'Ana', email, password, admin: false });
  return db;
}
type Db = Awaited<ReturnType<typeof withAna>>;

/** How a try ended: signed in, a wrong password, or a pause. */
async function attemptFrom(
  db: Db,
  input: { address: string; password?: string; device?: string | null; email?: string },
  now?: number
): Promise<{ ended: 'in' | 'wrong' | 'pause'; device?: string; refusal?: Refusal }> {
  try {
    const done = await signIn(db, { email, password: 'wrong', device: null, ...input }, now);
    return { ended: 'in', ...('device' in done ? { device: done.device } : {}) };
  } catch (e) {
    if (!isRefusal(e)) throw e;
    return { ended: e.code === 'too-many-tries' ? 'pause' : 'wrong', refusal: e };
  }
}

const fail = async (db: Db, times: number, input: Parameters<typeof attemptFrom>[1], now?: number) => {
  const ended: string[] = [];
  for (let i = 0; i < times; i++) ended.push((await attemptFrom(db, input, now)).ended);
  return ended;
};

describe('the limit of sign-ins', () => {
  it('hashes exactly five of 60 parallel tries', async () => {
    const db = await withAna();
    const hashed = vi.spyOn(passwords, 'passwordMatches');
    try {
      const all = await Promise.all(Array.from({ length: 60 }, () => attemptFrom(db, { address: '203.0.113.5' })));
      expect(hashed).toHaveBeenCalledTimes(5);
      expect(all.filter(({ ended }) => ended === 'pause').length).toBeGreaterThanOrEqual(55);
    } finally {
      hashed.mockRestore();
    }
  });

  it('hashes no more than twenty parallel tries of one account from 60 addresses', async () => {
    const db = await withAna();
    const hashed = vi.spyOn(passwords, 'passwordMatches');
    try {
      await Promise.all(Array.from({ length: 60 }, (_, i) => attemptFrom(db, { address: `203.0.113.${i}` })));
      expect(hashed).toHaveBeenCalledTimes(20);
    } finally {
      hashed.mockRestore();
    }
  });

  it('does not let a stranger lock a person out at the address from which they sign in', async () => {
    const db = await withAna();
    expect((await attemptFrom(db, { address: '198.51.100.7', password })).ended).toBe('in');
    for (let i = 0; i < 12; i++) await fail(db, 5, { address: `203.0.113.${i}` });
    expect((await attemptFrom(db, { address: '203.0.113.99', password })).ended).toBe('pause');
    expect((await attemptFrom(db, { address: '198.51.100.7', password })).ended).toBe('in');
  });

  it('does not let a stranger at the same address lock a known device out', async () => {
    const db = await withAna();
    const address = '198.51.100.7';
    const { device } = await attemptFrom(db, { address, password });
    await fail(db, 20, { address });
    expect((await attemptFrom(db, { address, password })).ended).toBe('pause');
    expect((await attemptFrom(db, { address, password, device: device! })).ended).toBe('in');
    expect((await attemptFrom(db, { address: '192.0.2.1', password, device: device! })).ended).toBe('in');
  });

  it('limits a known device as well, and takes no device that it did not name', async () => {
    const db = await withAna();
    const address = '198.51.100.7';
    const { device } = await attemptFrom(db, { address, password });
    expect(await fail(db, 6, { address, device: device! })).toEqual([...Array(4).fill('wrong'), 'pause', 'pause']);
    await fail(db, 5, { address: '192.0.2.1' });
    expect((await attemptFrom(db, { address: '192.0.2.1', password, device: 'made-up' })).ended).toBe('pause');
  });

  it('does not take the device of one person for another', async () => {
    const db = await withAna();
    const other = 'ben@lab.example';
    await addUser(db, { name: 'Ben', email: other, password, admin: false });
    const { device } = await attemptFrom(db, { address: '192.0.2.1', password, email: other });
    await fail(db, 5, { address: '192.0.2.1' });
    expect((await attemptFrom(db, { address: '192.0.2.1', device: device!, password })).ended).toBe('pause');
  });

  it('pauses an address that tries many accounts; IPv6 counts by its network', async () => {
    const db = await withAna();
    const hashed = vi.spyOn(passwords, 'passwordMatches').mockResolvedValue(false);
    try {
      for (let i = 0; i < 100; i++)
        await attemptFrom(db, { address: `2001:db8:0:1::${i.toString(16)}`, email: `p${i}@lab.example` });
      const next = { email: 'next@lab.example' };
      expect((await attemptFrom(db, { address: '2001:db8:0:1:ffff::1', ...next })).ended).toBe('pause');
      expect((await attemptFrom(db, { address: '2001:db8:0:2::1', ...next })).ended).toBe('wrong');
      expect(hashed).toHaveBeenCalledTimes(101);
    } finally {
      hashed.mockRestore();
    }
  });

  it('says after how many seconds to try again, at most a quarter of an hour, and means it', async () => {
    const db = await withAna();
    const start = 1_800_000_000_000;
    const address = '203.0.113.5';
    await fail(db, 5, { address }, start);
    const { refusal } = await attemptFrom(db, { address, password }, start + 5 * minute);
    expect(refusal!.retryAfter).toBe(600);
    expect(refusal!.message).toContain('10 minutes');
    expect((await attemptFrom(db, { address, password }, start + 15 * minute)).ended).toBe('in');
  });

  it('locks no account for longer if the clock jumps back', async () => {
    const db = await withAna();
    const start = 1_800_000_000_000;
    await fail(db, 5, { address: '203.0.113.5' }, start);
    expect((await attemptFrom(db, { address: '203.0.113.5', password }, start - 24 * 60 * minute)).ended).toBe('in');
  });

  it('does not count who signs in rightly', async () => {
    const db = await withAna();
    for (let i = 0; i < 30; i++)
      expect((await attemptFrom(db, { address: `203.0.113.${i}`, password })).ended, `${i}`).toBe('in');
    expect(db.select().from(schema.signInTry).all()).toEqual([]);
  });

  it('keeps neither e-mails nor addresses, and forgets what is over', async () => {
    const db = await withAna();
    const start = 1_800_000_000_000;
    for (let i = 0; i < 3; i++) await fail(db, 2, { address: '203.0.113.5', email: `someone${i}@lab.example` }, start);
    const kept = db.select().from(schema.signInTry).all();
    expect(kept.length).toBeGreaterThan(3);
    for (const { subject } of kept) expect(subject).toMatch(/^[0-9a-f]{64}$/);
    await fail(db, 1, { address: '192.0.2.9' }, start + 16 * minute);
    expect(db.select().from(schema.signInTry).all()).toHaveLength(3);
  });

  it('refuses an e-mail or a password of absurd length before anything is counted or hashed', async () => {
    const db = await withAna();
    const hashed = vi.spyOn(passwords, 'passwordMatches');
    try {
      const long = 'x'.repeat(1_000_000);
      for (const input of [{ email: `${long}@lab.example` }, { password: long }])
        expect((await attemptFrom(db, { address: '203.0.113.5', ...input })).ended).toBe('wrong');
      expect(hashed).not.toHaveBeenCalled();
      expect(db.select().from(schema.signInTry).all()).toEqual([]);
    } finally {
      hashed.mockRestore();
    }
  });
});
