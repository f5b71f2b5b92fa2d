// with-node.mjs vite dev · with-node.mjs scripts/generate-migration.mjs --fresh
// Runs a tool of node_modules, or a script, on the Node that the project needs.
import { existsSync, realpathSync } from 'node:fs';
import { ensureDependencies } from './install.mjs';
import { ensureNode } from './node.mjs';
import { endLike, inRoot, run, script, Stop, windows } from './process.mjs';

await script(async () => {
  await ensureNode();
  await ensureDependencies();
  const [name = '', ...args] = process.argv.slice(2);
  if (/\.(mjs|js|ts)$/.test(name)) endLike(await run(process.execPath, [name, ...args], { cwd: process.cwd() }));
  const tool = inRoot('node_modules', '.bin', windows ? `${name}.cmd` : name);
  if (!name || !existsSync(tool)) throw new Stop(`There is no tool "${name}" in node_modules/.bin.`);
  endLike(
    windows
      ? await run(`"${tool}"`, args, { cwd: process.cwd(), shell: true })
      : await run(process.execPath, [realpathSync(tool), ...args], { cwd: process.cwd() })
  );
});
