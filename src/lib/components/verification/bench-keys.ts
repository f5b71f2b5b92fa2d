import { isOnControl, keyOf } from '../shared/key-sheet.svelte.ts';

interface Keys {
  /** `Ctrl` and Enter commit out of these too. */
  texts: readonly (HTMLElement | undefined)[];
  /** Enter. */
  commit: () => void;
  /** What any other key does; undefined where nothing. */
  act: (key: string) => (() => unknown) | undefined;
}

let fetching = 0;

/** A field that is fetched when its key is pressed. Keys that come before it is there were meant for it, and do nothing else. */
export async function fetched<T>(field: Promise<T>): Promise<T> {
  fetching += 1;
  try {
    return await field;
  } finally {
    fetching -= 1;
  }
}

/** Does what a key means on a bench. On a link or a button Enter is theirs. */
export function pressed(event: KeyboardEvent, { texts, commit, act }: Keys): void {
  if (fetching > 0) return event.preventDefault();
  if (event.key === 'Enter' && event.ctrlKey && texts.includes(event.target as HTMLElement)) return commit();
  const key = keyOf(event);
  if (key === null || (key === 'Enter' && isOnControl(event.target))) return;
  const does = key === 'Enter' ? commit : act(key);
  if (!does) return;
  does();
  event.preventDefault();
}
