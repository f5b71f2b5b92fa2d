import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pdfOf } from './pdf.ts';
import type { PageKind, PlantedPage } from './truth.ts';

export interface PlantedWeb {
  /** Of the pages. */
  web: string;
  /** Of a port that was free a moment ago and on which no server listens. */
  closed: string;
  /** For `VOIRDIRE_FETCH_ALLOW`. */
  allow: string;
  /** Puts pages on the web; until then everything is 404. */
  serve(pages: readonly PlantedPage[]): void;
  /** Requests by path and query. */
  requests: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** The loopback web of a planted benchmark. */
export async function startWeb(): Promise<PlantedWeb> {
  const requests = new Map<string, number>();
  let pages = new Map<string, PlantedPage>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.set(path, (requests.get(path) ?? 0) + 1);
    if (path.startsWith('/sign-in')) html(response, 200, signIn);
    else answer(response, pages.get(path.replace(ON_THE_WAY, '')), path);
  });
  const port = await listen(server);
  const web = `http://127.0.0.1:${port}`;
  const free = createServer();
  const closedPort = await listen(free);
  await new Promise((resolve) => free.close(resolve));
  const closed = `http://127.0.0.1:${closedPort}`;
  return {
    web,
    closed,
    allow: `127.0.0.1:${port},127.0.0.1:${closedPort}`,
    serve(all) {
      pages = new Map(all.filter(({ url }) => url.startsWith(`${web}/`)).map((page) => [pathOf(page.url), page]));
    },
    requests,
    async stop() {
      const ended = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await ended;
    }
  };
}

/** Returns the part of an address that the server sees: no host, no fragment. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

const listen = async (server: ReturnType<typeof createServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const html = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const article = ({ title, paragraphs, language }: PlantedPage): string =>
  `<!doctype html><html lang="${language}"><head><title>${escaped(title)}</title></head><body><nav><a href="/">Home</a> <a href="/about">About</a></nav><main><article><h1>${escaped(title)}</h1>${paragraphs
    .map((text) => `<p>${escaped(text)}</p>`)
    .join('')}</article></main><footer>Set in type by hand.</footer></body></html>`;

const short = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;

const signIn = short(
  'Sign in',
  '<form method="post" action="/sign-in"><label>Name <input name="name"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form>'
);

const HALFWAY = '/halfway';
const MOVED = '/moved';
const ROUND = '/round';
const ON_THE_WAY = /\/(?:halfway|moved|round)$/;

/** How each kind of page answers; the addresses of the other kinds lead nowhere. */
const answers: Partial<Record<PageKind, (response: ServerResponse, page: PlantedPage, path: string) => void>> = {
  article: (response, page) => html(response, 200, article(page)),
  stray: (response, page) => html(response, 200, article(page)),
  pdf: (response, { title, paragraphs }) =>
    void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfOf(title, paragraphs)),
  redirect: (response, page, path) => {
    if (path.endsWith(MOVED)) return html(response, 200, article(page));
    response.writeHead(path.endsWith(HALFWAY) ? 302 : 301, {
      location: path.endsWith(HALFWAY) ? path.replace(HALFWAY, MOVED) : path + HALFWAY
    });
    response.end();
  },
  gone: (response) => html(response, 410, short('Gone', '<p>This page was taken down.</p>')),
  'not-found': (response) => html(response, 404, short('Not found', '<p>There is no such page.</p>')),
  'server-error': (response) => html(response, 500, short('Error', '<p>Something broke.</p>')),
  'redirect-loop': (response, _page, path) =>
    void response.writeHead(302, { location: path.endsWith(ROUND) ? path.replace(ROUND, '') : path + ROUND }).end(),
  'robot-wall': (response) => html(response, 403, short('One moment', '<p>Show that you are not a robot.</p>')),
  unauthorized: (response) => html(response, 401, signIn, { 'www-authenticate': 'Basic realm="minutes"' }),
  'sign-in-page': (response, _page, path) =>
    void response.writeHead(302, { location: `/sign-in?next=${encodeURIComponent(path)}` }).end(),
  'rate-limited': (response) =>
    html(response, 429, short('Slow down', '<p>Too many requests.</p>'), { 'retry-after': '0' }),
  // Until the client gives up.
  slow: () => undefined,
  image: (response) =>
    void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('89504e470d0a1a0a', 'hex'))
};

function answer(response: ServerResponse, found: PlantedPage | undefined, path: string): void {
  if (!found) html(response, 404, short('Not found', '<p>There is no such page.</p>'));
  else answers[found.kind]?.(response, found, path);
}
