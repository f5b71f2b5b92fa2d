import { z } from 'zod';
import type { SearchFormat } from './contract.ts';

const answer = z.object({
  organic: z.array(
    z.object({
      link: z.string(),
      title: z.string().nullish(),
      snippet: z.string().nullish(),
      date: z.string().nullish()
    })
  )
});
const failed = z.object({ message: z.string() });

const message = (body: unknown): string | null => failed.safeParse(body).data?.message ?? null;

/** Serper, `POST /search`. It names no time to wait, and says with 400 that nothing is left to spend. */
export const serper: SearchFormat = {
  request({ query, count, before }, { baseUrl, key }) {
    const [year, month, day] = (before ?? '').split('-').map(Number);
    return {
      url: `${baseUrl}/search`,
      method: 'POST',
      headers: { 'x-api-key': key },
      body: { q: query, num: count, ...(before !== null && { tbs: `cdr:1,cd_max:${month}/${day}/${year}` }) }
    };
  },
  read(body) {
    const read = answer.safeParse(body);
    if (!read.success) return null;
    return read.data.organic.map(({ link, title, snippet, date }) => ({
      ...{ url: link, title: title ?? '', snippet: snippet ?? '', date: date ?? null }
    }));
  },
  failure(status, body) {
    const said = message(body);
    return status === 400 && said !== null && /credit/i.test(said) ? { outcome: 'quota', note: said } : null;
  },
  message
};
