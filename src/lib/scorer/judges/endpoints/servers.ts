import { refuse } from '../../../errors.ts';
import { demandKey, type Env, readBaseUrl } from '../settings/config.ts';

/**
 * A server that the operator named: `VOIRDIRE_SERVER_LAB=https://llm.lab.example/v1` names the server `lab`. Its key
 * (`VOIRDIRE_KEY_LAB`, or the variable that `VOIRDIRE_KEYVAR_LAB` names) and headers (`VOIRDIRE_HEADERS_LAB`, a JSON object)
 * are sent to that address and nowhere else.
 */
interface NamedServer {
  name: string;
  baseUrl: string;
  /** Empty if the server needs none. */
  key: string;
  /** The variable that holds the key; null if there is no key. */
  keyVariable: string | null;
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

/** The variable that holds the key of a server. Refused: two variables for one key, and names that are none. */
const keyVariableOf = (env: Env, name: string): string => {
  const suffix = suffixOf(name);
  const other = env[`VOIRDIRE_KEYVAR_${suffix}`]?.trim() ?? '';
  if (other === '') return `VOIRDIRE_KEY_${suffix}`;
  if (env[`VOIRDIRE_KEY_${suffix}`]?.trim())
    refuse.unavailable(
      `The server ${name}`,
      `VOIRDIRE_KEY_${suffix} and VOIRDIRE_KEYVAR_${suffix} are both set. Unset one of them`
    );
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(other))
    refuse.unavailable(
      `The server ${name}`,
      `VOIRDIRE_KEYVAR_${suffix} is not the name of a variable. Write one like OPENAI_API_KEY`
    );
  return other;
};

/** The server of that name, with its key. Refused: names that the environment does not have, and unset key variables. */
export const readServer = (env: Env, name: string, spec: string): NamedServer => {
  const names = serverNames(env);
  const suffix = suffixOf(name);
  if (!names.includes(name)) {
    const has = names.length === 0 ? 'No server is named' : `There is ${names.join(', ')}`;
    return refuse.unavailable(`The judge ${spec}`, `${has}. Set ${PREFIX}${suffix} to the address of ${name}`);
  }
  const variable = keyVariableOf(env, name);
  const own = variable === `VOIRDIRE_KEY_${suffix}`;
  const key = own ? (env[variable]?.trim() ?? '') : demandKey(env, variable, spec);
  return {
    name,
    baseUrl: readBaseUrl(env[PREFIX + suffix]?.trim() ?? '', PREFIX + suffix),
    key,
    keyVariable: key === '' ? null : variable,
    headers: readHeaders(env[`VOIRDIRE_HEADERS_${suffix}`], `VOIRDIRE_HEADERS_${suffix}`)
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
  /** The variable that holds its key. */
  variable: string;
  set: boolean;
}

/** The named servers as pages show them. */
export const describeServers = (env: Env): ShownServer[] =>
  serverNames(env).map((name) => {
    const suffix = suffixOf(name);
    const variable = env[`VOIRDIRE_KEYVAR_${suffix}`]?.trim() || `VOIRDIRE_KEY_${suffix}`;
    return { name, origin: originOf(env[PREFIX + suffix]), variable, set: (env[variable] ?? '').trim() !== '' };
  });

/** Variables that hold keys of named servers under a name of the operator's. */
export const keyVariables = (env: Env): string[] =>
  serverNames(env).flatMap((name) => env[`VOIRDIRE_KEYVAR_${suffixOf(name)}`]?.trim() || []);
