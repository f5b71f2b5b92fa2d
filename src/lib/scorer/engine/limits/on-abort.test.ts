import { expect, it } from 'vitest';
import { onAbort } from './on-abort.ts';

it('calls all back that were not called off, once and in their order', () => {
  const stop = new AbortController();
  const heard: string[] = [];
  const callOff = onAbort(stop.signal, () => heard.push('called off'));
  onAbort(stop.signal, () => {
    heard.push('first');
    callOffLast();
  });
  onAbort(stop.signal, () => heard.push('second'));
  const callOffLast = onAbort(stop.signal, () => heard.push('called off by the first'));
  callOff();
  stop.abort();
  stop.abort();
  expect(heard).toEqual(['first', 'second']);
});
