import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on this machine, and what it was asked for. */
export interface Loopback {
  origin: string;
  port: number;
  /** As an entry of the allow list. */
  hostPort: string;
  asked: { url: string; headers: IncomingMessage['headers'] }[];
  connections(): number;
  close(): Promise<void>;
}

export const listen = async (server: Server, host = '127.0.0.1'): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
};

export const loopback = async (answer: RequestListener): Promise<Loopback> => {
  const asked: Loopback['asked'] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  server.on('connection', () => (connections += 1));
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    hostPort: `127.0.0.1:${port}`,
    asked,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })
  };
};

export const html = (response: ServerResponse, body: string, head: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...head });
  response.end(body);
};
