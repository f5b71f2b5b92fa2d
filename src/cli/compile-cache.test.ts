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

it('a command does its work if compiled modules cannot be kept', () => {
  const script = `
    import { keepCompiled } from ${JSON.stringify(join(home, 'src/cli/compile-cache.ts'))};
    keepCompiled(${JSON.stringify(join(home, 'package.json', 'kept'))});
    console.log('works');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['works\n', '']);
});

it('a command loads what it needs once it is asked for, so that help, and a server, begin without suites, schemas and statistics', () => {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
    await import(${JSON.stringify(join(home, 'src/cli/program.ts'))});`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const loaded = stdout.split('\n');
  expect(loaded).toContainEqual(expect.stringContaining('/src/cli/import.ts'));
  expect(
    loaded.filter((url) => /\/(scorer\/suites\/index|stats\/index|server\/db|zod|drizzle-orm)\b/.test(url))
  ).toEqual([]);
});
