import { refuse } from '../../../errors.ts';
import { demandKey, type Env, type JudgeConfig, readBaseUrl } from '../settings/config.ts';
import { definedServers, type ServerApi, type ServerDefinition } from './server-definitions.ts';

/**
 * A server by its name, with its key. `VOIRDIRE_SERVER_LAB=https://llm.lab.example/v1` names the server `lab`, its key is in
 * `VOIRDIRE_KEY_LAB` or the variable that `VOIRDIRE_KEYVAR_LAB` names, its headers are in `VOIRDIRE_HEADERS_LAB` (a JSON
 * object). A settings file and admins name servers, too; see `server-definitions.ts`. Key and headers are sent to the origin
 * of that address and nowhere else.
 */
interface NamedServer {
  name: string;
  baseUrl: string;
  /** Empty if the server needs none. */
  key: string;
  /** The variable that holds the key; null if there is no key. */
  keyVariable: string | null;
  /** The header that carries the key; null for that of the protocol. */
  keyHeader: string | null;
  headers: Record<string, string>;
  /** Azure: the API version; null for the usual one. */
  apiVersion: string | null;
  by: ServerDefinition['by'];
}

const PREFIX = 'VOIRDIRE_SERVER_';
const nameOf = (variable: string): string => variable.slice(PREFIX.length).toLowerCase().replaceAll('_', '-');
const suffixOf = (name: string): string => name.toUpperCase().replaceAll('-', '_');

const readHeaders = (text: string | undefined, variable: string): Record<string, string> => {
  if (!text?.trim()) return {};
  const stop = (): never =>
    refuse.notConfigured(
      'The server',
      `${variable} is not valid. Write a JSON object of texts, like {"x-team":"eval"}`
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return stop();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return stop();
  const entries = Object.entries(value).map(([name, one]): [string, string] =>
    /^[\w-]+$/.test(name) && typeof one === 'string' && /^[\x20-\x7e]*$/.test(one) ? [name, one] : stop()
  );
  return Object.fromEntries(entries);
};

/** A server as variables name it. Its headers are read when a judge is made, because a refusal belongs to that judge. */
const ofVariables = (env: Env, name: string): ServerDefinition => {
  const suffix = suffixOf(name);
  const other = env[`VOIRDIRE_KEYVAR_${suffix}`]?.trim() ?? '';
  return {
    name,
    url: env[PREFIX + suffix]?.trim() ?? '',
    key: other || `VOIRDIRE_KEY_${suffix}`,
    keyRequired: other !== '',
    by: 'operator'
  };
};

/** Servers by name, in alphabetical order. Variables replace the settings file, and that replaces servers of admins. */
const serversIn = (env: Env): ServerDefinition[] => {
  const variables = Object.keys(env)
    .filter((variable) => /^VOIRDIRE_SERVER_[A-Z][A-Z0-9_]*$/.test(variable) && env[variable]?.trim())
    .map((variable) => ofVariables(env, nameOf(variable)));
  const byName = new Map([...definedServers(env), ...variables].map((server) => [server.name, server]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
};

/** Refuses variables of a server that contradict each other, and names that are none. */
const demandSoundVariables = (env: Env, name: string): void => {
  const suffix = suffixOf(name);
  const other = env[`VOIRDIRE_KEYVAR_${suffix}`]?.trim() ?? '';
  if (other === '') return;
  if (env[`VOIRDIRE_KEY_${suffix}`]?.trim())
    refuse.notConfigured(
      `The server ${name}`,
      `VOIRDIRE_KEY_${suffix} and VOIRDIRE_KEYVAR_${suffix} are both set. Unset one of them`
    );
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(other))
    refuse.notConfigured(
      `The server ${name}`,
      `VOIRDIRE_KEYVAR_${suffix} is not the name of a variable. Write one like OPENAI_API_KEY`
    );
};

/** Refuses judges that a server does not have: another protocol, or a model that is not on its list. */
const demandOffered = (server: ServerDefinition, { provider, model }: JudgeConfig, spec: string): void => {
  if (server.api && server.api !== provider)
    refuse.notConfigured(
      `The judge ${spec}`,
      `the server ${server.name} has the API ${server.api}. Write ${server.api}:${model}@${server.name}`
    );
  if (server.models && !server.models.includes(model))
    refuse.notConfigured(
      `The judge ${spec}`,
      `the server ${server.name} has the models ${server.models.join(', ')}. Choose one of them`
    );
};

const keyBound = (env: Env, server: ServerDefinition, spec: string): string => {
  if (server.key === undefined) return '';
  if (!server.keyRequired && (env[server.key] ?? '').trim() === '') return '';
  return demandKey(env, server.key, spec);
};

/** The server of that name, with its key. Refused: unknown names, unset key variables, and models that it does not have. */
export const readServer = (env: Env, config: JudgeConfig, spec: string): NamedServer => {
  const all = serversIn(env);
  const name = config.server ?? '';
  const suffix = suffixOf(name);
  const server = all.find((one) => one.name === name);
  if (!server) {
    const has = all.length === 0 ? 'No server is named' : `There is ${all.map((one) => one.name).join(', ')}`;
    return refuse.notConfigured(
      `The judge ${spec}`,
      `${has}. Set ${PREFIX}${suffix} to the address of ${name}, or ask an admin to name it on the page Servers`
    );
  }
  const inVariables = (env[PREFIX + suffix]?.trim() ?? '') !== '';
  if (inVariables) demandSoundVariables(env, name);
  demandOffered(server, config, spec);
  const key = keyBound(env, server, spec);
  return {
    name,
    baseUrl: readBaseUrl(server.url, inVariables ? PREFIX + suffix : `The address of the server ${name}`),
    key,
    keyVariable: key === '' ? null : (server.key ?? null),
    keyHeader: server.keyHeader ?? null,
    headers: inVariables
      ? readHeaders(env[`VOIRDIRE_HEADERS_${suffix}`], `VOIRDIRE_HEADERS_${suffix}`)
      : (server.headers ?? {}),
    apiVersion: server.apiVersion ?? null,
    by: server.by
  };
};

const originOf = (url: string | undefined): string | null => {
  const text = url?.trim() ?? '';
  return URL.canParse(text) ? new URL(text).origin : null;
};

/** A named server as pages show it: never its key or a header. */
export interface ShownServer {
  name: string;
  /** The only origin that receives its key; null if its address is not a URL. */
  origin: string | null;
  /** The variable that holds its key; null if it has none. */
  variable: string | null;
  set: boolean;
  /** The only protocol of its judges; null for any. */
  api: ServerApi | null;
  /** Models that judges may use; null for any. */
  models: string[] | null;
  /** Ids of the projects that may use it; null for all. */
  projects: string[] | null;
  by: ServerDefinition['by'];
}

/** The named servers as pages show them. */
export const describeServers = (env: Env): ShownServer[] =>
  serversIn(env).map(({ name, url, key, api, models, projects, by }) => ({
    ...{
      name,
      origin: originOf(url),
      variable: key ?? null,
      api: api ?? null,
      models: models ?? null,
      projects: projects ?? null,
      by
    },
    set: key !== undefined && (env[key] ?? '').trim() !== ''
  }));

/** Variables that hold keys of named servers and must be set. */
export const keyVariables = (env: Env): string[] =>
  serversIn(env).flatMap(({ key, keyRequired }) => (key !== undefined && keyRequired ? [key] : []));
