import { cpSync } from 'node:fs';

/** Names a folder that holds the loaded demo, made once for all tests (scripts/test.mjs, e2e/demo-data.ts). */
export const LOADED_DEMO = 'VOIRDIRE_LOADED_DEMO';

/** Puts the demo into an empty folder, where it was loaded before; if it was not, the caller loads it there. */
export function copyLoadedDemo(to: string): void {
  const from = process.env[LOADED_DEMO];
  if (from) cpSync(from, to, { recursive: true });
}
