import {
  keyActionNames,
  keyActions,
  keyedPages,
  type KeyAction,
  type KeyedPage,
  type PageKeys
} from './key-actions.ts';

/** The keys that a person has changed, as they are stored; an action with an empty one has no key. */
export type OwnKeys = Partial<Record<KeyAction, string>>;

/** Why a key was refused; `other` has it already. */
export type KeyFault =
  | { action: KeyAction; reason: 'length' | 'digit' | 'reserved' | 'answer'; other?: undefined }
  | { action: KeyAction; reason: 'taken'; other: KeyAction };

/** A key as it is printed: letters are capitals, as long as that is one letter. */
export function printedKey(key: string): string {
  const trimmed = key.trim().normalize('NFC');
  const capital = trimmed.toUpperCase();
  return [...capital].length === 1 ? capital : trimmed;
}

/** Names of keys that browsers and forms have, as people may type them. */
const RESERVED =
  /^(?:f\d{1,2}|tab|enter|return|esc|escape|space|backspace|delete|del|insert|home|end|page ?up|page ?down|arrow ?\w+|up|down|left|right|shift|ctrl|alt|meta|cmd|[⏎⇧⇥⌫←→↑↓␣])$|^(?:ctrl|alt|shift|meta|cmd|⌘|⌥|⌃)[ +-]/i;

function keyFault(key: string): 'length' | 'digit' | 'reserved' | null {
  if (RESERVED.test(key)) return 'reserved';
  if ([...key].length !== 1) return 'length';
  if (/\p{N}/u.test(key)) return 'digit';
  return /[\p{L}\p{P}\p{S}]/u.test(key) ? null : 'reserved';
}

/** Whether this key is an answer on a page that has the action. */
const answersBy = (action: KeyAction, key: string): boolean =>
  Object.values(keyedPages).some(
    ({ actions, answers }: { actions: readonly KeyAction[]; answers: string }) =>
      (action === 'allKeys' || actions.includes(action)) && answers.includes(key.toLowerCase())
  );

/** A person's keys: those that they changed, and for all other actions the usual ones. A stored text that cannot be a key is ignored. */
export function keysFor(own: OwnKeys | null): PageKeys {
  const changed = (action: KeyAction): string | undefined => {
    const key: unknown = own?.[action];
    return typeof key === 'string' && (key === '' || keyFault(key) === null) ? key : undefined;
  };
  return Object.fromEntries(
    keyActionNames.map((action) => [action, changed(action) ?? keyActions[action].key])
  ) as PageKeys;
}

/** Faults of keys, in the order of the actions. Two actions with one key are both named. */
export function keyFaults(keys: PageKeys): KeyFault[] {
  return keyActionNames.flatMap((action): KeyFault[] => {
    const key = keys[action];
    if (key === '') return [];
    const reason = keyFault(key);
    if (reason) return [{ action, reason }];
    const other = keyActionNames.find((one) => one !== action && keys[one] === key);
    if (other) return [{ action, reason: 'taken', other }];
    return answersBy(action, key) ? [{ action, reason: 'answer' }] : [];
  });
}

/** Keys from a form, as they are printed. Actions that the form leaves out keep their key. */
export const typedKeys = (typed: (action: KeyAction) => string | null, before: PageKeys): PageKeys =>
  Object.fromEntries(
    keyActionNames.map((action) => {
      const key = typed(action);
      return [action, key === null ? before[action] : printedKey(key)];
    })
  ) as PageKeys;

/** The keys to store: those that differ from the usual ones. */
export const changedKeys = (keys: PageKeys): OwnKeys =>
  Object.fromEntries(
    keyActionNames.filter((action) => keys[action] !== keyActions[action].key).map((action) => [action, keys[action]])
  );

/**
 * Answers with keys that the person's own leave free on a page: a letter of an answer that is an action's here becomes another one.
 *
 * @param answers with their keys in lower case
 */
export function withFreeKeys<Answer extends { key: string }>(
  answers: readonly Answer[],
  page: KeyedPage,
  keys: PageKeys
): Answer[] {
  const actions: readonly KeyAction[] = ['allKeys', ...keyedPages[page].actions];
  const taken = new Set(actions.map((action) => keys[action].toLowerCase()));
  const free = [...'abcdefghijklmnopqrstuvwxyz'].filter(
    (letter) =>
      !taken.has(letter) && !keyedPages[page].answers.includes(letter) && !answers.some(({ key }) => key === letter)
  );
  return answers.map((answer) => (taken.has(answer.key) ? { ...answer, key: free.shift() ?? '' } : answer));
}
