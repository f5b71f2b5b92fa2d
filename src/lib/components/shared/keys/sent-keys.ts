import { setContext } from 'svelte';
import type { PageKeys } from './key-actions.ts';

/** Key of the context that holds the person's keys. */
export const KEYS = 'keys';

export const provideKeys = (sent: () => PageKeys): unknown => setContext(KEYS, sent);
