import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeJudge, parseJudgeLine } from './index.ts';
import { ask, failureOf, keysAt } from './judges.fixture.ts';

const MB = 1024 * 1024;
/** Bytes that a hostile server would send in all. */
const ALL = 620 * MB;

let server: Server;
let url: string;
let sent = 0;
let status = 200;
let announced: number | null = null;
const piece = Buffer.alloc(MB / 4, 'a');

/** Sends what a client takes, and stops when the client has gone. */
const pour = (response: ServerResponse): void => {
  if (sent === 0) response.write('{"choices":[{"message":{"content":"');
  while (sent < ALL && !response.destroyed) {
    sent += piece.length;
    if (!response.write(piece)) return void response.once('drain', () => pour(response));
  }
  response.end();
};

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    const length = announced === null ? {} : { 'content-length': String(announced) };
    response.writeHead(status, { 'content-type': 'application/json', ...length });
    pour(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const judges = ['openai:gpt-5', 'gemini:gemini-2.5-pro', 'anthropic:claude-haiku-4-5', 'openai-compatible:m@URL'];
const judgeAt = (spec: string) => makeJudge(parseJudgeLine(spec.replace('URL', `${url}/v1`)), keysAt(url));

describe('an answer of 620 MB', () => {
  it.each(judges.flatMap((spec) => [200, 500].map((answered) => ({ spec, answered }))))(
    'to $spec under HTTP $answered is cut off within 8 MB and names its reason',
    async ({ spec, answered }) => {
      [sent, status, announced] = [0, answered, null];
      const failure = await failureOf(ask(judgeAt(spec)));
      expect(failure).toMatchObject({
        message: 'The judge’s server sent an answer of more than 8 MB. Check the base URL.',
        retryable: false,
        status: answered,
        used: 'unknown'
      });
      // The buffers of both ends of the connection hold further bytes.
      expect(sent).toBeLessThan(20 * MB);
    }
  );

  it('that is announced is not read at all', async () => {
    [sent, status, announced] = [0, 200, ALL];
    expect((await failureOf(ask(judgeAt('openai:gpt-5')))).message).toMatch('more than 8 MB');
    expect(sent).toBeLessThan(8 * MB);
  });
});
