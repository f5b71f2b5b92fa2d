// Packages whose code runs in a server or a command: what src imports, and what those ask for.
import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './process.mjs';

/** Imported by files of src that only tests load. */
const ofTests = new Set(['fast-check', 'vitest']);
/** Bundled without being imported: its handler is the server. */
const bundled = ['@sveltejs/adapter-node'];

const importing = /^\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^'.$][^']*)'|\bimport\('([^'.$][^']*)'\)/gm;

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Locked */

/**
 * Names of packages that src imports, or that package.json names as dependencies, sorted.
 * @param {{ packages: Record<string, Locked> }} lock package-lock.json
 */
export function directPackages(lock) {
  const sources = readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(?:ts|svelte)$/.test(name) && !/\.(?:test|fixture|fixture\.server)\.ts$/.test(name)
  );
  const named = sources.flatMap((name) =>
    [...readFileSync(inRoot('src', name), 'utf8').matchAll(importing)].map(([, first, second]) => first ?? second ?? '')
  );
  const packages = named
    .filter((one) => !/^(?:node|virtual):/.test(one))
    .map((one) =>
      one
        .split('/')
        .slice(0, one.startsWith('@') ? 2 : 1)
        .join('/')
    );
  const all = [...packages, ...Object.keys(lock.packages['']?.dependencies ?? {}), ...bundled];
  return [...new Set(all)].filter((one) => !ofTests.has(one)).sort();
}

/**
 * Names of all packages that run, sorted: the direct ones and, however deeply, their dependencies, also those for other
 * platforms. Packages that a build tool among them only builds with do not count: of the adapter the handler alone is bundled.
 * @param {{ packages: Record<string, Locked> }} lock package-lock.json
 */
export function runtimePackages(lock) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {string} from @param {string} name @returns {string | null} */
  const find = (from, name) => {
    const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (lock.packages[path]) return path;
    return from === '' ? null : find(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
  };
  /** @param {string | null} path */
  const walk = (path) => {
    if (path === null || seen.has(path)) return;
    seen.add(path);
    if (bundled.includes(path.replace('node_modules/', ''))) return;
    const { dependencies, optionalDependencies } = lock.packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) walk(find(path, name));
  };
  for (const name of directPackages(lock)) walk(find('', name));
  return [
    ...new Set([...seen].map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)))
  ].sort();
}
