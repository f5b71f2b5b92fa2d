import { z } from 'zod';
import { refuse } from '../../../errors.ts';

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
  /** Tokens that one call may hold, if the model is not known here or holds less than it is known for. */
  contextTokens: z.int().positive().optional(),
  /**
   * Compatible servers: `schema` and `object` demand that kind of structured output, `none` only words it. Without this
   * setting `schema` is tried first, and what the server does not know is worded.
   */
  structuredOutput: z.enum(['schema', 'object', 'none']).optional(),
  /** Deep research of OpenAI, and Claude with web search: the most tool calls (searches) for one answer. */
  maxToolCalls: z.int().positive().optional(),
  /** Compatible servers asked for a report: the share of `contextTokens` that is reserved for output in each call. */
  outputShare: z
    .number()
    .gt(0, 'write a share above 0 and below 1')
    .lt(1, 'write a share above 0 and below 1')
    .optional(),
  /** Compatible servers asked for a report: the most calls for one report; a report that is cut off is continued in the next call. */
  turns: z.int().min(1).max(50).optional()
});
export type JudgeSettings = z.infer<typeof judgeSettings>;
export type SettingName = keyof JudgeSettings;

export const providerNames = [
  'openai',
  'gemini',
  'anthropic',
  'openai-compatible',
  'azure',
  'vertex',
  'bedrock',
  'rules',
  'scripted',
  'openai-research',
  'gemini-research',
  'command'
] as const;
export type ProviderName = (typeof providerNames)[number];

/** Providers of systems under test: they write reports and are never asked to judge. */
const systemProviders = ['openai-research', 'gemini-research', 'command'] as const satisfies readonly ProviderName[];

export const isSystemProvider = (provider: ProviderName): boolean => systemProviders.some((one) => one === provider);

export interface JudgeConfig {
  provider: ProviderName;
  /** The model; for `azure` the deployment, for `scripted` the script's name, for `rules` the word itself. */
  model: string;
  /** An address that a person wrote out. It receives no key; see `endpoints.ts`. */
  baseUrl?: string | null;
  /** The server by the name that the operator gave it, in place of the provider's own; see `servers.ts`. */
  server?: string | null;
  settings?: JudgeSettings;
  /** Models that play roles in place of the judge's own, by role; they have no roles themselves. */
  roles?: Readonly<Record<string, readonly JudgeConfig[]>>;
}

/** Every model of a judge as it is asked: its own, without roles, then those of its roles. */
export const modelConfigs = ({ roles = {}, ...own }: JudgeConfig): JudgeConfig[] => [
  own,
  ...Object.values(roles).flat()
];

/** A base URL without trailing slash. Refused: what is not http(s), and credentials, which would be stored and shown. */
export const readBaseUrl = (text: string, from: string): string => {
  const url = URL.canParse(text) ? new URL(text) : refuse.invalid(`${from} is not a URL: ${text.slice(0, 80)}.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse.invalid(`${from} must begin with http:// or https://.`);
  if (url.username !== '' || url.password !== '')
    return refuse.invalid(`${from} must not hold a user name or password. Keys come from the environment.`);
  return url.href.replace(/\/+$/, '');
};

/** Whether a key can travel in a header: a line break or other script, copied with it, cannot. */
export const isPrintable = (key: string): boolean => /^[\x20-\x7e]*$/.test(key);

/** How to correct a key that cannot be sent. */
export const unprintableKey = (variable: string): string =>
  `${variable} holds a line break or a character that no API key has. Set it to the key alone and start again`;

/** The key in that variable, or a refusal that says what to set. */
export const demandKey = (env: Env, variable: string, spec: string): string => {
  const key = env[variable]?.trim() ?? '';
  if (key === '') return refuse.notConfigured(`The judge ${spec}`, `set ${variable} to your API key and start again`);
  return isPrintable(key) ? key : refuse.notConfigured(`The judge ${spec}`, unprintableKey(variable));
};
