// npm run package [-- FOLDER]: writes voirdire-VERSION.tgz, which `npm install -g` and `npx` take, and which npm publishes.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { inRoot, npm, script, Stop } from './process.mjs';
import { say } from './progress.mjs';
import { stagePackage } from './stage-package.mjs';

await script(async () => {
  await ensureDependencies();
  await ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-package-'));
  const to = resolve(process.argv[2] ?? inRoot('build'));
  try {
    stagePackage(folder);
    // npm pack writes into a folder that exists.
    mkdirSync(to, { recursive: true });
    const { code, output } = await npm(['pack', '--json', '--loglevel=error', '--pack-destination', to], {
      cwd: folder,
      output: 'capture'
    });
    if (code !== 0) throw new Stop(`${output}\nnpm pack failed.`);
    const [{ filename, size, entryCount }] = JSON.parse(output.slice(output.indexOf('[')));
    say(`${entryCount} files, ${(size / 1e6).toFixed(1)} MB, in ${resolve(to, filename)}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
