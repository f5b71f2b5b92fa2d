import type { FixedAction, KeyAction, KeyHint, PageKeys } from './key-actions.ts';

/** Printed keys of actions with fixed keys. Answers name their own. */
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
