import { expect, test } from 'vitest';
import { confinedProcesses } from './processes.ts';

const limits = { processes: 1, timeoutMs: 500, idleMs: 5_000, megabytes: 64 };
const processes = (change: Partial<typeof limits> = {}) =>
  confinedProcesses<{ do: 'echo' | 'spin' | 'hoard' | 'hoard-buffers' | 'repeat' | 'throw'; say?: string }, string>(
    () => import('./process.fixture.ts'),
    { ...limits, ...change }
  );

test('work is done elsewhere, one piece after another', async () => {
  const confine = processes({ timeoutMs: 100_000 });
  const all = await Promise.all(['a', 'b', 'c'].map((say) => confine({ do: 'echo', say })));
  expect(all).toEqual([{ done: 'a' }, { done: 'b' }, { done: 'c' }]);
});

test('work without end is stopped at its deadline, and the next piece is done', async () => {
  const confine = processes({ timeoutMs: 1_000 });
  const both = await Promise.all([confine({ do: 'spin' }), confine({ do: 'echo', say: 'next' })]);
  expect(both).toEqual([{ stopped: 'time' }, { done: 'next' }]);
});

test('work that takes all memory is stopped, and the next piece is done', async () => {
  const confine = processes({ timeoutMs: 100_000 });
  const both = await Promise.all([confine({ do: 'hoard' }), confine({ do: 'echo', say: 'next' })]);
  expect(both).toEqual([{ stopped: 'memory' }, { done: 'next' }]);
});

test('work that takes all memory in buffers, which are no objects, is stopped as well', async () => {
  const confine = processes({ timeoutMs: 100_000 });
  const both = await Promise.all([confine({ do: 'hoard-buffers' }), confine({ do: 'echo', say: 'next' })]);
  expect(both).toEqual([{ stopped: 'memory' }, { done: 'next' }]);
});

test('work on a text that is longer than any can be is stopped by its size, not a fault', async () => {
  expect(await processes({ timeoutMs: 100_000 })({ do: 'repeat', say: 'a' })).toEqual({ stopped: 'memory' });
});

test('a fault of ours is an error, not a limit', async () => {
  await expect(processes({ timeoutMs: 100_000 })({ do: 'throw' })).rejects.toThrow('does not work: Error: ours');
});
