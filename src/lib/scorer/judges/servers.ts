import { refuse } from '../../errors.ts';
import { type Env, type JudgeConfig, readBaseUrl } from './config.ts';
import { judgeSpec } from './spec.ts';

/**
 * A compatible server that the operator named: `VOIRDIRE_SERVER_LAB=https://llm.lab.example/v1` names the server `lab`. Its key
 * (`VOIRDIRE_KEY_LAB`) and headers (`VOIRDIRE_HEADERS_LAB`, a JSON object) are sent to that address and nowhere else.
 */
export interface NamedServer {
  name: string;
  baseUrl: string;
  /** Empty where the server wants none. */
  key: string;
  headers: Record<string, string>;
}

const PREFIX = 'VOIRDIRE_SERVER_';
const nameOf = (variable: string): string => variable.slice(PREFIX.length).toLowerCase().replaceAll('_', '-');
const suffixOf = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** Names of the servers that the environment names, in alphabetical order. */
export const serverNames = (env: Env): string[] =>
  Object.keys(env)
    .filter((variable) => /^VOIRDIRE_SERVER_[A-Z][A-Z0-9_]*$/.test(variable) && env[variable]?.trim())
    .map(nameOf)
    .sort();

const readHeaders = (text: string | undefined, variable: string): Record<string, string> => {
  if (!text?.trim()) return {};
  const stop = (): never =>
    refuse.unavailable('The server', `${variable} is not valid. Write a JSON object of texts, like {"x-team":"eval"}`);
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

const readServer = (env: Env, name: string): NamedServer => {
  const suffix = suffixOf(name);
  return {
    name,
    baseUrl: readBaseUrl(env[PREFIX + suffix]?.trim() ?? '', PREFIX + suffix),
    key: env[`VOIRDIRE_KEY_${suffix}`]?.trim() ?? '',
    headers: readHeaders(env[`VOIRDIRE_HEADERS_${suffix}`], `VOIRDIRE_HEADERS_${suffix}`)
  };
};

/** What a page may know of the named servers: never a key or a header. */
export const describeServers = (env: Env): { name: string; variable: string; set: boolean }[] =>
  serverNames(env).map((name) => {
    const variable = `VOIRDIRE_KEY_${suffixOf(name)}`;
    return { name, variable, set: (env[variable] ?? '').trim() !== '' };
  });

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** Refuses an address whose key would stay unsent, so that the judge would fail on every call, and says what to write instead. */
const demandKeyless = (env: Env, config: JudgeConfig, baseUrl: string): void => {
  const spec = judgeSpec(config);
  const { origin } = new URL(baseUrl);
  const named = describeServers(env).find(
    ({ name, set }) => set && originOf(env[PREFIX + suffixOf(name)] ?? '') === origin
  );
  if (named)
    refuse.unavailable(
      `The judge ${spec}`,
      `${origin} is the server ${named.name}, whose key belongs to its name. Write openai-compatible:${config.model}@${named.name}`
    );
  if ((env['OPENAI_COMPATIBLE_API_KEY'] ?? '').trim() !== '')
    refuse.unavailable(
      `The judge ${spec}`,
      `OPENAI_COMPATIBLE_API_KEY belongs to no server, so it is sent to none. Set VOIRDIRE_SERVER_NAME=${baseUrl} and VOIRDIRE_KEY_NAME instead of it, and write openai-compatible:${config.model}@name. For a server without a key, unset it`
    );
};

/**
 * The address of a compatible judge with what may be sent there. An address written out gets no key at all; a name gets its
 * own. Refused: names that the environment does not have, and addresses that have a key by another spelling.
 */
export const serverOf = (config: JudgeConfig, env: Env): NamedServer => {
  const spec = judgeSpec(config);
  if (config.server) {
    const names = serverNames(env);
    if (!names.includes(config.server)) {
      const variable = PREFIX + suffixOf(config.server);
      const has = names.length === 0 ? 'No server is named' : `There is ${names.join(', ')}`;
      return refuse.unavailable(`The judge ${spec}`, `${has}. Set ${variable} to the address of ${config.server}`);
    }
    return readServer(env, config.server);
  }
  const baseUrl = config.baseUrl
    ? readBaseUrl(config.baseUrl, 'The base URL of the judge')
    : refuse.invalid(`The judge ${spec} needs a server: openai-compatible:MODEL@NAME or openai-compatible:MODEL@URL.`);
  demandKeyless(env, config, baseUrl);
  return { name: '', baseUrl, key: '', headers: {} };
};
