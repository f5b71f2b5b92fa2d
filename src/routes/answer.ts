import { error, fail, type ActionFailure, type RequestEvent } from '@sveltejs/kit';
import type { RefusedForm } from '$lib/components/shared/forms/refused.ts';
import { isRefusal, type RefusalCode } from '$lib/errors.ts';
import { refusalForReader } from './refusal-for-reader.ts';
import { refusedFields } from './refused-fields.ts';
import { writeFault, notSavedWords, type WriteFault } from '$lib/server/db/write-faults.ts';

/** The one table from refusals to HTTP. */
const status: Record<RefusalCode, number> = {
  'not-found': 404,
  'not-signed-in': 401,
  'not-permitted': 403,
  'invalid-input': 400,
  conflict: 409,
  overtaken: 409,
  closed: 409,
  'too-many-tries': 429,
  'key-reused': 422,
  'link-used': 410,
  'too-large': 413,
  'no-room': 507,
  unavailable: 503,
  'not-configured': 409
};

export const statusOf = (code: RefusalCode): number => status[code];

/** A commit that the database did not take, as a refusal: its status, its words and its code. */
export function writeRefusal(fault: WriteFault): { status: 503 | 507; message: string; code: RefusalCode } {
  return {
    status: fault.kind === 'full' ? 507 : 503,
    message: notSavedWords(fault),
    code: fault.kind === 'full' ? 'no-room' : 'unavailable'
  };
}

/** For loads and endpoints: a refusal becomes the designed error page (or JSON) with its status. */
export function answer<T>(work: () => T): T {
  try {
    const result = work();
    return (result instanceof Promise ? result.catch(stop) : result) as T;
  } catch (e) {
    return stop(e);
  }
}

function stop(e: unknown): never {
  if (isRefusal(e)) error(status[e.code], { ...refusalForReader(e), code: e.code });
  const fault = writeFault(e);
  if (fault) {
    const { status, message, code } = writeRefusal(fault);
    error(status, { message, code });
  }
  throw e;
}

/**
 * For form actions: a refusal goes back to the form, which keeps what was typed.
 *
 * @param event of the request, if refusals may ask to wait: its answer gets `Retry-After`
 */
export async function attempt<T>(
  work: () => T | Promise<T>,
  event?: Pick<RequestEvent, 'setHeaders'>
): Promise<T | ActionFailure<RefusedForm>> {
  const refused = refusedFields.getStore();
  if (refused) return fail(400, refused);
  try {
    return await work();
  } catch (e) {
    if (isRefusal(e) && e.retryAfter !== undefined) event?.setHeaders({ 'retry-after': String(e.retryAfter) });
    if (isRefusal(e)) {
      const { message, problems } = refusalForReader(e);
      return fail(status[e.code], { refused: message, problems });
    }
    const fault = writeFault(e);
    if (fault) return fail(writeRefusal(fault).status, { refused: notSavedWords(fault), problems: [] });
    throw e;
  }
}

/** The answer to a request whose commit failed outside `answer` and `attempt`: 507 or 503 in place of 500. */
export function withWriteStatus({ locals }: Pick<RequestEvent, 'locals'>, response: Response): Response {
  if (!locals.writeFault || response.status !== 500) return response;
  const { status } = writeRefusal(locals.writeFault);
  return new Response(response.body, { status, headers: response.headers });
}
