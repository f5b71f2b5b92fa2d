import type { PageOutcome } from '../../page.ts';

/**
 * Origin of a failure: the `page`; this `machine`, which says nothing about the page; or `unproven`, which is the page's
 * only if other hosts can be reached (see `reachability.ts`).
 */
export type Fault = 'page' | 'machine' | 'unproven';

/** Why a page did not come: what the web did, never what our own code did. */
export class WebFailure extends Error {
  readonly outcome: Exclude<PageOutcome, 'ok'>;
  /** Whether asking once more at once may help. */
  readonly passing: boolean;
  readonly fault: Fault;
  constructor(
    outcome: Exclude<PageOutcome, 'ok'>,
    note: string,
    { passing = false, fault = 'page' }: { passing?: boolean; fault?: Fault } = {}
  ) {
    super(note);
    this.name = 'WebFailure';
    this.outcome = outcome;
    this.passing = passing;
    this.fault = fault;
  }
}

const unresolved: Record<string, string> = {
  ENOTFOUND: 'the name does not resolve',
  ENODATA: 'the name does not resolve',
  ECONNREFUSED: 'the server refuses connections',
  EHOSTUNREACH: 'the server cannot be reached'
};

/** The certificate is not sound, or no secure connection comes about. */
const insecure: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by an unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified: the chain is incomplete',
  EPROTO: 'no secure connection can be agreed on'
};

/** Never the page's fault: the resolver, the route or a limit of this machine failed. */
const ofMachine: Record<string, string> = {
  EAI_AGAIN: 'the resolver of this machine does not answer',
  EAI_FAIL: 'the resolver of this machine fails',
  EAI_SYSTEM: 'the resolver of this machine fails',
  EAI_MEMORY: 'the resolver of this machine fails',
  ENETUNREACH: 'this machine has no route to the server',
  ENETDOWN: 'the network of this machine is down',
  EADDRNOTAVAIL: 'this machine has no address to connect from',
  EACCES: 'this machine may not connect to the server',
  EPERM: 'this machine may not connect to the server',
  EMFILE: 'this machine has too many open connections',
  ENFILE: 'this machine has too many open connections',
  ENOBUFS: 'this machine has no room for further connections',
  ENOMEM: 'this machine has no room for further connections'
};

const passing: Record<string, string> = {
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ECONNABORTED: 'the connection broke off'
};

const codeOf = (error: unknown): string => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
  }
  return '';
};

/** Meaning of an error of a connection, for people. */
export const connectionFailure = (error: unknown): WebFailure => {
  if (error instanceof WebFailure) return error;
  const code = codeOf(error);
  const fault = 'unproven';
  if (code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT')
    return new WebFailure('timed-out', 'no connection in time', { fault });
  const own = ofMachine[code];
  if (own !== undefined) return new WebFailure('not-fetched', `${own} (${code})`, { passing: true, fault: 'machine' });
  const temporary = passing[code];
  if (temporary !== undefined) return new WebFailure('reset', `${temporary} (${code})`, { passing: true, fault });
  const withCode = (words: string): string => (code === '' ? words : `${words} (${code})`);
  const unsafe =
    insecure[code] ??
    (/^ERR_(SSL|TLS|OSSL)|CERT|^CRL_/.test(code) ? 'no secure connection can be agreed on' : undefined);
  if (unsafe !== undefined) return new WebFailure('insecure', withCode(unsafe), { fault });
  const lasting =
    unresolved[code] ??
    (code.startsWith('HPE_') ? 'the server does not answer in HTTP' : undefined) ??
    'the connection failed';
  return new WebFailure('unresolved', withCode(lasting), { fault });
};
