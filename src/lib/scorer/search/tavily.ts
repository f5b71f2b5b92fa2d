import { z } from 'zod';
import type { SearchFormat } from './contract.ts';

const answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      published_date: z.string().nullish()
    })
  )
});
const failed = z.object({ detail: z.union([z.string(), z.object({ error: z.string() })]) });

/** Tavily, `POST /search`. Dates come only with news. 432 and 433 are used-up plans. */
export const tavily: SearchFormat = {
  request: ({ query, count, before }, { baseUrl, key }) => ({
    url: `${baseUrl}/search`,
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: { query, max_results: count, ...(before !== null && { end_date: before }) }
  }),
  read(body) {
    const read = answer.safeParse(body);
    if (!read.success) return null;
    return read.data.results.map(({ url, title, content, published_date: date }) => ({
      ...{ url, title: title ?? '', snippet: content ?? '', date: date ?? null }
    }));
  },
  failure: (status) => (status === 432 || status === 433 ? { outcome: 'quota', note: 'the plan is used up' } : null),
  message(body) {
    const read = failed.safeParse(body);
    if (!read.success) return null;
    return typeof read.data.detail === 'string' ? read.data.detail : read.data.detail.error;
  }
};
