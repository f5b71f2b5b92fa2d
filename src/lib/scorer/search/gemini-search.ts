import type { GroundingMetadata } from '@google/genai';
import { httpFetch } from '../judges/endpoints/http-fetch.ts';
import { secretsOf } from '../judges/endpoints/endpoint-fetch.ts';
import type { Endpoint } from '../judges/endpoints/endpoints.ts';
import { createGemini, geminiFailure, watchedFetch } from '../judges/providers/wire/gemini-client.ts';
import type { RawResult } from './contract.ts';
import type { SearchingModel } from './model-search.ts';

const MOST_TOKENS = 4_000;
/** Where Google's redirections to found pages lie. They expire within days. */
const REDIRECTS = { origin: 'https://vertexaisearch.cloud.google.com', path: '/grounding-api-redirect/' };
/** Pages that are resolved; a search gives no more. */
const MOST_PAGES = 20;

/** The page to which one of Google's redirections leads; the address itself if it is none, or leads nowhere. Nothing else is asked. */
const resolved = async (uri: string, origins: readonly string[], signal: AbortSignal): Promise<string> => {
  const url = URL.parse(uri);
  if (!url || !origins.includes(url.origin) || !url.pathname.startsWith(REDIRECTS.path)) return uri;
  try {
    const { status, headers } = await httpFetch(url, { method: 'HEAD', signal });
    const to = status >= 300 && status < 400 ? URL.parse(headers.get('location') ?? '') : null;
    return to && /^https?:$/.test(to.protocol) ? to.href : uri;
  } catch {
    signal.throwIfAborted();
    return uri;
  }
};

/** How often the answer rests on each page. */
const supportsOf = ({ groundingSupports = [] }: GroundingMetadata): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const { groundingChunkIndices = [] } of groundingSupports)
    for (const at of groundingChunkIndices) counts.set(at, (counts.get(at) ?? 0) + 1);
  return counts;
};

/**
 * Gemini's `googleSearch` through generateContent: the pages on which its answer is grounded, those that it uses most first. Google gives
 * redirections in place of addresses; their targets are looked up at once, from Google alone, and no page is opened here.
 */
export const geminiSearch = (endpoint: Endpoint, model: string): SearchingModel => {
  const client = createGemini(endpoint);
  const secrets = secretsOf(endpoint);
  const origins = [REDIRECTS.origin, new URL(endpoint.baseUrl).origin];
  return {
    async ask(words, { signal }) {
      const seen: { headers?: Headers } = {};
      let grounding: GroundingMetadata | undefined;
      try {
        const { models } = await client();
        const response = await models.generateContent({
          model,
          contents: [{ role: 'user', parts: [{ text: words }] }],
          config: {
            tools: [{ googleSearch: {} }],
            maxOutputTokens: MOST_TOKENS,
            abortSignal: signal,
            httpOptions: { fetch: watchedFetch(endpoint, seen) }
          }
        });
        const [candidate] = response.candidates ?? [];
        if (!candidate) {
          const reason = response.promptFeedback?.blockReason;
          return { outcome: reason ? 'refused' : 'unreadable', note: reason ? `blocked: ${reason}` : 'no answer came' };
        }
        grounding = candidate.groundingMetadata;
      } catch (error) {
        signal.throwIfAborted();
        throw geminiFailure(error, seen, secrets);
      }
      const counts = supportsOf(grounding ?? {});
      const chunks = (grounding?.groundingChunks ?? [])
        .map(({ web }, at) => ({ uri: web?.uri ?? '', title: web?.title ?? '', uses: counts.get(at) ?? 0 }))
        .filter(({ uri }) => uri !== '')
        .toSorted((a, b) => b.uses - a.uses)
        .slice(0, MOST_PAGES);
      const results = await Promise.all(
        chunks.map(async ({ uri, title }): Promise<RawResult> => ({
          ...{ url: await resolved(uri, origins, signal), title, snippet: '', date: null }
        }))
      );
      return { searched: (grounding?.webSearchQueries ?? []).length > 0 || results.length > 0, results };
    }
  };
};
