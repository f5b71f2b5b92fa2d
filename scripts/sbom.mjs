// npm run sbom [-- FILE]: what the application is made of, as CycloneDX, for a release. Every package of package-lock.json
// is named with its hash: those marked as development too, because the build takes most of them into itself.
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
  // npm names it after the folder, and calls an application a library.
  Object.assign(bill.metadata.component, { name, type: 'application' });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  say(`${bill.components.length} packages in ${file}.`);
});
