import { isHttpError } from '@sveltejs/kit';
import { z } from 'zod';
import { isRefusal, refusalIn, type Problem } from '$lib/errors.ts';
import { writeFault } from '$lib/server/db/write-faults.ts';
import { writeRefusal, statusOf } from '../../answer.ts';

/** A refusal by RFC 9457. */
export const problemSchema = z
  .object({
    type: z.string().describe('Kind of the problem: an address on the page of the API.'),
    title: z.string().describe('The kind in a few words.'),
    status: z.int().describe('The status of HTTP.'),
    detail: z.string().describe('The refusal, its reason and the next step.'),
    code: z.string().describe('The kind as a word for programs.'),
    problems: z
      .array(
        z.object({
          row: z.int().nullable().describe('Row of a file or of rows, from 1; null without one.'),
          column: z.string().describe('Field, column or file.'),
          reason: z.string(),
          found: z.string().optional().describe('The value found.')
        })
      )
      .optional()
      .describe('Each fault of the input, with its place.'),
    reference: z.string().optional().describe('Reference for the operator if the server failed.')
  })
  .meta({ id: 'Problem' });

/** Titles of problems by code. */
export const problemTitles: Readonly<Record<string, string>> = {
  'not-signed-in': 'No valid token',
  'not-permitted': 'Not permitted',
  'not-found': 'Not found',
  'no-such-method': 'Method not allowed',
  'invalid-input': 'Invalid input',
  'key-reused': 'Idempotency key of another request',
  conflict: 'Conflict',
  overtaken: 'Overtaken by another change',
  closed: 'Closed',
  'too-large': 'Too large',
  'length-required': 'Length required',
  'too-many-tries': 'Too many requests',
  'link-used': 'Link used',
  'no-room': 'Disk full',
  unavailable: 'Not available',
  'not-configured': 'Not configured on this server',
  failed: 'Server error'
};

interface Said {
  status: number;
  code: string;
  detail: string;
  problems?: readonly Problem[];
  headers?: Record<string, string>;
  reference?: string;
}

/** A refusal as an answer of the API. */
export function problemResponse({ status, code, detail, problems = [], headers = {}, reference }: Said): Response {
  const body = {
    type: `/api#problem-${code}`,
    title: problemTitles[code] ?? problemTitles['failed']!,
    ...{ status, detail, code },
    ...(problems.length > 0 && { problems }),
    ...(reference !== undefined && { reference })
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers }
  });
}

/** A thrown refusal or fault as an answer; null for a programming error, which is logged. */
export function problemOf(thrown: unknown, language: string): Response | null {
  if (isRefusal(thrown)) {
    const { message, problems } = refusalIn(language, thrown);
    const headers: Record<string, string> = {};
    if (thrown.retryAfter !== undefined) headers['Retry-After'] = String(thrown.retryAfter);
    if (thrown.code === 'not-signed-in') headers['WWW-Authenticate'] = 'Bearer';
    return problemResponse({ status: statusOf(thrown.code), code: thrown.code, detail: message, problems, headers });
  }
  if (isHttpError(thrown)) {
    const code = thrown.body.code ?? (thrown.status === 404 ? 'not-found' : 'invalid-input');
    return problemResponse({ status: thrown.status, code, detail: thrown.body.message });
  }
  const fault = writeFault(thrown);
  if (!fault) return null;
  const { status, message, code } = writeRefusal(fault);
  return problemResponse({ status, code, detail: message });
}
