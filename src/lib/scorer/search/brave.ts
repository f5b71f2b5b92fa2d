import { z } from 'zod';
import type { SearchFormat } from './contract.ts';

/** Without anything found there is no `web`. */
const answer = z.object({
  type: z.string(),
  web: z
    .object({
      results: z.array(
        z.object({
          url: z.string(),
          title: z.string().nullish(),
          description: z.string().nullish(),
          page_age: z.string().nullish(),
          age: z.string().nullish()
        })
      )
    })
    .nullish()
});
const one = z.object({ code: z.string().nullish(), detail: z.string().nullish() });
const failed = z.object({ error: one.nullish(), errors: z.array(one).nullish() });

const errorIn = (body: unknown): z.infer<typeof one> => {
  const read = failed.safeParse(body);
  return read.data?.error ?? read.data?.errors?.[0] ?? {};
};

/** Brave Search, `GET /res/v1/web/search`. A wrong key comes as 422. */
export const brave: SearchFormat = {
  request({ query, count, before }, { baseUrl, key }) {
    const url = new URL(`${baseUrl}/res/v1/web/search`);
    url.searchParams.set('q', query);
    url.searchParams.set('count', String(count));
    if (before !== null) url.searchParams.set('freshness', `1970-01-01to${before}`);
    return { url: url.href, method: 'GET', headers: { 'x-subscription-token': key } };
  },
  read(body) {
    const read = answer.safeParse(body);
    if (!read.success || read.data.type === 'ErrorResponse') return null;
    return (read.data.web?.results ?? []).map(({ url, title, description, page_age: at, age }) => ({
      ...{ url, title: title ?? '', snippet: description ?? '', date: at ?? age ?? null }
    }));
  },
  failure(status, body) {
    const { code, detail } = errorIn(body);
    if (status === 422 && code?.startsWith('SUBSCRIPTION_TOKEN'))
      return { outcome: 'not-permitted', note: detail ?? code };
    if (status === 429 && code?.includes('QUOTA')) return { outcome: 'quota', note: detail ?? code };
    return null;
  },
  message: (body) => errorIn(body).detail ?? errorIn(body).code ?? null
};
