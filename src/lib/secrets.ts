type Env = Readonly<Record<string, string | undefined>>;

/** Variables whose values are secrets: keys of judges, search providers and backups, tokens and passwords. `VOIRDIRE_KEYVAR_*` name such variables. */
const isSecret = (variable: string): boolean =>
  /(KEY|TOKEN|SECRET|PASSWORD)/.test(variable) && !variable.startsWith('VOIRDIRE_KEYVAR_');

/** A shorter value would hide ordinary words. */
const SHORTEST = 8;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The password of an address as written, decoded, with its user, and as a proxy receives it. A wrong address is taken apart as well: errors quote it. */
const ofAddress = (value: string): string[] => {
  const login = /^[a-z][a-z\d+.-]*:\/\/([^\s:]*:\S*)@/i.exec(value)?.[1];
  const parameters = [...value.matchAll(/[?&](?:ssl)?password=([^&\s]+)/g)].map((found) => found[1]!);
  if (login === undefined) return parameters.flatMap((text) => [text, decoded(text)]);
  const password = login.slice(login.indexOf(':') + 1);
  const basic = Buffer.from(decoded(login)).toString('base64');
  return [login, password, basic, ...parameters].flatMap((text) => [text, decoded(text)]);
};

/** Values of headers, and what follows the name of a scheme in them. */
export const secretsOfHeaders = (headers: Readonly<Record<string, unknown>>): string[] =>
  Object.values(headers)
    .flatMap((value) =>
      typeof value === 'string' ? [value, value.replace(/^(?:bearer|basic|token|apikey) +/i, '')] : []
    )
    .filter((value) => value.length >= SHORTEST);

const ofHeaders = (text: string): string[] => {
  try {
    return secretsOfHeaders((JSON.parse(text) ?? {}) as Record<string, unknown>);
  } catch {
    return [text];
  }
};

/** Every secret that an environment contains: keys, tokens and passwords, also those within addresses and headers. */
export const secretsIn = (env: Env): string[] =>
  Object.entries(env)
    .flatMap(([name, value = '']) => [
      ...(isSecret(name) ? [value.trim()] : []),
      ...(name.startsWith('VOIRDIRE_KEYVAR_') ? [env[value.trim()]?.trim() ?? ''] : []),
      ...(name.startsWith('VOIRDIRE_HEADERS_') ? ofHeaders(value) : []),
      ...ofAddress(value.trim())
    ])
    .filter((secret) => secret.length >= SHORTEST);

/** The text with a mark in place of each secret. Longer ones come first, because a shorter one may be a part of them. */
export const withoutSecrets = (text: string, secrets: readonly string[], mark: string): string =>
  [...new Set(secrets)]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, mark), text);
