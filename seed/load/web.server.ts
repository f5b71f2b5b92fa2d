import { supplyPage } from '../../src/lib/scorer/web/pages/pages.server.ts';
import type { FetchPage } from '../../src/lib/scorer/web/fetching/fetcher.ts';
import { recordedPages, type RecordedPage } from '../../src/lib/scorer/web/fetching/recorded.ts';
import type { ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import { readPages } from './content.ts';

/** Pages that cannot be fetched, and whose text a person has supplied. */
const WALLED = { outcome: 'needs-sign-in', status: 401, note: '401 Unauthorized' } as const;

/** The web of the demo, as a fetcher finds it: nothing is sent anywhere. */
export const demoWeb = (at: number): FetchPage =>
  recordedPages(
    Object.fromEntries(
      Object.entries(readPages()).map(
        ([url, { title, text, outcome, status, note, supplied }]): [string, RecordedPage] => {
          if (supplied) return [url, { ...WALLED, at }];
          if (text !== undefined) return [url, { title: title ?? null, text, at }];
          return [url, { outcome: outcome ?? 'unresolved', status: status ?? null, note: note ?? '', at }];
        }
      )
    )
  );

/** Gives the project the texts of pages that only a person could open. */
export function supplyTexts(db: Db, manage: ProjectGrant<'manage'>): void {
  for (const [url, { title, text, supplied }] of Object.entries(readPages()))
    if (supplied && text !== undefined) supplyPage(db, manage, { url, title: title ?? null, text });
}
