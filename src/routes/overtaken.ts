import { isRefusal } from '$lib/errors.ts';
import { refusalForReader } from './refusal-for-reader.ts';

/**
 * Runs `work`; if it refuses because another tab has replaced what this one read, the answer carries what stands, so that the
 * page can show both and offer a choice.
 */
export function orWhatStands(work: () => Response, stands: () => unknown): Response {
  try {
    return work();
  } catch (e) {
    if (!isRefusal(e) || e.code !== 'overtaken') throw e;
    return Response.json({ message: refusalForReader(e).message, code: e.code, stands: stands() }, { status: 409 });
  }
}
