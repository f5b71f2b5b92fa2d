import { describe, expect, it } from 'vitest';
import { drive, judged, judgeOf, many, metricOf, sample, turn } from './engine.fixture.ts';
import type { EngineEvent, EngineOptions, Task } from './engine.ts';
import type { Page } from '../page.ts';
import { createMemory, type Memory, memoryStore } from '../store/memory.fixture.ts';

const page = (url: string, over: Partial<Page> = {}): Page => ({
  ...{ url, outcome: 'ok', note: '200 OK', status: 200, finalUrl: null, title: null },
  ...{ text: `Text of ${url}`, contentHash: `hash of ${url}`, origin: 'fetched', at: 1 },
  ...over
});
const gone = (url: string): Page =>
  page(url, { outcome: 'not-found', note: '404 Not Found', status: 404, text: null, contentHash: null });

/** Fetches the URLs at once; a unit for each, labelled with what came back. */
const fetching = (urls: readonly string[]) =>
  metricOf(async (_sample, _metric, can) => {
    const pages = await Promise.all(urls.map((url) => can.fetch(url)));
    return pages.map(({ outcome, text }, nth) => judged(`${nth}`, text ?? outcome));
  });

const web = (act: (url: string) => Page | Promise<Page> = (url) => page(url)) => {
  const fetched: string[] = [];
  return {
    fetched,
    async fetchPage(url: string) {
      fetched.push(url);
      await turn();
      return act(url);
    }
  };
};

const read = async (
  urls: readonly string[],
  over: Partial<EngineOptions> & { reports?: readonly string[]; memory?: Memory; run?: string } = {}
) => {
  const { reports = ['r1'], memory = createMemory(), run = 'run', ...rest } = over;
  const store = memoryStore(memory, run);
  const metric = fetching(urls);
  const judge = judgeOf();
  const all: Task[] = reports.map((report) => ({ sample: sample(report), metric, judge, repeat: 0 }));
  await drive({ store, tasks: all, ...rest });
  return {
    store,
    labels: reports.map((report) =>
      store.verdictsDone({ report, metric: 'coverage', judge: 'j', repeat: 0 })?.map(({ label }) => label)
    )
  };
};

const url = 'https://a.example/x';

describe('a cited page', () => {
  it('is fetched once for all who ask at the same moment and later, whatever the fragment', async () => {
    const { fetched, fetchPage } = web();
    const { labels } = await read([url, `${url}#part`, url], { reports: many(20), fetchPage });
    expect(fetched).toEqual([url]);
    expect(labels.flat()).toEqual(Array(60).fill(`Text of ${url}`));
  });

  it('is another with another query string', async () => {
    const { fetched, fetchPage } = web();
    await read([`${url}?id=1`, `${url}?id=2`], { fetchPage });
    expect(fetched).toEqual([`${url}?id=1`, `${url}?id=2`]);
  });

  it('is kept before it counts, and not fetched again when the run is taken up', async () => {
    const memory = createMemory();
    const first = web((asked) => (asked === url ? gone(asked) : page(asked)));
    await read([url, `${url}/ok`], { memory, fetchPage: first.fetchPage });
    const { fetched, fetchPage } = web();
    const { labels } = await read([url, `${url}/ok`], { memory, reports: ['r2'], fetchPage });
    expect(fetched).toEqual([]);
    expect(labels).toEqual([['not-found', `Text of ${url}/ok`]]);
  });

  it('is what another run read, if it could and may; else it is fetched', async () => {
    const memory = createMemory();
    const first = web((asked) => (asked === url ? gone(asked) : page(asked)));
    await read([url, `${url}/ok`], { memory, run: 'one', fetchPage: first.fetchPage });
    const second = web();
    const { store } = await read([url, `${url}/ok`], { memory, run: 'two', fetchPage: second.fetchPage });
    expect(second.fetched).toEqual([url]);
    expect(store.getPage(`${url}/ok`)).toEqual(page(`${url}/ok`));
    const third = web();
    await read([`${url}/ok`], { memory, run: 'three', fetchPage: third.fetchPage, useCache: false });
    expect(third.fetched).toEqual([`${url}/ok`]);
  });

  it('is the text that a person supplied, before anything else', async () => {
    const memory = createMemory();
    await read([url], { memory, run: 'one', fetchPage: web().fetchPage });
    memory.supplied.set(url, page(url, { text: 'Pasted', contentHash: 'p', origin: 'person' }));
    const { fetched, fetchPage } = web();
    const { labels, store } = await read([url], { memory, run: 'two', fetchPage });
    expect(fetched).toEqual([]);
    expect(labels).toEqual([['Pasted']]);
    expect(store.getPage(url)).toMatchObject({ origin: 'person', text: 'Pasted' });
  });

  it('that failed is read as supplied when the run is taken up again, and one that was read stays', async () => {
    const memory = createMemory();
    const both = [url, `${url}/ok`];
    const first = web((asked) => (asked === url ? gone(asked) : page(asked)));
    await read(both, { memory, fetchPage: first.fetchPage });
    for (const one of both) memory.supplied.set(one, page(one, { text: 'Pasted', contentHash: 'p', origin: 'person' }));
    const { labels } = await read(both, { memory, reports: ['r2'], fetchPage: web().fetchPage });
    expect(labels).toEqual([['Pasted', `Text of ${url}/ok`]]);
  });

  it('stays the same for all judges while the run continues, also if a text is supplied meanwhile', async () => {
    const memory = createMemory();
    const { fetchPage } = web((asked) => {
      memory.supplied.set(url, page(url, { text: 'Pasted', contentHash: 'p', origin: 'person' }));
      return gone(asked);
    });
    const { labels } = await read([url], { memory, reports: many(3), fetchPage, limits: { tasksPerJudge: 1 } });
    expect(labels.flat()).toEqual(['not-found', 'not-found', 'not-found']);
  });

  it('that breaks the reader is unreadable, and the run continues', async () => {
    const { fetchPage } = web(() => {
      throw new RangeError('too deep');
    });
    const { labels, store } = await read([url], { fetchPage });
    expect(labels).toEqual([['unreadable']]);
    expect(store.getPage(url)).toMatchObject({ note: 'reading it failed: too deep', text: null });
  });

  it('is reported with where it came from, without its text', async () => {
    const events: EngineEvent[] = [];
    const onEvent = (event: EngineEvent) => {
      if (event.type === 'page-fetched') events.push(event);
    };
    await read([url], { fetchPage: web().fetchPage, onEvent });
    expect(events).toMatchObject([{ source: 'fetched', page: { url, outcome: 'ok' } }]);
    expect(JSON.stringify(events)).not.toContain('Text of');
  });
});

describe('reading pages', () => {
  it('has no more under way at once than the limits say', async () => {
    let [under, most] = [0, 0];
    const fetchPage = async (asked: string) => {
      under += 1;
      most = Math.max(most, under);
      await turn();
      under -= 1;
      return page(asked);
    };
    await read(
      many(20).map((one) => `${url}/${one}`),
      { fetchPage, limits: { pages: 3 } }
    );
    expect(most).toBe(3);
  });

  it('ends when the run is cancelled, and keeps nothing of what was under way', async () => {
    const control = new AbortController();
    const fetchPage = (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Page>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        setImmediate(() => control.abort());
      });
    const { store, labels } = await read([url], { fetchPage, signal: control.signal });
    expect(labels).toEqual([undefined]);
    expect(store.getPage(url)).toBeNull();
  });

  it('is a defect if the run was given no way to', async () => {
    await expect(read([url])).rejects.toThrow('runEngine requires fetchPage');
  });
});
