import { refuse } from '../../../errors.ts';
import { type JudgeConfig, type JudgeSettings, modelConfigs, providerNames, readBaseUrl } from './config.ts';
import { isPlatform } from './platforms.ts';
import { joinRoles, splitRoles } from './roles.ts';

const forms =
  'openai:MODEL, gemini:MODEL, anthropic:MODEL, openai-compatible:MODEL@SERVER, openai-compatible:MODEL@URL, azure:DEPLOYMENT, vertex:MODEL, bedrock:MODEL, scripted:NAME, rules, and for reports openai-research:MODEL, gemini-research:AGENT, command:NAME; @SERVER after a model asks it at a named server; [ROLE=MODEL] at the end has another model play a role';

/**
 * Reads a judge as people name it: `openai:gpt-6-sol`, `gemini:gemini-4-argon`, `anthropic:claude-opus-5`,
 * `openai-compatible:MODEL@URL`, `scripted:NAME`, `rules`; with `@SERVER` after the model, at a named server.
 * Roles follow in brackets, each with one model or several apart by `+`, whose settings follow after `;`:
 * `openai:gpt-6-sol[extractor=openai:gpt-6-luna;seed=1,voter=openai:gpt-6-sol+gemini:gemini-4-argon]`.
 * Anything else is refused with the forms there are.
 */
export const parseJudgeSpec = (spec: string): JudgeConfig => {
  const stop = (why: string): never =>
    refuse.invalid(`${JSON.stringify(spec)} names no judge: ${why}. Forms: ${forms}.`);
  const written = splitRoles(spec.trim()) ?? stop('its roles begin with [ and end nowhere: put ] at the end');
  const config = parseModel(written.own, stop);
  if (written.roles.length === 0) return config;
  const roles: Record<string, JudgeConfig[]> = {};
  for (const [role, models] of written.roles) {
    if (Object.hasOwn(roles, role)) stop(`it names the role ${role} twice: put its models together, apart by +`);
    roles[role] = models.map((model) => parseJudgeLine(model.replaceAll(';', ' ')));
    if (roles[role].some((one) => one.roles)) stop('a model in a role has no roles of its own');
    if (new Set(roles[role].map(judgeLine)).size < models.length) stop(`the role ${role} names a model twice`);
  }
  return { ...config, roles };
};

/** One model without roles. @param stop refuses with the reason */
const parseModel = (text: string, stop: (why: string) => never): JudgeConfig => {
  if (text === 'rules') return { provider: 'rules', model: 'rules' };
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const rest = colon < 0 ? '' : text.slice(colon + 1).trim();
  const provider = providerNames.find((one) => one === name) ?? stop(`there is no provider ${JSON.stringify(name)}`);
  if (provider === 'rules') return stop('rules takes no model');
  if (rest === '' || /\s/.test(rest)) return stop(rest === '' ? 'the model is missing' : 'a model name has no spaces');
  if (provider === 'command' && !/^[a-z][a-z0-9-]{0,39}$/.test(rest))
    return stop('a command has a name of small letters, digits and hyphens');
  if (provider === 'scripted' || provider === 'command') return { provider, model: rest };
  const [, served, server] = /^(.+)@([a-z][a-z0-9-]*)$/s.exec(rest) ?? [];
  if (served !== undefined && server !== undefined) return { provider, model: served, server };
  if (provider !== 'openai-compatible') return { provider, model: rest };
  const at = rest.search(/@https?:\/\//);
  if (at <= 0) return stop('MODEL@SERVER, or MODEL@URL with http:// or https://, is wanted');
  return { provider, model: rest.slice(0, at), baseUrl: readBaseUrl(rest.slice(at + 1), 'The judge’s URL') };
};

/** How people name a judge: the inverse of `parseJudgeSpec`. */
export const judgeSpec = (config: JudgeConfig): string => {
  const roles = Object.entries(config.roles ?? {}).map(([role, models]): [string, string[]] => [
    role,
    models.map((model) => judgeLine(model).replaceAll(' ', ';'))
  ]);
  return joinRoles({ own: modelSpec(config), roles });
};

const modelSpec = (config: JudgeConfig): string => {
  if (config.provider === 'rules') return 'rules';
  if (config.provider === 'openai-compatible')
    return `${config.provider}:${config.model}@${config.server ?? config.baseUrl ?? ''}`;
  return `${config.provider}:${config.model}${config.server ? `@${config.server}` : ''}`;
};

/** Every model of a judge once, with its settings: its own first. */
export const distinctModels = (config: JudgeConfig): JudgeConfig[] => [
  ...new Map(modelConfigs(config).map((model) => [judgeLine(model), model])).values()
];

/** The provider whose limits a judge's calls count against: a vendor, or each other server by its name or its host. */
export const providerOf = ({
  provider,
  server,
  baseUrl
}: Pick<JudgeConfig, 'provider' | 'server' | 'baseUrl'>): string => {
  if (server) return `${provider}@${server}`;
  return provider === 'openai-compatible' && baseUrl ? `${provider}@${new URL(baseUrl).host}` : provider;
};

const switches: Record<string, unknown> = { on: true, off: false };

const readValue = (name: string, text: string): unknown => {
  if (name === 'webSearch') return Object.hasOwn(switches, text) ? switches[text] : text;
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
};

/**
 * Reads a judge with its settings: `openai:gpt-6-sol seed=1 webSearch=on baseUrl=https://gateway.example/v1`. What the
 * settings may be is checked where the judge is made.
 */
export const parseJudgeLine = (line: string): JudgeConfig => {
  const stop = (why: string): never => refuse.invalid(`${JSON.stringify(line)} is no judge: ${why}.`);
  const [spec = '', ...pairs] = line.trim().split(/\s+/);
  const config = parseJudgeSpec(spec);
  const settings = new Map<string, unknown>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) stop(`write settings as name=value, not ${pair}`);
    const name = pair.slice(0, equals);
    if (settings.has(name)) stop(`it gives ${name} twice`);
    settings.set(name, readValue(name, pair.slice(equals + 1)));
  }
  const baseUrl = settings.get('baseUrl');
  if (baseUrl !== undefined) {
    settings.delete('baseUrl');
    if (config.provider === 'openai-compatible')
      stop('its server stands behind the model, as MODEL@SERVER or MODEL@URL');
    if (config.provider === 'rules' || config.provider === 'scripted' || config.provider === 'command')
      stop(`${config.provider} has no URL`);
    if (isPlatform(config.provider)) stop(`the operator sets the address of ${config.provider}; leave out baseUrl`);
    if (config.server) stop(`@${config.server} is its address; leave out baseUrl`);
    config.baseUrl = readBaseUrl(String(baseUrl), 'baseUrl');
  }
  return settings.size === 0 ? config : { ...config, settings: Object.fromEntries(settings) as JudgeSettings };
};

/** The inverse of `parseJudgeLine`. */
export const judgeLine = (config: JudgeConfig): string => {
  const own = config.baseUrl && config.provider !== 'openai-compatible' ? [`baseUrl=${config.baseUrl}`] : [];
  const settings = Object.entries(config.settings ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'boolean' ? (value ? 'on' : 'off') : value}`);
  return [judgeSpec(config), ...own, ...settings].join(' ');
};
