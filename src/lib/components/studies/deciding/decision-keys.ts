import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { announce } from '../../shared/announcing/announce.ts';
import { isOnControl, keyOf } from '../../shared/frame/key-panel.svelte.ts';
import type { KeyHint, PageKeys } from '../../shared/keys/key-actions.ts';
import { keyHints } from '../../shared/keys/key-hints.ts';
import { meaningOf } from '../../shared/keys/page-keys.ts';

/** A form that one decides with by keys: a choice, a note, and the way to its neighbours. */
interface KeyedForm {
  form: HTMLFormElement | undefined;
  note: HTMLElement | undefined;
  /** Addresses of the neighbours; null if there is none. */
  previous: string | null;
  next: string | null;
  goto: (href: string) => void;
  keys: PageKeys;
  options: readonly { title: string; key: string }[];
  announcements: Words<Messages['announcements']>;
}

/** @param find whether the page has a field that looks for words in the report */
export function decisionKeyHints(
  options: readonly { key: string }[],
  words: Words<Messages['decisionKeys']>,
  keys: PageKeys,
  find: boolean
): KeyHint[] {
  const hint = keyHints(keys);
  const answers = [options[0]?.key ?? '1', '–', options.at(-1)?.key ?? '1'].map((key) => key.toUpperCase());
  return [
    { act: 'answer', keys: answers, does: words.does({ what: 'answer' }) },
    hint('commit', words.does({ what: 'save' })),
    hint('commitTyping', words.does({ what: 'typing' })),
    hint('items', words.does({ what: 'move' })),
    ...(find ? [hint('find', words.does({ what: 'find' }))] : []),
    hint('note', words.does({ what: 'note' })),
    hint('leave', words.does({ what: 'leave' }))
  ];
}

/** Does what a key means in such a form. The choice is found by its `data-key`, so that the native radio button is chosen. */
export function decisionKey(event: KeyboardEvent, keyed: KeyedForm): void {
  const { form, note, previous, next, goto, keys, options, announcements } = keyed;
  const submit = (): void => {
    event.preventDefault();
    form?.requestSubmit();
  };
  if (event.key === 'Enter' && event.ctrlKey && !event.repeat) return submit();
  // Arrows on a radio button move the choice: they are its own.
  const onRadio = event.target instanceof HTMLInputElement && event.target.type === 'radio';
  const key = keyOf(event);
  if (key === null || (onRadio && key.startsWith('Arrow'))) return;
  if (key === 'Enter') return isOnControl(event.target) ? undefined : submit();
  const option = options.find((one) => one.key === key);
  const radio = form?.querySelector<HTMLInputElement>(`input[data-key="${CSS.escape(key)}"]`);
  const to = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : null;
  const meant = meaningOf(keys, key);
  if (option && radio && !radio.disabled) {
    radio.click();
    announce(announcements.chosen({ answer: option.title }));
  } else if (meant === 'note') note?.focus();
  else if (to !== null) goto(to);
  else return;
  event.preventDefault();
}
