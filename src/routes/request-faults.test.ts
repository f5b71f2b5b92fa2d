import type { RequestEvent } from '@sveltejs/kit';
import { afterEach, expect, it, vi } from 'vitest';
import { log } from '$lib/server/log.ts';
import { handleError } from '../hooks.server.ts';

const logged = vi.spyOn(log(), 'error').mockImplementation(() => undefined);
afterEach(() => logged.mockClear());

const failing = (error: unknown, locals: object, headers: Record<string, string> = {}) =>
  handleError({
    ...{ error, status: 500, message: 'Internal Error' },
    event: {
      locals,
      route: { id: '/sign-in' },
      request: new Request('http://here.example', { headers })
    } as RequestEvent
  });

it('a failure before the language of a request is known is answered and logged, and does not end the server', async () => {
  const missing = new Error('Cannot find module page.js');
  const answer = await failing(missing, {}, { 'accept-language': 'zh-CN' });
  expect(answer).toMatchObject({ reference: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(answer!.message).toMatch(/\p{Script=Han}/u);
  expect(logged).toHaveBeenCalledOnce();
});

it('a body that its sender breaks off is not logged, and a connection that breaks elsewhere is', async () => {
  await failing(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), { language: 'en' });
  expect(logged).not.toHaveBeenCalled();
  await failing(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), { language: 'en' });
  expect(logged).toHaveBeenCalledOnce();
});
