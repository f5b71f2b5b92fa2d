import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { home } from './place.ts';

it('a command that was called before takes its modules as they were compiled then', () => {
  const call = (): string =>
    spawnSync(process.execPath, [join(home, 'src/cli/main.ts'), '--version'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
    }).stderr;
  call();
  const program = call()
    .split('\n')
    .filter((line) => line.includes('src/cli/program.ts'));
  expect(program).toContainEqual(expect.stringMatching(/retrieving transpile cache .*success$/));
  expect(program).toContainEqual(expect.stringContaining('was accepted'));
});
