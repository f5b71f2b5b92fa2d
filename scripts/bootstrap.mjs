import { pathToFileURL } from 'node:url';
import { ensureBuild, needsBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { ensureNode } from './node.mjs';
import { inRoot, run, script, Stop } from './process.mjs';
import { say, seconds } from './progress.mjs';

/**
 * Makes sure that everything the command line needs is there, then runs it in this same process.
 *
 * @param {string[]} args
 * @param {{ report?: boolean }} [options] `report` tells each step even if nothing had to be done.
 */
export const runCommandLine = (args, { report = false } = {}) =>
  script(async () => {
    await ensureNode();
    await ensureDependencies({ report });
    const serves = args[0] === 'serve' || args[0] === 'demo';
    if (serves && !args.includes('--help') && !args.includes('-h')) {
      const loading = args[0] === 'demo' && needsBuild() ? loadAside(args) : null;
      await together([ensureBuild({ report }), ...(loading ? [loading] : [])]);
    }
    process.argv = [process.execPath, inRoot('scripts', 'voirdire.mjs'), ...args];
    await import(pathToFileURL(inRoot('src', 'cli', 'main.ts')).href);
  });

/**
 * Loads the demo while the server is built: the two need nothing of each other.
 *
 * @param {readonly string[]} args of `voirdire demo`
 */
async function loadAside(args) {
  const began = Date.now();
  const program = inRoot('src', 'cli', 'main.ts');
  const { code, output } = await run(process.execPath, [program, ...args, '--load-only'], {
    cwd: process.cwd(),
    output: 'capture'
  });
  if (code !== 0) throw new Stop(`${output}\nThe demo could not be loaded.`);
  say(`Demo loaded in ${seconds(began)}.`);
}

/** Waits for all, also if one fails, so that nothing continues in the background. @param {Promise<void>[]} work */
async function together(work) {
  const ended = await Promise.allSettled(work);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
