import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { isOnControl, keyOf, type KeyHint } from '../../shared/frame/key-panel.svelte.ts';

/** A form that one decides with by keys: a choice, a note, and the way to its neighbours. */
interface KeyedForm {
  form: HTMLFormElement | undefined;
  note: HTMLElement | undefined;
  /** Addresses of the neighbours; null where there is none. */
  previous: string | null;
  next: string | null;
  goto: (href: string) => void;
}

export const decisionKeyHints = (
  options: readonly { key: string }[],
  words: Words<Messages['decisionKeys']>
): KeyHint[] => [
  { keys: [options[0]?.key ?? '1', '–', options.at(-1)?.key ?? '1'], does: words.does({ what: 'answer' }) },
  { keys: ['N'], does: words.does({ what: 'note' }) },
  { keys: ['⏎'], does: words.does({ what: 'save' }) },
  { keys: ['Ctrl ⏎'], does: words.does({ what: 'typing' }) },
  { keys: ['←', '→'], does: words.does({ what: 'move' }) },
  { keys: ['Esc'], does: words.does({ what: 'leave' }) }
];

/** Does what a key means in such a form. The choice is found by its `data-key`, so that the native radio button is chosen. */
export function decisionKey(event: KeyboardEvent, { form, note, previous, next, goto }: KeyedForm): void {
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
  const chosen = form?.querySelector<HTMLInputElement>(`input[data-key="${CSS.escape(key)}"]`);
  const to = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : null;
  if (chosen && !chosen.disabled) chosen.click();
  else if (key === 'n') note?.focus();
  else if (to !== null) goto(to);
  else return;
  event.preventDefault();
}
