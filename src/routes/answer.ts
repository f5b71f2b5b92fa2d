import { error, fail, type ActionFailure, type RequestEvent } from '@sveltejs/kit';
import type { Refused } from '$lib/components/shared/refused.ts';
import { isRefusal, type RefusalCode } from '$lib/errors.ts';

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
  'link-used': 410,
  'too-large': 413,
  unavailable: 503
};

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
  if (isRefusal(e)) error(status[e.code], { message: e.message, code: e.code, problems: e.problems });
  throw e;
}

/**
 * For form actions: a refusal goes back to the form, which keeps what was typed.
 *
 * @param event of the request, where refusals may ask to wait: its answer gets `Retry-After`
 */
export async function attempt<T>(
  work: () => T | Promise<T>,
  event?: Pick<RequestEvent, 'setHeaders'>
): Promise<T | ActionFailure<Refused>> {
  try {
    return await work();
  } catch (e) {
    if (isRefusal(e) && e.retryAfter !== undefined) event?.setHeaders({ 'retry-after': String(e.retryAfter) });
    if (isRefusal(e)) return fail(status[e.code], { refused: e.message, problems: e.problems });
    throw e;
  }
}
