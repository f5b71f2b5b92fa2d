import * as client from 'openid-client';
import { shortened } from '../../../messages/shortened.ts';
import { inOneLine, isEmail } from '../../../names.ts';
import { isLoopback, type OidcSettings } from './oidc-settings.ts';

/** A sign-in at the provider that has begun in one browser. Each is used once. */
export interface OidcFlow {
  state: string;
  nonce: string;
  verifier: string;
  /** Where the person goes afterwards, on this site. */
  next: string;
  /** Token of the invitation by which the person came; null for a sign-in. */
  invitation: string | null;
}

/** The claims of a verified ID token that an account is found by. */
export interface OidcClaims {
  issuer: string;
  subject: string;
  /** In lower case; null if the provider has not verified it. */
  verifiedEmail: string | null;
  name: string;
}

/** Seconds for each request to the provider. */
const PATIENCE = 10;

const known = new Map<string, { at: number; found: Promise<client.Configuration> }>();
/** Metadata of a provider are read again after an hour. */
const HOUR = 3_600_000;

/** Bytes of an answer of the provider: metadata, keys and tokens have some kilobytes. */
const MOST_BYTES = 1_000_000;

/** `fetch` whose answers fail beyond their limit, instead of being read into memory without an end. */
const limitedFetch: client.CustomFetch = async (address, options) => {
  const answer = await fetch(address, options as RequestInit);
  let bytes = 0;
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, into) => {
      bytes += piece.length;
      if (bytes > MOST_BYTES)
        into.error(new Error(`The answer of the identity provider has more than ${MOST_BYTES} bytes`));
      else into.enqueue(piece);
    }
  });
  return new Response(answer.body?.pipeThrough(limited) ?? null, answer);
};

/**
 * Sends the secret by HTTP Basic, the usual method of OpenID Connect, which providers that list no methods mean; in the form only if the provider
 * lists methods without it.
 */
const authentication =
  (secret: string): client.ClientAuth =>
  (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const method = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    method(secret)(server, ...request);
  };

/** The provider's metadata and keys. What it could not answer is asked again next time. */
function configurationOf({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const key = JSON.stringify([issuer.href, clientId, clientSecret]);
  const before = known.get(key);
  if (before && Date.now() - before.at < HOUR) return before.found;
  const execute = [
    // Signatures of ID tokens are verified, although they come from the provider itself over https.
    client.enableNonRepudiationChecks,
    ...(issuer.protocol === 'http:' && isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : [])
  ];
  const found = client.discovery(issuer, clientId, undefined, authentication(clientSecret), {
    ...{ execute, timeout: PATIENCE },
    [client.customFetch]: limitedFetch
  });
  known.set(key, { at: Date.now(), found });
  found.catch(() => known.delete(key));
  return found;
}

/** Begins a sign-in: the address at the provider to which the browser goes, and what has to come back with it. */
export async function beginOidc(
  settings: OidcSettings,
  callback: string,
  { next, invitation }: Pick<OidcFlow, 'next' | 'invitation'>
): Promise<{ address: URL; flow: OidcFlow }> {
  const configuration = await configurationOf(settings);
  const verifier = client.randomPKCECodeVerifier();
  const flow = { state: client.randomState(), nonce: client.randomNonce(), verifier, next, invitation };
  const address = client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: callback, scope: 'openid email profile', state: flow.state, nonce: flow.nonce },
    ...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
  });
  return { address, flow };
}

/**
 * Exchanges the code of a callback and verifies the ID token: state, issuer (RFC 9207), PKCE, nonce, audience, expiry and signature.
 *
 * @param callback address with its query, as the browser called it
 * @throws if any of them is wrong; the error says which, for the log
 */
export async function finishOidc(settings: OidcSettings, callback: URL, flow: OidcFlow): Promise<OidcClaims> {
  const configuration = await configurationOf(settings);
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    ...{ pkceCodeVerifier: flow.verifier, expectedState: flow.state, expectedNonce: flow.nonce },
    idTokenExpected: true
  });
  const own = tokens.claims()!;
  const asksElsewhere =
    typeof own['email'] !== 'string' && configuration.serverMetadata().userinfo_endpoint !== undefined;
  // Providers that keep to OpenID Connect Core 5.4 name a person there only, and not in the ID token.
  const person = asksElsewhere ? await client.fetchUserInfo(configuration, tokens.access_token, own.sub) : own;
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim().normalize('NFC') : '');
  const email = text(person['email']).toLowerCase();
  return {
    ...{ issuer: own.iss, subject: own.sub, name: shortened(inOneLine(text(person['name'])), 200) },
    // `true` itself: some providers send the text "false", which is truthy.
    verifiedEmail: person['email_verified'] === true && isEmail(email) ? email : null
  };
}
