import type {
  Message,
  MessageCreateParamsNonStreaming,
  MessageParam,
  TextBlockParam,
  ThinkingConfigParam
} from '@anthropic-ai/sdk/resources/messages';
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import type Anthropic from '@anthropic-ai/sdk';
import type { Guard } from '../../web/fetching/guard.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import { type Call, isFreeText, type Reply } from '../../call.ts';
import type { Judge } from '../../judge.ts';
import { anthropicBatches } from './batches/anthropic-batches.ts';
import { anthropicClient, endedBy, failureOf, SAMPLING_VERSION } from './wire/anthropic-client.ts';
import { demandMessage, readRounds, usageOf } from './wire/anthropic-reply.ts';
import { withEarlier } from './wire/counted-usage.ts';
import { jsonBody } from '../endpoints/call-failure.ts';
import { claudeAbilities } from '../models/claude-models.ts';
import type { Env, JudgeConfig, JudgeSettings } from '../settings/config.ts';
import { secretsOf } from '../endpoints/endpoint-fetch.ts';
import { accountOf, type Endpoint, endpointOf, endpointPlace } from '../endpoints/endpoints.ts';
import { contextTokens } from '../models/models.ts';
import { moreRoomFor } from '../models/settings-taken.ts';
import { modelBehind } from '../settings/platforms.ts';
import { judgeSpec, providerOf } from '../settings/spec.ts';
import { schemaLast, wordedSchema } from './wire/worded-schema.ts';

const VERSION = 'anthropic@1';
/** The API demands a limit. This one holds every answer that a protocol asks for, with thinking. */
const OUTPUT_TOKENS = 32_000;
/** Tokens that an answer has beside a thinking budget. */
const BESIDE_THINKING = 16_000;
/** Searches that one question may make, and requests that one paused turn may take to end. */
const MOST_SEARCHES = 10;
const MOST_ROUNDS = 6;

const thinkingOf = (model: string, settings: JudgeSettings): ThinkingConfigParam | null => {
  const { thinkingBudget: budget, reasoningEffort } = settings;
  if (budget === 0) return { type: 'disabled' };
  if (budget === -1) return { type: 'adaptive' };
  if (budget !== undefined) return { type: 'enabled', budget_tokens: budget };
  return reasoningEffort !== undefined && claudeAbilities(model)?.adaptive ? { type: 'adaptive' } : null;
};

/** The most that a model gives that is not in the table. */
const MOST_OUTPUT = 64_000;

const limitOf = ({ maxOutputTokens, thinkingBudget }: JudgeSettings): number =>
  maxOutputTokens ?? Math.max(OUTPUT_TOKENS, (thinkingBudget ?? 0) + BESIDE_THINKING);

const moreRoomOf = (config: JudgeConfig): number | undefined =>
  moreRoomFor(config, limitOf(config.settings ?? {}), MOST_OUTPUT);

/**
 * A report-first message in two blocks, with a breakpoint of the prompt cache between them if further calls begin alike. A
 * JSON schema for the reply is part of what is cached, so that it stands in words at the end.
 */
const sharedFirst = (call: Call): TextBlockParam[] => [
  {
    ...{ type: 'text', text: call.user.slice(0, call.shared) },
    ...(call.cacheShared && { cache_control: { type: 'ephemeral' } })
  },
  { type: 'text', text: schemaLast(call).slice(call.shared) }
];

/**
 * The first request of a call. The reply's schema is enforced by the API, in the keywords that it knows; the others stand in
 * descriptions, and the protocol checks them. Whether the API takes a schema together with its search tool is not documented,
 * so a judge that searches gets it in words.
 */
const requestOf = (call: Call, config: JudgeConfig): MessageCreateParamsNonStreaming => {
  const { model, settings = {} } = config;
  const { temperature, reasoningEffort, structuredOutput } = settings;
  const webSearch = settings.webSearch ?? call.webSearch;
  const thinking = thinkingOf(modelBehind(config).model, settings);
  const effort = reasoningEffort as 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined;
  const inBlocks = !webSearch && call.shared !== undefined;
  const worded = webSearch || structuredOutput === 'none';
  const system = worded && !inBlocks ? wordedSchema(call) : call.system;
  const schema = isFreeText(call) || worded || inBlocks ? null : transformJSONSchema(call.schema.json);
  return {
    model,
    max_tokens: (call.moreRoom && moreRoomOf(config)) ?? limitOf(settings),
    ...(system !== '' && { system }),
    messages: [{ role: 'user', content: inBlocks ? sharedFirst(call) : call.user }],
    ...(thinking && { thinking }),
    ...((effort || schema) && {
      output_config: { ...(effort && { effort }), ...(schema && { format: { type: 'json_schema', schema } }) }
    }),
    ...(webSearch && {
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: settings.maxToolCalls ?? MOST_SEARCHES }]
    }),
    ...(temperature !== undefined && { temperature })
  };
};

/**
 * A Claude model through Anthropic's SDK: the Messages API with a JSON schema for the reply, or with Anthropic's web search and
 * the schema in words. Key and address: see `endpointOf`.
 */
export const anthropicJudge = (config: JudgeConfig, env: Env, guard: Guard | null = null): Judge => {
  const endpoint = endpointOf(config, env, guard);
  const client = anthropicClient(endpoint);
  const secrets = secretsOf(endpoint);
  const version = config.settings?.temperature === undefined ? undefined : SAMPLING_VERSION;
  const searches = (call: Call): boolean => config.settings?.webSearch ?? call.webSearch ?? false;
  return {
    ...claudeJudge(config, endpoint, { secrets, client, version }),
    batches: true,
    batch: anthropicBatches(client, (call) => requestOf(call, config), { searches, secrets, version })
  };
};

/** How Claude is reached: through Anthropic's client, or that of a platform. */
export interface ClaudeAccess {
  client: () => Promise<MessagesClient>;
  /** The API version that requests name; the SDK's own if undefined. */
  version: string | undefined;
  /** Texts that no message may repeat. A platform adds its tokens as they are made. */
  secrets: string[];
}

/** The part of the clients that a judge uses. */
export interface MessagesClient {
  messages: { create: Anthropic['messages']['create'] };
}

/** Claude as a judge: the same questions and replies on every platform. */
export const claudeJudge = (
  config: JudgeConfig,
  endpoint: Endpoint,
  { client, version, secrets }: ClaudeAccess
): Judge => {
  const spec = judgeSpec(config);
  const settings = config.settings ?? {};
  const moreRoom = moreRoomOf(config);

  const send = async (request: MessageCreateParamsNonStreaming, signal: AbortSignal): Promise<Message> => {
    const { messages } = await client();
    // Read here, because the SDK hands on a page or an error as if it were a message.
    const response = await messages.create(request, endedBy(signal, version)).asResponse();
    return demandMessage(jsonBody(await response.text()), secrets);
  };

  const converse = async (call: Call, signal: AbortSignal): Promise<Reply> => {
    const request = requestOf(call, config);
    const rounds: [Message, ...Message[]] = [await send(request, signal)];
    let last = rounds[0];
    const messages: MessageParam[] = [...request.messages];
    while (last.stop_reason === 'pause_turn' && rounds.length < MOST_ROUNDS) {
      messages.push({ role: 'assistant', content: last.content as MessageParam['content'] });
      last = await send({ ...request, messages: [...messages] }, signal).catch((error: unknown) => {
        throw withEarlier(failureOf(error, secrets), usageOf(rounds));
      });
      rounds.push(last);
    }
    return readRounds(rounds, isFreeText(call));
  };

  return {
    spec,
    provider: providerOf(config),
    ...(moreRoom !== undefined && { moreRoom }),
    account: accountOf(config, endpoint),
    contextTokens: contextTokens(config),
    fingerprint: fingerprint({ VERSION, model: config.model, ...endpointPlace(config, endpoint), settings }),
    async ask(call, { signal }) {
      try {
        return await converse(call, signal);
      } catch (error) {
        throw failureOf(error, secrets);
      }
    }
  };
};
