import { retryAfterMs } from '../../web/fetching/retry-after.ts';
import { type Closing, JudgeCallError } from '../../judge.ts';
import { shortened } from '../../../messages/shortened.ts';
import { secretsIn, withoutSecrets } from '../../../secrets.ts';

const LONGEST = 300;

/** One line of bounded length without the keys in use, the secrets of this process’s environment, or anything that looks like a key. */
export const redact = (text: string, secrets: readonly string[], longest = LONGEST): string => {
  const clean = withoutSecrets(text, [...secrets, ...secretsIn(process.env)], '[key]')
    .replace(/\b(?:sk|rk|pk)-[\w*.-]{8,}/g, '[key]')
    .replace(/\bAIza[\w*-]{8,}/g, '[key]')
    .replace(/\bBearer\s+\S+/gi, 'Bearer [key]')
    .replace(/\s+/g, ' ')
    .trim();
  return shortened(clean, longest);
};

/** Statuses of failures that may pass with time. */
export const mayPass = (status: number): boolean =>
  status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;

/**
 * Statuses of a wait that a gateway or the server itself gave up: behind it the model may have answered. Azure says that it may
 * charge for a 408.
 */
const GIVEN_UP: ReadonlySet<number> = new Set([408, 504, 524]);

/** Of a request refused with 403 or 404 nothing follows for the next one. */
const closing: Readonly<Record<number, Closing>> = { 401: 'key', 402: 'quota' };

const isPage = (text: string): boolean => text.trimStart().startsWith('<');

/**
 * An HTTP status other than success. The page of a gateway is no reason that people can read. A server's own `x-should-retry` decides if it is given; if the provider named a
 * reason that holds for every call (`closes`), waiting within a run does not help.
 */
export const statusFailure = (failure: {
  status: number;
  message: string;
  headers?: Headers | undefined;
  retryAfter?: number | null;
  closes?: Closing | null;
  secrets: readonly string[];
  cause: unknown;
}): JudgeCallError => {
  const { status, headers } = failure;
  const advice = headers?.get('x-should-retry');
  const retryable = !failure.closes && (advice === 'true' || (advice !== 'false' && mayPass(status)));
  const said = isPage(failure.message) ? '' : redact(failure.message, failure.secrets);
  return new JudgeCallError(`The judge’s server answered HTTP ${status}${said === '' ? '' : `: ${said}`}`, {
    retryable,
    retryAfterMs: failure.retryAfter ?? (headers ? retryAfterMs(headers, Date.now()) : null),
    status,
    closes: failure.closes ?? (retryable ? null : (closing[status] ?? null)),
    used: GIVEN_UP.has(status) ? 'unknown' : null,
    cause: redactedCause(failure.cause, failure.secrets)
  });
};

/** Keeps the name and message of a cause; SDK errors carry whole requests with their keys. */
const redactedCause = (cause: unknown, secrets: readonly string[]): string | undefined =>
  cause instanceof Error ? redact(`${cause.name}: ${cause.message}`, secrets) : undefined;

const codeOf = (error: unknown): string | null => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return null;
};

/** A failure that was named already, inside what a client made of it. */
const named = (error: unknown): JudgeCallError | null => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof JudgeCallError) return at;
  return null;
};

/** Errors that keep a request from reaching a server: nothing is paid for. */
const unsent =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ERR_INVALID_URL|EPROTO|CERT_.*|ERR_TLS_.*|ERR_SSL_.*|ERR_PROXY_.*|.*_CERT(?:_.*)?)$/;

/** Errors that break off an existing connection. */
const broken = /^(?:ECONNRESET|EPIPE|ECONNABORTED|ETIMEDOUT|UND_ERR_SOCKET)$/;

/** Whether a client stumbled over what it read: a connection never fails with these. */
const isMisread = (error: unknown): boolean => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof TypeError || at instanceof RangeError) return !('code' in at);
  return false;
};

/** No answer at all: the connection failed, broke or was given up. Once a request was sent, the server may charge for it. */
export const networkFailure = (error: unknown, secrets: readonly string[]): JudgeCallError => {
  const known = named(error);
  if (known) return known;
  const code = codeOf(error);
  if (code === null && isMisread(error)) return bodyFailure('broken text');
  const said = error instanceof Error ? redact(error.message, secrets) : 'no answer';
  return new JudgeCallError(`The judge’s server could not be reached: ${code ? `${code}, ` : ''}${said}`, {
    retryable: true,
    outage: code !== null && (unsent.test(code) || broken.test(code)),
    used: code !== null && unsent.test(code) ? null : 'unknown',
    cause: redactedCause(error, secrets)
  });
};

/** A success by its status whose body is no answer: a page, nothing, or broken JSON. */
export const bodyFailure = (what: 'a page or plain text' | 'an empty body' | 'broken text'): JudgeCallError =>
  new JudgeCallError(`The judge’s server answered with ${what} instead of JSON. Check the base URL.`, {
    retryable: true,
    status: 200,
    // A page comes from a gateway or a wrong address, not from a model.
    used: what === 'a page or plain text' ? null : 'unknown'
  });

/** The JSON of a success's body. Throws what a page, nothing or broken text is: a failure. */
export const jsonBody = (text: string): unknown => {
  if (text.trim() === '') throw bodyFailure('an empty body');
  try {
    return JSON.parse(text);
  } catch {
    throw bodyFailure(isPage(text) ? 'a page or plain text' : 'broken text');
  }
};
