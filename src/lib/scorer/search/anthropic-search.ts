import { z } from 'zod';
import { jsonBody } from '../judges/endpoints/call-failure.ts';
import { secretsOf } from '../judges/endpoints/endpoint-fetch.ts';
import type { Endpoint } from '../judges/endpoints/endpoints.ts';
import { anthropicClient, endedBy, failureOf } from '../judges/providers/wire/anthropic-client.ts';
import { demandMessage } from '../judges/providers/wire/anthropic-reply.ts';
import type { RawResult, SearchReply } from './contract.ts';
import type { SearchingModel } from './model-search.ts';

/** The API requires a limit. Only the citations of the answer are used. */
const MOST_TOKENS = 4_000;

const result = z.object({
  type: z.literal('web_search_tool_result'),
  content: z.union([
    z.array(z.object({ url: z.string(), title: z.string().nullish(), page_age: z.string().nullish() })),
    z.object({ error_code: z.string() })
  ])
});
const text = z.object({
  type: z.literal('text'),
  citations: z
    .array(z.object({ type: z.string(), url: z.string().nullish(), cited_text: z.string().nullish() }).partial())
    .nullish()
});

const failures: Readonly<Record<string, Exclude<SearchReply['outcome'], 'ok'>>> = {
  too_many_requests: 'rate-limited',
  unavailable: 'server-error'
};

/**
 * Anthropic's `web_search` through the Messages API, one search: all pages that it returned, with their age as the tool words it, and the
 * words of those that the model cites; cited ones first.
 */
export const anthropicSearch = (endpoint: Endpoint, model: string): SearchingModel => {
  const client = anthropicClient(endpoint);
  const secrets = secretsOf(endpoint);
  return {
    async ask(words, { signal }) {
      try {
        const { messages } = await client();
        const sent = messages.create(
          {
            ...{ model, max_tokens: MOST_TOKENS, messages: [{ role: 'user', content: words }] },
            tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }]
          },
          endedBy(signal)
        );
        const { content } = demandMessage(jsonBody(await (await sent.asResponse()).text()), secrets);
        const read = content.flatMap((block) => result.safeParse(block).data ?? []);
        const pages = read.flatMap((one) => (Array.isArray(one.content) ? one.content : []));
        const code = read.flatMap((one) => (Array.isArray(one.content) ? [] : [one.content.error_code]))[0];
        if (pages.length === 0 && code !== undefined)
          return { outcome: failures[code] ?? 'refused', note: `the search tool failed: ${code}` };
        const cited = new Map<string, string[]>();
        for (const block of content)
          for (const { url, cited_text: said } of text.safeParse(block).data?.citations ?? [])
            if (url) cited.set(url, [...(cited.get(url) ?? []), said ?? '']);
        const results = pages.map(({ url, title, page_age: date }): RawResult => ({
          ...{ url, title: title ?? '', snippet: (cited.get(url) ?? []).join(' '), date: date ?? null }
        }));
        const searched = content.some(({ type }) => type === 'server_tool_use' || type === 'web_search_tool_result');
        return {
          searched,
          results: results.toSorted((a, b) => Number(cited.has(b.url)) - Number(cited.has(a.url)))
        };
      } catch (error) {
        throw failureOf(error, secrets);
      }
    }
  };
};
