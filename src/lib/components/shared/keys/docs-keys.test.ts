import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messagesIn } from '../../../messages/words.ts';
import { keyActionNames, keyActions, keyedPages, type KeyAction } from './key-actions.ts';

it('docs/keys.md lists every action with its words, its key and its pages', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../../../docs/keys.md'), 'utf8');
  const listed = [...docs.matchAll(/^\| (.+) \| `(\w+)` \| (.) \| (.+) \|$/gm)].map((row) => row.slice(1));
  const pagesOf = (action: KeyAction): string =>
    Object.entries(keyedPages)
      .filter(([, { actions }]) => (actions as readonly KeyAction[]).includes(action))
      .map(([page]) => page)
      .join(', ') || 'all with keys';
  const say = messagesIn('en', 'ownKeys');
  expect(listed).toEqual(
    keyActionNames.map((action) => [say.action({ action }), action, keyActions[action].key, pagesOf(action)])
  );
});
