import { describe, expect, it } from 'vitest';
import { networkFailure, redact, statusFailure } from './call-failure.ts';
import { retryAfterMs } from '../../web/fetching/retry-after.ts';

const now = Date.parse('2025-10-01T12:00:00Z');
const wait = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now);

describe('retryAfterMs', () => {
  it.each([
    [{ 'retry-after': '20' }, 20_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'Wed, 01 Oct 2025 12:01:30 GMT' }, 90_000],
    [{ 'retry-after': 'Wed, 01 Oct 2025 11:00:00 GMT' }, 0],
    [{ 'retry-after': '1,5' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': '' }, null],
    [{}, null]
  ])('reads %j', (headers, milliseconds) => {
    expect(wait(headers as Record<string, string>)).toBe(milliseconds);
  });
});

describe('redact', () => {
  it('takes out the key in use and whatever looks like a key', () => {
    const text =
      'key abc-123 and sk-proj-aaaabbbbcccc and AIzaSyA-1234567890 with Bearer xyz.tok and sk-ab****************wxyz.';
    expect(redact(text, ['abc-123'])).toBe('key [key] and [key] and [key] with Bearer [key] and [key]');
  });

  it('takes out the password of a proxy, which Node.js quotes', () => {
    const before = process.env['HTTPS_PROXY'];
    process.env['HTTPS_PROXY'] = 'http://ada:pa#ssword@proxy.example:3128';
    try {
      const error = Object.assign(new Error(`Invalid proxy URL: ${process.env['HTTPS_PROXY']}`), { code: 'ERR_PROXY_INVALID_CONFIG' }); // prettier-ignore
      const failure = networkFailure(error, []);
      expect(`${failure.message} ${String(failure.cause)}`).not.toContain('ssword');
      // Nothing was sent to a judge: it is not paid for, and the run waits.
      expect(failure).toMatchObject({ used: null, outage: true });
    } finally {
      if (before === undefined) delete process.env['HTTPS_PROXY'];
      else process.env['HTTPS_PROXY'] = before;
    }
  });

  it('leaves one line of bounded length', () => {
    expect(redact('a\n  b', [''])).toBe('a b');
    expect(redact('word '.repeat(500), [])).toBe(`${'word '.repeat(60).trim()}…`);
  });
});

describe('statusFailure', () => {
  const of = (status: number, headers: Record<string, string> = {}) =>
    statusFailure({ status, message: 'm', headers: new Headers(headers), secrets: [], cause: null }).retryable;

  it.each([408, 409, 425, 429, 500, 502, 503, 504, 529])('lets %d be tried again', (status) => {
    expect(of(status)).toBe(true);
  });

  it.each([400, 401, 402, 403, 404, 413, 422])('does not let %d be tried again', (status) => {
    expect(of(status)).toBe(false);
  });

  it.each([408, 504, 524])('counts %d, a wait that was given up, as one that may have been billed', (status) => {
    expect(statusFailure({ status, message: '', secrets: [], cause: null }).used).toBe('unknown');
  });

  it.each([400, 401, 404, 429, 500, 502, 503, 529])('counts %d as not billed', (status) => {
    expect(statusFailure({ status, message: '', secrets: [], cause: null }).used).toBe(null);
  });

  it('leaves out the page of a gateway, which says nothing to people', () => {
    const message = '\n<!DOCTYPE html><html><head><title>api.example | 524</title></head>';
    expect(statusFailure({ status: 524, message, secrets: [], cause: null }).message).toBe(
      'The judge’s server answered HTTP 524'
    );
  });

  it('follows the server’s own advice', () => {
    expect(of(500, { 'x-should-retry': 'false' })).toBe(false);
    expect(of(400, { 'x-should-retry': 'true' })).toBe(true);
  });

  it.each([
    [500, 'row 40112 is locked', true],
    [503, 'column 4012 has no value, HTTP 401', true],
    [400, 'limit 429 exceeds 500', false],
    [401, 'try again in 503 ms', false]
  ])('goes by the status %d alone, not by numbers in “%s”', (status, message, retryable) => {
    expect(statusFailure({ status, message, secrets: [], cause: null })).toMatchObject({ status, retryable });
  });
});
