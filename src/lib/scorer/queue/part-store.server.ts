import type { Reply } from '../call.ts';
import type { Page } from '../page.ts';
import type { Search } from '../search.ts';
import { LeaseLost, type RunStore } from '../store/contract.ts';
import { holdsLease } from '../store/lease-time.ts';
import { claimed } from './claims.server.ts';
import type { Queue } from './connection.server.ts';
import { asText, type Entry, type EntryWriter } from './entries.server.ts';
import { type Lookups, noLookups } from './lookups.server.ts';
import { createPartJournal, type PartJournal, type StoredEntry } from './part-journal.ts';

const PROCESS_ENDED =
  'The worker that scored ended before the answer came. The request may have been billed; its cost is estimated.';

/** How long it is taken for granted that no other run shares replies, in milliseconds. */
const ALONE_MS = 1_000;

interface PartPlace {
  queue: Queue;
  writer: EntryWriter;
  part: string;
  run: string;
  /** Replies that the run received before it went to the queue, by call key. */
  earlier?: ReadonlyMap<string, Reply>;
  lookups?: Lookups;
}

interface Lease {
  owner: string | null;
  until: number | null;
  crashes: number;
}

/** Whether another run has parts in the queue, with which replies may be shared; looked up once a second. */
const createNeighbours = ({ queue, run }: PartPlace): (() => Promise<boolean>) => {
  let known = { there: false, until: 0 };
  return async () => {
    if (performance.now() >= known.until) {
      const rows = await queue.rows('SELECT FROM voirdire.run WHERE id <> $1 LIMIT 1', [run]);
      known = { there: rows.length > 0, until: performance.now() + ALONE_MS };
    }
    return known.there;
  };
};

/**
 * The store of one part of a run in PostgreSQL. Replies and verdicts are read when it is opened and when its lease is taken: from then on
 * no other worker writes them. Pages and searches are those of the whole run.
 */
export async function openPartStore(place: PartPlace): Promise<RunStore> {
  const { queue, writer, part, run, earlier = new Map<string, Reply>(), lookups = noLookups } = place;
  let mine: string | null = null;
  const of = { queue, lookups, part, run, owner: () => mine };
  const pages = claimed<Page>('page', of, 'page');
  const searches = claimed<Search>('search', of, 'search');
  const hasNeighbours = createNeighbours(place);

  const ENTRIES = `SELECT kind, key, body FROM voirdire.entry WHERE part_id = $1 ORDER BY seq`;
  let journal: PartJournal = createPartJournal(await queue.rows<StoredEntry>(ENTRIES, [part]));

  const put = async (
    entry: Pick<Entry, 'kind' | 'key' | 'body'> & Partial<Pick<Entry, 'cost' | 'paid'>>
  ): Promise<void> => {
    if (mine === null) throw new LeaseLost();
    await writer.put({ part, owner: mine, cost: null, paid: 0, ...entry });
  };

  const putCall: RunStore['putCall'] = async ({ lost = 0, ...call }, kept) => {
    const body = { ...call, milliseconds: Math.round(call.milliseconds), at: Math.round(call.at) };
    const kind = call.outcome === 'reply' ? 'reply' : 'call';
    await put({ kind, key: call.key, body, cost: call.cost, paid: (call.cost ?? 0) - lost });
    kept?.();
    journal.add({ kind, key: call.key, body });
  };

  return {
    async acquireLease(owner, now, milliseconds) {
      const taken = await queue.together(async (client) => {
        const { rows } = await client.query<Lease>(
          `SELECT lease_owner AS owner, lease_until AS until, crashes FROM voirdire.part WHERE id = $1 FOR UPDATE`,
          [part]
        );
        const [lease] = rows;
        if (!lease) return false;
        const others = lease.owner !== null && lease.owner !== owner;
        if (others && holdsLease(lease.until ?? 0, now, milliseconds)) return false;
        await client.query(`UPDATE voirdire.part SET lease_owner = $2, lease_until = $3, crashes = $4 WHERE id = $1`, [
          part,
          owner,
          now + milliseconds,
          lease.crashes + (others ? 1 : 0)
        ]);
        journal = createPartJournal((await client.query<StoredEntry>(ENTRIES, [part])).rows);
        return true;
      });
      if (!taken) return false;
      if (mine !== owner) {
        mine = owner;
        // Requests of a killed worker may have been billed.
        for (const { requests, task, key, cost, lost, at } of journal.leftUnanswered())
          await putCall({
            ...{ task, key, outcome: 'error', reply: null, error: PROCESS_ENDED, status: null, cached: false },
            ...{ attempts: requests, unanswered: requests, cost, lost, milliseconds: 0, at }
          });
      }
      return true;
    },

    async renewLease(owner, now, milliseconds) {
      const rows = await queue.rows(
        'UPDATE voirdire.part SET lease_until = $3 WHERE id = $1 AND lease_owner = $2 RETURNING id',
        [part, owner, now + milliseconds]
      );
      return rows.length > 0;
    },

    async releaseLease(owner) {
      await writer.drained();
      await queue.rows(
        'UPDATE voirdire.part SET lease_owner = NULL, lease_until = NULL WHERE id = $1 AND lease_owner = $2',
        [part, owner]
      );
      if (mine === owner) mine = null;
    },

    async crashes() {
      const [row] = await queue.rows<{ crashes: number }>('SELECT crashes FROM voirdire.part WHERE id = $1', [part]);
      return row?.crashes ?? 0;
    },

    getReply: (key) => journal.reply(key) ?? earlier.get(key) ?? null,

    async getSharedReply(key) {
      if (await hasNeighbours()) {
        const [row] = await queue.rows<{ body: string }>(
          `SELECT entry.body FROM voirdire.entry JOIN voirdire.part ON part.id = part_id
          WHERE entry.key = $1 AND kind = 'reply' AND run_id <> $2 LIMIT 1`,
          [key, run]
        );
        if (row) return (JSON.parse(row.body) as { reply: Reply }).reply;
      }
      return (await lookups.ask('reply', key)) as Reply | null;
    },

    sending: (task, key, cost, at) => {
      const body = { task, key, cost, at: Math.round(at) };
      return put({ kind: 'sending', key, body });
    },
    refused(key) {
      // A kill before this is written counts a request as one that may have been billed: too many rather than too few.
      put({ kind: 'refused', key, body: null }).catch(() => undefined);
    },
    lost: (key, cost) => put({ kind: 'lost', key, body: { cost }, paid: cost }),

    putCall,

    async spent() {
      const [row] = await queue.rows<{ dollars: number }>(
        `SELECT coalesce((SELECT sum(cost) FROM voirdire.entry JOIN voirdire.part ON part.id = part_id WHERE run_id = $1), 0)
          + coalesce((SELECT sum(cost) FROM voirdire.search WHERE run_id = $1), 0) AS dollars`,
        [run]
      );
      return row?.dollars ?? 0;
    },

    getPage: pages.read,
    async getSuppliedPage(key) {
      return (await lookups.ask('supplied-page', key)) as Page | null;
    },
    async getSharedPage(key) {
      return (await pages.shared(key)) ?? ((await lookups.ask('shared-page', key)) as Page | null);
    },
    async putPage(urlKey, page) {
      if ((page.text === null) !== (page.contentHash === null))
        throw new Error('putPage requires a content hash for each text, and none without');
      await pages.put(urlKey, page, null);
    },

    getSearch: searches.read,
    async getSharedSearch(key) {
      return (await searches.shared(key)) ?? ((await lookups.ask('shared-search', key)) as Search | null);
    },
    putSearch: searches.put,

    verdictsDone: (task) => journal.verdicts(task),
    async putVerdicts(task, verdicts, at) {
      const body = { task, verdicts: [...verdicts], at: Math.round(at) };
      asText(body);
      if (journal.verdicts(task)) return;
      await put({ kind: 'verdicts', key: null, body });
      journal.add({ kind: 'verdicts', key: null, body });
    }
  };
}
