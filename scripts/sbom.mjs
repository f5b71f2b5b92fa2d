// npm run sbom [-- FILE]: the software bill of materials of a release (CycloneDX). It lists every package of package-lock.json
// with its hash, development dependencies included, because the build bundles most of them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inRoot, npm, script, Stop } from './process.mjs';
import { say } from './progress.mjs';

await script(async () => {
  const { name, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const file = resolve(process.argv[2] ?? inRoot('build', `${name}-${version}.cdx.json`));
  const { code, output } = await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=silent'], {
    output: 'capture'
  });
  const bill = code === 0 && output.startsWith('{') ? JSON.parse(output) : null;
  if (!bill?.components?.length) throw new Stop(`npm sbom failed; npm 10 or newer knows it.\n${output}`);
  // npm takes the folder's name, and "library" as the type.
  Object.assign(bill.metadata.component, { name, type: 'application' });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  say(`${bill.components.length} packages in ${file}.`);
});
