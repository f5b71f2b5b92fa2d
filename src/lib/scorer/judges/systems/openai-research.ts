import type OpenAI from 'openai';
import type { Response, ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import type { Call, Reply } from '../../call.ts';
import type { Judge } from '../../judge.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import type { Guard } from '../../web/fetching/guard.ts';
import { jsonBody, redact } from '../endpoints/call-failure.ts';
import { secretsOf } from '../endpoints/endpoint-fetch.ts';
import { accountOf, endpointOf, endpointPlace } from '../endpoints/endpoints.ts';
import {
  cancelledBy,
  demandMade,
  type LazyOpenAi,
  openaiClient,
  openaiFailure
} from '../providers/wire/openai-client.ts';
import { readOutput } from '../providers/wire/responses.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { judgeSpec, providerOf } from '../settings/spec.ts';
import { type BackgroundJobs, JobFailed, jobsAsBatches, onlyInBackground } from './background-job.ts';

const VERSION = 'openai-research@1';

/** Error codes by which OpenAI refuses the question itself. */
const refusals = /^(?:invalid_prompt|.*_policy(?:_violation)?)$/;
/** Error codes that waiting may solve. */
const temporary = new Set(['server_error', 'rate_limit_exceeded', 'vector_store_timeout']);

const running = new Set(['queued', 'in_progress']);

/** Reads a response that is over. @throws JobFailed if it brought no answer */
const readEnded = (response: Response, secrets: readonly string[]): Reply => {
  const { status, error, incomplete_details: incomplete } = response;
  const said = readOutput(response);
  const used = said.reply.usage ?? 'unknown';
  if (said.refusal !== null) return { ...said.reply, text: said.refusal, ending: 'refused' };
  if (incomplete?.reason === 'content_filter') return { ...said.reply, ending: 'refused' };
  if (status === 'incomplete') return { ...said.reply, ending: 'cut' };
  if (status === 'completed' && !error) return { ...said.reply, ending: 'complete' };
  const code = String(error?.code ?? '');
  const why = redact(error?.message ?? code, secrets);
  if (refusals.test(code)) return { ...said.reply, text: why, ending: 'refused' };
  throw new JobFailed(`The research ended as ${status ?? 'unknown'}${why === '' ? '.' : `: ${why}`}`, {
    retryable: status === 'cancelled' || code === '' || temporary.has(code),
    used
  });
};

const jobsOf = (client: LazyOpenAi, config: JudgeConfig, secrets: readonly string[]): BackgroundJobs => {
  const { maxOutputTokens, reasoningEffort, maxToolCalls } = config.settings ?? {};
  // Of a body that is no object the SDK makes a TypeError; read here, it is named.
  const about = async (
    send: (responses: OpenAI['responses']) => { asResponse(): Promise<globalThis.Response> }
  ): Promise<Response> => {
    try {
      const { responses } = await client();
      return demandMade(jsonBody(await (await send(responses).asResponse()).text()) as Response, secrets);
    } catch (error) {
      throw openaiFailure(error, secrets);
    }
  };
  return {
    request: (call: Call): ResponseCreateParamsNonStreaming => ({
      ...{ model: config.model, input: call.user, background: true, store: true, tools: [{ type: 'web_search' }] },
      ...(call.system !== '' && { instructions: call.system }),
      ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
      ...(maxToolCalls !== undefined && { max_tool_calls: maxToolCalls }),
      ...(reasoningEffort !== undefined && { reasoning: { effort: reasoningEffort } })
    }),
    async start(request, name, signal) {
      const body = { ...(request as ResponseCreateParamsNonStreaming), metadata: { voirdire: name } };
      return (await about((responses) => responses.create(body, cancelledBy(signal)))).id;
    },
    async state(id, signal) {
      const { status, error } = await about((responses) => responses.retrieve(id, {}, cancelledBy(signal)));
      const words = status ?? 'unknown';
      const why = error?.message;
      return { over: !running.has(words), words: why ? `${words}: ${redact(why, secrets)}` : words };
    },
    reply: async (id, signal) =>
      readEnded(await about((responses) => responses.retrieve(id, {}, cancelledBy(signal))), secrets),
    cancel: async (id, signal) => void (await about((responses) => responses.cancel(id, cancelledBy(signal))))
  };
};

/**
 * OpenAI's deep research: the Responses API in the background, with OpenAI's own web search. Key and address are those of OpenAI.
 * `maxToolCalls` bounds the searches and with them the cost.
 */
export const openaiResearch = (config: JudgeConfig, env: Env, guard: Guard | null = null): Judge => {
  const spec = judgeSpec(config);
  const endpoint = endpointOf(config, env, guard);
  const ours = endpoint.keyVariable === 'OPENAI_API_KEY';
  const client = openaiClient(
    endpoint,
    ours ? { organization: env['OPENAI_ORG_ID'] || undefined, project: env['OPENAI_PROJECT_ID'] || undefined } : {}
  );
  return {
    spec,
    provider: providerOf(config),
    account: accountOf(config, endpoint),
    contextTokens: null,
    fingerprint: fingerprint({
      ...{ VERSION, model: config.model, ...endpointPlace(config, endpoint), settings: config.settings ?? {} }
    }),
    background: true,
    batch: jobsAsBatches(jobsOf(client, config, secretsOf(endpoint))),
    ask: () => onlyInBackground(spec)
  };
};
