import type {
  Candidate,
  Content,
  FinishReason,
  GenerateContentConfig,
  GenerateContentResponse,
  ThinkingLevel
} from '@google/genai';
import type { Guard } from '../../web/fetching/guard.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import { type Call, isFreeText, type Reply } from '../../call.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import type { Env, JudgeConfig, JudgeSettings } from '../settings/config.ts';
import { secretsOf } from '../endpoints/endpoint-fetch.ts';
import { accountOf, endpointOf, endpointPlace } from '../endpoints/endpoints.ts';
import { contextTokens } from '../models/models.ts';
import { geminiBatches } from './batches/gemini-batches.ts';
import { createGemini, createVertex, geminiFailure, watchedFetch } from './wire/gemini-client.ts';
import { countedUsage } from './wire/counted-usage.ts';
import { citedText, unitsOfBytes } from './wire/cited-text.ts';
import { servedName } from './wire/served.ts';
import { moreRoomFor } from '../models/settings-taken.ts';
import { judgeSpec, providerOf } from '../settings/spec.ts';
import { schemaLast, wordedSchema } from './wire/worded-schema.ts';

const VERSION = 'gemini@1';
/** Since then a reasoning effort is sent, as the thinking level. */
const WITH_EFFORT = 'gemini@2';

const refusals: ReadonlySet<`${FinishReason}`> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII'
]);

/** The text of an answer with its sources as links. Offsets are bytes within a part. */
const citedParts = ({ content, groundingMetadata: ground }: Candidate): string =>
  (content?.parts ?? [])
    .map(({ thought, text = '' }, at) => {
      if (thought) return '';
      const own = (ground?.groundingSupports ?? []).filter(({ segment }) => (segment?.partIndex ?? 0) === at);
      return citedText(
        text,
        own.flatMap(({ segment, groundingChunkIndices = [] }) =>
          groundingChunkIndices.flatMap((index) => {
            const web = ground?.groundingChunks?.[index]?.web;
            const end = unitsOfBytes(text, segment?.endIndex);
            return web?.uri === undefined ? [] : [{ end, url: web.uri, title: web.title ?? null }];
          })
        )
      );
    })
    .join('');

/** @param isReport the answer is a report, of which sources and searches are kept */
const readResponse = (response: GenerateContentResponse, isReport = false): Reply => {
  const { usageMetadata: usage, modelVersion } = response;
  const common = {
    usage: usage
      ? countedUsage({
          inputTokens: usage.promptTokenCount,
          // A count of zero is left out.
          outputTokens: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
          cachedTokens: usage.cachedContentTokenCount
        })
      : null,
    model: servedName(modelVersion)
  };
  const noAnswer = (why: string): JudgeCallError =>
    new JudgeCallError(`The judge’s server sent no answer${why}`, {
      ...{ retryable: true, status: 200 },
      used: common.usage ?? 'unknown'
    });
  const candidate = response.candidates?.[0];
  const reason = response.promptFeedback?.blockReason;
  if (!candidate && reason) return { ...common, text: `Blocked: ${reason}`, ending: 'refused' };
  if (!candidate) throw noAnswer('.');
  const parts = candidate.content?.parts ?? [];
  const text = isReport ? citedParts(candidate) : parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
  const searches = candidate.groundingMetadata?.webSearchQueries?.length;
  const finish: `${FinishReason}` | undefined = candidate.finishReason;
  if (finish === 'MAX_TOKENS') return { ...common, text, ending: 'cut' };
  if (finish !== undefined && refusals.has(finish)) return { ...common, text: text || finish, ending: 'refused' };
  // Other ends leave a part of an answer.
  if (finish !== undefined && finish !== 'STOP') throw noAnswer(` (${finish}).`);
  return {
    ...{ ...common, text, ending: 'complete' },
    ...(isReport && searches !== undefined && { trace: { searches, pages: null } })
  };
};

const bySchema = (call: Call): GenerateContentConfig => ({
  ...(call.system !== '' && { systemInstruction: call.system }),
  ...(!isFreeText(call) && { responseMimeType: 'application/json' }),
  // A report-first call has its schema in words, after what it shares with others.
  ...(!isFreeText(call) && call.shared === undefined && { responseJsonSchema: call.schema.json })
});

const levels: Partial<Record<string, `${ThinkingLevel}`>> = {
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH'
};

const thinking = ({ reasoningEffort, thinkingBudget }: JudgeSettings): GenerateContentConfig => {
  if (thinkingBudget !== undefined) return { thinkingConfig: { thinkingBudget } };
  const thinkingLevel = levels[reasoningEffort ?? ''];
  return thinkingLevel === undefined ? {} : { thinkingConfig: { thinkingLevel: thinkingLevel as ThinkingLevel } };
};

/** Models before Gemini 3 refuse a response schema together with their search tool, so it is worded for all of them. */
const searching = (call: Call): GenerateContentConfig => ({
  ...(wordedSchema(call) !== '' && { systemInstruction: wordedSchema(call) }),
  tools: [{ googleSearch: {} }]
});

/**
 * A Gemini model through Google's SDK, of the developer API or of Vertex: generateContent of the beta API, which has preview models too, with a JSON
 * schema for the response, or with Google's search and the schema in words.
 * Key and address: see `endpointOf`.
 */
export const geminiJudge = (config: JudgeConfig, env: Env, guard: Guard | null = null): Judge => {
  const spec = judgeSpec(config);
  const endpoint = endpointOf(config, env, guard);
  const secrets = secretsOf(endpoint);
  const { temperature, seed, maxOutputTokens, reasoningEffort, webSearch } = config.settings ?? {};
  const client = config.provider === 'vertex' ? createVertex(endpoint, env, spec) : createGemini(endpoint);

  const moreRoom = moreRoomFor(config, maxOutputTokens);

  const searches = (call: Call): boolean => webSearch ?? call.webSearch ?? false;
  const requestOf = (call: Call): { contents: Content[]; config: GenerateContentConfig } => ({
    contents: [
      { role: 'user', parts: [{ text: searches(call) || call.shared === undefined ? call.user : schemaLast(call) }] }
    ],
    config: {
      ...(searches(call) ? searching(call) : bySchema(call)),
      ...(temperature !== undefined && { temperature }),
      ...(seed !== undefined && { seed }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens: (call.moreRoom && moreRoom) ?? maxOutputTokens }),
      ...thinking(config.settings ?? {})
    }
  });

  const send = async (call: Call, signal: AbortSignal): Promise<Reply> => {
    const seen: { headers?: Headers; token?: string } = {};
    try {
      const { contents, config: own } = requestOf(call);
      const { models } = await client();
      const response = await models.generateContent({
        ...{ model: config.model, contents },
        config: { ...own, abortSignal: signal, httpOptions: { fetch: watchedFetch(endpoint, seen) } }
      });
      return readResponse(response, isFreeText(call));
    } catch (error) {
      throw geminiFailure(error, seen, secrets);
    }
  };

  return {
    spec,
    // Vertex takes batches from files in its cloud only.
    ...(config.provider === 'gemini' && {
      batches: true as const,
      batch: geminiBatches(client, endpoint, config.model, {
        request: requestOf,
        read: (response) => readResponse(response),
        searches,
        secrets
      })
    }),
    provider: providerOf(config),
    ...(moreRoom !== undefined && { moreRoom }),
    account: accountOf(config, endpoint),
    contextTokens: contextTokens(config),
    fingerprint: fingerprint({
      VERSION: reasoningEffort === undefined ? VERSION : WITH_EFFORT,
      model: config.model,
      ...endpointPlace(config, endpoint),
      settings: config.settings ?? {}
    }),
    ask: (call, { signal }) => send(call, signal)
  };
};
