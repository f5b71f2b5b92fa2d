import { isActionFailure } from '@sveltejs/kit';
import { expect, it } from 'vitest';
import { keysFor } from '$lib/components/shared/keys/own-keys.ts';
import { keepsTyped, refusedFields } from './refused-fields.ts';

type Action = (event: never) => unknown;
const pages = import.meta.glob<{ actions?: Record<string, Action> }>('./**/+page.server.ts');
const endpoints = import.meta.glob<string>('./**/+server.ts', { query: '?raw', import: 'default', eager: true });
const routeOf = (file: string): string => file.slice(1, file.lastIndexOf('/')) || '/';
const kept = Object.keys(pages).filter((file) => keepsTyped(routeOf(file)));

/** Any use of the database, the driver or the person is work that is done in spite of the refusal. */
const untouched = new Proxy<Record<string, unknown>>(
  { language: 'en', keys: keysFor(null) },
  {
    get: (known, name: string) => {
      if (name in known) return known[name];
      throw new Error(`A refused form reached locals.${name}`);
    }
  }
);

it.each(kept)('no action of %s does anything with a form whose field was refused', async (file) => {
  const { actions = {} } = await pages[file]!();
  const refusal = { refused: 'Too long.', problems: [{ row: null, column: 'reason', reason: 'Too long.' }] };
  for (const [name, action] of Object.entries(actions)) {
    const form = new FormData();
    form.set('reason', 'typed');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const event = {
      locals: untouched,
      params: {},
      url: new URL('http://localhost/'),
      request,
      cookies: { get: () => undefined }
    };
    const answer = await refusedFields.run(refusal, () => action(event as never));
    expect(isActionFailure(answer) && [answer.status, answer.data], name).toMatchObject([400, refusal]);
  }
});

it('no endpoint reads a form whose field was refused', () => {
  const readers = Object.entries(endpoints).filter(([, source]) => source.includes('formData('));
  expect(readers.length).toBeGreaterThan(0);
  expect(readers.map(([file]) => routeOf(file)).filter(keepsTyped)).toEqual([]);
});
