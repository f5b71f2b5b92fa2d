import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { PgBoss } from 'pg-boss';
import { refuse } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { log } from '../../server/log.ts';
import { unansweredFor } from '../engine/limits/outage.ts';
import { FORM, SCHEMA, tables } from './tables.ts';

const leadSays = sayingsOf('leadRefusals');

/** How long a query is tried again while PostgreSQL does not answer, in milliseconds; then the run pauses. */
const PATIENCE_MS = 15 * 60_000;
const AGAIN_MS = 250;
const LONGEST_AGAIN_MS = 1_000;
/** Connections of one process. */
const CONNECTIONS = 8;
/** Of a job whose worker is not heard of; pg-boss has no shorter one. */
export const JOB_HEARTBEAT_SECONDS = 10;

/** The queue of parts of runs: PostgreSQL, and pg-boss in it. */
export interface Queue {
  boss: PgBoss;
  /** Rows of a statement. It is tried again while PostgreSQL does not answer, so it has to be one that may be carried out twice. */
  rows<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The same of several statements in one transaction. */
  together<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /**
   * Calls `tell` with the reason when PostgreSQL stops answering, and with null when it answers again.
   *
   * @returns ends this
   */
  onAway(tell: (reason: string | null) => void): () => void;
  /** Milliseconds of PostgreSQL's clock: workers on several machines agree on when a lease ends. */
  now(): number;
  close(): Promise<void>;
}

/** PostgreSQL did not answer for as long as a run may wait. What is in the queue stays there. */
export class QueueAway extends Error {
  constructor(waitedMs: number, reason: string) {
    super(unansweredFor('PostgreSQL', waitedMs, reason));
    this.name = 'QueueAway';
  }
}

/** The address without its password, for people. */
export function addressInWords(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'the local socket'}${port === '' ? '' : `:${port}`}${pathname === '/' ? '' : pathname}`;
  } catch {
    return 'the given address';
  }
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** An attempt to connect to several addresses fails without a message of its own. */
const reasonOf = (error: Error): string => error.message || codeOf(error);

/** Whether the same statement may succeed later: PostgreSQL is gone, has too many connections, or statements got in each other's way. */
const isAway = (error: unknown): boolean =>
  isGone(error) || (error instanceof Error && /^(53300|40001|40P01)$/.test(codeOf(error)));

/** Whether PostgreSQL did not answer, or is about to restart. */
function isGone(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // Class 08: connection; 57P01–57P03: shutdown, crash, starting.
  if (/^(08...|57P0[1-3])$/.test(code)) return true;
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'].includes(code)) return true; // prettier-ignore
  return /Connection terminated|Client has encountered a connection error|not queryable|timeout exceeded when trying to connect/i.test(
    error.message
  );
}

/** Refuses a text that is no address of a queue, without connecting. */
export function demandQueueAddress(url: string): void {
  if (!/^postgres(ql)?:\/\//.test(url)) refuse.invalid(leadSays('queueAddress'));
}

/**
 * Opens the queue and makes its tables if there are none. Refused if PostgreSQL cannot be reached, or if its tables are
 * those of another version.
 *
 * @param url `postgres://…`; its password is never shown
 */
export async function openQueue(url: string, patienceMs = PATIENCE_MS): Promise<Queue> {
  demandQueueAddress(url);
  // A process without a queue loads neither.
  const [{ default: pg }, { PgBoss: Boss }] = await Promise.all([import('pg'), import('pg-boss')]);
  const pool: Pool = new pg.Pool({
    ...{ connectionString: url, max: CONNECTIONS, application_name: 'voirdire', connectionTimeoutMillis: 10_000 },
    keepAlive: true
  });
  // A connection was lost between two statements: the next one fails, or opens another. Without a listener the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const boss = new Boss({
    db: { executeSql: async (text, values) => pool.query(text, values as unknown[]) },
    ...{ schema: `${SCHEMA}_jobs`, schedule: false, superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }
  });
  boss.on('error', (error) => log().debug({ err: error }, 'queue.jobs'));
  try {
    await makeTables(url, pool, boss);
  } catch (error) {
    await pool.end();
    if (codeOf(error as Error) === 'ERR_INVALID_URL') refuse.invalid(leadSays('queueAddress'));
    if (isAway(error) || /authentication|does not exist|permission denied/.test(String(error)))
      refuse.conflict(leadSays('queueUnreachable', { address: addressInWords(url), reason: (error as Error).message }));
    throw error;
  }
  const closing = new AbortController();
  const tellers = new Set<(reason: string | null) => void>();
  let away: string | null = null;
  const noteAway = (reason: string | null): void => {
    if ((away === null) === (reason === null)) return;
    away = reason;
    for (const tell of tellers) tell(reason);
  };
  const persist = async <T>(attempt: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    for (let wait = AGAIN_MS; ; wait = Math.min(2 * wait, LONGEST_AGAIN_MS))
      try {
        const done = await attempt();
        noteAway(null);
        return done;
      } catch (error) {
        if (isGone(error)) noteAway(reasonOf(error));
        if (!isAway(error) || closing.signal.aborted) throw error;
        const waited = performance.now() - from;
        if (waited > patienceMs) throw new QueueAway(waited, reasonOf(error as Error));
        await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => undefined);
      }
  };
  const queue: Queue = {
    boss,
    rows: (statement, values = []) => persist(async () => (await pool.query(statement, [...values])).rows),
    together: (work) =>
      persist(async () => {
        const client = await pool.connect();
        let broken = false;
        try {
          await client.query('BEGIN');
          const done = await work(client);
          await client.query('COMMIT');
          return done;
        } catch (error) {
          broken = isAway(error);
          if (!broken) await client.query('ROLLBACK').catch(() => (broken = true));
          throw error;
        } finally {
          client.release(broken);
        }
      }),
    onAway(tell) {
      tellers.add(tell);
      if (away !== null) tell(away);
      return () => void tellers.delete(tell);
    },
    now: () => Date.now() + ahead,
    async close() {
      closing.abort();
      await boss.stop({ graceful: false }).catch(() => undefined);
      await pool.end().catch(() => undefined);
    }
  };
  const asked = Date.now();
  const [clock] = await queue.rows<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now'
  );
  const ahead = Math.round(clock!.now - (asked + Date.now()) / 2);
  return queue;
}

/** One process at a time: several that start together would make the same tables. */
async function makeTables(url: string, pool: Pool, boss: PgBoss): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock(7305461)');
    await client.query(tables);
    const { rows } = await client.query<{ number: number }>('SELECT number FROM voirdire.form');
    const other = rows.find(({ number }) => number !== FORM);
    if (other)
      refuse.conflict(leadSays('queueForm', { address: addressInWords(url), found: other.number, expected: FORM }));
    if (rows.length === 0) await client.query('INSERT INTO voirdire.form VALUES ($1)', [FORM]);
    await boss.start();
  } finally {
    await client.query('SELECT pg_advisory_unlock(7305461)').catch(() => undefined);
    client.release();
  }
}
