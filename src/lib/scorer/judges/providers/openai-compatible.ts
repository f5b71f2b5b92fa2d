import { fingerprint } from '../../runs/fingerprint.ts';
import { type Call, isFreeText, type Reply } from '../../call.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import { type ChatRequest, complete, messages, schemaFormat } from './wire/chat-completions.ts';
import type { Guard } from '../../web/fetching/guard.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { secretsOf } from '../endpoints/endpoint-fetch.ts';
import { accountOf, endpointOf, endpointPlace } from '../endpoints/endpoints.ts';
import { abilitiesOf } from '../models/model-abilities.ts';
import { contextTokens } from '../models/models.ts';
import { openaiClient } from './wire/openai-client.ts';
import { moreRoomFor } from '../models/settings-taken.ts';
import { judgeSpec, providerOf } from '../settings/spec.ts';
import { fitContext } from '../systems/context-manager.ts';
import { inTurns, reportAlone, reportBudget } from '../systems/report-turns.ts';
import { schemaLast, wordedSchema } from './wire/worded-schema.ts';

const VERSION = 'openai-compatible@1';

/** Servers that are told no limit have one of their own, often of a few thousand tokens. */
const DEFAULT_LIMIT = 4_096;

type Mode = 'schema' | 'object' | 'none';

const worded = (call: Call): ChatRequest['messages'] =>
  call.shared === undefined
    ? messages({ system: wordedSchema(call), user: call.user })
    : messages({ system: call.system, user: schemaLast(call) });

const inMode = (call: Call, mode: Mode): Pick<ChatRequest, 'messages' | 'response_format'> => {
  if (mode === 'schema') return { messages: messages(call), ...schemaFormat(call) };
  if (mode === 'object') return { messages: worded(call), response_format: { type: 'json_object' } };
  return { messages: worded(call) };
};

/** A reasoning model's thoughts in front of its answer, as several servers send them. */
const withoutThoughts = (reply: Reply): Reply => ({
  ...reply,
  text: reply.text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trimStart()
});

const unknownFormat = (error: unknown): boolean =>
  error instanceof JudgeCallError &&
  (error.status === 400 || error.status === 422 || error.status === 501) &&
  /response_format|json_schema|structured|guided|grammar|schema/i.test(error.message);

/**
 * Any server that speaks OpenAI's chat completions (vLLM, llama.cpp, Ollama, gateways …): one that the operator named, with the
 * key and headers of that name, or one by its base URL, without a key. Each server counts as a provider of its own.
 */
export const openaiCompatibleJudge = (config: JudgeConfig, env: Env, guard: Guard | null = null): Judge => {
  const spec = judgeSpec(config);
  const endpoint = endpointOf(config, env, guard);
  const secrets = secretsOf(endpoint);
  const settings = config.settings ?? {};
  const { temperature, seed, maxOutputTokens, reasoningEffort, structuredOutput, turns = 1 } = settings;
  const budget = reportBudget(settings);
  const client = openaiClient(endpoint);
  const limitName = abilitiesOf(config)?.limitName ?? 'max_tokens';
  // A budget fixes the room of each call; a report that is longer continues in the next turn.
  const moreRoom = budget || turns > 1 ? undefined : moreRoomFor(config, maxOutputTokens ?? DEFAULT_LIMIT);
  const limitOf = (call: Call): number | undefined => (call.moreRoom && moreRoom) ?? maxOutputTokens;
  let mode: Mode = structuredOutput ?? 'schema';

  const post = (
    request: Pick<ChatRequest, 'messages' | 'response_format'>,
    limit: number | undefined,
    signal: AbortSignal
  ): Promise<Reply> =>
    complete(
      client,
      {
        model: config.model,
        ...request,
        ...(temperature !== undefined && { temperature }),
        ...(seed !== undefined && { seed }),
        ...(limit !== undefined && { [limitName]: limit }),
        ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort })
      },
      { signal, secrets }
    );
  const send = (call: Call, signal: AbortSignal): Promise<Reply> => post(inMode(call, mode), limitOf(call), signal);

  /** A report in one or several turns, each within the budget. */
  const write = (call: Call, signal: AbortSignal): Promise<Reply> =>
    inTurns(call, turns, async (messages) => {
      const fitted = budget ? fitContext(messages, budget) : messages;
      const limit = budget ? Math.min(budget.output, maxOutputTokens ?? Infinity) : limitOf(call);
      const reply = await post({ messages: fitted }, limit, signal);
      return { ...reply, text: reportAlone(reply.text) };
    });

  return {
    spec,
    provider: providerOf(config),
    ...(moreRoom !== undefined && { moreRoom }),
    account: accountOf(config, endpoint),
    contextTokens: contextTokens(config),
    fingerprint: fingerprint({
      VERSION,
      model: config.model,
      ...endpointPlace(config, endpoint),
      settings: config.settings ?? {}
    }),
    async ask(call, { signal }) {
      if (isFreeText(call)) return write(call, signal);
      try {
        return withoutThoughts(await send(call, signal));
      } catch (error) {
        if (structuredOutput !== undefined || !unknownFormat(error)) throw error;
        mode = 'none';
        return withoutThoughts(await send(call, signal));
      }
    }
  };
};
