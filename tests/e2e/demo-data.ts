import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LOADED_DEMO, withAllProjects } from '../loaded-demo.ts';

/** The demo is loaded once, if not before all tests (scripts/test.mjs), and every server of the journeys starts on a copy of it, which takes a second. */
export default async function loadDemoOnce(): Promise<(() => void) | undefined> {
  if (process.env[LOADED_DEMO]) return undefined;
  const data = mkdtempSync(join(tmpdir(), 'voirdire-e2e-demo-'));
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../load-demo.ts'), data]);
  process.env[LOADED_DEMO] = data;
  return () => {
    for (const folder of [data, withAllProjects(data)]) rmSync(folder, { recursive: true, force: true });
  };
}
