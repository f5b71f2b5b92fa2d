import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import { retryAfterMs } from './retry-after.ts';
import type { PageOutcome } from '../../page.ts';
import { readBody } from '../reading/body.ts';
import type { Extract } from '../reading/extractor.ts';
import { WebFailure } from '../reading/failures.ts';
import { mediaType } from '../reading/media-type.ts';
import { request, type RequestMeans } from './request.ts';
import { notFoundOf } from './soft-404.ts';
import type { TimeBudget } from '../../confined/time-budget.ts';
import { gateByHeaders, wallOf, type Wall } from '../reading/walls.ts';

/** Outcome of a page by its HTTP status, other than success and redirects. */
const outcomeOfStatus = (status: number): Exclude<PageOutcome, 'ok'> => {
  if (status === 404 || status === 410) return 'not-found';
  if (status === 401 || status === 402) return 'needs-sign-in';
  if (status === 408) return 'timed-out';
  if (status === 429) return 'rate-limited';
  if (status >= 500 && status <= 599) return 'server-error';
  if (status >= 300 && status <= 399) return 'redirects';
  // 403 and 451, and whatever else a server has against a request that browsers get through with (405, 406, 418, 999).
  return 'blocked';
};

/** `404 Not Found` */
const statusWords = (status: number): string => {
  const words = STATUS_CODES[status];
  return words === undefined ? String(status) : `${status} ${words}`;
};

/** Result of fetching a page, without the address where it was found. */
export interface Found {
  outcome: PageOutcome;
  note: string;
  status: number | null;
  title: string | null;
  text: string | null;
  /** See `Page.outage`. */
  outage?: true;
}

/** Result of one request. */
export type Hop =
  | { kind: 'redirect'; to: URL; setsCookie: boolean }
  | {
      kind: 'end';
      found: Found;
      /** Pause that the server asks for. */
      retryAfterMs: number | null;
      /** Whether something on the way may have answered in the server's place. */
      unproven: boolean;
    };

export interface HopMeans extends RequestMeans {
  maxBytes: number;
  readText: Extract;
  now: () => number;
  /** Is told of each host that answered in its own name. */
  answered: (host: string) => void;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer | null;
}

const redirecting = new Set([301, 302, 303, 307, 308]);

/** Where a redirect leads; servers put raw UTF-8 into the header, which arrives as single bytes. */
const target = (location: string, from: URL): URL | null =>
  URL.parse(Buffer.from(location, 'latin1').toString('utf8'), from);

const isPage = ({ status }: { status: number }): boolean => status >= 200 && status < 300;

/** Some robot checks are served as an error of the server. */
const mayBeCheck = ({ status, headers }: Answer): boolean =>
  status === 503 && mediaType(headers['content-type']).type === 'text/html';

const found = (status: number, outcome: Exclude<PageOutcome, 'ok'>, note?: string): Found => ({
  outcome,
  note: note === undefined ? statusWords(status) : `${statusWords(status)}; ${note}`,
  status,
  title: null,
  text: null
});

/** Statuses of a gateway that could not reach the server behind it. */
const gateway = new Set([502, 504]);

/** Why an answer is not the server's: a proxy or a gate of this machine's network gave it. Null if it may be. */
const answeredInItsPlace = ({ status, headers }: Pick<Answer, 'status' | 'headers'>): string | null => {
  if (status === 407 || headers['proxy-authenticate'] !== undefined) return 'the proxy of this network wants a sign-in';
  if (status === 511) return 'the network of this machine wants a sign-in';
  return headers['x-squid-error'] === undefined ? null : 'the proxy of this network could not reach the server';
};

const scriptOnly = /\b(enable|requires?|needs?|turn on|without)\b.{0,20}\bjavascript\b/i;

/** The text of a body, or what stands in front of it. */
const read = async (
  { status, headers, body }: Answer,
  way: { asked: URL; final: URL },
  { readText }: HopMeans,
  signal: AbortSignal
): Promise<Found> => {
  if (body === null || body.length === 0) return found(status, 'unreadable', 'it is empty');
  const extracted = await readText({ bytes: body, ...mediaType(headers['content-type']) }, { signal });
  if (!extracted.readable) return found(status, 'unreadable', extracted.note);
  const { title, text, signs, note } = extracted;
  const wall: Wall | null = signs && wallOf({ title, text, signs, ...way });
  if (wall) return { ...found(status, wall.outcome, wall.note), title };
  const absent = signs && notFoundOf({ title, text, ...way });
  if (absent) return { ...found(status, 'soft-404', absent), title };
  if (text === '' && signs?.refresh === true)
    return found(status, 'unreadable', 'it forwards by itself, which is not followed, and holds no text');
  if (text === '' || (signs && text.length < 300 && scriptOnly.test(text)))
    return { ...found(status, 'unreadable', signs ? 'it holds no text without scripts' : 'it is empty'), title };
  const words = statusWords(status);
  return { outcome: 'ok', note: note === null ? words : `${words}; ${note}`, status, title, text };
};

/** Over https the certificate shows who answers; over http a proxy on the way may. */
const mayBeGateway = (url: URL, { status }: { status: number }): boolean =>
  url.protocol === 'http:' && gateway.has(status);

/**
 * One request to `final`, on the way from `asked`, and what it says. Only the network's part spends the budget. Rejects
 * with `WebFailure`, or with the signal's reason.
 */
export const hop = async (
  way: { asked: URL; final: URL },
  means: HopMeans,
  budget: TimeBudget,
  signal: AbortSignal
): Promise<Hop> => {
  const answer = await budget.spend(async (limited): Promise<Answer> => {
    const message = await request(way.final, means, limited);
    const head = { status: message.statusCode ?? 0, headers: message.headers, body: null };
    const by = answeredInItsPlace(head);
    if (by !== null) {
      message.destroy();
      throw new WebFailure('not-fetched', `${by} (${statusWords(head.status)})`, { fault: 'machine' });
    }
    if (!mayBeGateway(way.final, head)) means.answered(way.final.hostname);
    const wanted = gateByHeaders(head.headers) === null && (isPage(head) || mayBeCheck(head));
    if (wanted) return { ...head, body: await readBody(message, { maxBytes: means.maxBytes, signal: limited }) };
    message.destroy();
    return head;
  }, signal);
  const { status, headers } = answer;
  const header = headers['retry-after'];
  const end = (ending: Found): Hop => ({
    kind: 'end',
    found: ending,
    retryAfterMs: header === undefined ? null : retryAfterMs(new Headers({ 'retry-after': header }), means.now()),
    unproven: mayBeGateway(way.final, { status })
  });
  const gate = gateByHeaders(headers);
  if (gate) return end(found(status, gate.outcome, gate.note));
  if (isPage(answer)) return end(await read(answer, way, means, signal));
  if (redirecting.has(status)) {
    const to = headers.location === undefined ? null : target(headers.location, way.final);
    if (!to) return end(found(status, 'redirects', 'it does not say where to'));
    return { kind: 'redirect', to, setsCookie: headers['set-cookie'] !== undefined };
  }
  if (answer.body !== null) {
    const shown = await read(answer, way, means, signal);
    if (shown.outcome === 'blocked') return end(shown);
  }
  return end(found(status, outcomeOfStatus(status)));
};

/** A failure of the connection as a finding. */
export const foundByFailure = (failure: WebFailure): Found => ({
  outcome: failure.outcome,
  note: failure.message,
  status: null,
  title: null,
  text: null
});
