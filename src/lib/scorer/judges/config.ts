import { z } from 'zod';
import { refuse } from '../../errors.ts';

/** Environment as an argument: `process.env` or a test's own. */
export type Env = Record<string, string | undefined>;

/** Settings of a judge that change its answers; all of them enter its fingerprint. */
export const judgeSettings = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  seed: z.int().optional(),
  maxOutputTokens: z.int().positive().optional(),
  /** OpenAI, Anthropic and compatible servers; from Gemini 3 on the thinking level. */
  reasoningEffort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).optional(),
  /** Gemini up to 2.5 and Anthropic: tokens for thinking; 0 turns it off, -1 leaves it to the model. */
  thinkingBudget: z.int().min(-1).optional(),
  /**
   * OpenAI, Gemini and Anthropic: the provider's own search tool, which the model uses as it sees fit. `true` under every
   * metric, `false` under none; absent: as the run says.
   */
  webSearch: z.boolean('write webSearch=on or webSearch=off').optional(),
  /** Tokens that one call may hold, where the model is not known here or holds less than it is known for. */
  contextTokens: z.int().positive().optional(),
  /**
   * Compatible servers: `schema` and `object` demand that kind of structured output, `none` only words it. Without this
   * setting `schema` is tried first, and what the server does not know is worded.
   */
  structuredOutput: z.enum(['schema', 'object', 'none']).optional()
});
export type JudgeSettings = z.infer<typeof judgeSettings>;
export type SettingName = keyof JudgeSettings;

export const providerNames = ['openai', 'gemini', 'anthropic', 'openai-compatible', 'rules', 'scripted'] as const;
export type ProviderName = (typeof providerNames)[number];

export interface JudgeConfig {
  provider: ProviderName;
  /** The model; for `scripted` the script's name, for `rules` the word itself. */
  model: string;
  baseUrl?: string | null;
  /** Compatible servers: the server by the name that the operator gave it, in place of a base URL; see `servers.ts`. */
  server?: string | null;
  settings?: JudgeSettings;
}

/** A base URL without trailing slash. Refused: what is not http(s), and credentials, which would be stored and shown. */
export const readBaseUrl = (text: string, from: string): string => {
  const url = URL.canParse(text) ? new URL(text) : refuse.invalid(`${from} is not a URL: ${text.slice(0, 80)}.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse.invalid(`${from} must begin with http:// or https://.`);
  if (url.username !== '' || url.password !== '')
    return refuse.invalid(`${from} must not hold a user name or password. Keys come from the environment.`);
  return url.href.replace(/\/+$/, '');
};

/** The key in that variable, or a refusal that says what to set. */
export const demandKey = (env: Env, variable: string, spec: string): string => {
  const key = env[variable]?.trim() ?? '';
  return key === '' ? refuse.unavailable(`The judge ${spec}`, `set ${variable} to your API key and start again`) : key;
};

/** Where each provider is, and the variable that names another address for all its judges. */
const homes: Partial<Record<ProviderName, { variable: string; url: string }>> = {
  openai: { variable: 'OPENAI_BASE_URL', url: 'https://api.openai.com/v1' },
  gemini: { variable: 'GEMINI_BASE_URL', url: 'https://generativelanguage.googleapis.com' },
  anthropic: { variable: 'ANTHROPIC_BASE_URL', url: 'https://api.anthropic.com' }
};

/** The address that a judge of OpenAI, Gemini or Anthropic is asked at: its own, else that of the environment, else the provider's. */
export const baseUrlOf = ({ provider, baseUrl }: Pick<JudgeConfig, 'provider' | 'baseUrl'>, env: Env): string => {
  const home = homes[provider];
  if (!home) throw new Error(`baseUrlOf requires a provider with an address of its own, not ${provider}`);
  return readBaseUrl(baseUrl || env[home.variable] || home.url, 'The base URL of the judge');
};

/** The address of a judge, where it is not the provider's own; null where it is, and for providers without one. */
export const elsewhere = (config: Pick<JudgeConfig, 'provider' | 'baseUrl'>, env: Env): string | null => {
  const home = homes[config.provider];
  if (!home) return null;
  const url = baseUrlOf(config, env);
  return new URL(url).origin === new URL(home.url).origin ? null : url;
};
