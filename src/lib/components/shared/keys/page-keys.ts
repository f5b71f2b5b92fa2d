import { getContext } from 'svelte';
import type { FixedAction, KeyAction, KeyHint, PageKeys } from './key-actions.ts';
import { KEYS } from './sent-keys.ts';

/** The person's keys, as they are printed. To be called while a component is set up. */
export const pageKeys = (): PageKeys => getContext<() => PageKeys>(KEYS)();

/** What a key means to the person: the name of its action, or the key itself where it has none. @param key as `keyOf` gives it */
export const meaningOf = (keys: PageKeys, key: string): string =>
  Object.entries(keys).find(([, own]) => own.toLowerCase() === key)?.[0] ?? key;

/** Keys as they are printed, for actions that nobody can change. Answers name their own. */
const fixed: Readonly<Record<Exclude<FixedAction, 'answer'>, readonly string[]>> = {
  commit: ['⏎'],
  commitTyping: ['Ctrl ⏎'],
  choose: ['↑', '↓'],
  items: ['←', '→'],
  scroll: ['Space'],
  leave: ['Esc']
};

/** A line of the list on `?`: an action with the person's key, and what it does on this page. */
export const keyHints =
  (keys: PageKeys) =>
  (act: KeyAction | Exclude<FixedAction, 'answer'>, does: string): KeyHint => ({
    act,
    keys: act in fixed ? [...fixed[act as keyof typeof fixed]] : [keys[act as KeyAction]].filter(Boolean),
    does
  });
