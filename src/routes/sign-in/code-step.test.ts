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

it('the step of the code, opened or sent after its ten minutes, gives the reason beside the new sign-in', async () => {
  const opened = await sentTo(() => load(eventAt('/sign-in/code')));
  expect(await sentTo(() => actions['default']!(eventAt('/sign-in/code')))).toBe(opened);
  expect(await loadSignIn(eventAt(opened))).toMatchObject({ failed: expect.stringContaining('ten minutes') });
  expect(await loadSignIn(eventAt('/sign-in'))).toMatchObject({ failed: null });
});
