import { describe, expect, it } from 'vitest';
import { keyOfLabel, labelOfKey } from './coding-keys.ts';

describe('keys of coding', () => {
  it('name each label of both lists once, and lead back to it', () => {
    const keys = [
      ...Array.from({ length: 9 }, (_, i) => ['domain', i] as const),
      ...Array.from({ length: 26 }, (_, i) => ['category', i] as const)
    ];
    expect(new Set(keys.map(([kind, place]) => keyOfLabel(kind, place))).size).toBe(35);
    for (const [kind, place] of keys) expect(labelOfKey(keyOfLabel(kind, place)!)).toEqual({ kind, place });
  });

  it('run out if a list is longer, and the rest is reached by Tab', () => {
    expect([keyOfLabel('domain', 9), keyOfLabel('category', 26)]).toEqual([null, null]);
  });

  it('take a code off, and leave other keys to the page', () => {
    expect([labelOfKey('0'), labelOfKey('-')]).toEqual([
      { kind: 'domain', place: -1 },
      { kind: 'category', place: -1 }
    ]);
    expect([labelOfKey('Enter'), labelOfKey('?'), labelOfKey('ArrowLeft'), labelOfKey('')]).toEqual([
      null,
      null,
      null,
      null
    ]);
  });
});
