import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Providers of search that the stand-in speaks for, each under its own path. */
export const searchFormats = ['searxng', 'tavily', 'brave', 'serper'] as const;
type SearchFormatName = (typeof searchFormats)[number];

export interface StandInResult {
  url: string;
  title: string;
  snippet: string;
  /** As the provider writes it; null for none. */
  date: string | null;
}

const searchFaults = [
  'rate-limit', // 429, with Retry-After
  'quota', // nothing left to spend, in the provider's own words
  'server-error', // 500
  'too-slow', // 408
  'bad-key', // in the provider's own status, with a message that repeats the key
  'html', // 200 with a page
  'bad-json', // 200 with broken JSON
  'wrong-shape', // 200 with JSON of another kind
  'long', // 200 with 9 MB
  'hang', // never answers
  'disconnect', // closes the connection
  'redirect', // 302 to another host
  'silent' // 200 without results, because no engine answered
] as const;
type SearchFault = (typeof searchFaults)[number];

export interface SearchStandIn {
  /** Base URL of a format, as its variable takes it. */
  urlOf(format: SearchFormatName): string;
  requests: {
    format: SearchFormatName;
    query: string;
    headers: IncomingMessage['headers'];
    sent: Record<string, unknown>;
  }[];
  /** Faults of the next requests, in order; then it answers. */
  misbehave(...faults: SearchFault[]): void;
  stop(): Promise<void>;
}

interface Sent {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Differences of the formats: the words of an answer, and of errors. */
const formats: Record<
  SearchFormatName,
  {
    path: string;
    method: string;
    key: (headers: IncomingMessage['headers']) => string;
    query: string;
    answer: (results: StandInResult[]) => unknown;
    error: (status: number, message: string, code: string) => unknown;
    quota: Sent;
    badKey: number;
  }
> = {
  tavily: {
    ...{ path: '/search', method: 'POST', query: 'query', badKey: 401 },
    key: ({ authorization }) => authorization?.replace(/^Bearer /, '') ?? '',
    answer: (results) => ({
      query: 'as asked',
      results: results.map(({ url, title, snippet, date }) => ({
        ...{ url, title, content: snippet, score: 0.9, raw_content: null },
        ...(date !== null && { published_date: date })
      })),
      response_time: 0.4
    }),
    error: (_status, message) => ({ detail: { error: message } }),
    quota: { status: 432, body: { detail: { error: "This request exceeds your plan's set usage limit" } } }
  },
  brave: {
    ...{ path: '/res/v1/web/search', method: 'GET', query: 'q', badKey: 422 },
    key: (headers) => String(headers['x-subscription-token'] ?? ''),
    answer: (results) => ({
      type: 'search',
      ...(results.length > 0 && {
        web: {
          type: 'search',
          results: results.map(({ url, title, snippet, date }) => ({
            url,
            title,
            description: snippet,
            page_age: date
          }))
        }
      })
    }),
    error: (status, detail, code) => ({ type: 'ErrorResponse', error: { id: 'x', status, code, detail }, time: 1 }),
    quota: {
      status: 429,
      body: { type: 'ErrorResponse', error: { status: 429, code: 'QUOTA_LIMITED', detail: 'The quota is used up' } }
    }
  },
  serper: {
    ...{ path: '/search', method: 'POST', query: 'q', badKey: 403 },
    key: (headers) => String(headers['x-api-key'] ?? ''),
    answer: (results) => ({
      searchParameters: { q: 'as asked' },
      organic: results.map(({ url, title, snippet, date }, at) => ({
        ...{ link: url, title, snippet, position: at + 1 },
        ...(date !== null && { date })
      }))
    }),
    error: (statusCode, message) => ({ message, statusCode }),
    quota: { status: 400, body: { message: 'Not enough credits', statusCode: 400 } }
  },
  searxng: {
    ...{ path: '/search', method: 'GET', query: 'q', badKey: 403 },
    key: () => 'none needed',
    answer: (results) => ({
      query: 'as asked',
      number_of_results: 0,
      results: results.map(({ url, title, snippet, date }) => ({ url, title, content: snippet, publishedDate: date })),
      unresponsive_engines: []
    }),
    error: () => '<!doctype html><p>Forbidden',
    quota: { status: 402, body: '' }
  }
};

/** A loopback server that speaks the wire formats of search providers, keeps what it was asked and misbehaves on request. */
export async function startSearch(
  answer: (query: string) => StandInResult[],
  { port: wanted = 0, delayMs = 0 } = {}
): Promise<SearchStandIn> {
  const requests: SearchStandIn['requests'] = [];
  let faults: SearchFault[] = [];

  const faulty = (
    fault: SearchFault,
    format: SearchFormatName,
    key: string,
    response: ServerResponse
  ): Sent | string | null => {
    const words = formats[format];
    switch (fault) {
      case 'rate-limit':
        return { status: 429, body: words.error(429, 'Too many', 'RATE_LIMITED'), headers: { 'retry-after': '2' } };
      case 'quota':
        return words.quota;
      case 'server-error':
        return { status: 500, body: words.error(500, 'It broke', 'INTERNAL') };
      case 'too-slow':
        return { status: 408, body: words.error(408, 'Too slow', 'TIMEOUT') };
      case 'bad-key':
        return {
          status: words.badKey,
          body: words.error(words.badKey, `The key ${key} is wrong`, 'SUBSCRIPTION_TOKEN_INVALID')
        };
      case 'html':
        return '<!doctype html><title>Sign in</title>';
      case 'bad-json':
        return '{"results": [{"url": "https://a.example';
      case 'wrong-shape':
        return { status: 200, body: { results: 'many', organic: 4, type: 7 } };
      case 'long':
        return `{"results":[],"organic":[],"type":"search","pad":"${'x'.repeat(9 * 1024 * 1024)}"}`;
      case 'silent':
        return { status: 200, body: { results: [], unresponsive_engines: [['google', 'timeout']] } };
      case 'redirect':
        return { status: 302, body: '', headers: { location: 'https://elsewhere.example/' } };
      case 'disconnect':
        response.destroy();
        return null;
      case 'hang':
        return null;
    }
  };

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const url = new URL(request.url ?? '/', 'http://stand-in');
      const [, name = '', ...rest] = url.pathname.split('/');
      const format = searchFormats.find((one) => one === name);
      const send = ({ status, body, headers }: Sent): void => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      };
      if (!format || `/${rest.join('/')}` !== formats[format].path || request.method !== formats[format].method)
        return send({ status: 404, body: { message: 'no such path' } });
      const sent: Record<string, unknown> =
        request.method === 'POST'
          ? (JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>)
          : Object.fromEntries(url.searchParams);
      const query = String(sent[formats[format].query] ?? '');
      requests.push({ format, query, headers: request.headers, sent });
      const key = formats[format].key(request.headers);
      const fault = key === '' ? 'bad-key' : faults.shift();
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (fault === undefined) return send({ status: 200, body: formats[format].answer(answer(query)) });
      const said = faulty(fault, format, key, response);
      if (said !== null) send(typeof said === 'string' ? { status: 200, body: said } : said);
    })();
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    urlOf: (format) => `http://127.0.0.1:${port}/${format}`,
    misbehave(...next) {
      faults = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })
  };
}
