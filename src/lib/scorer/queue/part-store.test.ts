import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresOfTests, withoutPostgres } from '../../../../tests/stand-ins/postgres.ts';
import type { Page } from '../page.ts';
import type { RunStore } from '../store/contract.ts';
import { storeContract } from '../store/contract-suite.fixture.ts';
import { openQueue, type Queue, QueueAway } from './connection.server.ts';
import { createEntryWriter } from './entries.server.ts';
import type { Lookups } from './lookups.server.ts';
import { openPartStore } from './part-store.server.ts';

describe.skipIf(withoutPostgres !== null)('the queue in PostgreSQL', () => {
  const server = postgresOfTests();
  let queue: Queue;
  beforeAll(async () => {
    queue = await openQueue(server().url);
  });
  afterAll(() => queue.close());

  /** Two runs of a project of their own, each with one part. */
  const runs = async () => {
    await queue.rows('DELETE FROM voirdire.run');
    const project = randomUUID();
    const places = new Map<'a' | 'b', { run: string; part: string }>();
    for (const name of ['a', 'b'] as const) {
      const [run, part] = [`${name} of ${project}`, randomUUID()];
      await queue.rows(
        `INSERT INTO voirdire.run (id, project, about, state, coordinated) VALUES ($1, $2, '{}', 'open', now())`,
        [run, project]
      );
      await queue.rows(`INSERT INTO voirdire.part (id, run_id, about) VALUES ($1, $2, '{}')`, [part, run]);
      places.set(name, { run, part });
    }
    const supplied = new Map<string, Page>();
    const lookups: Lookups = {
      ask: (kind, key) => Promise.resolve(kind === 'supplied-page' ? (supplied.get(key) ?? null) : null)
    };
    const writer = createEntryWriter(queue, 'worker');
    return {
      place: (name: 'a' | 'b') => places.get(name)!,
      open: (name: 'a' | 'b'): Promise<RunStore> => openPartStore({ queue, writer, lookups, ...places.get(name)! }),
      supply: (key: string, page: Page): void => void supplied.set(key, page)
    };
  };

  storeContract('PostgreSQL store', runs);

  it('puts a request that a killed worker left unanswered into the journal, once', async () => {
    const of = await runs();
    const task = { report: 'r1', metric: 'coverage', judge: 'j1', repeat: 0 };
    const killed = await of.open('a');
    await killed.acquireLease('killed', 0, 1_000);
    await killed.sending(task, 'k2', 0.5, 10);
    killed.refused('k2');
    await killed.sending(task, 'k1', 0.25, 11);
    const next = await of.open('a');
    expect(await next.acquireLease('next', 2_000, 1_000)).toBe(true);
    expect(await next.acquireLease('next', 2_001, 1_000)).toBe(true);
    const calls = await queue.rows<{ body: string }>(
      `SELECT body FROM voirdire.entry WHERE part_id = $1 AND kind = 'call'`,
      [of.place('a').part]
    );
    expect(calls.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { key: 'k1', outcome: 'error', unanswered: 1, attempts: 1, cost: 0.25, task }
    ]);
    expect(await next.spent()).toBe(0.25);
    expect(next.getReply('k1')).toBeNull();
  });

  it('lets one part make a page while others wait for it, and ends a claim with the lease of its part', async () => {
    const of = await runs();
    const { run } = of.place('a');
    const second = randomUUID();
    await queue.rows(`INSERT INTO voirdire.part (id, run_id, about) VALUES ($1, $2, '{}')`, [second, run]);
    const first = await of.open('a');
    const other = await openPartStore({ queue, writer: createEntryWriter(queue, 'other'), run, part: second });
    await first.acquireLease('first', queue.now(), 60_000);
    await other.acquireLease('other', queue.now(), 60_000);
    const made: Page = {
      ...{ url: 'https://a.example/x', outcome: 'ok', note: '200 OK', status: 200, finalUrl: null, title: null },
      ...{ text: 'X', contentHash: 'x', origin: 'fetched', at: 1 }
    };
    expect(await first.getPage('x')).toBeNull();
    expect(await first.getPage('y')).toBeNull();
    const [x, y] = [other.getPage('x'), other.getPage('y')];
    await first.putPage('x', made);
    expect(await x).toEqual(made);
    expect(await Promise.race([y, new Promise((resolve) => setTimeout(resolve, 400, 'waits'))])).toBe('waits');
    await first.releaseLease('first');
    expect(await y).toBeNull();
  });

  it('carries a transaction out again whose connection is lost between two of its statements', async () => {
    let tries = 0;
    const answer = await queue.together(async (client) => {
      tries++;
      if (tries === 1) {
        const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        const lost = new Promise<void>((resolve) => client.once('end', resolve));
        await queue.rows('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
        await lost;
      }
      return (await client.query<{ one: number }>('SELECT 1 AS one')).rows;
    });
    expect([tries, answer]).toEqual([2, [{ one: 1 }]]);
  });

  it('refuses an address whose password is not encoded, with the names of its settings', async () => {
    await expect(openQueue('postgres://voirdire:two#words@db.example/voirdire')).rejects.toThrow('VOIRDIRE_QUEUE');
  });

  it('survives a crash of PostgreSQL: what was acknowledged is there, and what was under way is put once', async () => {
    const of = await runs();
    const store = await of.open('a');
    await store.acquireLease('me', 0, 1_000);
    const task = { report: 'r1', metric: 'coverage', judge: 'j1', repeat: 0 };
    const told: (string | null)[] = [];
    const { promise: away, resolve: noticed } = Promise.withResolvers<void>();
    const endTelling = queue.onAway((reason) => {
      told.push(reason);
      noticed();
    });
    const impatient = await openQueue(server().url, 0);
    const gaveUp = expect(impatient.rows('SELECT pg_sleep(60)')).rejects.toThrow(QueueAway);
    const send = (name: string) =>
      Promise.all(Array.from({ length: 5 }, (_, nth) => store.sending(task, `${name}${nth}`, null, nth)));
    const putting = send('k');
    let later: Promise<unknown> | undefined;
    await server().restart('SIGKILL', () => {
      later = send('l');
      return away;
    });
    await Promise.all([putting, later, gaveUp]);
    await impatient.close();
    const [{ count } = { count: 0 }] = await queue.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM voirdire.entry WHERE part_id = $1',
      [of.place('a').part]
    );
    expect(count).toBe(10);
    endTelling();
    expect([told[0], told.at(-1)]).toEqual([expect.stringMatching(/./), null]);
  });
});
