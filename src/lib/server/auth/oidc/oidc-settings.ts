/** An identity provider as the operator sets it. */
export interface OidcSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** As the button names it. */
  name: string;
}

/**
 * The identity provider of the environment: `VOIRDIRE_OIDC_ISSUER`, `VOIRDIRE_OIDC_CLIENT_ID`, `VOIRDIRE_OIDC_CLIENT_SECRET`, and optionally
 * `VOIRDIRE_OIDC_NAME`; null if none is set.
 *
 * @throws Error that names the variable, if one is missing or the issuer is not an https address (http on loopback only)
 */
export function oidcSettings(env: Readonly<Record<string, string | undefined>>): OidcSettings | null {
  const [issuer, clientId, clientSecret] = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'].map((name) =>
    (env[`VOIRDIRE_OIDC_${name}`] ?? '').trim()
  ) as [string, string, string];
  if (issuer === '' && clientId === '' && clientSecret === '') return null;
  for (const [name, value] of Object.entries({ ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }))
    if (value === '')
      throw new Error(`VOIRDIRE_OIDC_${name} is empty. Set issuer, client id and client secret, or none of them.`);
  const url = URL.parse(issuer);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    throw new Error(`VOIRDIRE_OIDC_ISSUER is not an https address: ${issuer}`);
  return { issuer: url, clientId, clientSecret, name: (env['VOIRDIRE_OIDC_NAME'] ?? '').trim() || url.hostname };
}

export const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);
