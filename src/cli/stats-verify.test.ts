import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { shared } from './stats.fixture.ts';

afterAll(removeFolders);

describe('voirdire stats verify', () => {
  const good = {
    id: 'right',
    fn: 'cohenKappa',
    args: { a: [1, 1], b: [1, 0], categories: [0, 1] },
    expect: { n: 2 },
    tolAbs: 1e-10
  };
  const verify = (...cases: object[]) =>
    run(['stats', 'verify', join(folderOf({ 'cases.json': JSON.stringify({ cases }) }), 'cases.json')]);

  it('passes what holds and ends with 0', async () => {
    expect(await verify(good)).toMatchObject({ code: exit.done, out: '1 passed, 0 failed\n' });
  });

  it('prints got and expected of what fails, and ends with 1', async () => {
    const { code, out } = await verify(
      good,
      { ...good, id: 'wrong', expect: { n: 3 } },
      { ...good, id: 'odd', fn: 'noSuch' }
    );
    expect(code).toBe(exit.failed);
    expect(out).toContain('wrong (cohenKappa) failed\n  n: got 2, expected 3\n');
    expect(out).toContain('odd: unknown function noSuch');
    expect(out).toContain('1 passed, 1 failed, 1 of unknown functions');
  });

  it('refuses a file that holds no cases, and a case without its parts', async () => {
    expect((await verify()).err).toContain('is empty');
    const { code, err } = await verify({ id: 'x', fn: 'f', args: {} });
    expect(code).toBe(exit.failed);
    expect(err).toContain('row 1, x: The case has no object "expect".');
  });

  const golden = join(shared, 'golden.json');
  if (!existsSync(golden)) console.log(`voirdire stats verify on the reference values: skipped, there is no ${golden}`);
  it.runIf(existsSync(golden))('passes every reference value', async () => {
    const { code, out } = await run(['stats', 'verify', golden]);
    expect(out).toMatch(/^\d+ passed, 0 failed\n$/);
    expect(code).toBe(exit.done);
  });
});
