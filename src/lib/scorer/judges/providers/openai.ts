import type { Guard } from '../../web/fetching/guard.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import type { Judge } from '../../judge.ts';
import { chatSettings, complete, orderedMessages } from './chat-completions.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { secretsOf } from '../endpoints/endpoint-fetch.ts';
import { accountOf, endpointOf, endpointPlace } from '../endpoints/endpoints.ts';
import { contextTokens } from '../models/models.ts';
import { openaiClient } from './openai-client.ts';
import { moreRoomFor } from '../models/settings-taken.ts';
import { respond, searchingRequest } from './responses.ts';
import { searchOf } from './search.ts';
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
  return {
    spec,
    provider: providerOf(config),
    ...(moreRoom !== undefined && { moreRoom }),
    account: accountOf(config, endpoint),
    contextTokens: contextTokens(config),
    fingerprint: fingerprint({ VERSION, model: config.model, ...endpointPlace(config, endpoint), settings }),
    ...searchOf(config),
    ask: (call, { signal }) =>
      (settings.webSearch ?? call.webSearch)
        ? respond(
            client,
            searchingRequest(config.model, call, { ...settings, ...(call.moreRoom && { maxOutputTokens: moreRoom }) }),
            { signal, secrets }
          )
        : complete(
            client,
            {
              model: config.model,
              ...orderedMessages(call),
              ...chatSettings(settings, call, moreRoom)
            },
            { signal, secrets }
          )
  };
};
