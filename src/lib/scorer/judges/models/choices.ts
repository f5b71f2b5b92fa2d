import type { Env, JudgeConfig } from '../settings/config.ts';
import type { ShownServer } from '../endpoints/servers.ts';
import { judgeSpec } from '../settings/spec.ts';
import { knownModels } from './model-table.ts';
import { contextTokens, priceOf } from './models.ts';

/** A model that a person may choose as a judge; figures are null if they are not known. */
export interface ModelChoice {
  spec: string;
  /** US dollars per million tokens. */
  price: { input: number; output: number; asOf: string | null } | null;
  /** Tokens that one call may hold. */
  contextTokens: number | null;
}

/** The known models, and those that named servers list: any other model can be typed. */
export const modelChoices = (env: Env, servers: readonly ShownServer[]): ModelChoice[] => {
  const onServers = servers.flatMap(({ name, api, models }): JudgeConfig[] =>
    (models ?? []).map((model) => ({ provider: api ?? 'openai-compatible', model, server: name }))
  );
  const known = knownModels.map(({ provider, name }): JudgeConfig => ({ provider, model: name }));
  return [...onServers, ...known].map((config): ModelChoice => {
    const price = priceOf(config, {}, env);
    return {
      spec: judgeSpec(config),
      price: price && { input: price.input, output: price.output, asOf: price.asOf },
      contextTokens: contextTokens(config)
    };
  });
};
