import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { alone } from './lock.mjs';
import { fetchPackage, packages, specOf } from './node-package.mjs';
import { endLike, firstOnPath, inRoot, npm, run, Stop, stopWithParent, windows } from './process.mjs';
import { say, seconds } from './progress.mjs';

/** The first Node that runs TypeScript files as they are. */
const needed = [22, 18];

const platform = `${process.platform}-${process.arch}`;
const remedy = `Install Node ${needed.join('.')} or newer (Node 24 is what the project is tested with) and run this again.`;

function isRecent() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > Number(needed[0]) || (major === needed[0] && minor >= Number(needed[1]));
}

/** @typedef {import('./node-package.mjs').Pinned} Pinned */

/** @param {Pinned} pinned @param {string} folder */
const binaryIn = ({ name }, folder) => inRoot('.node', folder, name, 'bin', windows ? 'node.exe' : 'node');

/** Downloads into a folder of our own and moves it into place whole, so that what is in place always works. @param {Pinned} pinned */
async function fetchNode(pinned) {
  const began = Date.now();
  const spec = specOf(pinned);
  const incoming = inRoot('.node', `incoming-${process.pid}`);
  say(`This is Node ${process.versions.node}; fetching ${spec} into .node …`);
  try {
    for (const left of readdirSync(inRoot('.node')).filter((name) => name.startsWith('incoming-'))) {
      rmSync(inRoot('.node', left), { recursive: true, force: true });
    }
    mkdirSync(incoming, { recursive: true });
    const isFetched = await fetchPackage(pinned, incoming, npm).catch((error) => {
      if (error instanceof Stop) throw error;
      return false;
    });
    const fetched = binaryIn(pinned, `incoming-${process.pid}/node_modules`);
    if (!isFetched || !existsSync(fetched)) {
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
  const pinned = packages[platform];
  if (!pinned)
    throw new Stop(`Node ${process.versions.node} is too old, and there is none to fetch for ${platform}. ${remedy}`);
  const binary = binaryIn(pinned, 'node_modules');
  if (!existsSync(binary)) await alone('node', async () => existsSync(binary) || fetchNode(pinned));
  firstOnPath(dirname(binary));
  endLike(await run(binary, [...process.execArgv, ...process.argv.slice(1)], { cwd: process.cwd(), watched: true }));
}
