import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpackZstd } from './zstd-frames.ts';

const first = zstdCompressSync(Buffer.from('one '.repeat(5_000)));
const second = zstdCompressSync(Buffer.from('two'));
const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]);

describe('Zstandard content', () => {
  it('of several frames is unpacked whole, if Node gives the first one alone', () => {
    const packed = Buffer.concat([first, skippable, second]);
    expect(Buffer.from(unpackZstd(packed, 100_000)).toString()).toBe(`${'one '.repeat(5_000)}two`);
    expect(zstdDecompressSync(Buffer.concat([first, second])).length).toBe(20_000);
  });

  it('that unpacks to more than allowed, or is cut off or damaged, is refused', () => {
    expect(() => unpackZstd(Buffer.concat([first, second]), 20_002)).toThrow(RangeError);
    expect(() => unpackZstd(first.subarray(0, -3), 100_000)).toThrow(RangeError);
    expect(() => unpackZstd(Buffer.from('no frame at all'), 100)).toThrow(RangeError);
  });
});
