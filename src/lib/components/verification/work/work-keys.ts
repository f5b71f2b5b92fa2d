import { isOnControl, keyOf } from '../../shared/frame/key-panel.svelte.ts';
import type { PageKeys } from '../../shared/keys/key-actions.ts';
import { meaningOf } from '../../shared/keys/page-keys.ts';

interface Keys {
  /** `Ctrl` and Enter commit out of these too. */
  texts: readonly (HTMLElement | undefined)[];
  /** Enter. */
  commit: () => void;
  /** The person's keys. */
  keys: PageKeys;
  /** Function of any other key, by its action or, if it has none, the key itself; undefined if it has no function. */
  act: (meant: string) => (() => unknown) | undefined;
}

const fetching = new Set<() => boolean>();

/**
 * A field that is being fetched. If a person is about to type in it (`wanted`), keys that come before it is there were meant
 * for it, and do nothing else.
 */
export async function fetched<T>(field: Promise<T>, wanted: () => boolean): Promise<T> {
  fetching.add(wanted);
  try {
    return await field;
  } finally {
    fetching.delete(wanted);
  }
}

/** Does what a key means on a page of work. On a link or a button Enter is theirs. */
export function pressed(event: KeyboardEvent, { texts, commit, keys, act }: Keys): void {
  if ([...fetching].some((wanted) => wanted())) return event.preventDefault();
  if (event.key === 'Enter' && event.ctrlKey && texts.includes(event.target as HTMLElement)) {
    event.preventDefault();
    return event.repeat ? undefined : commit();
  }
  const key = keyOf(event);
  if (key === null || (key === 'Enter' && isOnControl(event.target))) return;
  const does = key === 'Enter' ? commit : act(meaningOf(keys, key));
  if (!does) return;
  does();
  event.preventDefault();
}
