import { type Problem, refuse } from '../../../errors.ts';
import {
  type JudgeConfig,
  judgeSettings,
  type JudgeSettings,
  type ProviderName,
  type SettingName
} from '../settings/config.ts';
import { isClaude, isPlatform } from '../settings/platforms.ts';
import { settingsRefused } from './settings-taken.ts';
import { judgeSpec } from '../settings/spec.ts';

const common = ['temperature', 'seed', 'maxOutputTokens'] as const;

/** The settings that each provider has, in the order in which a refusal lists them. */
export const settingsOf = {
  openai: [...common, 'reasoningEffort', 'webSearch', 'contextTokens'],
  gemini: [...common, 'reasoningEffort', 'thinkingBudget', 'webSearch', 'contextTokens'],
  anthropic: [
    'temperature',
    'maxOutputTokens',
    'reasoningEffort',
    'thinkingBudget',
    'webSearch',
    'maxToolCalls',
    'contextTokens'
  ],
  'openai-compatible': [...common, 'reasoningEffort', 'structuredOutput', 'contextTokens', 'outputShare', 'turns'],
  azure: [...common, 'reasoningEffort', 'contextTokens'],
  vertex: [...common, 'reasoningEffort', 'thinkingBudget', 'structuredOutput', 'contextTokens'],
  bedrock: ['temperature', 'maxOutputTokens', 'reasoningEffort', 'thinkingBudget', 'structuredOutput', 'contextTokens'],
  rules: [],
  scripted: [],
  'openai-research': ['maxOutputTokens', 'reasoningEffort', 'maxToolCalls'],
  'gemini-research': [],
  command: []
} as const satisfies Record<ProviderName, readonly SettingName[]>;

/** Advice for a setting that another provider has. */
const instead: Partial<Record<ProviderName, Partial<Record<SettingName, string>>>> = {
  openai: {
    thinkingBudget: 'that is Gemini’s and Anthropic’s; use reasoningEffort',
    structuredOutput: 'OpenAI always answers by schema; leave it out'
  },
  gemini: {
    structuredOutput: 'Gemini always answers by schema; leave it out'
  },
  anthropic: {
    seed: 'Anthropic takes no seed; leave it out',
    structuredOutput: 'Anthropic always answers by schema; leave it out'
  },
  'openai-compatible': {
    thinkingBudget: 'that is Gemini’s and Anthropic’s; use reasoningEffort',
    webSearch: 'only OpenAI, Gemini and Anthropic have a search tool of their own; leave it out'
  },
  azure: {
    thinkingBudget: 'that is Gemini’s and Anthropic’s; use reasoningEffort',
    structuredOutput: 'Azure always answers by schema; leave it out'
  },
  bedrock: { seed: 'Anthropic takes no seed; leave it out' }
};

const reasonAgainst = (provider: ProviderName, name: string): string | null => {
  const has: readonly string[] = settingsOf[provider];
  if (has.includes(name)) return null;
  const advice = instead[provider]?.[name as SettingName];
  if (advice) return advice;
  return has.length === 0 ? `${provider} takes no settings` : `${provider} has ${has.join(', ')}`;
};

/** Settings that contradict each other, or that the provider does not have. */
const clashes = (config: JudgeConfig, settings: JudgeSettings): Problem[] => {
  const { provider } = config;
  const { seed, webSearch, reasoningEffort, thinkingBudget } = settings;
  const found: [SettingName, string][] = [];
  if (provider === 'openai' && webSearch && seed !== undefined)
    found.push(['seed', 'OpenAI takes no seed together with web search; leave one of them out']);
  if (provider === 'gemini' && reasoningEffort !== undefined && thinkingBudget !== undefined)
    found.push([
      'thinkingBudget',
      'Gemini takes it or reasoningEffort, not both; models from Gemini 3 on want the latter'
    ]);
  if (provider === 'vertex' && isClaude(config.model) && seed !== undefined)
    found.push(['seed', 'Anthropic takes no seed; leave it out']);
  if (provider === 'vertex' && !isClaude(config.model) && settings.structuredOutput !== undefined)
    found.push(['structuredOutput', 'Gemini always answers by schema; leave it out']);
  if (isPlatform(provider) && settings.structuredOutput === 'object')
    found.push(['structuredOutput', 'Claude answers by schema, or by a schema in words; write schema or none']);
  found.push(...settingsRefused(config, settings));
  return found.map(([column, reason]) => ({ row: null, column, reason }));
};

/**
 * The settings of a judge, checked. `webSearch=off` counts as a setting: such a judge does not search under a metric that
 * allows it, so its fingerprint is another. Refused, each by name: what the provider does not have, what is no valid value, what does not go together.
 */
export const checkedSettings = (config: JudgeConfig): JudgeSettings => {
  const given = Object.entries(config.settings ?? {}).filter(([, value]) => value !== undefined);
  const foreign = given.flatMap(([name]): Problem[] => {
    const reason = reasonAgainst(config.provider, name);
    return reason === null ? [] : [{ row: null, column: name, reason }];
  });
  const read = judgeSettings.safeParse(Object.fromEntries(given));
  const wrong = (read.error?.issues ?? [])
    .filter(({ code }) => code !== 'unrecognized_keys')
    .map(({ path, message }): Problem => ({ row: null, column: path.join('.') || 'settings', reason: message }));
  const problems = [...foreign, ...wrong, ...(read.data ? clashes(config, read.data) : [])];
  if (problems.length > 0 || !read.data)
    return refuse.invalid(
      `The settings of the judge ${judgeSpec(config)} are not valid: ${problems.map((one) => `${one.column}: ${one.reason}`).join('; ')}.`,
      problems
    );
  return read.data;
};
