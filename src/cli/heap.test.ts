import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { heapFlags } from './heap.ts';
import { home } from './place.ts';

it('the flags of V8 that a process sets are known to this version of Node', () => {
  const known = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout;
  for (const flag of Object.values(heapFlags)) {
    expect(known).toContain(flag);
    expect(spawnSync(process.execPath, [`${flag}=2`, '-e', '0'])).toMatchObject({ status: 0 });
  }
});

it('the space of new objects stays as it is until it may grow', () => {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { letYoungGrow } from ${JSON.stringify(join(home, 'src/cli/heap.ts'))};
    const size = () => getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size;
    const keep = () => Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
    const sizes = [false, true].map((may) => {
      letYoungGrow(may);
      const before = size();
      return keep().length > 0 && size() / before;
    });
    console.log(JSON.stringify(sizes));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const [held, grown] = JSON.parse(stdout) as [number, number];
  // Node begins with a space below the least size, which is made up for.
  expect(held).toBeLessThanOrEqual(2);
  expect(grown).toBeGreaterThanOrEqual(4);
});

it('the space of new objects grows up to 64 MB while calls are under way', () => {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { setTimeout } from 'node:timers/promises';
    import { letYoungGrow } from ${JSON.stringify(join(home, 'src/cli/heap.ts'))};
    letYoungGrow(true);
    let most = 0;
    for (let turn = 0; turn < 20; turn++) {
      const kept = Array.from({ length: 100_000 }, (_, n) => ({ n, text: 'n' + n }));
      await setTimeout(60);
      most = Math.max(most, kept.length && getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size);
    }
    console.log(most);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(Number(stdout)).toBeGreaterThan(30e6);
  expect(Number(stdout)).toBeLessThan(70e6);
});

it('the heap gives back what calls left when their garbage is collected', () => {
  const script = `
    import { collectGarbage, letYoungGrow } from ${JSON.stringify(join(home, 'src/cli/heap.ts'))};
    letYoungGrow(true);
    const make = () => Array.from({ length: 2_000_000 }, (_, n) => ({ n }));
    let kept = make();
    const before = process.memoryUsage();
    kept = kept.slice(0, 1000);
    collectGarbage();
    const after = process.memoryUsage();
    console.log(JSON.stringify([before.heapTotal, after.heapTotal, before.rss - after.rss, kept.length]));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const [before, after, givenBack] = JSON.parse(stdout) as [number, number, number];
  expect(after).toBeLessThan(before / 4);
  expect(givenBack).toBeGreaterThan(50e6);
});
