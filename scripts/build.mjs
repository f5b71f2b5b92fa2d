import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { alone } from './lock.mjs';
import { inRoot, run, Stop } from './process.mjs';
import { say, seconds } from './progress.mjs';

const sources = [
  'src',
  'static',
  'drizzle',
  'scripts/adapter.mjs',
  'svelte.config.js',
  'vite.config.ts',
  'package-lock.json'
];
const stamp = inRoot('build', '.stamp');

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!existsSync(inRoot(path))) return [];
  if (statSync(inRoot(path)).isFile()) return [path];
  return readdirSync(inRoot(path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}

/** Tests and the command line are not part of the build. @param {string} file */
const isBuilt = (file) => !/\.test\.ts$|^src\/cli\/|\.md$/.test(file);

function sourceHash() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn).filter(isBuilt)) {
    const content = readFileSync(inRoot(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} hash */
const isBuiltFrom = (hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** Whether sources changed since the last build, so that the next one takes its time. */
export const needsBuild = () => !isBuiltFrom(sourceHash());

/** Builds the server if its sources changed since the last build. @param {{ report?: boolean, abort?: AbortSignal }} [options] */
export async function ensureBuild({ report = false, abort } = {}) {
  const began = Date.now();
  if (isBuiltFrom(sourceHash())) {
    if (report) say(`The build is up to date (${seconds(began)}).`);
    return;
  }
  await alone('build', async () => {
    const hash = sourceHash();
    if (isBuiltFrom(hash)) return;
    say('Building …');
    const result = await run(process.execPath, [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build'], {
      output: 'capture',
      ...(abort && { abort })
    });
    if (abort?.aborted) return;
    if (result.code !== 0) throw new Stop(`${result.output}\nThe build failed, as shown above.`);
    // The adapter empties `build` before it writes, so a stamp stands for a build that went through.
    writeFileSync(stamp, hash);
    say(`Built in ${seconds(began)}.`);
  });
}
