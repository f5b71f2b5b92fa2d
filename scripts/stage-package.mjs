// The package as npm publishes it: the built application and the command line as JavaScript, so that it needs neither a clone nor a
// development dependency. Node reads TypeScript in a clone, but refuses to in node_modules.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { inRoot, root, Stop } from './process.mjs';

/** Files that a relative path in a string names, as imports and `new URL` do. */
const relativeFile = /(['"])(\.\.?\/[^'"\n]+?\.(?:ts|js|mjs|json))\1/g;
const packageImport =
  /^\s*(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;

/** Folders and files that are copied. Of `seed`, its TypeScript is compiled with the command line that loads it; of `build`, packages of earlier calls are left out. */
const copied = ['drizzle', 'static', 'seed', 'docs', 'deploy/voirdire.service', 'LICENSE', 'README.md', 'CHANGELOG.md'];

/** @param {string} specifier @returns {string} name of its package */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Returns every file that the command line loads, early or late. @param {string} entry */
function filesOf(entry) {
  const found = new Set([entry]);
  for (const file of found) {
    if (!file.endsWith('.ts')) continue;
    const text = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    for (const [, , path] of text.matchAll(relativeFile)) {
      const named = resolve(dirname(file), /** @type {string} */ (path));
      if (existsSync(named) && named.startsWith(root + sep)) found.add(named);
    }
  }
  return [...found];
}

/** Writes the package into a folder, which is emptied before, and returns its manifest.
 * @param {string} folder @param {{ application?: boolean }} [options] without `application`, the command line alone */
export function stagePackage(folder, { application = true } = {}) {
  if (application && !existsSync(inRoot('build', 'handler.js'))) throw new Stop('Build the application first.');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {Set<string>} */
  const imported = new Set();
  const main = inRoot('src', 'cli', 'main.ts');
  for (const file of filesOf(main)) {
    const target = join(folder, relative(root, file)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    if (!file.endsWith('.ts')) {
      cpSync(file, target);
      continue;
    }
    const text = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    for (const [, early, late] of text.matchAll(packageImport)) imported.add(early ?? late ?? '');
    writeFileSync(
      target,
      text.replaceAll(relativeFile, (_, quote, path) => `${quote}${path.replace(/\.ts$/, '.js')}${quote}`)
    );
  }
  for (const name of [...copied, ...(application ? ['build'] : [])]) {
    const filter = (/** @type {string} */ path) => !/\.ts$|\.cdx\.json$|\.tgz$/.test(path);
    cpSync(inRoot(name), join(folder, name), { recursive: true, filter });
  }
  const manifest = manifestOf(
    [...imported].filter((one) => one !== '' && !/^(?:node|virtual):/.test(one)).map(packageOf)
  );
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  mkdirSync(join(folder, 'bin'));
  cpSync(inRoot('scripts', 'packaged.mjs'), join(folder, 'bin', 'voirdire.mjs'));
  return manifest;
}

/** @param {readonly string[]} imported names of packages that the command line imports */
function manifestOf(imported) {
  const own = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const names = [...new Set([...imported, ...Object.keys(own.dependencies)])].sort();
  const dependencies = Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`].version]));
  const { name, version, description, license, type, engines, peerDependencies, peerDependenciesMeta } = own;
  return {
    ...{ name, version, description, license, type, engines, bin: { voirdire: 'bin/voirdire.mjs' }, dependencies },
    ...{ peerDependencies, peerDependenciesMeta }
  };
}

/** Names of all files below a folder, for a check of what is published. @param {string} folder */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
