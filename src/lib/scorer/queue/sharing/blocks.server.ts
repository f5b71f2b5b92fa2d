import type { ProviderLimits } from '../../runs/run-options.ts';
import { ALIVE } from '../alive.ts';
import type { Queue } from '../connection.server.ts';

/** A block of requests may be used for so many milliseconds after it was reserved, */
export const BLOCK_MS = 1_000;
/** and its last request leaves within so many further ones: it is in the journal first. */
const LEAVING_MS = 1_000;
const MINUTE_SECONDS = 60;
/** Requests of a block count for so long: until 60 seconds after the last of them can have been sent. */
const SPAN_SECONDS = MINUTE_SECONDS + (BLOCK_MS + LEAVING_MS) / 1_000;
/** Tokens pass evenly over so many seconds. */
const TOKEN_PACE_SECONDS = 10;

/** Requests that one worker may send, with their tokens. */
export interface RequestBlock {
  id: string;
  requests: number;
  tokens: number;
}

interface Sent {
  requests: number;
  tokens: number;
  paced: number;
  pacedTokens: number;
}

/**
 * Reserves requests to one account for one worker, so that no 60 seconds hold more than the limits over all workers, wherever they begin:
 * a block counts from its reservation until 60 seconds after its end. A block holds a second's worth at most.
 *
 * @param account Name of the account, without its key
 * @param tokens Tokens of the next request; a request larger than the limit goes alone
 * @returns null if nothing may be sent yet
 */
export const reserveBlock = (
  queue: Queue,
  account: string,
  tokens: number,
  { requestsPerMinute, tokensPerMinute }: ProviderLimits
): Promise<RequestBlock | null> =>
  queue.together(async (client) => {
    // One worker after the other: the second one sees the block of the first.
    await client.query('INSERT INTO voirdire.account VALUES ($1) ON CONFLICT DO NOTHING', [account]);
    await client.query('SELECT FROM voirdire.account WHERE name = $1 FOR UPDATE', [account]);
    await client.query(
      `DELETE FROM voirdire.block WHERE account = $1 AND at <= clock_timestamp() - make_interval(secs => $2)`,
      [account, SPAN_SECONDS]
    );
    const burst = requestsPerMinute === undefined ? Infinity : Math.max(1, Math.floor(requestsPerMinute / 60));
    const burstSeconds = requestsPerMinute === undefined ? 0 : (MINUTE_SECONDS * burst) / requestsPerMinute;
    const { rows } = await client.query<Sent>(
      `SELECT coalesce(sum(requests), 0)::float8 AS requests, coalesce(sum(tokens), 0) AS tokens,
        coalesce(sum(requests) FILTER (WHERE at > clock_timestamp() - make_interval(secs => $2)), 0)::float8 AS paced,
        coalesce(sum(tokens) FILTER (WHERE at > clock_timestamp() - make_interval(secs => $3)), 0) AS "pacedTokens"
      FROM voirdire.block WHERE account = $1`,
      [account, burstSeconds, TOKEN_PACE_SECONDS]
    );
    const sent = rows[0]!;
    const requests = Math.min(burst - sent.paced, (requestsPerMinute ?? Infinity) - sent.requests, 1_000);
    if (requests < 1) return null;
    let tokenRoom = Infinity;
    if (tokensPerMinute !== undefined) {
      const paced = (tokensPerMinute * TOKEN_PACE_SECONDS) / MINUTE_SECONDS - sent.pacedTokens;
      tokenRoom = Math.min(tokensPerMinute - sent.tokens, Math.max(paced, sent.pacedTokens === 0 ? tokens : 0));
      const alone = tokens > tokensPerMinute && sent.tokens === 0;
      if (alone) tokenRoom = tokens;
      if (tokenRoom < tokens) return null;
    }
    const count =
      tokens > 0 && Number.isFinite(tokenRoom) ? Math.min(requests, Math.floor(tokenRoom / tokens)) : requests;
    const block = { requests: Math.max(1, count), tokens: Math.max(tokens, tokens * count) };
    const made = await client.query<{ id: string }>(
      `INSERT INTO voirdire.block (account, at, requests, tokens) VALUES ($1, clock_timestamp(), $2, $3) RETURNING id::text`,
      [account, block.requests, block.tokens]
    );
    return { id: made.rows[0]!.id, ...block };
  });

/** Corrects blocks by what was sent of them and what that took: the rest is free for other workers. */
export const correctBlocks = async (queue: Queue, blocks: readonly RequestBlock[]): Promise<void> =>
  void (await queue.rows(
    `UPDATE voirdire.block SET requests = one.requests, tokens = one.tokens
    FROM unnest($1::bigint[], $2::integer[], $3::float8[]) AS one (id, requests, tokens) WHERE block.id = one.id`,
    [blocks.map(({ id }) => id), blocks.map(({ requests }) => requests), blocks.map(({ tokens }) => tokens)]
  ));

interface Place {
  worker: string;
  held: number;
  wanted: number;
}

/**
 * Divides the requests that an account allows at once among the workers that want some. A worker gives up what it does not use; a new one
 * gets its share as soon as others have given some up, so that there are never more than allowed.
 *
 * @param most Requests at once over all workers
 * @returns how many this worker may have under way
 */
export const dividePlaces = (
  queue: Queue,
  { account, worker, most }: { account: string; worker: string; most: number },
  { active, wanted }: { active: number; wanted: number }
): Promise<number> =>
  queue.together(async (client) => {
    await client.query('INSERT INTO voirdire.account VALUES ($1) ON CONFLICT DO NOTHING', [account]);
    await client.query('SELECT FROM voirdire.account WHERE name = $1 FOR UPDATE', [account]);
    await client.query(`DELETE FROM voirdire.place WHERE account = $1 AND worker <> $2 AND worker NOT IN (${ALIVE})`, [
      account,
      worker
    ]);
    const { rows } = await client.query<Place>(
      'SELECT worker, held, wanted FROM voirdire.place WHERE account = $1 AND worker <> $2',
      [account, worker]
    );
    const wanting = [...rows.filter((one) => one.wanted > 0).map((one) => one.worker), worker].sort();
    const rank = wanting.indexOf(worker);
    const share = Math.floor(most / wanting.length) + (rank < most % wanting.length ? 1 : 0);
    const free = most - rows.reduce((sum, { held }) => sum + held, 0);
    const held = Math.max(active, Math.min(wanted, share, free), 0);
    await client.query(
      `INSERT INTO voirdire.place VALUES ($1, $2, $3, $4)
      ON CONFLICT (account, worker) DO UPDATE SET held = excluded.held, wanted = excluded.wanted`,
      [account, worker, held, wanted]
    );
    return held;
  });
