import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.ts';

const FOLDER = 'VOIRDIRE_E2E_DEMO';

/** Before all tests: the demo is loaded once, and every server of theirs starts on a copy of it, which takes a second. */
export default async function loadDemoOnce(): Promise<() => void> {
  const data = mkdtempSync(join(tmpdir(), 'voirdire-e2e-demo-'));
  const server = await startServer({ data });
  await server.stop();
  process.env[FOLDER] = data;
  return () => rmSync(data, { recursive: true, force: true });
}

/** Puts the demo's data into an empty folder, where it was loaded before. */
export function copyDemoData(to: string): void {
  const from = process.env[FOLDER];
  if (from) cpSync(from, to, { recursive: true });
}
