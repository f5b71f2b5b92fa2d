import { lookup as systemLookup } from 'node:dns/promises';
import { Agent as HttpAgent, request as overHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as overHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { connectionFailure, WebFailure } from '../reading/failures.ts';
import { bareHost, type Guard } from './guard.ts';

export interface Address {
  address: string;
  family: number;
}

/** Addresses of a host name; rejects if there are none. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

export const systemResolve: Resolve = (host) => systemLookup(host, { all: true });

const notPublic = (): WebFailure =>
  new WebFailure('not-allowed', 'its address is not a public one; nothing was sent to it');

/** A lookup that hands only allowed addresses to the connection: what was checked is what is connected to. */
export const guardedLookup =
  (url: URL, guard: Guard, resolve: Resolve): LookupFunction =>
  (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const open = found.filter(({ address }) => guard.mayConnect(url, address));
        const [first] = open;
        if (!first)
          callback(
            found.length === 0
              ? new WebFailure('unresolved', 'the name does not resolve', { fault: 'unproven' })
              : notPublic(),
            ''
          );
        else if (options.all) callback(null, [...open]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '')
    );
  };

export interface RequestMeans {
  guard: Guard;
  resolve: Resolve;
  userAgent: string;
}

/** A POST in place of a GET: a body with its headers, sent after the connection was checked. */
interface Posted {
  body: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * One request, a GET unless there is something to post, on a connection of its own, which no other request uses before or after. Resolves with the head of the answer;
 * the body is still to be read or to be destroyed. Rejects with `WebFailure`, or with the signal's reason.
 */
export const request = (
  url: URL,
  means: RequestMeans,
  signal: AbortSignal,
  posted?: Posted
): Promise<IncomingMessage> => {
  const { guard } = means;
  const refusal = guard.refusal(url);
  if (refusal !== null) return Promise.reject(new WebFailure('not-allowed', refusal));
  const host = bareHost(url);
  // Literal addresses are connected to without a lookup.
  if (isIP(host) !== 0 && !guard.mayConnect(url, host)) return Promise.reject(notPublic());
  const secure = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options: RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
    host,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    method: posted ? 'POST' : 'GET',
    path: `${url.pathname}${url.search}`,
    signal,
    lookup: guardedLookup(url, guard, means.resolve),
    // Of its own, so that no environment variable puts a proxy between the check and the connection.
    agent: secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
    autoSelectFamilyAttemptTimeout: 2_000,
    maxHeaderSize: 65_536,
    rejectUnauthorized: true,
    headers: {
      'User-Agent': means.userAgent,
      Accept: 'text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5',
      'Accept-Language': 'en,*;q=0.5',
      'Accept-Encoding': 'gzip, deflate, br, zstd',
      Connection: 'close',
      ...posted?.headers,
      ...(posted && { 'Content-Length': String(Buffer.byteLength(posted.body)) })
    }
  };
  const asked = (secure ? overHttps : overHttp)(options, resolve);
  asked.on('socket', (socket) => {
    socket.once('connect', () => {
      if (guard.mayConnect(url, socket.remoteAddress ?? '')) asked.end(posted?.body);
      else asked.destroy(notPublic());
    });
  });
  asked.on('error', (error) => reject(signal.aborted ? signal.reason : connectionFailure(error)));
  return promise;
};
