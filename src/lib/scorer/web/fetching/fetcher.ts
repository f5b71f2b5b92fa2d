import { systemClock } from '../../engine/limits/clock.ts';
import type { Page } from '../../page.ts';
import { extractor, type ExtractorOptions } from '../reading/extractor.ts';
import { type Fault, WebFailure } from '../reading/failures.ts';
import { guardFor } from './guard.ts';
import { foundByFailure, hop, type Found, type Hop, type HopMeans } from './hop.ts';
import { contentHash } from '../reading/page-text.ts';
import { politeness } from './politeness.ts';
import { reachability, type Reachability } from './reachability.ts';
import { answersOf } from './reference-pages.ts';
import { systemResolve, type Resolve } from './request.ts';
import { seconds, timeBudget, type TimeBudget } from '../../confined/time-budget.ts';

export type FetchPage = ((url: string, options: { signal: AbortSignal }) => Promise<Page>) & {
  /** Forgets an outage, so that the next pages are asked for; see `Reachability.forget`. */
  afresh?: () => void;
};

export interface FetcherOptions {
  /** Exact `host:port`s that may be fetched although they are not public; see `parseFetchAllow`. */
  allow?: readonly string[];
  userAgent?: string;
  /** Redirects that are followed. */
  maxHops?: number;
  /** Largest body, as it is sent and as it unpacks. */
  maxBytes?: number;
  /** Longest time on the network for one page: all hops, tries and bodies together, without waiting for a turn. */
  timeoutMs?: number;
  /** Requests at once: to one host, and together. */
  perHost?: number;
  total?: number;
  /** Pauses before each further try after an error that may pass. */
  retryPausesMs?: readonly number[];
  /** A server that asks for a longer pause (`Retry-After`) is not asked again. */
  longestRetryAfterMs?: number;
  extraction?: ExtractorOptions;
  now?: () => number;
  /** Stands in for the system's name lookup. */
  resolve?: Resolve;
  /** Pages that are asked for if a page failed on the network and no other host answered: does anything answer? */
  references?: readonly string[];
  /** Stands in for telling an outage from a dead page. */
  reach?: Reachability;
}

/** Run by three unrelated organisations, small, and seldom down; see `VOIRDIRE_REACH_CHECK`. */
export const defaultReferences: readonly string[] = [
  'https://example.com/',
  'https://www.wikipedia.org/',
  'https://www.w3.org/'
];

/** A URL as it is sent: without the fragment. One with a name or password is refused by the guard. */
const asSent = (url: URL): URL => {
  url.hash = '';
  return url;
};

/** A URL as it is kept: the target of a redirect is not the report's own text, and its password must not be stored. */
const asKept = (url: URL): string => {
  const kept = new URL(url);
  kept.username = '';
  kept.password = '';
  return kept.href;
};

const NO_ANSWER = 'no host on the web answered this machine';

const notFetched = (note: string, outage: boolean): Found => ({
  ...{ outcome: 'not-fetched', note, status: null, title: null, text: null },
  ...(outage && { outage })
});

/** Names the next stop of a redirect that could not be made. */
const onTheWay = (failure: WebFailure, url: URL, hops: number): WebFailure =>
  hops === 0 ? failure : new WebFailure(failure.outcome, `it redirects to ${url.host}: ${failure.message}`);

/**
 * Fetches web pages for judging whether they say what a report says they do.
 *
 * Sends GET requests over http and https to ports 80 and 443 of global unicast addresses and to the allowed `host:port`s, never anywhere
 * else: each hop's URL and the address of each connection are checked. Keeps no cookies, sends no credentials, follows
 * at most `maxHops` redirects and no `<meta>` refresh, runs no scripts.
 *
 * Resolves with a `Page` whatever the web does; each failure is an outcome with a note in words. A failure on the network is
 * the page's only if other hosts can be reached; else the page is `not-fetched`. Rejects only with the signal's reason. `finalUrl` is null if nothing redirects. The pages of one fetcher share its `perHost` and `total`.
 */
export const pageFetcher = (options: FetcherOptions = {}): FetchPage => {
  const { maxHops = 5, timeoutMs = 45_000, retryPausesMs = [500, 2_000], longestRetryAfterMs = 10_000 } = options;
  const now = options.now ?? Date.now;
  const place = politeness({ perHost: options.perHost ?? 2, total: options.total ?? 8 });
  const asking = {
    guard: guardFor(options.allow ?? []),
    resolve: options.resolve ?? systemResolve,
    userAgent: options.userAgent ?? 'Mozilla/5.0 (compatible; Voirdire/0.1; checks the citations of reports)'
  };
  const references = options.references ?? defaultReferences;
  const reach = options.reach ?? reachability(references.length === 0 ? null : answersOf(references, asking));
  const means: HopMeans = {
    ...asking,
    maxBytes: options.maxBytes ?? 20_000_000,
    readText: extractor(options.extraction),
    now,
    answered: (host) => reach.answered(host)
  };

  let outage = NO_ANSWER;
  /** A failure as a finding: the page's own if other hosts can be reached, else only that it was not fetched. */
  const judged = async (failed: { found: Found; fault: Fault }, host: string, since: number): Promise<Found> => {
    const { found, fault } = failed;
    if (fault === 'page') return found;
    const proven = await reach.isProven(host, since);
    if (fault === 'unproven' && proven) return found;
    if (proven) return notFetched(found.note, false);
    outage = `${NO_ANSWER}: ${found.note}`;
    return notFetched(outage, true);
  };

  /** How long to wait before asking once more; null if that is of no use. */
  const pause = (result: Hop | WebFailure, tries: number): number | null => {
    const next = retryPausesMs[tries];
    if (next === undefined) return null;
    if (result instanceof WebFailure) return result.passing && tries === 0 ? next : null;
    if (result.kind === 'redirect') return null;
    const { found, retryAfterMs } = result;
    if (retryAfterMs !== null && retryAfterMs > longestRetryAfterMs) return null;
    if (found.outcome === 'rate-limited') return tries === 0 ? retryAfterMs : null;
    const lasting = found.outcome !== 'server-error' || found.status === 501 || found.status === 505;
    return lasting ? null : Math.max(next, retryAfterMs ?? 0);
  };

  /** One stop, asked again if that may help and time is left. */
  const stop = async (
    way: { asked: URL; final: URL },
    budget: TimeBudget,
    signal: AbortSignal,
    tries = 0
  ): Promise<Hop | WebFailure> => {
    const leave = await place(way.final.host, signal);
    let result: Hop | WebFailure;
    try {
      result = await hop(way, means, budget, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof WebFailure)) throw error;
      result = error;
    } finally {
      leave();
    }
    const wait = pause(result, tries);
    if (wait === null || wait > budget.left() / 2) return result;
    await budget.spend((limited) => systemClock.sleep(wait, limited), signal);
    return stop(way, budget, signal, tries + 1);
  };

  /** From the URL asked for to where its redirects end. */
  const visit = async (asked: URL, signal: AbortSignal): Promise<{ found: Found; final: URL }> => {
    const late = (): Error =>
      new WebFailure('timed-out', `no complete answer within ${seconds(timeoutMs)}`, { fault: 'unproven' });
    const budget = timeBudget(timeoutMs, late);
    const seen = new Set<string>();
    let final = asked;
    let cookies = false;
    for (let hops = 0; ; hops += 1) {
      seen.add(final.href);
      if (reach.isDown()) return { found: notFetched(outage, true), final };
      const since = reach.now();
      const result = await stop({ asked, final }, budget, signal);
      const failed = (failure: WebFailure): { found: Found; final: URL } => ({ found: foundByFailure(failure), final });
      if (result instanceof WebFailure) {
        const failure = { found: foundByFailure(onTheWay(result, final, hops)), fault: result.fault };
        return { found: await judged(failure, final.hostname, since), final };
      }
      if (result.kind === 'end') {
        const fault = result.unproven ? 'unproven' : 'page';
        return { found: await judged({ found: result.found, fault }, final.hostname, since), final };
      }
      cookies ||= result.setsCookie;
      final = asSent(result.to);
      if (seen.has(final.href))
        return failed(
          cookies
            ? new WebFailure('blocked', 'it redirects in a circle until its cookie is kept, and no cookies are kept')
            : new WebFailure('redirects', 'it redirects in a circle')
        );
      if (hops === maxHops) return failed(new WebFailure('redirects', `it redirects more than ${maxHops} times`));
    }
  };

  const fetchPage: FetchPage = async (url, { signal }) => {
    signal.throwIfAborted();
    const asked = URL.parse(url.trim());
    const { found, final } = asked
      ? await visit(asSent(asked), signal)
      : { found: foundByFailure(new WebFailure('unresolved', 'it is not a valid address')), final: null };
    const { outcome, note, status, title, text, outage } = found;
    const moved = final !== null && asked !== null && final.href !== asked.href;
    return {
      url,
      outcome,
      note,
      status,
      finalUrl: moved ? asKept(final) : null,
      title,
      text,
      contentHash: text === null ? null : contentHash(text),
      origin: 'fetched',
      at: now(),
      ...(outage && { outage })
    };
  };
  fetchPage.afresh = () => reach.forget();
  return fetchPage;
};
