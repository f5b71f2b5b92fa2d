import { fingerprint } from '../fingerprint.ts';
import type { Judge } from '../pipeline.ts';
import { complete, inOrder } from './chat-completions.ts';
import { baseUrlOf, demandKey, type Env, type JudgeConfig } from './config.ts';
import { contextTokens } from './models.ts';
import { openaiClient } from './openai-client.ts';
import { moreRoomFor } from './settings-taken.ts';
import { respond, searchingRequest } from './responses.ts';
import { searchOf } from './search.ts';
import { judgeSpec } from './spec.ts';

const VERSION = 'openai@1';

/**
 * A model of OpenAI through the official SDK: chat completions with strict structured output; with web search the
 * responses API, which alone has that tool.
 * Key: `OPENAI_API_KEY`. Base URL: the judge's own, else `OPENAI_BASE_URL`, else OpenAI's.
 */
export const openaiJudge = (config: JudgeConfig, env: Env): Judge => {
  const spec = judgeSpec(config);
  const key = demandKey(env, 'OPENAI_API_KEY', spec);
  const baseUrl = baseUrlOf(config, env);
  const settings = config.settings ?? {};
  const { temperature, seed, maxOutputTokens, reasoningEffort } = settings;
  const organization = env['OPENAI_ORG_ID'];
  const project = env['OPENAI_PROJECT_ID'];
  const client = openaiClient({ baseUrl, key, ...(organization && { organization }), ...(project && { project }) });
  const moreRoom = moreRoomFor(config, maxOutputTokens);
  return {
    spec,
    provider: 'openai',
    ...(moreRoom !== undefined && { moreRoom }),
    account: `openai@${baseUrl}`,
    contextTokens: contextTokens(config),
    fingerprint: fingerprint({ VERSION, model: config.model, baseUrl, settings }),
    ...searchOf(config),
    ask: (call, { signal }) =>
      (settings.webSearch ?? call.webSearch)
        ? respond(
            client,
            searchingRequest(config.model, call, { ...settings, ...(call.moreRoom && { maxOutputTokens: moreRoom }) }),
            { signal, secrets: [key] }
          )
        : complete(
            client,
            {
              model: config.model,
              ...inOrder(call),
              ...(temperature !== undefined && { temperature }),
              ...(seed !== undefined && { seed }),
              ...(maxOutputTokens !== undefined && {
                max_completion_tokens: (call.moreRoom && moreRoom) ?? maxOutputTokens
              }),
              ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort })
            },
            { signal, secrets: [key] }
          )
  };
};
