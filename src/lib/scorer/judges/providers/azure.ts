import type { Guard } from '../../web/fetching/guard.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import type { Judge } from '../../judge.ts';
import { chatSettings, complete, orderedMessages } from './wire/chat-completions.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { secretsOf } from '../endpoints/endpoint-fetch.ts';
import { accountOf, endpointOf, endpointPlace } from '../endpoints/endpoints.ts';
import { contextTokens } from '../models/models.ts';
import { azureClient } from './wire/openai-client.ts';
import { moreRoomFor } from '../models/settings-taken.ts';
import { judgeSpec, providerOf } from '../settings/spec.ts';

const VERSION = 'azure@1';

/**
 * A deployment of Azure OpenAI through OpenAI's SDK: chat completions with strict structured output. The model behind a
 * deployment is known from its replies only.
 */
export const azureJudge = (config: JudgeConfig, env: Env, guard: Guard | null = null): Judge => {
  const endpoint = endpointOf(config, env, guard);
  const secrets = secretsOf(endpoint);
  const settings = config.settings ?? {};
  const client = azureClient(endpoint, env['AZURE_OPENAI_API_VERSION']?.trim() || undefined);
  const moreRoom = moreRoomFor(config, settings.maxOutputTokens);
  return {
    spec: judgeSpec(config),
    provider: providerOf(config),
    ...(moreRoom !== undefined && { moreRoom }),
    account: accountOf(config, endpoint),
    contextTokens: contextTokens(config),
    fingerprint: fingerprint({ VERSION, model: config.model, ...endpointPlace(config, endpoint), settings }),
    ask: (call, { signal }) =>
      complete(
        client,
        { model: config.model, ...orderedMessages(call), ...chatSettings(settings, call, moreRoom) },
        { signal, secrets }
      )
  };
};
