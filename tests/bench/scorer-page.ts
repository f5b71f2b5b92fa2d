import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openDatabase, schema, write } from '../../src/lib/server/db/client.ts';
import { newId } from '../../src/lib/server/db/id.ts';
import { cookieName } from '../../src/lib/server/auth/sign-in/cookies.ts';
import { startSession } from '../../src/lib/server/auth/sign-in/sessions.ts';
import { root } from './processes.ts';
import { migrations } from './scorer-scene.ts';
import { serve } from './serving.ts';

export interface PageFigures {
  path: string;
  rows: number;
  /** Time to the last byte of the HTML: the first time that it is asked for, and the median of the next ten. */
  firstMs: number;
  medianMs: number;
  htmlBytes: number;
  htmlGzipped: number;
  /** Scripts and styles that the page names, uncompressed. */
  assetBytes: number;
}

/** A lead's session, made beside the server; the sign-in form is no part of what is measured. */
function signIn(data: string): string {
  const { db, close } = openDatabase(join(data, 'voirdire.db'), migrations);
  try {
    const id = newId();
    write(db, (tx) =>
      tx
        .insert(schema.user)
        .values({ id, email: 'bench@x.example', name: 'Bench', admin: true, createdAt: Date.now() })
        .run()
    );
    return `${cookieName('voirdire_session', { protocol: 'http:' })}=${startSession(db, id).token}`;
  } finally {
    close();
  }
}

/** Opens pages of the built server over the data of a run. */
export async function openPages(data: string, paths: readonly string[]): Promise<PageFigures[]> {
  const cookie = signIn(data);
  const server = await serve(data);
  try {
    const figures: PageFigures[] = [];
    for (const path of paths) figures.push(await openPage(server.address, path, cookie));
    return figures;
  } finally {
    await server.stop();
  }
}

async function openPage(address: string, path: string, cookie: string): Promise<PageFigures> {
  const open = async (): Promise<{ html: string; milliseconds: number }> => {
    const began = performance.now();
    const response = await fetch(`${address}${path}`, { headers: { cookie } });
    const html = await response.text();
    if (response.status !== 200 || response.redirected)
      throw new Error(`${path} answered ${response.status} at ${response.url}`);
    return { html, milliseconds: performance.now() - began };
  };
  const { html, milliseconds: firstMs } = await open();
  const times: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) times.push((await open()).milliseconds);
  times.sort((a, b) => a - b);
  const assets = new Set(
    [...html.matchAll(/(?:href|src)="[^"]*?(_app\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]!)
  );
  const assetBytes = [...assets].reduce(
    (sum, asset) => sum + readFileSync(join(root, 'build/client', asset)).byteLength,
    0
  );
  return {
    ...{ path, rows: (html.match(/<tr[\s>]/g) ?? []).length, firstMs, assetBytes },
    medianMs: (times[4]! + times[5]!) / 2,
    htmlBytes: Buffer.byteLength(html),
    htmlGzipped: gzipSync(html).byteLength
  };
}
