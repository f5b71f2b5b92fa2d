import type OpenAI from 'openai';
import type { Response, ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import type { Call, Reply } from '../../../call.ts';
import type { JudgeSettings } from '../../settings/config.ts';
import { jsonBody } from '../../endpoints/call-failure.ts';
import { servedName } from './served.ts';
import { cachedOf, cancelledBy, demandBody, noAnswer, sending } from './openai-client.ts';

/** A question for OpenAI's responses API, where the model may use OpenAI's own web search. Nothing is kept there. */
export const searchingRequest = (
  model: string,
  call: Call,
  { temperature, maxOutputTokens, reasoningEffort }: JudgeSettings
): ResponseCreateParamsNonStreaming => ({
  model,
  instructions: call.system,
  input: call.user,
  text: { format: { type: 'json_schema', name: call.schema.name, strict: true, schema: call.schema.json } },
  tools: [{ type: 'web_search' }],
  store: false,
  ...(temperature !== undefined && { temperature }),
  ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
  ...(reasoningEffort !== undefined && { reasoning: { effort: reasoningEffort } })
});

const parts = (response: Partial<Response>) =>
  (response.output ?? []).flatMap((item) => (item.type === 'message' ? item.content : []));

const readResponse = (body: unknown, secrets: readonly string[]): Reply => {
  const response = demandBody<Response>(body);
  const { usage, model, status, incomplete_details: incomplete } = response;
  const said = parts(response);
  const refusal = said.find((part) => part.type === 'refusal');
  const text = said.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
  const common = {
    usage: usage
      ? {
          inputTokens: usage.input_tokens,
          outputTokens: usage.output_tokens,
          ...cachedOf(usage.input_tokens_details)
        }
      : null,
    model: servedName(model)
  };
  if (refusal) return { ...common, text: refusal.refusal, ending: 'refused' };
  if (incomplete?.reason === 'content_filter') return { ...common, text, ending: 'refused' };
  if (status === 'incomplete') return { ...common, text, ending: 'cut' };
  if (text === '' || response.error) throw noAnswer(response.error?.message, { usage: common.usage, secrets });
  return { ...common, text, ending: 'complete' };
};

/** One response; searches that the model makes on its way leave no trace but their words and tokens. */
export const respond = (
  client: OpenAI,
  request: ResponseCreateParamsNonStreaming,
  { signal, secrets }: { signal: AbortSignal; secrets: readonly string[] }
): Promise<Reply> =>
  sending(
    // Of a body that is no object the SDK makes a TypeError; read here, it is named.
    async () => jsonBody(await (await client.responses.create(request, cancelledBy(signal)).asResponse()).text()),
    (body) => readResponse(body, secrets),
    secrets
  );
