import { z } from 'zod';
import { jsonBody } from '../judges/endpoints/call-failure.ts';
import { secretsOf } from '../judges/endpoints/endpoint-fetch.ts';
import type { Endpoint } from '../judges/endpoints/endpoints.ts';
import { cancelledBy, noAnswer, openaiClient, openaiFailure } from '../judges/providers/wire/openai-client.ts';
import type { RawResult } from './contract.ts';
import type { SearchingModel } from './model-search.ts';

/** Limit of tokens. Only the citations of the answer are used. */
const MOST_TOKENS = 4_000;

const answer = z.object({
  error: z.object({ message: z.string().nullish() }).nullish(),
  output: z.array(z.looseObject({ type: z.string() }))
});
const searchCall = z.object({
  type: z.literal('web_search_call'),
  action: z.object({ sources: z.array(z.object({ url: z.string() }).partial()).nullish() }).nullish()
});
const message = z.object({
  type: z.literal('message'),
  content: z.array(
    z.object({
      annotations: z
        .array(z.object({ type: z.string(), url: z.string().nullish(), title: z.string().nullish() }))
        .nullish()
    })
  )
});

/** OpenAI marks the addresses of its citations as its own; the page is the one without the mark. */
const MARK = /([?&])utm_source=(?:openai|chatgpt\.com)(&|$)/;

const resultOf = (url: string, title = ''): RawResult => ({
  url: url.replace(MARK, (_all, before: string, after: string) => (after === '' ? '' : before)),
  ...{ title, snippet: '', date: null }
});

/** OpenAI's `web_search` through the responses API: pages that the model cites with their titles, then all others as addresses. */
export const openaiSearch = (endpoint: Endpoint, model: string): SearchingModel => {
  const client = openaiClient(endpoint);
  const secrets = secretsOf(endpoint);
  return {
    async ask(words, { signal }) {
      let body: unknown;
      try {
        const { responses } = await client();
        const sent = responses.create(
          {
            ...{ model, input: words, store: false, max_output_tokens: MOST_TOKENS },
            tools: [{ type: 'web_search' }],
            include: ['web_search_call.action.sources']
          },
          cancelledBy(signal)
        );
        body = jsonBody(await (await sent.asResponse()).text());
      } catch (error) {
        throw openaiFailure(error, secrets);
      }
      const read = answer.safeParse(body);
      if (!read.success)
        return { outcome: 'unreadable', note: 'the answer is not in the format of OpenAI’s responses' };
      const { error, output } = read.data;
      if (error) throw noAnswer(error.message ?? undefined, { usage: null, secrets });
      const calls = output.flatMap((item) => searchCall.safeParse(item).data ?? []);
      const cited = output
        .flatMap((item) => message.safeParse(item).data?.content ?? [])
        .flatMap(({ annotations }) => annotations ?? [])
        .flatMap(({ type, url, title }) => (type === 'url_citation' && url ? [resultOf(url, title ?? '')] : []));
      const sources = calls
        .flatMap(({ action }) => action?.sources ?? [])
        .flatMap(({ url }) => (url ? [resultOf(url)] : []));
      return { searched: calls.length > 0, results: [...cited, ...sources] };
    }
  };
};
