import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { refuse } from '../lib/errors.ts';
import { log, startLog } from '../lib/server/log.ts';
import { front, type Handler } from './front.ts';
import { home } from './place.ts';

/** Set here on each request, so that clients cannot choose its value. */
const protocolHeader = 'x-voirdire-protocol';

/** Proxies keep connections to a server for up to 60 seconds; one that it closes first fails their next request. In ms. */
const KEEP_ALIVE = 65_000;

/** A server whose connections outlive those that a proxy keeps, and answer further requests after one that was refused or failed. */
export function httpServer(listener: RequestListener): Server {
  const server = createServer((request, response) => {
    response.once('finish', () => discardRest(request));
    response.on('pipe', (file: Readable) => endWith(response, file));
    listener(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  server.headersTimeout = KEEP_ALIVE + 5_000;
  return server;
}

/**
 * Reads the rest of an answered request. The application pauses a body that it does not take, as that of a refused request, and
 * the next request on the connection, of any client of a proxy, would wait behind it.
 */
function discardRest(request: IncomingMessage): void {
  if (request.readableEnded) return;
  request.removeAllListeners('data');
  request.resume();
}

/**
 * Ties a response to the file that is sent as it: a file that cannot be read ends its request and not the process, and one whose
 * reader is gone is closed.
 */
function endWith(response: ServerResponse, file: Readable): void {
  file.once('error', (error) => {
    log().error({ err: error }, 'A file could not be sent');
    response.destroy();
  });
  response.once('close', () => file.destroy());
}

/**
 * Serves the built application. The port is taken first, because the application reads its own address when it is loaded.
 * Variables that an operator has set in the environment (ORIGIN behind a proxy, BODY_SIZE_LIMIT, …) stay as they are.
 *
 * @returns the address for people
 */
export async function startServer(options: { host: string; port: number; data: string }): Promise<{ address: string }> {
  startLog(process.env, 'web', 'info');
  const entry = join(home, 'build/handler.js');
  if (!existsSync(entry)) refuse.unavailable('The web application', 'build it with "npm run build"');

  let handle: (handler: Handler) => void = () => {};
  const handler = new Promise<Handler>((resolve) => (handle = resolve));
  const server = httpServer((request, response) => {
    request.headers[protocolHeader] = 'http';
    handler
      .then((answer) => answer(request, response))
      .catch((error: unknown) => {
        // One request that could not be answered must not end the server.
        log().error({ err: error }, 'A request was not answered');
        response.destroy();
      });
  });
  await listen(server, options.host, options.port);
  stopOnSignals(server);

  const env = process.env;
  env.VOIRDIRE_HOME = home;
  env.VOIRDIRE_DATA = options.data;
  // Only the import takes more than some MB (see `body-size.ts`), and puts it on the disk as it arrives.
  env.BODY_SIZE_LIMIT ??= '2G';
  if (!env.ORIGIN) {
    // Set but empty means not set; the adapter would refuse it.
    delete env.ORIGIN;
    env.PROTOCOL_HEADER ??= protocolHeader;
  }
  try {
    const app = (await import(pathToFileURL(entry).href)) as { handler: Handler };
    handle(front(app.handler, options.host, env));
  } catch (error) {
    server.close();
    throw error;
  }

  return { address: addressForPeople(env.ORIGIN, options.host, (server.address() as AddressInfo).port) };
}

/** The address that links begin with: without a slash at its end, which an operator may have set. @param origin as the operator set it */
export function addressForPeople(origin: string | undefined, host: string, port: number): string {
  if (origin) return new URL(origin).origin;
  const shown = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) => {
      try {
        if (error.code === 'EADDRINUSE')
          refuse.conflict(`Port ${port} is in use. Choose another one with --port or PORT.`);
        if (error.code === 'EACCES')
          refuse.notPermitted(`This user may not open port ${port}. Choose one above 1023 with --port or PORT.`);
        if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
          refuse.invalid(`${host} is not an address of this machine. Choose another one with --host or HOST.`);
        reject(error);
      } catch (refusal) {
        reject(refusal);
      }
    });
    server.listen({ host, port });
  });
}

/** On the first signal: answer what has been asked, for three seconds at most; then let the application close its database. */
function stopOnSignals(server: Server): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    server.close(() => {
      (process.emit as (event: string, reason: string) => boolean)('sveltekit:shutdown', signal);
      process.exitCode = 0;
      setTimeout(() => process.exit(0), 5000).unref();
    });
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 3000).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
