import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick, type ComponentProps } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import { messagesIn } from '../../../messages/words.ts';
import { labelChoices } from '../../../verification/vocabulary/label-choices.ts';
import Rate from './Rate.svelte';
import Review from './Review.svelte';
import type { RatedSubject } from '../rating-form.ts';

const subject = (key: string, more: Partial<RatedSubject> = {}): RatedSubject => ({
  id: `s-${key}`,
  kind: key === 'q' ? 'query' : 'item',
  key,
  wording: `Does it give ${key}?`,
  wordingRevision: 1,
  basis: '/',
  asked: true,
  appended: false,
  rating: null,
  stale: false,
  again: false,
  draft: null,
  suggestions: [],
  questions: [],
  ...more
});

const choices = labelChoices(messagesIn('en', 'verificationTerms'), messagesIn('en', 'ratingChoices'));

/** A machine with other work takes its time. */
const patiently = (holds: () => unknown) => vi.waitFor(holds, 60_000);

/** The page, at the first of the subjects; commits arrive in `sent` and drafts in `drafts`, in their order. */
function page(...subjects: RatedSubject[]) {
  const sent: Record<string, unknown>[] = [];
  const drafts: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const kept = url.endsWith('/commit') ? sent : url.endsWith('/draft') ? drafts : null;
    kept?.push(JSON.parse(body) as Record<string, unknown>);
    return Promise.resolve(new Response(url.endsWith('/ask') ? '{"id":"f1"}' : '{}', { status: 200 }));
  });
  const props = {
    bundle: {
      assignmentId: 'a1',
      status: 'open',
      writable: true,
      round: { number: 1, name: 'First', deadline: null, status: 'open' },
      qid: 'q1',
      domain: null,
      category: null,
      stage: 'annotation',
      subjects,
      newItemDraft: null
    },
    place: {
      base: '/page',
      first: null,
      stage: 'Annotation',
      notices: [],
      choices,
      hints: [{ act: 'answer', keys: ['1', '–', '4'], does: 'rate' }],
      keys: [],
      says: '',
      queue: '',
      guideline: { html: '', number: 1, href: '/guideline' },
      goto: () => undefined,
      refused: null
    }
  } satisfies ComponentProps<typeof Rate>;
  render(Rate, { props, context: pageWords() });
  const labels = (): unknown[] => sent.map(({ subjectId, label }) => [subjectId, label]);
  return { sent, drafts, labels, props };
}

/** A key goes where the focus is, as in a browser. Nothing is waited for: the next one may come in the same moment. */
const press = (key: string, ctrlKey = false): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey });
const write = (text: string): void => void fireEvent.input(document.activeElement!, { target: { value: text } });

beforeEach(() => {
  const region = document.createElement('div');
  region.dataset['announced'] = '';
  document.body.append(region);
  Element.prototype.scrollTo ??= () => undefined;
});
afterEach(() => {
  cleanup();
  document.querySelector('[data-announced]')?.remove();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('a question that was sent is announced, and not in the draft any more: it would be asked again with the rating', async () => {
  const { sent, drafts } = page(subject('c1', { draft: { question: 'Of which year?' } }));
  await fireEvent.click(await screen.findByRole('button', { name: 'Send now' }, { timeout: 60_000 }));
  await patiently(() => expect(drafts.at(-1)).toMatchObject({ content: { question: '' } }));
  expect(document.querySelector('[data-announced]')!.textContent).toContain('Question sent.');
  press('1');
  await patiently(() => expect(sent).toHaveLength(1));
  expect(sent[0]).not.toHaveProperty('question');
});

describe('a key right after Ctrl and Enter in a text', () => {
  it('rates the next item, out of a wording as out of a comment', async () => {
    const { sent, labels } = page(subject('c1'), subject('c2'), subject('c3'), subject('c4'));
    press('3');
    await tick();
    write('Does it give figures?');
    press('Enter', true);
    press('1');
    press('4');
    await tick();
    write('Not asked for.');
    press('Enter', true);
    press('1');
    await patiently(() =>
      expect(labels()).toEqual([
        ['s-c1', 'needs-modification'],
        ['s-c2', 'appropriate'],
        ['s-c3', 'not-appropriate'],
        ['s-c4', 'appropriate']
      ])
    );
    expect(sent.map(({ wording, comment }) => [wording, comment])).toEqual([
      ['Does it give figures?', ''],
      [null, ''],
      [null, 'Not asked for.'],
      [null, '']
    ]);
  });

  it('asks for the text that the next item needs, and what is typed goes there', async () => {
    const { sent } = page(subject('c1'), subject('c2'));
    for (const wording of ['One?', 'Two?']) {
      press('3');
      await tick();
      expect(document.activeElement?.id).toBe('wording');
      write(wording);
      press('Enter', true);
    }
    await patiently(() =>
      expect(sent.map(({ subjectId, wording }) => [subjectId, wording])).toEqual([
        ['s-c1', 'One?'],
        ['s-c2', 'Two?']
      ])
    );
  });

  it('is part of the text if the text was still missing', async () => {
    const { labels } = page(subject('c1'), subject('c2'));
    press('3');
    await tick();
    press('Enter', true);
    press('1');
    await tick();
    expect(document.activeElement?.id).toBe('wording');
    expect(labels()).toEqual([]);
  });

  it('rates the next item also while what was asked about it before is being fetched', async () => {
    const questions = [{ id: 'f1', question: 'Which year?', answer: '2024' }];
    const { labels } = page(subject('c1'), subject('c2', { questions }));
    press('3');
    await tick();
    write('Does it give figures?');
    press('Enter', true);
    await tick();
    press('1');
    await patiently(() => expect(labels()[1]).toEqual(['s-c2', 'appropriate']));
  });
});

describe('a key while a field is being fetched', () => {
  it('was meant for that field if it was asked for, and rates nothing', async () => {
    const { labels } = page(subject('c1', { questions: [{ id: 'f1', question: 'Which year?', answer: null }] }));
    press('f');
    await tick();
    press('1');
    const field = await screen.findByLabelText(/^Question to the lead/);
    await patiently(() => expect(document.activeElement).toBe(field));
    expect(labels()).toEqual([]);
  });
});

describe('the keys on the page', () => {
  const shown = (part: string): string[] =>
    [...document.querySelectorAll(`${part} kbd`)].map(({ textContent }) => textContent);

  it('are those that answer: labels have the digits of the subject, and reasons beyond 9 have no key', async () => {
    page(subject('q'), subject('c1'));
    expect(shown('.hints')).toEqual(['1', '–', '3']);
    expect(document.querySelectorAll('.chip')).toHaveLength(9);
    expect(shown('.chip')).toEqual(['5', '6', '7', '8', '9']);
    press('1');
    await tick();
    expect(shown('.hints')).toEqual(['1', '–', '4']);
    expect(shown('.chip')).toEqual(['5', '6', '7', '8']);
  });
});

describe('a rating after its wording changed', () => {
  it('is based on the state that the page had read, and not taken for one of another tab', async () => {
    const { sent } = page(subject('c1', { basis: 'k0/7' }));
    const take = fetch;
    const changed = { now: 'Does it give c1 now?', wordingRevision: 2, diff: [] };
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const taken = await take(url, init);
      return url.endsWith('/commit') && sent.length === 1 ? Response.json({ changed }, { status: 409 }) : taken;
    });
    press('1');
    await patiently(() => expect(screen.getByRole('heading', { name: changed.now })).toBeTruthy());
    press('1');
    await patiently(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ basis, wordingRevision }) => [basis, wordingRevision])).toEqual([
      ['k0/7', 1],
      ['k0/7', 2]
    ]);
  });
});

describe('a screen reader', () => {
  const heard = (): string[] =>
    [...document.querySelectorAll('[data-announced] > p')].map(({ textContent }) => textContent);

  it('hears the answer, the next item with its place, and once the server has it that it is saved', async () => {
    page(subject('c1'), subject('c2'));
    await tick();
    expect(heard()).toEqual([]);
    press('ArrowDown');
    await tick();
    expect(heard()).toEqual(['Selected, not committed: Appropriate.']);
    press('1');
    await patiently(() => expect(heard()).toHaveLength(4));
    expect(heard().slice(1)).toEqual([
      'Answered: Appropriate.',
      'Item 2 of 2: Does it give c2?',
      'Saved. 1 of 2 committed.'
    ]);
    press('5');
    await tick();
    press('5');
    await tick();
    const [on, off] = heard().slice(-2);
    expect(on).toMatch(/^Reason: \S/);
    expect(off).toBe(`Removed: ${on}`);
    press('u');
    await patiently(() => expect(heard()).toContain('Item 1 is open again.'));
    expect(heard()).toContain('Item 1 of 2: Does it give c1?');
  });

  it('hears nothing of a label that asks for a text first, but of the choice', async () => {
    page(subject('c1'));
    press('3');
    await tick();
    await tick();
    expect(heard()).toEqual(['Selected, not committed: Needs modification.']);
  });

  it('hears a review by a key, and the next rating', async () => {
    const { props } = page(subject('c1'));
    cleanup();
    const rating = (ratingId: string) => ({
      ...{ ratingId, alias: 'A', label: 'appropriate', wording: null, diff: null, comment: '', reasons: [] },
      ...{ review: null, draft: null, basis: '/', again: false }
    });
    const subjects = ['c1', 'c2'].map((key) => ({
      ...{ id: key, kind: 'item', key, wording: `Does it give ${key}?`, appended: false, ratings: [rating(`r-${key}`)] }
    }));
    const bundle = { ...props.bundle, subjects } as unknown as ComponentProps<typeof Review>['bundle'];
    render(Review, { props: { bundle, place: props.place }, context: pageWords() });
    await tick();
    expect(heard()).toEqual([]);
    press('d');
    await tick();
    expect(heard()).toEqual(['Selected, not committed: Disagree.']);
    press('a');
    await patiently(() => expect(heard()).toHaveLength(4));
    expect(heard().slice(1)).toEqual(['Answered: Agree.', 'Item 2 of 2: Does it give c2?', 'Saved. 1 of 2 committed.']);
  });
});
