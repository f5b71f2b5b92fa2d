import type { Response, ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { type Call, isFreeText, type Reply } from '../../../call.ts';
import type { JudgeSettings } from '../../settings/config.ts';
import { jsonBody } from '../../endpoints/call-failure.ts';
import { citedText } from './cited-text.ts';
import { countedUsage } from './counted-usage.ts';
import { servedName } from './served.ts';
import { cachedOf, cancelledBy, demandBody, type LazyOpenAi, noAnswer, saidOf, sending } from './openai-client.ts';

/** A question for OpenAI's responses API, if the model may use OpenAI's own web search. Nothing is kept there. */
export const searchingRequest = (
  model: string,
  call: Call,
  { temperature, maxOutputTokens, reasoningEffort }: JudgeSettings
): ResponseCreateParamsNonStreaming => ({
  model,
  ...(call.system !== '' && { instructions: call.system }),
  input: call.user,
  ...(!isFreeText(call) && {
    text: { format: { type: 'json_schema', name: call.schema.name, strict: true, schema: call.schema.json } }
  }),
  tools: [{ type: 'web_search' }],
  store: false,
  ...(temperature !== undefined && { temperature }),
  ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
  ...(reasoningEffort !== undefined && { reasoning: { effort: reasoningEffort } })
});

const parts = (response: Partial<Response>) =>
  (response.output ?? []).flatMap((item) => (item.type === 'message' ? item.content : []));

const actions = (response: Partial<Response>, type: string): number =>
  (response.output ?? []).filter((item) => item.type === 'web_search_call' && item.action?.type === type).length;

/** Usage and served model of a response. */
const commonOf = ({ usage, model }: Partial<Response>): Pick<Reply, 'usage' | 'model'> => ({
  usage: usage
    ? countedUsage({
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        ...cachedOf(usage.input_tokens_details)
      })
    : null,
  model: servedName(model)
});

/** The words of a report with the sources that stand beside them, the searches on the way to it, and a refusal in its place. */
export const readOutput = (response: Partial<Response>): { reply: Omit<Reply, 'ending'>; refusal: string | null } => {
  const said = parts(response);
  const text = said
    .map((part) =>
      part.type === 'output_text'
        ? citedText(
            part.text,
            (part.annotations ?? []).flatMap((one) =>
              // The index is that of the last character; servers that only speak OpenAI's protocol may leave it out.
              one.type === 'url_citation'
                ? [{ end: Number.isInteger(one.end_index) ? one.end_index + 1 : null, url: one.url, title: one.title }]
                : []
            )
          )
        : ''
    )
    .join('');
  const trace = { searches: actions(response, 'search'), pages: actions(response, 'open_page') };
  return {
    reply: { ...commonOf(response), text, trace },
    refusal: said.find((part) => part.type === 'refusal')?.refusal ?? null
  };
};

/** @param isReport the answer is a report, of which sources and searches are kept */
const readResponse = (body: unknown, secrets: readonly string[], isReport: boolean): Reply => {
  const response = demandBody<Response>(body);
  const { status, incomplete_details: incomplete } = response;
  const said = parts(response);
  const refusal = said.find((part) => part.type === 'refusal');
  const common: Omit<Reply, 'ending'> = isReport
    ? readOutput(response).reply
    : { ...commonOf(response), text: said.map((part) => (part.type === 'output_text' ? part.text : '')).join('') };
  if (refusal) return { ...common, text: refusal.refusal, ending: 'refused' };
  if (incomplete?.reason === 'content_filter') return { ...common, ending: 'refused' };
  if (status === 'incomplete') return { ...common, ending: 'cut' };
  // A response that failed or was cancelled has a part of its answer.
  const ended = status === undefined || status === 'completed';
  if (common.text === '' || response.error || !ended)
    throw noAnswer(saidOf(response) ?? (ended ? null : `it ended as ${status}`), { usage: common.usage, secrets });
  return { ...common, ending: 'complete' };
};

/** One response. Of the searches on its way a reply by schema keeps nothing but their words and tokens. */
export const respond = (
  client: LazyOpenAi,
  request: ResponseCreateParamsNonStreaming,
  { signal, secrets }: { signal: AbortSignal; secrets: readonly string[] }
): Promise<Reply> =>
  sending(
    // Of a body that is no object the SDK makes a TypeError; read here, it is named.
    async () => {
      const { responses } = await client();
      return jsonBody(await (await responses.create(request, cancelledBy(signal)).asResponse()).text());
    },
    (body) => readResponse(body, secrets, request.text === undefined),
    secrets
  );
