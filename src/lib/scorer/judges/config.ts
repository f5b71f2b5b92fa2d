import { z } from 'zod';
import { refuse } from '../../errors.ts';

/** Environment as an argument: `process.env` or a test's own. */
export type Env = Record<string, string | undefined>;

/** Settings of a judge that change its answers; all of them enter its fingerprint. */
export const judgeSettings = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  seed: z.int().optional(),
  maxOutputTokens: z.int().positive().optional(),
  /** OpenAI and compatible servers. */
  reasoningEffort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).optional(),
  /** Gemini: tokens for thinking; 0 turns it off, -1 leaves it to the model. */
  thinkingBudget: z.int().min(-1).optional(),
  /**
   * Compatible servers: `schema` and `object` demand that kind of structured output, `none` only words it. Without this
   * setting `schema` is tried first, and what the server does not know is worded.
   */
  structuredOutput: z.enum(['schema', 'object', 'none']).optional()
});
export type JudgeSettings = z.infer<typeof judgeSettings>;

export const providerNames = ['openai', 'gemini', 'openai-compatible', 'rules', 'scripted'] as const;
export type ProviderName = (typeof providerNames)[number];

export interface JudgeConfig {
  provider: ProviderName;
  /** The model; for `scripted` the script's name, for `rules` the word itself. */
  model: string;
  baseUrl?: string | null;
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

const forms = 'openai:MODEL, gemini:MODEL, openai-compatible:MODEL@URL, scripted:NAME, rules';

/**
 * Reads a judge as people name it: `openai:gpt-5`, `gemini:gemini-2.5-pro`, `openai-compatible:MODEL@URL`,
 * `scripted:NAME`, `rules`. Anything else is refused with the forms there are.
 */
export const parseJudgeSpec = (spec: string): JudgeConfig => {
  const stop = (why: string): never =>
    refuse.invalid(`${JSON.stringify(spec)} names no judge: ${why}. Forms: ${forms}.`);
  const text = spec.trim();
  if (text === 'rules') return { provider: 'rules', model: 'rules' };
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const rest = colon < 0 ? '' : text.slice(colon + 1).trim();
  const provider = providerNames.find((one) => one === name) ?? stop(`there is no provider ${JSON.stringify(name)}`);
  if (provider === 'rules') return stop('rules takes no model');
  if (rest === '' || /\s/.test(rest)) return stop(rest === '' ? 'the model is missing' : 'a model name has no spaces');
  if (provider !== 'openai-compatible') return { provider, model: rest };
  const at = rest.search(/@https?:\/\//);
  if (at <= 0) return stop('MODEL@URL with http:// or https:// is wanted');
  return { provider, model: rest.slice(0, at), baseUrl: readBaseUrl(rest.slice(at + 1), 'The judge’s URL') };
};

/** How people name a judge: the inverse of `parseJudgeSpec`. */
export const judgeSpec = (config: JudgeConfig): string => {
  if (config.provider === 'rules') return 'rules';
  if (config.provider === 'openai-compatible') return `${config.provider}:${config.model}@${config.baseUrl ?? ''}`;
  return `${config.provider}:${config.model}`;
};

/**
 * Reads a judge with its settings: `openai:gpt-5 temperature=0 seed=1`. What the settings may be is checked where the
 * judge is made.
 */
export const parseJudgeLine = (line: string): JudgeConfig => {
  const [spec = '', ...pairs] = line.trim().split(/\s+/);
  const settings = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 1) refuse.invalid(`${JSON.stringify(line)} is no judge: write settings as name=value, not ${pair}.`);
    const value = pair.slice(equals + 1);
    return [pair.slice(0, equals), value !== '' && Number.isFinite(Number(value)) ? Number(value) : value];
  });
  const config = parseJudgeSpec(spec);
  return settings.length === 0 ? config : { ...config, settings: Object.fromEntries(settings) as JudgeSettings };
};

/** The inverse of `parseJudgeLine`. */
export const judgeLine = (config: JudgeConfig): string =>
  [judgeSpec(config), ...Object.entries(config.settings ?? {}).map(([name, value]) => `${name}=${value}`)].join(' ');

/** The key in that variable, or a refusal that says what to set. */
export const demandKey = (env: Env, variable: string, spec: string): string => {
  const key = env[variable]?.trim() ?? '';
  return key === '' ? refuse.unavailable(`The judge ${spec}`, `set ${variable} to your API key and start again`) : key;
};
