import { flushSync, mount, tick, unmount, type ComponentProps } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import AblationForm from './AblationForm.svelte';
import { newSubtask, type TypedTask } from './task-faults.ts';
import TaskForm from './TaskForm.svelte';

let shown: Record<string, unknown> | null = null;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  document.body.innerHTML = '';
});
const inForm = (): HTMLFormElement => {
  const form = document.createElement('form');
  document.body.append(form);
  return form;
};
const press = (key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body): void => {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  flushSync();
};
const valueOf = (name: string): unknown =>
  JSON.parse(document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!.value);
const button = (text: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find((one) => one.textContent.replace(/\s+/g, ' ').trim().startsWith(text))!;

describe('the form of a task', () => {
  const choices = {
    constraint: [
      { value: 'content', label: 'Content' },
      { value: 'format', label: 'Format' }
    ],
    modifiers: [
      { value: 'scope', label: 'Scope' },
      { value: 'completeness', label: 'Completeness' }
    ],
    type: [{ value: 'retrieval', label: 'Retrieval' }]
  };
  const task = (): TypedTask => ({
    ...{ type: 'retrieval', topic: 't1', evidenceLimit: null },
    subtasks: ['s1', 's2'].map((key) => ({
      ...{ ...newSubtask([]), key, text: `Says ${key}`, constraint: 'content' },
      rubrics: { ins: `It says ${key}.`, fac: null, rat: null }
    }))
  });
  const open = (content: TypedTask = task()) => {
    const form = inForm();
    shown = mount(TaskForm, { target: form, props: { content, choices }, context: pageWords() });
    flushSync();
    return form;
  };
  const keys = (): string[] => (valueOf('content') as TypedTask).subtasks.map(({ key }) => key);
  const send = (form: HTMLFormElement): boolean => {
    const sent = form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    flushSync();
    return sent;
  };

  it('holds what it was given, and sends it', () => {
    const form = open();
    expect(valueOf('content')).toEqual(task());
    expect(send(form)).toBe(true);
  });

  it('moves the subtask that one is in by Alt and an arrow, and not beyond the ends', () => {
    open();
    const second = document.querySelector('[data-row="1"] textarea')!;
    press('ArrowUp', { altKey: true }, second);
    expect(keys()).toEqual(['s2', 's1']);
    press('ArrowUp', { altKey: true }, document.querySelector('[data-row="0"] textarea')!);
    press('ArrowUp', { altKey: true });
    expect(keys()).toEqual(['s2', 's1']);
  });

  it('adds a subtask with a free key, is not sent while it is incomplete, and goes to the first missing field', async () => {
    const form = open();
    button('Add subtask').click();
    flushSync();
    expect(keys()).toEqual(['s1', 's2', 's3']);
    expect(document.querySelector('.error')).toBeNull();
    expect(send(form)).toBe(false);
    expect([...document.querySelectorAll('.error')].map((one) => one.textContent)).toEqual([
      'Write what the task asks for.',
      'Write when the report meets the subtask.'
    ]);
    await tick();
    expect(document.activeElement).toBe(document.querySelector('[data-row="2"] textarea'));
    button('Remove subtask s3').click();
    flushSync();
    expect([keys(), send(form)]).toEqual([['s1', 's2'], true]);
  });

  it('keeps modifiers in their order, an emptied rubric as none, and a typed one as it is typed', () => {
    open();
    const [scope, completeness] = [...document.querySelectorAll<HTMLInputElement>('[data-row="0"] [type="checkbox"]')];
    completeness!.click();
    scope!.click();
    const facts = document.querySelectorAll<HTMLTextAreaElement>('[data-row="0"] textarea')[2]!;
    facts.value = 'Amounts are right.';
    facts.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    const first = () => (valueOf('content') as TypedTask).subtasks[0]!;
    expect([first().modifiers, first().rubrics.fac]).toEqual([['scope', 'completeness'], 'Amounts are right.']);
    facts.value = ' ';
    facts.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect(first().rubrics.fac).toBeNull();
  });
});

describe('the author’s ablation', () => {
  type Props = ComponentProps<typeof AblationForm>;
  const open = (refused: Pick<Props, 'rated' | 'wrong'> = { rated: null, wrong: () => undefined }): void => {
    const parts = ['s1', 's2', 's3', 's4'].map((key) => ({ key, text: `Says ${key}` }));
    shown = mount(AblationForm, {
      target: inForm(),
      props: { task: 'What?', parts, edit: '/edit', ...refused },
      context: pageWords()
    });
    flushSync();
  };
  const save = (): HTMLButtonElement => button('Save importance');

  it('takes one key per answer, and then groups what can be missed alone', () => {
    open();
    for (const key of ['1', '2', '3', '3']) press(key);
    expect(save().disabled).toBe(false);
    press('2');
    for (const key of ['a', 'b', '2']) press(key);
    expect(valueOf('ratings')).toEqual({
      single: { s1: 1, s2: 2, s3: 3, s4: 3 },
      joint: [{ keys: ['s3', 's4'], rating: 2 }]
    });
    expect(document.body.textContent).toContain('P2 (group a)');
  });

  it('cannot be saved before all are rated, nor with a subtask that no ablation marks as missed, and says why', () => {
    open();
    expect(save().disabled).toBe(true);
    for (const key of ['1', '4', '3', '3']) press(key);
    expect([save().disabled, document.querySelector('[role="alert"]')?.textContent]).toEqual([
      true,
      expect.stringContaining('is no requirement')
    ]);
    for (let back = 0; back < 3; back += 1) press('ArrowLeft');
    press('2');
    expect([save().disabled, document.querySelector('[role="alert"]')]).toEqual([false, null]);
  });

  it('starts from the ratings of a refused form, and tells a reason at its subtask', () => {
    const rated = {
      single: { s1: 3, s2: 3, gone: 2 },
      joint: [
        { keys: ['s1', 's2'], rating: 2 },
        { keys: ['s1', 'gone'], rating: 2 }
      ]
    };
    open({ rated, wrong: (key) => (key === 's2' ? 'Keep it in one.' : undefined) });
    expect(valueOf('ratings')).toEqual({
      single: { s1: 3, s2: 3 },
      joint: [{ keys: ['s1', 's2'], rating: 2 }]
    });
    expect(
      [...document.querySelectorAll('tr')].filter((row) => row.querySelector('.error')).map((row) => row.textContent)
    ).toEqual([expect.stringMatching(/^s2 .*Keep it in one\./)]);
  });

  it('forgets a joint rating of a subtask that is rated anew', () => {
    open();
    for (const key of ['1', '2', '3', '3', 'a', 'b', '1']) press(key);
    press('ArrowLeft');
    press('2');
    expect(valueOf('ratings')).toEqual({ single: { s1: 1, s2: 2, s3: 3, s4: 2 }, joint: [] });
  });

  it('leaves keys to a field in which a person writes', () => {
    open();
    const field = document.createElement('input');
    document.body.append(field);
    press('1', {}, field);
    expect(valueOf('ratings')).toEqual({ single: {}, joint: [] });
  });
});
