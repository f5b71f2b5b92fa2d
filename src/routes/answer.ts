import { error, fail, type ActionFailure, type RequestEvent } from '@sveltejs/kit';
import type { RefusedForm } from '$lib/components/shared/forms/refused.ts';
import { isRefusal, type RefusalCode } from '$lib/errors.ts';
import { refusalForReader } from './refusal-for-reader.ts';
import { diskFault, notSavedWords, type DiskFault } from '$lib/server/db/out-of-room.ts';

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
  unavailable: 503
};

export const statusOf = (code: RefusalCode): number => status[code];

/** A commit that the disk did not take, as a refusal: its status, its words and its code. */
export function diskRefusal(fault: DiskFault): { status: 503 | 507; message: string; code: RefusalCode } {
  return {
    status: fault.full ? 507 : 503,
    message: notSavedWords(fault),
    code: fault.full ? 'no-room' : 'unavailable'
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
  const fault = diskFault(e);
  if (fault) {
    const { status, message, code } = diskRefusal(fault);
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
  try {
    return await work();
  } catch (e) {
    if (isRefusal(e) && e.retryAfter !== undefined) event?.setHeaders({ 'retry-after': String(e.retryAfter) });
    if (isRefusal(e)) {
      const { message, problems } = refusalForReader(e);
      return fail(status[e.code], { refused: message, problems });
    }
    const fault = diskFault(e);
    if (fault) return fail(diskRefusal(fault).status, { refused: notSavedWords(fault), problems: [] });
    throw e;
  }
}

/** The answer to a request in which the disk failed outside `answer` and `attempt`: 507 or 503 in place of 500. */
export function withDiskStatus({ locals }: Pick<RequestEvent, 'locals'>, response: Response): Response {
  if (!locals.diskFault || response.status !== 500) return response;
  const { status } = diskRefusal(locals.diskFault);
  return new Response(response.body, { status, headers: response.headers });
}
