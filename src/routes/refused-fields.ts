import { AsyncLocalStorage } from 'node:async_hooks';
import type { RefusedForm } from '$lib/components/shared/forms/refused.ts';

/**
 * Refusal of a field of the form under way. `attempt` answers it in place of its work, so that the action returns the typed
 * values beside it, as it does for every refusal.
 */
export const refusedFields = new AsyncLocalStorage<RefusedForm>();

/**
 * Pages with an action that works outside `attempt` or puts refusals into other words, and endpoints that read a form: what
 * was refused reaches none of them.
 */
const unread: ReadonlySet<string> = new Set([
  '/crowd/[token]',
  '/join/[token]',
  '/language',
  '/p/[project]/verification/annotate/[assignment]',
  '/p/[project]/verification/inspect/[assignment]',
  '/p/[project]/verification/review/[assignment]',
  '/reset/[token]',
  '/set-up/[token]',
  '/sign-in/code',
  '/theme'
]);

/** Whether the form of a page keeps the typed values if one of its fields is refused before any action. */
export const keepsTyped = (route: string | null): boolean => route !== null && !unread.has(route);
