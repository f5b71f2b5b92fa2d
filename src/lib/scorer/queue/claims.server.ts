import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseLost } from '../store/contract.ts';
import { asText } from './entries.server.ts';
import type { Queue } from './connection.server.ts';
import type { Lookups } from './lookups.server.ts';
import type { LookupKind } from './published-run.ts';

const AGAIN_MS = 150;

interface Of {
  queue: Queue;
  lookups: Lookups;
  /** The part for which something is read, and its run. */
  part: string;
  run: string;
  /** Owner of the part's lease in this process; null while it has none. */
  owner: () => string | null;
}

/** A thing that the run made before it went to the queue, with its costs in US dollars. */
interface Earlier<Thing> {
  thing: Thing | null;
  cost?: number | null;
}

/**
 * Pages or searches of a run, each made once over all workers: the first part that asks for one claims it, and the others wait until
 * it is there. A claim ends with the lease of its part, so that a killed worker holds nothing up.
 */
export interface Claimed<Thing> {
  /** The run's own thing; null if it has none, and this part is to make it. */
  read(key: string): Promise<Thing | null>;
  /** A thing that another run of the same project in this queue made successfully. */
  shared(key: string): Promise<Thing | null>;
  /** @param cost US dollars in addition to earlier ones; null if they are unknown */
  put(key: string, thing: Thing, cost: number | null): Promise<void>;
}

export const claimed = <Thing>(
  table: 'page' | 'search',
  { queue, lookups, part, run, owner }: Of,
  kind: LookupKind
): Claimed<Thing> => {
  const stored = async (key: string): Promise<Thing | null> => {
    const [row] = await queue.rows<{ body: string }>(
      `SELECT body FROM voirdire.${table} WHERE run_id = $1 AND key = $2 AND body IS NOT NULL`,
      [run, key]
    );
    return row ? (JSON.parse(row.body) as Thing) : null;
  };

  const claim = async (key: string, mine: string): Promise<boolean> => {
    const rows = await queue.rows(
      `INSERT INTO voirdire.${table} AS claim (run_id, key, part_id, owner) VALUES ($1, $2, $3, $4)
      ON CONFLICT (run_id, key) DO UPDATE SET part_id = excluded.part_id, owner = excluded.owner
      WHERE claim.body IS NULL AND (claim.owner = excluded.owner OR NOT EXISTS (
        SELECT FROM voirdire.part WHERE id = claim.part_id AND lease_owner = claim.owner AND lease_until > $5
      ))
      RETURNING key`,
      [run, key, part, mine, queue.now()]
    );
    return rows.length > 0;
  };

  /** Fetches a thing that the run made before it went to the queue: from now on all workers have it. */
  const earlier = async (key: string): Promise<Thing | null> => {
    const { thing, cost } = ((await lookups.ask(kind, key)) ?? { thing: null }) as Earlier<Thing>;
    if (thing !== null)
      await queue.rows(
        `UPDATE voirdire.${table} SET body = $3, collected = true${table === 'search' ? ', cost = $4' : ''}
        WHERE run_id = $1 AND key = $2 AND body IS NULL`,
        [run, key, asText(thing), ...(table === 'search' ? [cost ?? null] : [])]
      );
    return thing;
  };

  return {
    async read(key) {
      for (;;) {
        const there = await stored(key);
        const mine = owner();
        if (there !== null || mine === null) return there;
        if (await claim(key, mine)) return earlier(key);
        await sleep(AGAIN_MS);
      }
    },
    async shared(key) {
      const [row] = await queue.rows<{ body: string }>(
        `SELECT body FROM voirdire.${table} JOIN voirdire.run ON run.id = run_id
        WHERE key = $2 AND run_id <> $1 AND body IS NOT NULL AND body::json ->> 'outcome' = 'ok'
          AND run.project = (SELECT project FROM voirdire.run WHERE id = $1) LIMIT 1`,
        [run, key]
      );
      return row ? (JSON.parse(row.body) as Thing) : null;
    },
    async put(key, thing, cost) {
      const mine = owner();
      const rows =
        mine === null
          ? []
          : await queue.rows(
              table === 'page' ? PUT_PAGE : PUT_SEARCH,
              table === 'page'
                ? [run, key, part, mine, asText(thing)]
                : [run, key, part, mine, asText(thing), cost, crypto.randomUUID()]
            );
      if (rows.length === 0) throw new LeaseLost();
    }
  };
};

const HELD = `SELECT $1, $2, id, lease_owner, $5 FROM voirdire.part WHERE id = $3 AND lease_owner = $4 FOR SHARE`;

const PUT_PAGE = `
INSERT INTO voirdire.page (run_id, key, part_id, owner, body) ${HELD}
ON CONFLICT (run_id, key) DO UPDATE SET body = excluded.body, collected = false RETURNING key`;

/** A search that was put before a connection was lost is paid for once. */
const PUT_SEARCH = `
WITH put AS (
  INSERT INTO voirdire.search AS search (run_id, key, part_id, owner, body, cost, put)
  SELECT $1, $2, id, lease_owner, $5, $6::float8, $7 FROM voirdire.part WHERE id = $3 AND lease_owner = $4 FOR SHARE
  ON CONFLICT (run_id, key) DO UPDATE SET body = excluded.body, collected = false, put = excluded.put,
    cost = CASE WHEN search.put = excluded.put THEN search.cost
      WHEN search.body IS NULL AND search.put IS NULL THEN excluded.cost ELSE search.cost + excluded.cost END
  RETURNING key, run_id
), paid AS (
  INSERT INTO voirdire.purse AS purse (run_id, holder, spent)
  SELECT put.run_id, $4, coalesce($6::float8, 0) FROM put JOIN voirdire.run ON run.id = put.run_id AND run.cap IS NOT NULL
  ON CONFLICT (run_id, holder) DO UPDATE SET spent = purse.spent + excluded.spent
)
SELECT key FROM put`;
