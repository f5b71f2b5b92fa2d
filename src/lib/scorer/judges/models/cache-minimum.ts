import { claudeCacheMinimum } from './claude-models.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { elsewhere } from '../endpoints/endpoints.ts';
import { knownModel } from './models.ts';

/**
 * Tokens that the beginnings of two prompts must share for the provider's cache to hold them; null if the model or the
 * server is not known to have a cache. Sources: prompt caching pages of OpenAI (1,024), Google (up to 4,096 by model, so that
 * figure for all) and Anthropic (by model).
 */
export const cacheMinimum = (config: JudgeConfig, env: Env): number | null => {
  const known = elsewhere(config, env) === null ? knownModel(config) : null;
  if (!known || known.prices.some(({ cachedInput }) => cachedInput === undefined)) return null;
  if (known.provider === 'openai') return 1_024;
  return known.provider === 'gemini' ? 4_096 : claudeCacheMinimum(known.name);
};
