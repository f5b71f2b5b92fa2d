import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { knownHosts } from '../lib/server/requests/known-hosts.ts';
import { everyAnswer } from '../lib/server/requests/response-headers.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Handler in front of the application: it gives every answer its headers, also those of files that never reach the
 * application, and refuses requests for names that are not this server's and targets that are no path of it.
 *
 * @param listens address that the server listens on
 * @param env `ORIGIN`, `VOIRDIRE_HOSTS`, and the proxy's headers: `HOST_HEADER`, `PROTOCOL_HEADER`
 */
export function front(application: Handler, listens: string, env: Environment): Handler {
  const origin = env.ORIGIN || undefined;
  const isKnown = knownHosts({ origin, listens, more: env.VOIRDIRE_HOSTS, machine: hostname() });
  const header = (request: IncomingMessage, name: string | undefined): string | undefined => {
    const value = name ? request.headers[name.toLowerCase()] : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return (request, response): unknown => {
    const https = origin ? origin.startsWith('https:') : header(request, env.PROTOCOL_HEADER) === 'https';
    for (const [name, value] of everyAnswer(https)) response.setHeader(name, value);
    // As the application does: if an origin is set, the proxy's name for the host is not read.
    const host = (origin ? undefined : header(request, env.HOST_HEADER)) ?? request.headers.host;
    // Supervisors ask for the state of a machine by its address.
    if (!isKnown(host, request.url === '/health' || undefined)) {
      const how =
        'Open the server at its own address, or ask its operator to set ORIGIN or to add the host name to VOIRDIRE_HOSTS.';
      return refuse(response, 421, `This server does not serve the host name of this request. ${how}`);
    }
    if (!isPath(request.url ?? '')) return refuse(response, 400, 'The target of this request is not a valid path.');
    // Answers are sent whole, as HTTP allows: files of the application fail on a range that ends before it begins.
    delete request.headers.range;
    return application(request, response);
  };
}

/** Whether a request's target is a path (no whole URL) without control characters, encoded or not. */
const isPath = (target: string): boolean =>
  target.startsWith('/') && !/\p{Cc}|%(?:[01][0-9a-f]|7f)/iu.test(target.replace(/\?.*$/s, ''));

function refuse(response: ServerResponse, status: 400 | 421, message: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${message}\n`);
}
