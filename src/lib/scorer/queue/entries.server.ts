import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseLost } from '../store/contract.ts';
import type { Queue } from './connection.server.ts';

/**
 * One line of a part's journal. `reply` is a call whose reply its protocol could use, `call` any other one that ended; `sending`,
 * `refused` and `lost` are requests that left, came back without a bill, and cost money without an answer; `verdicts` finish a task.
 */
export interface Entry {
  part: string;
  owner: string;
  kind: 'reply' | 'call' | 'sending' | 'refused' | 'lost' | 'verdicts';
  key: string | null;
  body: unknown;
  /** US dollars; null if they are unknown or there are none. */
  cost: number | null;
  /** US dollars that the purse counts with it: the cost, without the tries that it has counted as lost. */
  paid: number;
}

export interface EntryWriter {
  /** Resolves once PostgreSQL has committed it. Rejects with `LeaseLost` if the part has another owner by now. */
  put(entry: Entry): Promise<void>;
  /** Resolves once all that was put is committed or has failed. */
  drained(): Promise<void>;
}

interface Waiting extends Omit<Entry, 'body'> {
  nth: number;
  text: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * How long entries gather before they are committed together, in milliseconds. A judge takes many times as long, and PostgreSQL and the
 * worker have less than half of the work.
 */
const GATHER_MS = 8;

/** Refuses values that are no data, so that they do not disappear silently: a verdict without its reasons would be another one. */
const onlyData = (name: string, value: unknown): unknown => {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new Error(`A journal holds data only, and ${name} is a ${typeof value}`);
  return value;
};

export const asText = (body: unknown): string => JSON.stringify(body, onlyData);

/**
 * Puts entries whose owner has the lease of their part, in their order. An entry that was put before a connection was lost is put
 * once, and money is counted for it once. Who takes a part over waits for this statement, and this one for them.
 */
const PUT = `
WITH given AS (
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::float8[], $9::float8[])
    AS one (part_id, owner, nth, kind, key, body, cost, paid)
), held AS MATERIALIZED (
  SELECT id, run_id, lease_owner FROM voirdire.part WHERE id = ANY ($1::uuid[]) FOR SHARE
), put AS (
  INSERT INTO voirdire.entry (part_id, owner, nth, kind, key, body, cost)
  SELECT given.part_id, given.owner, nth, kind, key, body, cost FROM given JOIN held ON held.id = given.part_id AND held.lease_owner = given.owner ORDER BY given.nth
  ON CONFLICT DO NOTHING
  RETURNING part_id, owner, nth
), paid AS (
  INSERT INTO voirdire.purse AS purse (run_id, holder, spent)
  SELECT held.run_id, $8, sum(given.paid) FROM put
    JOIN given ON (given.part_id, given.owner, given.nth) = (put.part_id, put.owner, put.nth)
    JOIN held ON held.id = put.part_id
    JOIN voirdire.run ON run.id = held.run_id AND run.cap IS NOT NULL
  WHERE given.paid <> 0 GROUP BY held.run_id
  ON CONFLICT (run_id, holder) DO UPDATE SET spent = purse.spent + excluded.spent
)
SELECT id, lease_owner AS owner FROM held`;

/**
 * Writes the journals of all parts that a process works on. What is put while a commit is under way shares the next one: a commit
 * costs nearly the same for one entry as for twenty.
 *
 * @param holder the process, in whose purse costs are counted
 */
export const createEntryWriter = (queue: Queue, holder: string): EntryWriter => {
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | null = null;
  let count = 0;

  const write = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const held = await queue.rows<{ id: string; owner: string | null }>(PUT, [
        group.map(({ part }) => part),
        group.map(({ owner }) => owner),
        group.map(({ nth }) => nth),
        group.map(({ kind }) => kind),
        group.map(({ key }) => key),
        group.map(({ text }) => text),
        group.map(({ cost }) => cost),
        holder,
        group.map(({ paid }) => paid)
      ]);
      const owners = new Map(held.map(({ id, owner }) => [id, owner]));
      for (const { part, owner, resolve, reject } of group)
        if (owners.get(part) === owner) resolve();
        else reject(new LeaseLost());
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      await sleep(GATHER_MS);
      const group = waiting;
      waiting = [];
      await write(group);
    }
    flushing = null;
  };

  return {
    async put({ body, ...entry }) {
      const text = asText(body);
      await new Promise<void>((resolve, reject) => {
        count += 1;
        waiting.push({ ...entry, nth: count, text, resolve, reject });
        flushing ??= flush();
      });
    },
    async drained() {
      while (flushing) await flushing;
    }
  };
};
