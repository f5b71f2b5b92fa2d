import { parseFetchAllow } from '../../web/fetching/allow-list.ts';
import { defaultReferences, type FetchPage, pageFetcher } from '../../web/fetching/fetcher.ts';
import { parseReachCheck } from '../../web/fetching/reference-pages.ts';
import type { JudgesHere } from './judges-here.server.ts';

/** The reader of cited pages, as the settings of this process allow. One for all runs, so that they share its manners towards a host. */
export const pagesHere = (judges: Pick<JudgesHere, 'setting'>): FetchPage =>
  pageFetcher({
    allow: parseFetchAllow(judges.setting('VOIRDIRE_FETCH_ALLOW')),
    references: parseReachCheck(judges.setting('VOIRDIRE_REACH_CHECK'), defaultReferences)
  });
