// Advisories for the packages in package-lock.json, and the check that no version below a fix is installed.
import { readFileSync } from 'node:fs';
import { inRoot } from './process.mjs';

/**
 * One advisory of https://github.com/advisories. `ranges` are pairs "first version with the fault, first one without".
 * @typedef {{ package: string, id: string, what: string, ranges: readonly (readonly [string, string])[] }} Advisory
 */

/** @returns {Advisory[]} */
export const knownAdvisories = () => JSON.parse(readFileSync(inRoot('scripts', 'advisories.json'), 'utf8'));

/** Returns major, minor, patch and -1 for a prerelease (`1.2.3-beta.1` is older than `1.2.3`). @param {string} version */
function numbersOf(version) {
  const [core = '', ...before] = version.replace(/\+.*$/, '').split('-');
  const numbers = core.split('.').map(Number);
  if (numbers.some((number) => !Number.isInteger(number))) throw new Error(`${version} is no version`);
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0, before.length > 0 ? -1 : 0];
}

/** @param {string} a @param {string} b */
function isOlder(a, b) {
  const [first, second] = [numbersOf(a), numbersOf(b)];
  const at = first.findIndex((number, i) => number !== second[i]);
  return at >= 0 && /** @type {number} */ (first[at]) < /** @type {number} */ (second[at]);
}

/**
 * Returns one sentence for each installed copy in the range of an advisory, nested copies included.
 * @param {{ packages: Record<string, { version?: string, name?: string }> }} lock package-lock.json
 * @param {readonly Advisory[]} advisories
 */
export function refusedVersions(lock, advisories) {
  return Object.entries(lock.packages).flatMap(([path, { version, name }]) => {
    if (path === '' || !version) return [];
    // An alias ("npm:other@1") is installed under the name of another package.
    const held = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return advisories
      .filter((advisory) => advisory.package === held)
      .flatMap(({ id, what, ranges }) => {
        const range = ranges.find(([since, fixed]) => !isOlder(version, since) && isOlder(version, fixed));
        return range ? [`${path}@${version}: ${id} (${what}); take ${range[1]} or newer`] : [];
      });
  });
}

/**
 * Returns the newest version that fixes an advisory about a package; null if none is kept.
 * @param {readonly Advisory[]} advisories @param {string} name
 */
export function newestFix(advisories, name) {
  const fixes = advisories
    .filter((one) => one.package === name)
    .flatMap(({ ranges }) => ranges.map(([, fixed]) => fixed));
  return fixes.reduce(
    (newest, fix) => (newest === null || isOlder(newest, fix) ? fix : newest),
    /** @type {string | null} */ (null)
  );
}
