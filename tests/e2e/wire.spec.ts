import { request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { prepareStudy } from '../bench/studies-scene.ts';
import { addressesIn } from './routes.ts';
import { personWith } from './browsing.ts';
import { expect, startServer, test } from './server.ts';

interface Answer {
  status: number;
  encoding: string | undefined;
  vary: string;
  /** As they came over the wire. */
  bytes: Buffer;
}

/** Asks as a browser does, and leaves the answer as it came. */
function ask(address: string, cookie: string, accepted = 'gzip, deflate, br'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, accept: 'text/html', ...(accepted !== '' && { 'accept-encoding': accepted }) };
    request(address, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          encoding: answer.headers['content-encoding'],
          vary: answer.headers.vary ?? '',
          bytes: Buffer.concat(chunks)
        })
      );
    })
      .on('error', reject)
      .end();
  });
}

const plain = ({ encoding, bytes }: Answer): Buffer =>
  encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;

test('pages, their data, exports, scripts and styles leave compressed; small and packed answers leave as they are', async ({
  context,
  server
}) => {
  const { email, password } = personWith(server, 'lead');
  await context.request.post(`${server.address}/sign-in`, {
    form: { email, password },
    headers: { origin: server.address, accept: 'text/html' },
    maxRedirects: 0
  });
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const addressOf = addressesIn(server);
  const page = await ask(`${server.address}/p/demo/leaderboard`, cookie);
  const [script, style] = [/\/_app\/immutable\/entry\/app[\w.-]+\.js/, /\/_app\/immutable\/[\w/.-]+\.css/].map(
    (name) => name.exec(plain(page).toString())![0]
  );
  const texts = [
    '/p/demo/leaderboard',
    '/p/demo/leaderboard/__data.json',
    addressOf('/p/[project]/reports/[report]'),
    '/p/demo/runs/3/export/verdicts.jsonl',
    '/p/demo/runs/3/export/scores.csv',
    '/p/demo/verification/versions/1/file/dataset.jsonl',
    script!,
    style!
  ];
  const table: string[] = [];
  for (const path of texts)
    for (const accepted of ['br', 'gzip'] as const) {
      const [bare, packed] = [
        await ask(server.address + path, cookie, ''),
        await ask(server.address + path, cookie, accepted)
      ];
      table.push(`${path} ${accepted}: ${bare.bytes.length} → ${packed.bytes.length} bytes`);
      expect(bare.status, path).toBe(200);
      expect(bare.encoding, path).toBeUndefined();
      expect(packed.encoding, path).toBe(accepted);
      expect(packed.vary, path).toContain('Accept-Encoding');
      expect(packed.bytes.length, path).toBeLessThan(bare.bytes.length * 0.6);
      // A page names its own moment nowhere: unpacked it is what it would have been.
      expect(plain(packed).length, path).toBe(bare.bytes.length);
    }
  test.info().annotations.push({ type: 'bytes on the wire', description: table.join('\n') });
  for (const path of ['/health', '/p/demo/verification/versions/1/file/dataset.xlsx']) {
    const answer = await ask(server.address + path, cookie);
    expect(answer.status, path).toBe(200);
    expect(answer.encoding, path).toBeUndefined();
  }
});

test('the page of a report of 34,000 words leaves in less than a fifth of its bytes', async () => {
  const data = mkdtempSync(join(tmpdir(), 'voirdire-e2e-'));
  const scene = prepareStudy(join(data, 'voirdire.db'), {
    ...{ people: 1, items: 6, overlap: 1, reveal: 'after-report', bytes: [284_000, 284_001] }
  });
  const server = await startServer({ demo: false, data });
  try {
    const { cookie } = scene.people[0]!;
    const home = plain(await ask(`${server.address}/p/${scene.slug}`, cookie)).toString();
    const path = /\/p\/[\w-]+\/work\/[\w-]+/.exec(home)![0];
    const bare = await ask(server.address + path, cookie, '');
    const packed = await ask(server.address + path, cookie);
    test.info().annotations.push({
      type: 'bytes on the wire',
      description: `34,000 words: ${bare.bytes.length} → ${packed.bytes.length} bytes (${packed.encoding ?? 'none'})`
    });
    expect(bare.bytes.length).toBeGreaterThan(500_000);
    expect(packed.bytes.length).toBeLessThan(bare.bytes.length / 5);
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
