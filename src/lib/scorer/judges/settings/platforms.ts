import type { JudgeConfig, ProviderName } from './config.ts';

/** Clouds that offer the models of other makers. */
type Platform = Extract<ProviderName, 'azure' | 'vertex' | 'bedrock'>;

export const isPlatform = (provider: ProviderName): provider is Platform =>
  provider === 'azure' || provider === 'vertex' || provider === 'bedrock';

/** Whether a model on a platform is Anthropic's. */
export const isClaude = (model: string): boolean => /(?:^|[./])claude-/.test(model);

/**
 * The maker's name of a model on a platform: `vertex:claude-opus-4-5@20251101` and
 * `bedrock:us.anthropic.claude-opus-4-5-20251101-v1:0` are `claude-opus-4-5-20251101`. An Azure deployment is known by its name
 * alone, like the model of a compatible server.
 */
export const modelBehind = ({
  provider,
  model
}: Pick<JudgeConfig, 'provider' | 'model'>): Pick<JudgeConfig, 'provider' | 'model'> => {
  if (provider === 'azure') return { provider: 'openai-compatible', model };
  if (provider === 'openai-research') return { provider: 'openai', model };
  if (provider === 'vertex')
    return isClaude(model) ? { provider: 'anthropic', model: model.replace('@', '-') } : { provider: 'gemini', model };
  if (provider === 'bedrock')
    return {
      provider: 'anthropic',
      model: model.replace(/^(?:.*\/)?(?:[a-z-]+\.)?anthropic\./, '').replace(/-v\d+(?::\d+)?$/, '')
    };
  return { provider, model };
};
