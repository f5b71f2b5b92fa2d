import { isIP } from 'node:net';
import { isRefusal, refuse } from '../../../errors.ts';
import { bareHost, type Guard } from '../../web/fetching/guard.ts';
import { demandKey, type Env, type JudgeConfig, type ProviderName, readBaseUrl } from '../settings/config.ts';
import { isPlatform } from '../settings/platforms.ts';
import { platformKeys, platformKeysMissing, platformPlace } from './platform-endpoints.ts';
import { describeServers, keyVariables, readServer } from './servers.ts';
import { judgeSpec, providerOf } from '../settings/spec.ts';

/** The address of a judge, with all that may be sent to its origin beside the question. */
export interface Endpoint {
  baseUrl: string;
  /** Empty if none is sent. */
  key: string;
  /** The variable that holds the key; null if none is sent. */
  keyVariable: string | null;
  /** The header that carries the key; null for that of the protocol. */
  keyHeader: string | null;
  headers: Record<string, string>;
  /** Azure: the API version of a named server; absent or null for the usual one. */
  apiVersion?: string | null;
  /** Checks every connection; null for addresses of providers and of the operator. */
  guard: Guard | null;
}

type Place = Pick<JudgeConfig, 'provider' | 'baseUrl' | 'server'>;

/** Each provider's own address, the variable that replaces it for all of its judges, and the variable of its key. */
const homes: Partial<Record<ProviderName, { variable: string; url: string; key: string }>> = {
  openai: { variable: 'OPENAI_BASE_URL', url: 'https://api.openai.com/v1', key: 'OPENAI_API_KEY' },
  gemini: { variable: 'GEMINI_BASE_URL', url: 'https://generativelanguage.googleapis.com', key: 'GEMINI_API_KEY' },
  anthropic: { variable: 'ANTHROPIC_BASE_URL', url: 'https://api.anthropic.com', key: 'ANTHROPIC_API_KEY' },
  'openai-research': { variable: 'OPENAI_BASE_URL', url: 'https://api.openai.com/v1', key: 'OPENAI_API_KEY' },
  'gemini-research': {
    ...{ variable: 'GEMINI_BASE_URL', url: 'https://generativelanguage.googleapis.com', key: 'GEMINI_API_KEY' }
  }
};

/** The address that a provider's key is bound to: the operator's, else the provider's own. Null for providers without one. */
const homeUrl = (provider: ProviderName, env: Env): string | null => {
  const home = homes[provider];
  return home ? readBaseUrl(env[home.variable] || home.url, home.variable) : null;
};

const sameOrigin = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin;

/** Refuses an address whose key would stay unsent, so that every call would fail, and says what to write instead. */
const demandUnnamed = (config: JudgeConfig, env: Env, baseUrl: string): void => {
  const spec = judgeSpec(config);
  const { origin } = new URL(baseUrl);
  const named = describeServers(env).find((server) => server.set && server.origin === origin);
  if (named)
    refuse.notConfigured(
      `The judge ${spec}`,
      `${origin} is the server ${named.name}, whose key belongs to its name. Write ${config.provider}:${config.model}@${named.name}`
    );
  if (config.provider === 'openai-compatible' && (env['OPENAI_COMPATIBLE_API_KEY'] ?? '').trim() !== '')
    refuse.notConfigured(
      `The judge ${spec}`,
      `OPENAI_COMPATIBLE_API_KEY belongs to no server, so it is sent to none. Set VOIRDIRE_SERVER_NAME=${baseUrl} and VOIRDIRE_KEY_NAME instead of it, and write openai-compatible:${config.model}@name. For a server without a key, unset it`
    );
};

/** How an address is named, so that a lead may choose it and a key may be sent to it. */
export const namingAdvice = ({ provider, model, baseUrl, server }: JudgeConfig): string =>
  server
    ? `The operator adds its host and port to VOIRDIRE_FETCH_ALLOW`
    : `The operator sets VOIRDIRE_SERVER_NAME=${baseUrl ?? 'URL'}, and VOIRDIRE_KEY_NAME if it needs a key; then write ${provider}:${model}@name`;

/** Why the guard does not let an address through, as far as the address itself tells; null if it does. */
export const notPublic = (guard: Guard, baseUrl: string): string | null => {
  const url = new URL(baseUrl);
  const host = bareHost(url);
  return (
    guard.refusal(url) ??
    (isIP(host) !== 0 && !guard.mayConnect(url, host) ? `${url.host} is not a public address` : null)
  );
};

/** Refuses a key of an admin's server that the operator has bound to another origin since. */
const demandFree = (variable: string, baseUrl: string, env: Env, spec: string): void => {
  const bound = operatorBindings(env).get(variable);
  if (bound !== undefined && bound !== new URL(baseUrl).origin)
    refuse.notConfigured(
      `The judge ${spec}`,
      `${variable} is bound to ${bound} and is sent nowhere else. An admin names another variable on the page Servers`
    );
};

/** Refuses an address that the guard does not let through. */
const demandPublic = (config: JudgeConfig, guard: Guard, baseUrl: string): void => {
  const reason = notPublic(guard, baseUrl);
  if (reason !== null)
    refuse.invalid(`The judge ${judgeSpec(config)} was refused: ${reason}. ${namingAdvice(config)}.`);
};

/**
 * The address of a judge and what may be sent there. A server that the operator named gets its own key and headers. The
 * provider's address gets the provider's key. An address that a person wrote out gets no key; without a guard, if the
 * operator types, it gets the provider's key if that is bound to the same origin.
 *
 * @param guard Lets written-out addresses through only if they are public; null if the operator types
 */
export const endpointOf = (config: JudgeConfig, env: Env, guard: Guard | null = null): Endpoint => {
  const { provider } = config;
  const spec = judgeSpec(config);
  if (config.server) {
    const { by, ...server } = readServer(env, config, spec);
    if (by === 'admin' && guard) demandPublic(config, guard, server.baseUrl);
    if (by === 'admin' && server.keyVariable !== null) demandFree(server.keyVariable, server.baseUrl, env, spec);
    return { ...server, guard: by === 'admin' ? guard : null };
  }
  const home = homes[provider];
  const platform = platformPlace(config, env, spec);
  if (platform) return { ...platform, keyHeader: null, headers: {}, guard: null };
  const own = homeUrl(provider, env);
  if (config.baseUrl) {
    const baseUrl = readBaseUrl(config.baseUrl, 'The base URL of the judge');
    demandUnnamed(config, env, baseUrl);
    if (guard) demandPublic(config, guard, baseUrl);
    const bound = guard === null && home !== undefined && own !== null && sameOrigin(baseUrl, own);
    return {
      baseUrl,
      key: bound ? demandKey(env, home.key, spec) : '',
      keyVariable: bound ? home.key : null,
      keyHeader: null,
      headers: {},
      guard
    };
  }
  if (!home || own === null)
    return refuse.invalid(`The judge ${spec} needs a server: ${provider}:MODEL@NAME or ${provider}:MODEL@URL.`);
  return {
    ...{ baseUrl: own, key: demandKey(env, home.key, spec), keyVariable: home.key },
    ...{ keyHeader: null, headers: {}, guard: null }
  };
};

/** The address of a judge that is not the provider's own; null if it is, and for providers without an address. */
export const elsewhere = ({ provider, baseUrl, server }: Place, env: Env): string | null => {
  if (isPlatform(provider))
    return (server ? describeServers(env).find(({ name }) => name === server)?.origin : null) ?? provider;
  const home = homes[provider];
  if (!home) return null;
  const named = server ? describeServers(env).find(({ name }) => name === server) : undefined;
  const url = server
    ? (named?.origin ?? server)
    : readBaseUrl(baseUrl || env[home.variable] || home.url, 'The base URL of the judge');
  return URL.canParse(url) && sameOrigin(url, home.url) ? null : url;
};

/** Server that answers, as far as it enters a judge's fingerprint: the address, and the name that the operator gave it. */
export const endpointPlace = ({ server }: Place, { baseUrl }: Endpoint): { baseUrl: string; server?: string } => ({
  baseUrl,
  ...(server && { server })
});

/** The key and server of a judge; see `Judge.account`. */
export const accountOf = (config: Place, { baseUrl, keyVariable }: Endpoint): string =>
  `${providerOf(config)}@${baseUrl}${config.baseUrl && keyVariable === null ? ' without a key' : ''}`;

/** Names of variables that may hold a key which an admin binds to a server: others may hold secrets that are no keys of judges. */
export const KEY_VARIABLE = /^VOIRDIRE_KEY_[A-Z][A-Z0-9_]*$|^[A-Z][A-Z0-9_]*_API_KEY$/;

/** Origins to which the operator bound each key variable: those of providers and of servers that the operator named. */
export const operatorBindings = (env: Env): Map<string, string> =>
  new Map([
    ...Object.values(homes).map(({ variable, url, key }): [string, string] => [
      key,
      new URL(readBaseUrl(env[variable] || url, variable)).origin
    ]),
    ...platformKeys(env).map(({ variable, origin }): [string, string] => [variable, origin]),
    ...describeServers(env).flatMap(({ by, variable, origin }): [string, string][] =>
      by === 'operator' && variable !== null ? [[variable, origin ?? '']] : []
    )
  ]);

/** The environment with a text in place of every key that is not set, for plans that send nothing. */
export const withEveryKey = (env: Env): Env => {
  const names = [...Object.values(homes).map(({ key }) => key), ...platformKeysMissing(env), ...keyVariables(env)];
  return { ...env, ...Object.fromEntries(names.filter((name) => !env[name]?.trim()).map((name) => [name, 'not-set'])) };
};

/** Where a judge's calls go, as people are told and as the audit trail keeps it: never the key itself. */
export interface Destination {
  origin: string;
  /** The variable that holds the key that goes there; null if none goes. */
  key: string | null;
}

/** The same in a sentence. */
export const destinationInWords = (judge: string, { origin, key }: Destination): string =>
  `${judge} is asked at ${origin}, ${key === null ? 'without a key' : `with the key in ${key}`}.`;

/** Where a judge's calls go; null for judges without a server, and for those that would be refused. */
export const destinationOf = (config: JudgeConfig, env: Env, guard: Guard | null = null): Destination | null => {
  if (config.provider === 'rules' || config.provider === 'scripted' || config.provider === 'command') return null;
  try {
    const { baseUrl, keyVariable } = endpointOf(config, withEveryKey(env), guard);
    return { origin: new URL(baseUrl).origin, key: keyVariable };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
};
