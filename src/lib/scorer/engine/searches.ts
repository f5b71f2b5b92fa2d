import { textHash } from '../runs/fingerprint.ts';
import type { SearchProvider, SearchQuery, SearchReply } from '../search/contract.ts';
import { tidyResults } from '../search/results.ts';
import type { Search } from '../search.ts';
import type { RunStore, TaskId } from '../store/contract.ts';
import type { Clock } from './limits/clock.ts';
import type { EngineEvent, EngineLimits, EngineResult } from './contract.ts';
import type { Budget } from './limits/budget.ts';
import type { CallGate } from './limits/gate.ts';
import { backoff, believed } from './limits/limits.ts';

/** Searches with one provider under way at once, if no limit says otherwise. */
export const SEARCHES_AT_ONCE = 4;
const TRIES = 3;
const DEADLINE_MS = 30_000;
const MOST_RESULTS = 20;
const LONGEST_QUERY = 400;

interface SearchCapability {
  store: RunStore;
  provider: SearchProvider | null;
  gate: CallGate;
  budget: Budget;
  /** US dollars for one request; null if that is unknown. */
  cost: number | null;
  limits: EngineLimits;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  useCache: boolean;
  emit: (event: EngineEvent) => void;
  result: EngineResult;
}

interface Bill {
  /** Requests of the search that are billed, or may be. */
  requests: number;
  /** A request leaves: it is kept as one that may be billed, so that a kill of the process cannot hide it. */
  leaving: () => Promise<void>;
}

type Failure = Exclude<SearchReply, { outcome: 'ok' }>;

/** A question to a search provider, as a protocol words it and as it is asked. */
export const searchQuery = (
  query: string,
  { count, before = null }: { count: number; before?: string | null }
): SearchQuery => {
  if (!Number.isInteger(count) || count < 1 || count > MOST_RESULTS)
    throw new Error(`search requires a count from 1 to ${MOST_RESULTS}, not ${count}`);
  if (before !== null && !/^\d{4}-\d{2}-\d{2}$/.test(before))
    throw new Error(`search requires an ISO date, not ${before}`);
  const words = query.replace(/\s+/g, ' ').trim().toWellFormed();
  if (words === '') throw new Error('search requires a query');
  // The providers refuse longer ones; the end of a long sentence tells a search least.
  return { query: [...words].slice(0, LONGEST_QUERY).join(''), count, before };
};

/** Equal keys share results: the provider and everything that it is asked. */
export const searchKey = (identity: string, { query, count, before }: SearchQuery): string =>
  textHash(JSON.stringify([identity, query, count, before]));

/** These may pass, and are tried again; all others stay. */
const passing: ReadonlySet<Failure['outcome']> = new Set(['rate-limited', 'server-error', 'timed-out', 'unreached']);
/** These are billed, or may be. */
const billed: ReadonlySet<SearchReply['outcome']> = new Set(['ok', 'timed-out', 'unreadable']);
/** These hold for every further search. */
const closing: ReadonlySet<SearchReply['outcome']> = new Set(['quota', 'not-permitted']);

/**
 * Searches each query once per run, however many tasks ask for it. What this run has found stays, so that all judges see the
 * same; a search that failed is made again when the run is taken up again. A search new to the run is what another run of the
 * project found, else what the provider finds. After a used-up quota or a wrong key nothing more is sent.
 *
 * Each request that was answered with results costs the price, and so does one whose answer did not come or cannot be read: it may
 * have been billed. Refused requests cost nothing. Rejects with `BudgetUsedUp` if no further search may be paid for.
 */
export const createSearches = (
  using: SearchCapability
): ((query: string, wanted: { count: number; before?: string | null }, task: TaskId) => Promise<Search>) => {
  const { store, gate, clock, signal, limits, result } = using;
  const underWay = new Map<string, Promise<Search>>();
  const settled = new Set<string>();
  let closed: Failure | null = null;

  /** One try with its deadline. The bill counts it as soon as it may be charged for. */
  const once = async (provider: SearchProvider, query: SearchQuery, bill: Bill): Promise<SearchReply> => {
    // Searches without a fee continue when the budget is used up.
    const reserved = using.cost ? await using.budget.reserve(using.cost, signal) : null;
    const before = bill.requests;
    try {
      return await send(provider, query, bill);
    } finally {
      reserved?.settle((bill.requests - before) * using.cost!);
    }
  };

  const send = async (provider: SearchProvider, query: SearchQuery, bill: Bill): Promise<SearchReply> => {
    const pass = await gate.enter(provider.name, 0, signal, `search ${provider.identity}`);
    if (closed) {
      pass.undo();
      return closed;
    }
    await bill.leaving().catch((error: unknown) => {
      pass.undo();
      throw error;
    });
    const own = new AbortController();
    const stop = (): void => own.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    let late = false;
    const deadline = provider.deadlineMs ?? DEADLINE_MS;
    const callOff = clock.after(deadline, () => {
      late = true;
      own.abort(new Error('too late'));
    });
    result.searches.sent += 1;
    try {
      const reply = await provider.search(query, { signal: own.signal });
      // Before the next search takes this one's place.
      if (closing.has(reply.outcome) && reply.outcome !== 'ok') closed ??= reply;
      if (billed.has(reply.outcome)) bill.requests += 1;
      return reply;
    } catch (error) {
      // It had left: whether it was answered is unknown.
      bill.requests += 1;
      signal.throwIfAborted();
      if (late) return { outcome: 'timed-out', note: `no answer within ${deadline / 1000} seconds` };
      const reason = error instanceof Error ? error.message : String(error);
      return { outcome: 'unreadable', note: `reading it failed: ${reason}`.slice(0, 300) };
    } finally {
      callOff();
      signal.removeEventListener('abort', stop);
      pass.leave();
    }
  };

  const sent = async (provider: SearchProvider, query: SearchQuery, bill: Bill): Promise<SearchReply> => {
    for (let tries = 1; ; tries += 1) {
      const reply = closed ?? (await once(provider, query, bill));
      if (reply.outcome === 'ok') return reply;
      if (tries === TRIES || !passing.has(reply.outcome)) return reply;
      await clock.sleep(backoff(tries, limits, using.random, believed(reply, limits)), signal);
    }
  };

  const found = (provider: SearchProvider, query: SearchQuery, reply: SearchReply): Search => {
    const about = { ...query, provider: provider.identity, at: clock.now() };
    if (reply.outcome !== 'ok') return { ...about, outcome: reply.outcome, note: reply.note, results: [] };
    const { results, later } = tidyResults(reply.results, query);
    const notes = [reply.note ?? '', later === 0 ? '' : `${later} dated ${query.before} or later left out`];
    return { ...about, outcome: 'ok', note: notes.filter((note) => note !== '').join('; '), results };
  };

  const search = async (provider: SearchProvider, key: string, query: SearchQuery, task: TaskId): Promise<Search> => {
    const own = await store.getSearch(key);
    if (own && (own.outcome === 'ok' || settled.has(key))) {
      result.searches.replayed += 1;
      return own;
    }
    const shared = using.useCache ? await store.getSharedSearch(key) : null;
    if (shared) result.searches.shared += 1;
    let charged = 0;
    const noAnswer = (): Search => ({
      ...{ ...query, provider: provider.identity, at: clock.now() },
      ...{ outcome: 'timed-out', note: 'The run was stopped before the answer came.', results: [] }
    });
    const bill: Bill = {
      requests: 0,
      leaving: async () => {
        if (!using.cost) return;
        await store.putSearch(key, noAnswer(), using.cost);
        charged += using.cost;
      }
    };
    /** Amount still to be charged, or to be given back. */
    const due = (): number | null =>
      using.cost === null ? (bill.requests > 0 ? null : 0) : bill.requests * using.cost - charged;
    let made = shared;
    try {
      made ??= found(provider, query, await sent(provider, query, bill));
      signal.throwIfAborted();
    } catch (error) {
      if (charged > 0 || bill.requests > 0) await store.putSearch(key, noAnswer(), due()).catch(() => undefined);
      throw error;
    }
    const cost = due() === null ? null : bill.requests * (using.cost ?? 0);
    await store.putSearch(key, made, due());
    settled.add(key);
    if (made.outcome !== 'ok') result.searches.failed += 1;
    const { results, ...about } = made;
    using.emit({
      type: 'searched',
      task,
      source: shared ? 'shared' : 'sent',
      search: about,
      results: results.length,
      cost
    });
    return made;
  };

  return (text, wanted, task) => {
    const { provider } = using;
    if (!provider) throw new Error('runEngine requires a search provider for protocols that search');
    const query = searchQuery(text, wanted);
    const key = searchKey(provider.identity, query);
    const same = underWay.get(key);
    if (same) return same;
    const searching = search(provider, key, query, task).finally(() => underWay.delete(key));
    underWay.set(key, searching);
    return searching;
  };
};
