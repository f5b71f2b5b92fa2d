import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { type Call, isFreeText, type Reply } from '../../../call.ts';
import type { JudgeSettings } from '../../settings/config.ts';
import { servedBy, servedName } from './served.ts';
import { schemaLast } from './worded-schema.ts';
import { cachedOf, cancelledBy, demandBody, type LazyOpenAi, noAnswer, sending } from './openai-client.ts';

export type ChatRequest = ChatCompletionCreateParamsNonStreaming;

/** Some servers send an answer's text in parts. Anything else that is no text is no answer. */
const textOf = (content: unknown): string | null => {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part: unknown) => (part as { text?: unknown } | null)?.text ?? '');
  return texts.every((text) => typeof text === 'string') ? texts.join('') : null;
};

/** Reads a completion into a reply. */
export const readCompletion = (body: unknown, secrets: readonly string[]): Reply => {
  const completion = demandBody<ChatCompletion & { error?: { message?: string }; provider?: unknown }>(body);
  const choice = completion.choices?.[0];
  const counted = completion.usage;
  const usage = counted
    ? {
        inputTokens: counted.prompt_tokens,
        outputTokens: counted.completion_tokens,
        ...cachedOf(counted.prompt_tokens_details)
      }
    : null;
  if (!choice?.message) throw noAnswer(completion.error?.message, { usage, secrets });
  const text = textOf(choice.message.content ?? choice.message.refusal);
  if (text === null) throw noAnswer('its content is no text', { usage, secrets });
  const refused = Boolean(choice.message.refusal) || choice.finish_reason === 'content_filter';
  const ending = refused ? 'refused' : choice.finish_reason === 'length' ? 'cut' : 'complete';
  return {
    text,
    ending,
    usage,
    model: servedName(completion.model),
    ...servedBy(completion.system_fingerprint ?? completion.provider)
  };
};

/** Settings of a judge as OpenAI and Azure take them in chat completions. */
export const chatSettings = (
  { temperature, seed, maxOutputTokens, reasoningEffort }: JudgeSettings,
  call: Call,
  moreRoom: number | undefined
): Partial<ChatRequest> => ({
  ...(temperature !== undefined && { temperature }),
  ...(seed !== undefined && { seed }),
  ...(maxOutputTokens !== undefined && { max_completion_tokens: (call.moreRoom && moreRoom) ?? maxOutputTokens }),
  ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort })
});

/** One chat completion. */
export const complete = (
  client: LazyOpenAi,
  request: ChatRequest,
  { signal, secrets }: { signal: AbortSignal; secrets: readonly string[] }
): Promise<Reply> =>
  sending(
    async () => (await client()).chat.completions.create(request, cancelledBy(signal)),
    (body) => readCompletion(body, secrets),
    secrets
  );

export const messages = (call: Pick<Call, 'system' | 'user'>): ChatRequest['messages'] => [
  ...(call.system === '' ? [] : [{ role: 'system' as const, content: call.system }]),
  { role: 'user', content: call.user }
];

/**
 * Messages and format of a call. A schema counts as part of what a prompt cache compares, and stands before the messages: of
 * a report-first call it is worded at the end instead.
 */
export const orderedMessages = (call: Call): Pick<ChatRequest, 'messages' | 'response_format'> =>
  isFreeText(call) || call.shared === undefined
    ? { messages: messages(call), ...schemaFormat(call) }
    : {
        messages: messages({ system: call.system, user: schemaLast(call) }),
        response_format: { type: 'json_object' }
      };

/** The format of a reply that has a schema; nothing for free text. */
export const schemaFormat = ({ schema }: Pick<Call, 'schema'>): Pick<ChatRequest, 'response_format'> =>
  isFreeText({ schema })
    ? {}
    : {
        response_format: {
          type: 'json_schema',
          json_schema: { name: schema.name, strict: true, schema: schema.json }
        }
      };
