import { expect, test } from 'vitest';
import { politeness } from './politeness.ts';

const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('one host gets its share of places, others go ahead of its queue', async () => {
  const place = politeness({ perHost: 2, total: 3 });
  const entered: string[] = [];
  const leaves = new Map<string, () => void>();
  const enter = (name: string, host: string): void =>
    void place(host, never).then((leave) => {
      entered.push(name);
      leaves.set(name, leave);
    });
  enter('a1', 'a');
  enter('a2', 'a');
  enter('a3', 'a');
  enter('b1', 'b');
  enter('c1', 'c');
  await turn();
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  leaves.get('b1')!();
  await turn();
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c1']);
  leaves.get('a1')!();
  await turn();
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('giving a place back twice gives back one', async () => {
  const place = politeness({ perHost: 1, total: 1 });
  const leave = await place('a', never);
  leave();
  leave();
  await place('a', never);
  let second = false;
  void place('b', never).then(() => (second = true));
  await turn();
  expect(second).toBe(false);
});

test('who gives up waiting takes no place', async () => {
  const place = politeness({ perHost: 1, total: 1 });
  const leave = await place('a', never);
  const stop = new AbortController();
  const waiting = place('a', stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  leave();
  await place('a', never);
  await expect(place('a', AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});
