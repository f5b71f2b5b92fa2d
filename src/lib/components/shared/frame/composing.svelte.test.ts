import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { replayEarlyKeys } from './early-keys.ts';

const html = readFileSync(join(import.meta.dirname, '../../../../app.html'), 'utf8');

/** Keys that a window, the document, and a field itself were told of. */
const heard: string[] = [];
const field = document.createElement('input');

beforeAll(() => {
  // The script that every page runs before all others.
  const script = /<script nonce[^>]*>([\s\S]*?)<\/script>/.exec(html)![1]!;
  (0, eval)(script);
  document.body.append(field);
  for (const [name, target] of Object.entries({ window, document, field }))
    target.addEventListener('keydown', (event) => heard.push(`${name} ${(event as KeyboardEvent).key}`));
});
afterEach(() => void heard.splice(0));

const press = (key: string, more: KeyboardEventInit = {}): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  field.dispatchEvent(event);
  return event;
};

describe('a key that an input method is composing with', () => {
  it.each([
    ['that says so', { isComposing: true }],
    ['of code 229, which is all that some browsers say', { keyCode: 229 }]
  ])('reaches nothing that answers to keys: one %s', (_, more) => {
    for (const key of ['Enter', 'Escape', 'a', '1', ' ', '?', '/', 'Process'])
      expect(press(key, more).defaultPrevented).toBe(false);
    press('Enter', { ...more, ctrlKey: true });
    expect(heard).toEqual([]);
  });

  it('is not repeated once the page answers to keys, and every other key is', () => {
    press('1', { isComposing: true });
    press('2');
    heard.splice(0);
    replayEarlyKeys();
    expect(heard).toEqual(['field 2', 'document 2', 'window 2']);
  });

  it('is what every handler of keys relies on: none listens before the page itself, or to keys that are let go', () => {
    const root = join(import.meta.dirname, '../../../../..');
    const listening = globSync('src/**/*.{svelte,ts}', { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .filter((path) =>
        /onkeydowncapture|onkeypress|onkeyup|addEventListener\('key\w+',[^;]*\btrue\)|\['keydown'/.test(
          readFileSync(join(root, path), 'utf8')
        )
      )
      .map((path) => path.replaceAll('\\', '/').split('/').at(-1));
    // The first brings the rest of a text onto the page, the second lets the next page be fetched: with any key at all.
    expect(listening.sort()).toEqual(['Reveal.svelte', 'arriving.ts']);
  });

  it('leaves the next key alone', () => {
    press('Enter', { isComposing: true });
    press('Enter');
    expect(heard).toEqual(['field Enter', 'document Enter', 'window Enter']);
  });
});
