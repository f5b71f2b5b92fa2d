import { pathToFileURL } from 'node:url';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { ensureNode } from './node.mjs';
import { inRoot, script } from './process.mjs';

/**
 * Makes sure that everything the command line needs is there, then runs it in this same process.
 *
 * @param {string[]} args
 * @param {{ report?: boolean }} [options] `report` tells each step even where nothing had to be done.
 */
export const runCommandLine = (args, { report = false } = {}) =>
  script(async () => {
    await ensureNode();
    await ensureDependencies({ report });
    const serves = args[0] === 'serve' || args[0] === 'demo';
    if (serves && !args.includes('--help') && !args.includes('-h')) await ensureBuild({ report });
    process.argv = [process.execPath, inRoot('scripts', 'voirdire.mjs'), ...args];
    await import(pathToFileURL(inRoot('src', 'cli', 'main.ts')).href);
  });
