import { expect, it } from 'vitest';
import { newId } from './id.ts';

it('never begins with "-", so that commands take an id as an argument', () => {
  const ids = Array.from({ length: 5_000 }, newId);
  expect(ids.filter((id) => !/^\w[\w-]{15}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(5_000);
});
