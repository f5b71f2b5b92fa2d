import type { Call, Reply, Usage } from '../../call.ts';
import type { Judge } from '../../judge.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import type { Guard } from '../../web/fetching/guard.ts';
import { redact } from '../endpoints/call-failure.ts';
import { secretsOf } from '../endpoints/endpoint-fetch.ts';
import { accountOf, type Endpoint, endpointOf, endpointPlace } from '../endpoints/endpoints.ts';
import { citedText, unitsOfBytes } from '../providers/wire/cited-text.ts';
import { countedUsage } from '../providers/wire/counted-usage.ts';
import { withInteractions } from '../providers/wire/interactions.ts';
import { demandMade } from '../providers/wire/openai-client.ts';
import { servedName } from '../providers/wire/served.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { judgeSpec, providerOf } from '../settings/spec.ts';
import { type BackgroundJobs, JobFailed, jobsAsBatches, onlyInBackground } from './background-job.ts';

const VERSION = 'gemini-research@1';

const running = new Set(['queued', 'in_progress']);

type Interaction = Awaited<ReturnType<Parameters<Parameters<typeof withInteractions>[2]>[0]['get']>> & object;
type Ended = Pick<Extract<Interaction, { id: string }>, 'status' | 'steps' | 'usage' | 'model' | 'agent' | 'errors'>;

const usageOf = ({ usage }: Ended): Usage | null =>
  usage?.total_input_tokens != null
    ? countedUsage({
        inputTokens: usage.total_input_tokens + (usage.total_tool_use_tokens ?? 0),
        outputTokens: (usage.total_output_tokens ?? 0) + (usage.total_thought_tokens ?? 0),
        cachedTokens: usage.total_cached_tokens
      })
    : null;

/** The text of all outputs, with the sources that stand beside it. */
const textOf = ({ steps = [] }: Ended): string =>
  steps
    .flatMap((step) => (step.type === 'model_output' ? (step.content ?? []) : []))
    .map((content) => {
      if (content.type !== 'text') return '';
      const { text, annotations = [] } = content;
      return citedText(
        text,
        annotations.flatMap((one) =>
          one.type === 'url_citation' && one.url !== undefined
            ? [{ end: unitsOfBytes(text, one.end_index), url: one.url, title: one.title ?? null }]
            : []
        )
      );
    })
    .join('');

const countOf = ({ steps = [] }: Ended, type: string): number => steps.filter((step) => step.type === type).length;

/** Reads an interaction that is over. @throws JobFailed if it brought no report */
const readEnded = (ended: Ended, secrets: readonly string[]): Reply => {
  const usage = usageOf(ended);
  const { status } = ended;
  const searched = ended.usage?.grounding_tool_count?.find(({ type }) => type === 'google_search')?.count;
  const reply = {
    ...{ text: textOf(ended), usage, model: servedName(ended.model ?? ended.agent) },
    trace: {
      searches: searched ?? (countOf(ended, 'google_search_call') || null),
      pages: countOf(ended, 'url_context_call') || null
    }
  };
  if (status === 'completed') return { ...reply, ending: 'complete' };
  if (status === 'incomplete' || status === 'budget_exceeded') return { ...reply, ending: 'cut' };
  const fault =
    ended.errors?.[0] ?? (ended.steps ?? []).flatMap((step) => ('error' in step && step.error ? [step.error] : []))[0];
  const why = redact(fault?.message ?? '', secrets);
  if (/safety|prohibited|blocked|policy/i.test(`${fault?.code ?? ''} ${why}`))
    return { ...reply, text: why, ending: 'refused' };
  const asks = status === 'requires_action' ? ' It asks for an action, which Voirdire cannot answer.' : '';
  throw new JobFailed(`The research ended as ${status}${why === '' ? '.' : `: ${why}`}${asks}`, {
    retryable: status === 'failed' || status === 'cancelled',
    used: usage ?? 'unknown'
  });
};

const jobsOf = (config: JudgeConfig, endpoint: Endpoint, secrets: readonly string[]): BackgroundJobs => {
  const about = <T>(signal: AbortSignal, work: Parameters<typeof withInteractions<T>>[2]): Promise<T> =>
    withInteractions(endpoint, { signal, secrets }, work);
  const get = async (id: string, signal: AbortSignal): Promise<Ended> =>
    demandMade((await about(signal, (interactions) => interactions.get(id))) as Ended & { id: string }, secrets);
  return {
    request: (call: Call) => ({
      agent: config.model,
      // An agent has no place for an instruction beside its input.
      input: call.system === '' ? call.user : `${call.system}\n\n${call.user}`,
      ...{ background: true, store: true },
      agent_config: { type: 'deep-research', thinking_summaries: 'none', collaborative_planning: false }
    }),
    async start(request, name, signal) {
      const params = { ...(request as { agent: string }), labels: { voirdire: name } } as Parameters<
        Parameters<Parameters<typeof withInteractions>[2]>[0]['create']
      >[0];
      const made = (await about(signal, (interactions) => interactions.create(params))) as { id: string };
      return demandMade(made, secrets).id;
    },
    async state(id, signal) {
      const { status } = await get(id, signal);
      return { over: !running.has(status), words: status };
    },
    reply: async (id, signal) => readEnded(await get(id, signal), secrets),
    cancel: async (id, signal) => void (await about(signal, (interactions) => interactions.cancel(id)))
  };
};

/** Google's deep research agents: the Interactions API in the background. The model is the agent's name. */
export const geminiResearch = (config: JudgeConfig, env: Env, guard: Guard | null = null): Judge => {
  const spec = judgeSpec(config);
  const endpoint = endpointOf(config, env, guard);
  return {
    spec,
    provider: providerOf(config),
    account: accountOf(config, endpoint),
    contextTokens: null,
    fingerprint: fingerprint({
      ...{ VERSION, agent: config.model, ...endpointPlace(config, endpoint), settings: config.settings ?? {} }
    }),
    background: true,
    batch: jobsAsBatches(jobsOf(config, endpoint, secretsOf(endpoint))),
    ask: () => onlyInBackground(spec)
  };
};
