// npm run bench:marks: the tests that say how long something may take, held to the figures themselves, and those that are larger
// here. They run one file after another; nothing else may run on the machine. `npm test` allows ten times as much (tests/timing.ts).
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const files = globSync(['src/**/*.test.ts', 'seed/**/*.test.ts', 'tests/*.test.ts'], { cwd: root }).filter((file) =>
  /\b(?:atMost|sized)\(/.test(readFileSync(join(root, file), 'utf8'))
);
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--maxWorkers=1', ...files],
  { cwd: root, stdio: 'inherit', env: { ...process.env, VOIRDIRE_QUIET: '1' } }
);
process.exitCode = status ?? 1;
