import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import { type Call, isFreeText, type Reply } from '../../../call.ts';
import type { JudgeSettings } from '../../settings/config.ts';
import { countedUsage, isCount } from './counted-usage.ts';
import { servedBy, servedName } from './served.ts';
import { schemaLast } from './worded-schema.ts';
import { cachedOf, cancelledBy, demandBody, type LazyOpenAi, noAnswer, saidOf, sending } from './openai-client.ts';

export type ChatRequest = ChatCompletionCreateParamsNonStreaming;

/** Some servers send an answer's text in parts. Anything else that is no text is no answer. */
const textOf = (content: unknown): string | null => {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part: unknown) => (part as { text?: unknown } | null)?.text ?? '');
  return texts.every((text) => typeof text === 'string') ? texts.join('') : null;
};

/** Words of servers for the end of an answer, beside OpenAI's own, in small letters. All others end it as it should be. */
const CUT: ReadonlySet<string> = new Set(['length', 'max_tokens', 'model_length', 'model_context_window_exceeded']);
const REFUSED: ReadonlySet<string> = new Set(['refusal', 'sensitive', 'safety']);
const BROKEN_OFF: ReadonlySet<string> = new Set(['error', 'network_error', 'abort', 'insufficient_system_resource']);

const endingOf = (finish: string): Reply['ending'] | 'broken-off' => {
  if (BROKEN_OFF.has(finish)) return 'broken-off';
  // Some servers add the filter's name.
  if (REFUSED.has(finish) || finish.startsWith('content_filter')) return 'refused';
  return CUT.has(finish) ? 'cut' : 'complete';
};

/**
 * Tokens of the answer and of the thinking for it. Servers such as xAI's leave the thinking out of the completion's tokens, but not
 * out of the total, and bill it as output.
 */
const outputTokensOf = ({ prompt_tokens, completion_tokens, total_tokens }: CompletionUsage): unknown =>
  [prompt_tokens, completion_tokens, total_tokens].every(isCount)
    ? Math.max(completion_tokens, total_tokens - prompt_tokens)
    : completion_tokens;

/** Reads a completion into a reply. */
export const readCompletion = (body: unknown, secrets: readonly string[]): Reply => {
  const completion = demandBody<ChatCompletion & { provider?: unknown }>(body);
  const choice: (ChatCompletion.Choice & { error?: unknown }) | undefined = completion.choices?.[0];
  const counted = completion.usage;
  const usage = counted
    ? countedUsage({
        inputTokens: counted.prompt_tokens,
        outputTokens: outputTokensOf(counted),
        ...cachedOf(counted.prompt_tokens_details)
      })
    : null;
  if (!choice?.message || typeof choice.message !== 'object') throw noAnswer(saidOf(completion), { usage, secrets });
  const text = textOf(choice.message.content ?? choice.message.refusal);
  if (text === null) throw noAnswer('its content is no text', { usage, secrets });
  const finish = String(choice.finish_reason ?? '').toLowerCase();
  const ended = endingOf(finish);
  // The text until then is a part of an answer, however complete it reads.
  if (ended === 'broken-off' || choice.error)
    throw noAnswer(saidOf(choice) ?? saidOf(completion) ?? `it broke off: ${finish}`, { usage, secrets });
  const ending = choice.message.refusal ? 'refused' : ended;
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
