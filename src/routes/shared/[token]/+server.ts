import type { RequestHandler } from './$types';
import { LRUCache } from 'lru-cache';
import { noteShareUse, readShareLink } from '$lib/exchange/sharing/share-links.server.ts';
import { requireShareable, sharedPage } from '$lib/exchange/sharing/shared-page.server.ts';
import { answer } from '../../answer.ts';

/** Pages are written again after a minute: a link that many people open must not keep the server busy. */
const written = new LRUCache<string, Promise<string>>({ max: 20, ttl: 60_000 });

/** One page of results for people without an account. It loads nothing, runs nothing and is in no index. */
export const GET: RequestHandler = ({ locals, params }) =>
  answer(async () => {
    const { db, aside, language } = locals;
    const link = readShareLink(db, params.token);
    requireShareable(db, link);
    const key = `${language} ${link.id}`;
    let page = written.get(key);
    if (page === undefined) {
      page = sharedPage(db, link, (grant, study) => aside.study(grant, study), language);
      // Only once: setting it again would start its minute anew.
      written.set(key, page);
      page.catch(() => written.delete(key));
    }
    const html = await page;
    noteShareUse(db, link);
    return new Response(html, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex, nofollow'
      }
    });
  });
