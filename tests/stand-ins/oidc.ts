import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The claims of the person who is signed in at the stand-in. */
interface StandInPerson {
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
}

/** Attacks and faults of the next sign-in. */
export interface OidcAttack {
  /** Of the callback. */
  state?: string;
  iss?: string | null;
  /** Of the ID token. */
  claims?: Record<string, unknown>;
  /** Signed by a key that the provider does not publish, or not at all. */
  signature?: 'other-key' | 'none' | 'broken' | 'hmac-with-public-key';
  /** Spaces before the token endpoint's answer, which JSON allows. */
  spaces?: number;
}

/** Ways in which providers differ. */
interface OidcKind {
  /** How a client may send its secret; others are refused. Not announced if omitted: HTTP Basic. */
  methods?: readonly ('client_secret_basic' | 'client_secret_post')[];
  /** Names the person at its UserInfo endpoint only; the ID token has the subject alone. */
  thin?: boolean;
}

export interface OidcStandIn {
  issuer: string;
  clientId: string;
  clientSecret: string;
  person: StandInPerson;
  attack: OidcAttack;
  /** Parameters of the authorization requests, in order. */
  asked: URLSearchParams[];
  /** Errors that the token endpoint answered. */
  refused: string[];
  /** Follows the browser to the provider, which signs it in. @returns the callback with its parameters */
  visit(address: URL): Promise<URL>;
  stop(): Promise<void>;
}

const json = (response: ServerResponse, status: number, body: unknown, spaces = 0): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${' '.repeat(spaces)}${JSON.stringify(body)}`);
};

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const piece of request) body += String(piece);
  return new URLSearchParams(body);
}

interface Code {
  request: URLSearchParams;
  attack: OidcAttack;
  person: StandInPerson;
}

/**
 * An OpenID provider on loopback: discovery, authorization endpoint, token endpoint with PKCE and client authentication, and keys, in the
 * wire format of OpenID Connect Core and Discovery 1.0. A code works once.
 */
export async function startOidc({ methods, thin = false }: OidcKind = {}): Promise<OidcStandIn> {
  const [key, other] = [generateKeyPairSync('rsa', { modulusLength: 2048 }), generateKeyPairSync('rsa', { modulusLength: 2048 })]; // prettier-ignore
  const codes = new Map<string, Code>();
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: OidcStandIn = {
    ...{ issuer, clientId: 'voirdire', clientSecret: 'stand-in-secret', attack: {}, asked: [], refused: [] },
    person: { sub: 'subject-1', email: 'ana@lab.example', email_verified: true, name: 'Ana Ito' },
    visit: async (address) => {
      const response = await fetch(address, { redirect: 'manual' });
      return new URL(response.headers.get('location')!);
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      })
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, issuer);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, 200, {
          ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
          ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'] },
          ...{ id_token_signing_alg_values_supported: ['RS256'], code_challenge_methods_supported: ['S256'] },
          ...(methods && { token_endpoint_auth_methods_supported: methods }),
          ...(thin && { userinfo_endpoint: `${issuer}/userinfo` }),
          authorization_response_iss_parameter_supported: true
        });
      case '/jwks':
        return json(response, 200, {
          keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }]
        });
      case '/authorize':
        return authorize(url.searchParams, response);
      case '/token':
        return token(request, await formOf(request), response);
      case '/userinfo': {
        const isAllowed = thin && request.headers.authorization === 'Bearer at';
        return json(response, isAllowed ? 200 : 401, isAllowed ? standIn.person : { error: 'invalid_token' });
      }
      default:
        return json(response, 404, { error: 'not_found' });
    }
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    standIn.asked.push(asked);
    const { attack, person } = standIn;
    standIn.attack = {};
    const code = randomBytes(16).toString('hex');
    codes.set(code, { request: asked, attack, person });
    const back = new URL(asked.get('redirect_uri')!);
    back.searchParams.set('code', code);
    back.searchParams.set('state', attack.state ?? asked.get('state')!);
    if (attack.iss !== null) back.searchParams.set('iss', attack.iss ?? issuer);
    response.writeHead(302, { location: back.href });
    response.end();
  }

  function token(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    const refuse = (error: string): void => {
      standIn.refused.push(error);
      json(response, 400, { error });
    };
    const basic = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
    const method = basic === '' ? 'client_secret_post' : 'client_secret_basic';
    if (!(methods ?? ['client_secret_basic']).includes(method)) return refuse('invalid_client');
    const [id, secret] =
      basic === '' ? [form.get('client_id'), form.get('client_secret')] : basic.split(':').map(decodeURIComponent);
    if (id !== standIn.clientId || secret !== standIn.clientSecret) return refuse('invalid_client');
    const found = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (!found || form.get('redirect_uri') !== found.request.get('redirect_uri')) return refuse('invalid_grant');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== found.request.get('code_challenge')) return refuse('invalid_grant');
    const tokens = { access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: idToken(found) };
    json(response, 200, tokens, found.attack.spaces);
  }

  function idToken({ request, attack, person }: Code): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: issuer, aud: standIn.clientId, iat: now, exp: now + 300, nonce: request.get('nonce') },
      ...(thin ? { sub: person.sub } : person),
      ...attack.claims
    };
    const alg = attack.signature === 'none' ? 'none' : attack.signature === 'hmac-with-public-key' ? 'HS256' : 'RS256';
    const body = `${encoded({ alg, typ: 'JWT', kid: 'k1' })}.${encoded(claims)}`;
    return `${body}.${signatureOf(body, attack.signature)}`;
  }

  function signatureOf(body: string, wrong: OidcAttack['signature']): string {
    const sign = (by: KeyObject): string => createSign('RSA-SHA256').update(body).sign(by, 'base64url');
    if (wrong === 'none') return '';
    if (wrong === 'other-key') return sign(other.privateKey);
    if (wrong === 'hmac-with-public-key') {
      const shared = key.publicKey.export({ format: 'pem', type: 'spki' });
      return createHmac('sha256', shared).update(body).digest('base64url');
    }
    const right = sign(key.privateKey);
    return wrong === 'broken' ? `${right.slice(0, -8)}AAAAAAAA` : right;
  }

  return standIn;
}
