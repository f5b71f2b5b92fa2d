import { z } from 'zod';
import type { SearchFormat } from './contract.ts';

const answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish()
    })
  ),
  /** Pairs of an engine's name and what is wrong with it. */
  unresponsive_engines: z.array(z.array(z.unknown())).nullish()
});

/** A SearXNG instance, `GET /search?format=json`. It knows no date limit: later results are left out here. */
export const searxng: SearchFormat = {
  request({ query }, { baseUrl, key }) {
    const url = new URL(`${baseUrl}/search`);
    url.searchParams.set('q', query);
    url.searchParams.set('format', 'json');
    const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
    return { url: url.href, method: 'GET', headers };
  },
  read(body) {
    const read = answer.safeParse(body);
    if (!read.success) return null;
    const { results, unresponsive_engines: silent } = read.data;
    if (results.length === 0 && silent && silent.length > 0)
      return {
        outcome: 'server-error',
        note: `none of its engines answered: ${silent.map((one) => one.map(String).join(' ')).join(', ')}`
      };
    return results.map(({ url, title, content, publishedDate: date }) => ({
      ...{ url, title: title ?? '', snippet: content ?? '', date: date ?? null }
    }));
  },
  failure: (status) =>
    status === 403
      ? {
          outcome: 'not-permitted',
          note: 'the instance does not give JSON: add json to search.formats in its settings'
        }
      : null,
  message: () => null
};
