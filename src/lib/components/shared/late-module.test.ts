import { describe, expect, it } from 'vitest';
import { lateModule } from './late-module.ts';

/** Imports that end when the test says so, in its order. */
function imports() {
  const asked: PromiseWithResolvers<string>[] = [];
  const load = (): Promise<string> => {
    const one = Promise.withResolvers<string>();
    asked.push(one);
    return one.promise;
  };
  return { asked, load };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('uses of a module that is loaded late', () => {
  it('come in the order of their calls, whichever import ends first', async () => {
    const { asked, load } = imports();
    const done: string[] = [];
    const using = lateModule(load);
    using((module) => done.push(`open by ${module}`));
    using((module) => done.push(`find by ${module}`));
    asked[1]!.resolve('the second import');
    await settled();
    expect(done).toEqual(['open by the second import', 'find by the second import']);
    asked[0]!.resolve('the first import');
    await settled();
    expect(done).toHaveLength(2);
  });

  it('are dropped if it cannot be loaded, and the next one loads it again', async () => {
    const { asked, load } = imports();
    const done: string[] = [];
    const using = lateModule(load);
    using(() => done.push('lost'));
    asked[0]!.reject(new Error('The network is away.'));
    await settled();
    using((module) => done.push(module));
    asked[1]!.resolve('module');
    await settled();
    expect(done).toEqual(['module']);
  });
});
