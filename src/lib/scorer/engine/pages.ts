import type { EngineEvent } from './contract.ts';
import type { createPlaces } from './limits/places.ts';
import type { Page } from '../page.ts';
import type { RunStore, TaskId } from '../store/contract.ts';
import { pageKey } from '../web/url-key.ts';

interface PageReading {
  store: RunStore;
  signal: AbortSignal;
  useCache: boolean;
  fetchPage: ((url: string, options: { signal: AbortSignal }) => Promise<Page>) | null;
  places: ReturnType<typeof createPlaces>;
  now: () => number;
  emit: (event: EngineEvent) => void;
  /** Is told what the last page that was asked for showed: null if something answered, else why nothing does. */
  onReach: (outage: string | null) => void;
}

type Source = 'fetched' | 'supplied' | 'shared';

/**
 * Reads each page once per run, however many tasks ask for it at the same moment.
 *
 * Pages that this run has read stay, so that all judges see the same. Only when the run resumes, a text that a person
 * has supplied meanwhile replaces a page that could not be read, and pages that were not fetched are asked for again. A page new to
 * the run is the text that a person supplied, else the page that another run of the project read, else the page from the web.
 */
export const createPages = (using: PageReading): ((url: string, task: TaskId) => Promise<Page>) => {
  const { store, signal, fetchPage } = using;
  const underWay = new Map<string, Promise<Page>>();
  const settled = new Set<string>();

  const fetched = async (url: string): Promise<Page> => {
    if (!fetchPage) throw new Error('runEngine requires fetchPage for protocols that read cited pages');
    const leave = await using.places.take(signal);
    try {
      return await fetchPage(url, { signal });
    } catch (error) {
      signal.throwIfAborted();
      // One page that breaks the reader must not end the run.
      const note = `reading it failed: ${error instanceof Error ? error.message : String(error)}`.slice(0, 300);
      const nothing = { status: null, finalUrl: null, title: null, text: null, contentHash: null };
      return { url, outcome: 'unreadable', note, ...nothing, origin: 'fetched', at: using.now() };
    } finally {
      leave();
    }
  };

  const anew = async (url: string, key: string): Promise<{ page: Page; source: Source }> => {
    const supplied = await store.getSuppliedPage(key);
    if (supplied) return { page: supplied, source: 'supplied' };
    const shared = using.useCache ? await store.getSharedPage(key) : null;
    if (shared) return { page: shared, source: 'shared' };
    return { page: await fetched(url), source: 'fetched' };
  };

  const read = async (url: string, key: string, task: TaskId): Promise<Page> => {
    const own = await store.getPage(key);
    const stays = own?.outcome === 'ok' || (own?.outcome !== 'not-fetched' && !(await store.getSuppliedPage(key)));
    if (own && (settled.has(key) || stays)) {
      settled.add(key);
      return own;
    }
    const { page: found, source } = await anew(url, key);
    signal.throwIfAborted();
    const { outage, ...page } = found;
    // A page that failed for a reason of its own machine alone (a resolver's answer for one host) shows neither.
    if (source === 'fetched' && (outage || page.outcome !== 'not-fetched')) using.onReach(outage ? page.note : null);
    await store.putPage(key, page);
    settled.add(key);
    const { text: _text, ...known } = page;
    using.emit({ type: 'page-fetched', task, source, page: known });
    return page;
  };

  return (url, task) => {
    const key = pageKey(url);
    const same = underWay.get(key);
    if (same) return same;
    const reading = read(url, key, task).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };
};
