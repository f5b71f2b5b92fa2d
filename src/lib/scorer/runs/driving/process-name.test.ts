import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isGone, processAddress, processName } from './process-name.server.ts';

describe('the name of a process', () => {
  it('tells that this one lives, that an ended one is gone, and nothing of what runs elsewhere', () => {
    const mine = processName();
    expect(processName()).not.toBe(mine);
    expect(isGone(mine)).toBe(false);
    expect(isGone(mine.replace(String(process.pid), '99999999'))).toBe(true);
    const [, ...rest] = JSON.parse(mine) as unknown[];
    expect(isGone(JSON.stringify(['another machine', 99999999, ...rest.slice(1)]))).toBe(false);
    expect(isGone('a name')).toBe(false);
    expect(isGone('null')).toBe(false);
  });

  it('gives its number and machine, and nothing from a name that has neither', () => {
    expect(processAddress(processName())).toBe(`PID ${process.pid} on ${hostname()}`);
    for (const name of ['a name', 'null', '[]', '{}', '["here","one"]']) expect(processAddress(name)).toBeNull();
  });
});
