import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect } from '@playwright/test';
import { atMost } from '../timing.ts';
import { startServer, testAside as test } from './server.ts';

test.describe('a first start without the demo', () => {
  test('gives a link that makes the first admin once, asks robots to stay away, keeps data through a restart, and then gives no more', async ({
    page
  }) => {
    const first = await startServer({ demo: false });
    try {
      expect(first.setUp).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/set-up\/[\w-]{40,}$/);
      await page.goto(new URL('/', first.setUp!).href);
      await expect(page.getByText('This instance has no admin yet.')).toBeVisible();
      await page.goto(first.setUp!);
      await page.getByLabel('Name').fill('Ada Operator');
      await page.getByLabel('E-mail').fill('ada@lab.example');
      await page.getByLabel('Password').fill('correct horse battery staple');
      await page.getByRole('button').last().click();
      await expect(page.getByText('Ada Operator').first()).toBeVisible();
      const gone = await page.request.get(first.setUp!);
      expect(gone.status()).toBeGreaterThanOrEqual(400);
      const robots = await page.request.get(`${first.address}/robots.txt`);
      expect(await robots.text()).toContain('Disallow: /');
    } finally {
      await first.stop('SIGKILL');
    }
    const again = await startServer({ demo: false, data: first.data });
    expect(again.setUp).toBeNull();
    await again.stop();
    rmSync(first.data, { recursive: true, force: true });
  });

  test('on a port in use is refused in one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    await expect(startServer({ demo: false, port })).rejects.toThrow(`Port ${port} is in use.`);
    taken.close();
  });

  test('with wrong settings of an identity provider ends, and names the variable', async () => {
    const env = { VOIRDIRE_OIDC_ISSUER: 'https://id.example' };
    await expect(startServer({ demo: false, env })).rejects.toThrow('VOIRDIRE_OIDC_CLIENT_ID is empty.');
  });

  test('tells Prometheus its counts, if the operator has set a token and the request has it', async ({ request }) => {
    const token = 'a-token-of-the-operator';
    const server = await startServer({ demo: false, env: { VOIRDIRE_METRICS_TOKEN: token } });
    const metrics = (authorization: string) => request.get(`${server.address}/metrics`, { headers: { authorization } });
    expect((await metrics('Bearer another-token-altogether')).status()).toBe(404);
    await request.get(`${server.address}/sign-in`);
    const answer = await metrics(`Bearer ${token}`);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8'
    ]);
    const text = await answer.text();
    expect(text).toMatch(/^voirdire_http_request_duration_seconds_count\{method="GET",status="2xx"\} [1-9]/m);
    expect(text).toMatch(/^voirdire_sessions 0$/m);
    // Processor time of the whole start: a package that loads more than it needs would take longer.
    const [, seconds] = /^process_cpu_seconds_total ([\d.]+)$/m.exec(text) ?? [];
    expect(Number(seconds)).toBeLessThan(atMost(2));
    await server.stop();
  });
});
