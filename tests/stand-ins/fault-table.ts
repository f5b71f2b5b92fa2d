import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';

/** A way in which a judge's server can fail a request, and what becomes of the request. */
export interface TableFault {
  name: string;
  act: NonNullable<Fault['act']>;
  /**
   * Of a request that it strikes once: `recovers`, because the question is asked again; `unscored`, because asking again does
   * not help; `read`, because the answer is sound all the same.
   */
  once: 'recovers' | 'unscored' | 'read';
  /** The reason of a unit that it left without a verdict, or of a run that it paused. */
  says: RegExp;
}

interface Sound {
  status: number;
  text: string;
}

const json = { 'content-type': 'application/json' };
const send = (response: ServerResponse, status: number, body: string | Buffer, headers: object = json): void => {
  response.writeHead(status, { ...headers });
  response.end(body);
};

const errorBody = (message: string): string => JSON.stringify({ error: { message, type: 'error', status: 'ERROR' } });

/** Waiting may help with these; the others concern their own request. */
const waits = (status: number): boolean => [408, 409, 425, 429].includes(status) || status >= 500;

const STATUSES = [
  ...[
    400, 402, 403, 404, 405, 406, 408, 409, 410, 411, 413, 414, 415, 417, 418, 421, 422, 423, 424, 425, 426, 428, 429
  ],
  ...[431, 451, 499, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 521, 522, 523, 524, 525, 526, 529, 530, 599]
];

const statuses = STATUSES.map((status): TableFault => ({
  name: `HTTP ${status}`,
  act: (response) => send(response, status, errorBody('It went wrong here.')),
  once: waits(status) ? 'recovers' : 'unscored',
  says: new RegExp(`HTTP ${status}`)
}));

const redirects = [301, 302, 307, 308].map((status): TableFault => ({
  name: `HTTP ${status} to elsewhere`,
  act: (response) => send(response, status, '', { location: 'http://127.0.0.1:9/elsewhere' }),
  once: 'unscored',
  says: new RegExp(`HTTP ${status}`)
}));

const withHeaders = (name: string, status: number, headers: object, once: TableFault['once']): TableFault => ({
  name,
  act: (response) => send(response, status, errorBody('Later.'), { ...json, ...headers }),
  once,
  says: new RegExp(`HTTP ${status}`)
});

const headers: TableFault[] = [
  withHeaders('HTTP 429, Retry-After of 0 seconds', 429, { 'retry-after': '0' }, 'recovers'),
  withHeaders('HTTP 429, Retry-After of a fraction', 429, { 'retry-after': '0.02' }, 'recovers'),
  withHeaders(
    'HTTP 503, Retry-After as a date in the past',
    503,
    { 'retry-after': new Date(0).toUTCString() },
    'recovers'
  ),
  withHeaders('HTTP 429, Retry-After of a thousand years', 429, { 'retry-after': '31557600000' }, 'recovers'),
  withHeaders(
    'HTTP 503, Retry-After as a date in 2999',
    503,
    { 'retry-after': 'Wed, 01 Jan 2999 00:00:00 GMT' },
    'recovers'
  ),
  withHeaders('HTTP 429, negative Retry-After', 429, { 'retry-after': '-5' }, 'recovers'),
  withHeaders('HTTP 429, Retry-After that is no time', 429, { 'retry-after': 'soon' }, 'recovers'),
  withHeaders('HTTP 429, Retry-After in milliseconds', 429, { 'retry-after-ms': '15' }, 'recovers'),
  {
    name: 'HTTP 500 with an HTML page',
    act: (response) => send(response, 500, '<html><title>Oops</title></html>', { 'content-type': 'text/html' }),
    once: 'recovers',
    says: /HTTP 500/
  },
  {
    name: 'HTTP 502 without a body',
    act: (response) => send(response, 502, ''),
    once: 'recovers',
    says: /HTTP 502/
  }
];

const UNREACHED = /could not be reached|broke off|within \d/;
const half = (text: string): string => text.slice(0, Math.floor(text.length / 2));

const connections: TableFault[] = [
  { name: 'closed without an answer', act: (response) => void response.destroy(), once: 'recovers', says: UNREACHED },
  {
    name: 'reset without an answer',
    act: (response) => void response.socket?.resetAndDestroy(),
    once: 'recovers',
    says: UNREACHED
  },
  {
    name: 'reset after the headers',
    act(response) {
      response.writeHead(200, json).flushHeaders();
      setTimeout(() => response.socket?.resetAndDestroy(), 5);
    },
    once: 'recovers',
    says: UNREACHED
  },
  {
    name: 'reset in the middle of the body',
    act(response, { text }) {
      response.writeHead(200, json).write(half(text));
      setTimeout(() => response.socket?.resetAndDestroy(), 5);
    },
    once: 'recovers',
    says: UNREACHED
  },
  {
    name: 'closed in the middle of a body of known length',
    act(response, { text }) {
      response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(text) }).write(half(text));
      setTimeout(() => response.destroy(), 5);
    },
    once: 'recovers',
    says: UNREACHED
  },
  {
    name: 'a body shorter than announced, and silence',
    act: (response, { text }) => void response.writeHead(200, { ...json, 'content-length': '99999' }).write(text),
    once: 'recovers',
    says: /no answer within/
  },
  { name: 'no answer at all', act: () => undefined, once: 'recovers', says: /no answer within/ },
  {
    name: 'headers, and silence',
    act: (response) => response.writeHead(200, json).flushHeaders(),
    once: 'recovers',
    says: /no answer within/
  },
  {
    name: 'half a body, and silence',
    act: (response, { text }) => void response.writeHead(200, json).write(half(text)),
    once: 'recovers',
    says: /no answer within/
  },
  {
    name: 'a body that comes a byte at a time, for ever',
    act(response) {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    },
    once: 'recovers',
    says: /no answer within/
  },
  {
    name: 'slow headers, in time',
    act: (response, { text }) => void setTimeout(() => send(response, 200, text), 60),
    once: 'read',
    says: /^$/
  },
  {
    name: 'a slow body, in time',
    act(response, { text }) {
      response.writeHead(200, json).write(half(text));
      setTimeout(() => response.end(text.slice(half(text).length)), 60);
    },
    once: 'read',
    says: /^$/
  },
  {
    name: 'what is no HTTP',
    act: (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
    once: 'recovers',
    says: UNREACHED
  }
];

const NO_JSON = /instead of JSON|no answer|no text|not usable|HTTP 200/;
const body = (
  name: string,
  make: (sound: Sound) => string | Buffer,
  once: TableFault['once'] = 'recovers',
  of: object = json
): TableFault => ({
  name,
  act: (response, sound) => send(response, 200, make(sound), of),
  once,
  says: NO_JSON
});

const bodies: TableFault[] = [
  body('an empty body', () => ''),
  body('a body of blanks', () => ' \n\t '),
  body('an HTML page', () => '<!doctype html><title>Sign in</title>', 'recovers', { 'content-type': 'text/html' }),
  body('an HTML page that claims to be JSON', () => '<!doctype html><title>Sign in</title>'),
  body('plain text', () => 'upstream says hello', 'recovers', { 'content-type': 'text/plain' }),
  body('half of the JSON', ({ text }) => half(text)),
  body('the JSON twice', ({ text }) => text + text),
  body('JSON behind other characters', ({ text }) => `)]}',\n${text}`),
  body('a byte order mark before the JSON', ({ text }) => `\ufeff${text}`, 'read'),
  body('bytes that are no UTF-8', ({ text }) => {
    const bytes = Buffer.from(text);
    // In the words of a verdict, if nothing else would tell.
    bytes[bytes.indexOf('rationale') + 16] = 0xff;
    return bytes;
  }),
  body('compressed bytes that were not asked for', () => Buffer.from('1f8b0800000000000003', 'hex'), 'recovers', {
    ...json,
    'content-encoding': 'gzip'
  }),
  body('null', () => 'null'),
  body('a list', () => '[]'),
  body('a text', () => '"yes"'),
  body('a number', () => '42'),
  body('an empty object', () => '{}'),
  body('an object of something else', () => '{"hello": {"world": [1, 2, 3]}}'),
  body('100,000 brackets', () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  body('events of a stream', ({ text }) => `data: ${text}\n\ndata: [DONE]\n\n`, 'recovers', {
    'content-type': 'text/event-stream'
  }),
  body('an error under HTTP 200', () => errorBody('The upstream is gone.'))
];

/** Sets the words of the answer within its wire format; null takes them away. */
const inAnswer = (text: string, change: (words: string) => string | null): string => {
  const value = JSON.parse(text) as {
    choices?: { message: { content: string | null } }[];
    candidates?: { content: { parts: { text?: string | null }[] } }[];
    content?: { type: string; text?: string | null }[];
  };
  const chat = value.choices?.[0]?.message;
  if (chat) chat.content = change(chat.content ?? '');
  const part = value.candidates?.[0]?.content.parts[0];
  if (part) part.text = change(part.text ?? '');
  const blocks = value.content?.filter(({ type }) => type === 'text') ?? [];
  const words = blocks.map((block) => block.text ?? '').join('');
  blocks.forEach((block, at) => (block.text = at === 0 ? change(words) : ''));
  return JSON.stringify(value);
};

const NOT_USABLE = /not usable|no answer|no text|refused|instead of JSON/;
const answer = (
  name: string,
  change: (words: string) => string | null,
  once: TableFault['once'] = 'recovers'
): TableFault => ({
  name,
  act: (response, { text }) => send(response, 200, inAnswer(text, change)),
  once,
  says: NOT_USABLE
});

interface Listed {
  items: { id: string; label: string }[];
}
const inItems = (words: string, change: (items: Listed['items']) => unknown): string => {
  const value = JSON.parse(words) as Listed;
  return JSON.stringify({ ...value, items: change(value.items) });
};

const answers: TableFault[] = [
  answer('an answer without words', () => ''),
  answer('null in place of words', () => null),
  answer('words that are no JSON', () => 'All of these are fine.'),
  answer('an answer that breaks off', (words) => half(words)),
  answer('an answer nested 100,000 levels deep', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  answer('the answer as a text within JSON', (words) => JSON.stringify(words)),
  answer('an answer about something else', () => '{"verdict": "good", "score": 9}'),
  answer('no items', (words) => inItems(words, () => [])),
  answer('an item too few', (words) => inItems(words, (items) => items.slice(1))),
  answer('an item too many', (words) => inItems(words, (items) => [...items, { ...items[0], id: 'p99' }])),
  answer('an item twice', (words) => inItems(words, (items) => [...items, items[0]])),
  answer('labels that do not exist', (words) =>
    inItems(words, (items) => items.map((one) => ({ ...one, label: 'maybe' })))
  ),
  answer('numbers for labels', (words) => inItems(words, (items) => items.map((one) => ({ ...one, label: 1 })))),
  answer('items as an object', (words) =>
    inItems(words, (items) => Object.fromEntries(items.map((one) => [one.id, one])))
  )
];

const endings: TableFault[] = [
  {
    name: 'usage that is no number',
    act(response, { text }) {
      const value = JSON.parse(text) as Record<string, unknown>;
      const usage = {
        prompt_tokens: 'many',
        completion_tokens: -4,
        input_tokens: null,
        output_tokens: 'x',
        promptTokenCount: {}
      };
      send(response, 200, JSON.stringify({ ...value, ...('usage' in value ? { usage } : { usageMetadata: usage }) }));
    },
    once: 'read',
    says: /^$/
  },
  {
    name: 'no usage at all',
    act(response, { text }) {
      const { usage: _usage, usageMetadata: _metadata, ...value } = JSON.parse(text) as Record<string, unknown>;
      send(response, 200, JSON.stringify(value));
    },
    once: 'read',
    says: /^$/
  }
];

/** Every fault that is injected, each on its own. */
export const faultTable: readonly TableFault[] = [
  ...statuses,
  ...redirects,
  ...headers,
  ...connections,
  ...bodies,
  ...answers,
  ...endings
];
