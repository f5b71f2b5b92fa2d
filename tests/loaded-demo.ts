import { cpSync, existsSync } from 'node:fs';

/** Names a folder that holds the loaded demo, made once for all tests (scripts/test.mjs, e2e/demo-data.ts). */
export const LOADED_DEMO = 'VOIRDIRE_LOADED_DEMO';

/** The folder beside it with all projects of `voirdire demo`. */
export const withAllProjects = (folder: string): string => `${folder}-whole`;

/**
 * Puts the demo into an empty folder, where it was loaded before; if it was not, the caller loads it there.
 *
 * @param projects the demo's own benchmark, or all projects that `voirdire demo` shows
 */
export function copyLoadedDemo(to: string, projects: 'its-own' | 'all' = 'its-own'): void {
  const from = process.env[LOADED_DEMO];
  if (!from) return;
  const whole = withAllProjects(from);
  cpSync(projects === 'all' && existsSync(whole) ? whole : from, to, { recursive: true });
}
