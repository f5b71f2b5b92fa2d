import { fingerprint } from '../fingerprint.ts';
import type { Judge } from '../pipeline.ts';
import { chatClient, complete, messages, schemaFormat } from './chat-completions.ts';
import { demandKey, type Env, type JudgeConfig, judgeSpec, readBaseUrl } from './config.ts';

const VERSION = 'openai@1';

/**
 * A model of OpenAI through the official SDK: chat completions with strict structured output.
 * Key: `OPENAI_API_KEY`. Base URL: the judge's own, else `OPENAI_BASE_URL`, else OpenAI's.
 */
export const openaiJudge = (config: JudgeConfig, env: Env): Judge => {
  const spec = judgeSpec(config);
  const key = demandKey(env, 'OPENAI_API_KEY', spec);
  const url = config.baseUrl || env['OPENAI_BASE_URL'] || 'https://api.openai.com/v1';
  const baseUrl = readBaseUrl(url, 'The base URL of the judge');
  const { temperature, seed, maxOutputTokens, reasoningEffort } = config.settings ?? {};
  const organization = env['OPENAI_ORG_ID'];
  const project = env['OPENAI_PROJECT_ID'];
  const client = chatClient({ baseUrl, key, ...(organization && { organization }), ...(project && { project }) });
  return {
    spec,
    fingerprint: fingerprint({ VERSION, model: config.model, baseUrl, settings: config.settings ?? {} }),
    ask: (call, { signal }) =>
      complete(
        client,
        {
          model: config.model,
          messages: messages(call),
          response_format: schemaFormat(call),
          ...(temperature !== undefined && { temperature }),
          ...(seed !== undefined && { seed }),
          ...(maxOutputTokens !== undefined && { max_completion_tokens: maxOutputTokens }),
          ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort })
        },
        { signal, secrets: [key] }
      )
  };
};
