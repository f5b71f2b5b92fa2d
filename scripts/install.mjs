import { existsSync, readFileSync } from 'node:fs';
import { alone } from './lock.mjs';
import { inRoot, npm, Stop } from './process.mjs';
import { say, seconds } from './progress.mjs';

/** @typedef {{ version?: string, optional?: boolean, extraneous?: boolean }} Locked */

/** @param {string} path @returns {Record<string, Locked> | null} */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * Whether node_modules holds what package-lock.json names. npm writes node_modules/.package-lock.json as the last act of
 * every installation, so an interrupted one does not count, and one that a developer made by hand does.
 */
function isInstalled() {
  const wanted = lockedPackages(inRoot('package-lock.json'));
  const present = lockedPackages(inRoot('node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional, extraneous }]) => {
    if (path === '' || extraneous) return true;
    const found = present[path];
    return found ? found.version === version : optional === true;
  });
}

/** Runs `npm ci` if node_modules is missing or does not hold what package-lock.json names. @param {{ report?: boolean }} [options] */
export async function ensureDependencies({ report = false } = {}) {
  const began = Date.now();
  if (isInstalled()) {
    if (report) say(`Dependencies are up to date (${seconds(began)}).`);
    return;
  }
  await alone('install', async () => {
    if (isInstalled()) return;
    say(
      existsSync(inRoot('node_modules'))
        ? 'package-lock.json changed; installing dependencies …'
        : 'Installing dependencies …'
    );
    // No package needs its install script: the native ones ship their binaries.
    const result = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      output: 'stderr'
    });
    if (result.code !== 0) {
      throw new Stop('npm ci failed, as shown above. The npm registry has to be reachable for the first start.');
    }
    say(`Dependencies installed in ${seconds(began)}.`);
  });
}
