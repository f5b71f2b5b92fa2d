import type { Page } from '../../page.ts';
import type { FetchPage } from './fetcher.ts';
import { contentHash } from '../reading/page-text.ts';
import { pageKey } from '../url-key.ts';

/** A page of the recorded web: its text, or what is special about it. */
export type RecordedPage = string | Partial<Omit<Page, 'url' | 'contentHash'>>;

/**
 * A web of given pages, for tests: found by what makes URLs the same page (`pageKey`). A page with a text is `ok` unless it
 * says otherwise; a URL that is not among them is `unresolved`.
 */
export const recordedPages = (pages: Readonly<Record<string, RecordedPage>>): FetchPage => {
  const byKey = new Map(Object.entries(pages).map(([url, page]) => [pageKey(url), page]));
  return async (url, { signal }) => {
    signal.throwIfAborted();
    const recorded = byKey.get(pageKey(url)) ?? { outcome: 'unresolved', note: 'the name does not resolve' };
    const given: Partial<Page> = typeof recorded === 'string' ? { text: recorded } : recorded;
    const outcome = given.outcome ?? (given.text == null ? 'unreadable' : 'ok');
    const text = outcome === 'ok' ? (given.text ?? '') : null;
    return {
      note: outcome === 'ok' ? '200 OK' : outcome,
      status: outcome === 'ok' ? 200 : null,
      finalUrl: null,
      title: null,
      origin: 'fetched',
      at: 0,
      ...given,
      url,
      outcome,
      text,
      contentHash: text === null ? null : contentHash(text)
    };
  };
};
