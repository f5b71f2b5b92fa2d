import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyActionNames, keyActions, keyedPages, type KeyAction } from './key-actions.ts';
import { changedKeys, keyFaults, keysFor, printedKey, typedKeys, withFreeKeys } from './own-keys.ts';
import { keyHints } from './key-hints.ts';
import { meaningOf } from './page-keys.ts';

const usual = keysFor(null);
const pages = Object.entries(keyedPages) as [string, { actions: readonly KeyAction[]; answers: string }][];
const root = join(import.meta.dirname, '../../../../..');

describe('the usual keys', () => {
  it('are one per action and one action per key, on all pages together', () => {
    const keys = Object.values(keyActions).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect([usual.guideline, usual.ask, usual.switchText]).toEqual(['H', 'F', 'S']);
  });

  it.each(pages)('answer nothing else on the page %s, and each of its actions is named once', (_, page) => {
    expect(new Set(page.actions).size).toBe(page.actions.length);
    for (const action of ['allKeys', ...page.actions] as const)
      expect(page.answers, action).not.toContain(keyActions[action].key.toLowerCase());
  });

  it('have no fault, and every action is on some page', () => {
    expect(keyFaults(usual)).toEqual([]);
    const used = pages.flatMap(([, { actions }]) => actions);
    expect(keyActionNames.filter((action) => action !== 'allKeys' && !used.includes(action))).toEqual([]);
  });

  it('are the only letters that a page asks for: what is compared by name are answers', () => {
    const asking = globSync('src/{lib/components,routes}/**/*.{svelte,ts}', { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')] as const)
      .filter(([, text]) => /\bkeyOf\(|work-keys/.test(text));
    expect(asking.length).toBeGreaterThan(10);
    const letters = asking.flatMap(([path, text]) =>
      [...text.matchAll(/\b(?:key|meant) === '([a-z/?])'|^ {4}([a-z]|'\/'): /gm)].map((match) => [
        path.split('/').slice(-3).join('/'),
        match[1] ?? match[2]
      ])
    );
    expect(letters.sort()).toEqual([
      ['[making]/compare/+page.svelte', 'a'],
      ['[making]/compare/+page.svelte', 'b'],
      ['studies/reveal/Reveal.svelte', 't']
    ]);
  });
});

describe('the keys of a person', () => {
  it('replace the usual ones, which the others keep; an empty one takes a key away', () => {
    const keys = keysFor({ note: 'Q', find: '' });
    expect(keys).toEqual({ ...usual, note: 'Q', find: '' });
    expect(meaningOf(keys, 'q')).toBe('note');
    expect(meaningOf(keys, 'n')).toBe('n');
    expect(meaningOf(keys, '/')).toBe('/');
    expect(meaningOf(keys, 'Enter')).toBe('Enter');
    expect(changedKeys(keys)).toEqual({ note: 'Q', find: '' });
    expect(keyHints(keys)('note', 'write')).toEqual({ act: 'note', keys: ['Q'], does: 'write' });
    expect(keyHints(keys)('find', 'find').keys).toEqual([]);
  });

  it('are read from what is stored without anything that cannot be a key', () => {
    const damaged = { note: 'Ctrl', ask: 7, undo: '5', nonsense: 'x', revise: 'Б' } as never;
    expect(keysFor(damaged)).toEqual({ ...usual, revise: 'Б' });
  });

  it('are capitals if that is one letter, in any script', () => {
    expect(['n', ' b ', 'ß', 'б', 'é', ';'].map(printedKey)).toEqual(['N', 'B', 'ß', 'Б', 'É', ';']);
  });

  it('keep what a form leaves out, and give an action no key if its field is empty', () => {
    const keys = typedKeys((action) => ({ note: 'q', ask: '' })[action as string] ?? null, usual);
    expect([keys.note, keys.ask, keys.undo]).toEqual(['Q', '', 'U']);
  });

  it.each([
    ['F5', 'reserved'],
    ['Enter', 'reserved'],
    ['Ctrl+P', 'reserved'],
    ['⏎', 'reserved'],
    ['7', 'digit'],
    ['７', 'digit'],
    ['NN', 'length'],
    ['\u200b', 'reserved'],
    ['A', 'taken'],
    ['B', 'answer']
  ])('cannot be %s: %s', (key, reason) => {
    expect(keyFaults({ ...usual, note: key }).find(({ action }) => action === 'note')?.reason).toBe(reason);
  });

  it('name the other action if two have one key', () => {
    expect(keyFaults({ ...usual, note: 'U' })).toEqual([
      { action: 'undo', reason: 'taken', other: 'note' },
      { action: 'note', reason: 'taken', other: 'undo' }
    ]);
    expect(keyFaults({ ...usual, note: 'U', undo: 'N' })).toEqual([]);
    expect(keyFaults({ ...usual, note: '', undo: '' })).toEqual([]);
  });

  it('cannot answer for the list of keys with a letter, since the coding page needs all of them', () => {
    expect(keyFaults({ ...usual, allKeys: 'Q' })).toEqual([{ action: 'allKeys', reason: 'answer' }]);
    expect(keyFaults({ ...usual, allKeys: ';' })).toEqual([]);
  });

  it('go before letters of answers without a key', () => {
    const answers = [{ key: '1' }, { key: 'q' }, { key: 'v' }, { key: 'w' }];
    expect(withFreeKeys(answers, 'judging', usual)).toEqual(answers);
    const own = { ...usual, note: 'Q' };
    expect(withFreeKeys(answers, 'judging', own).map(({ key }) => key)).toEqual(['1', 'd', 'v', 'w']);
  });
});
