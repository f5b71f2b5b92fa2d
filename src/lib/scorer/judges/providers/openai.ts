import type { Guard } from '../../web/fetching/guard.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import type { Call } from '../../call.ts';
import type { Judge } from '../../judge.ts';
import { type ChatRequest, chatSettings, complete, orderedMessages } from './wire/chat-completions.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { secretsOf } from '../endpoints/endpoint-fetch.ts';
import { accountOf, endpointOf, endpointPlace } from '../endpoints/endpoints.ts';
import { contextTokens } from '../models/models.ts';
import { openaiBatches } from './batches/openai-batches.ts';
import { openaiClient } from './wire/openai-client.ts';
import { moreRoomFor } from '../models/settings-taken.ts';
import { respond, searchingRequest } from './wire/responses.ts';
import { judgeSpec, providerOf } from '../settings/spec.ts';

const VERSION = 'openai@1';

/**
 * A model of OpenAI through the official SDK: chat completions with strict structured output; with web search the
 * responses API, which alone has that tool.
 * Key and address: see `endpointOf`. Organization and project are sent with OpenAI's key only.
 */
export const openaiJudge = (config: JudgeConfig, env: Env, guard: Guard | null = null): Judge => {
  const spec = judgeSpec(config);
  const endpoint = endpointOf(config, env, guard);
  const secrets = secretsOf(endpoint);
  const settings = config.settings ?? {};
  const ours = endpoint.keyVariable === 'OPENAI_API_KEY';
  const client = openaiClient(
    endpoint,
    ours ? { organization: env['OPENAI_ORG_ID'] || undefined, project: env['OPENAI_PROJECT_ID'] || undefined } : {}
  );
  const moreRoom = moreRoomFor(config, settings.maxOutputTokens);
  const chatOf = (call: Call): ChatRequest => ({
    model: config.model,
    ...orderedMessages(call),
    ...chatSettings(settings, call, moreRoom)
  });
  const searches = (call: Call): boolean => settings.webSearch ?? call.webSearch ?? false;
  return {
    spec,
    batches: true,
    batch: openaiBatches(client, chatOf, { searches, secrets }),
    provider: providerOf(config),
    ...(moreRoom !== undefined && { moreRoom }),
    account: accountOf(config, endpoint),
    contextTokens: contextTokens(config),
    fingerprint: fingerprint({ VERSION, model: config.model, ...endpointPlace(config, endpoint), settings }),
    ask: (call, { signal }) =>
      searches(call)
        ? respond(
            client,
            searchingRequest(config.model, call, { ...settings, ...(call.moreRoom && { maxOutputTokens: moreRoom }) }),
            { signal, secrets }
          )
        : complete(client, chatOf(call), { signal, secrets })
  };
};
