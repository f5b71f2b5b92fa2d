import { getContext } from 'svelte';
import type { PageKeys } from './key-actions.ts';
import { KEYS } from './sent-keys.ts';

/** The person's keys, as they are printed. To be called while a component is set up. */
export const pageKeys = (): PageKeys => getContext<() => PageKeys>(KEYS)();

/** The action of a key, or the key itself if it has none. @param key as `keyOf` gives it */
export const meaningOf = (keys: PageKeys, key: string): string =>
  Object.entries(keys).find(([, own]) => own.toLowerCase() === key)?.[0] ?? key;
