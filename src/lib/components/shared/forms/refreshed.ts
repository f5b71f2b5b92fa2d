import { invalidateAll } from '$app/navigation';
import type { SubmitFunction } from '@sveltejs/kit';

type Ended = Parameters<Exclude<Awaited<ReturnType<SubmitFunction>>, void>>[0];

/**
 * Applies the answer to a form. After a refusal the page's data are read again as well: another person may have changed them, and the
 * form names the state that it was opened with.
 */
export async function applyFresh({ result, update }: Ended, options?: { reset?: boolean }): Promise<void> {
  await update(options);
  if (result.type === 'failure') await invalidateAll();
}

/** For `use:enhance` of a form that is refused if its page was opened before another person's change. */
export const refreshed: SubmitFunction = () => applyFresh;
