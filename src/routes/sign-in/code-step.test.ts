import { isRedirect } from '@sveltejs/kit';
import { expect, it } from 'vitest';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { load as loadSignIn } from './+page.server.ts';
import { actions, load } from './code/+page.server.ts';

const locals = { db: memoryDatabase().db, actor: null, language: 'en' };
const cookies = { get: () => undefined };
const eventAt = (address: string) => {
  const url = new URL(address, 'https://here.example');
  return { url, locals, cookies, request: new Request(url, { method: 'POST', body: new FormData() }) } as never;
};

/** The address that a step redirects to. */
async function sentTo(step: () => unknown): Promise<string> {
  try {
    await step();
  } catch (error) {
    if (isRedirect(error)) return error.location;
    throw error;
  }
  return 'not redirected';
}

it('the step of the code, opened or sent after its ten minutes, gives the reason beside the new sign-in, which leads to the same page', async () => {
  const step = '/sign-in/code?next=%2Fp%2Fheat%3Fpage%3D2';
  const opened = await sentTo(() => load(eventAt(step)));
  expect(await sentTo(() => actions['default']!(eventAt(step)))).toBe(opened);
  expect(await loadSignIn(eventAt(opened))).toMatchObject({
    failed: expect.stringContaining('ten minutes'),
    next: '/p/heat?page=2'
  });
  expect(await loadSignIn(eventAt('/sign-in'))).toMatchObject({ failed: null });
});
