import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { ProblemList } from './problem-list.ts';
import { bytesOf } from '../import/queries/queries.fixture.ts';
import { openZip, type ZipLimits } from './zip.ts';

const limits: ZipLimits = { entries: 100, bytesPerFile: 1000, bytesInAll: 5000 };
const CENTRAL = [0x50, 0x4b, 1, 2];

function open(bytes: Uint8Array, within = limits) {
  const problems = new ProblemList();
  const files = openZip(bytes, within, problems).map((entry) => ({ path: entry.path, content: entry.read() }));
  return { files, problems: problems.all };
}

/** A zip whose list says something else of its first file than is true. */
function lying(bytes: Uint8Array, field: { at: number; value: number }): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(field.value, copy.indexOf(Buffer.from(CENTRAL)) + field.at);
  return copy;
}

const reasons = (bytes: Uint8Array, within = limits) =>
  open(bytes, within)
    .problems.map(({ reason }) => reason)
    .join('\n');

describe('openZip', () => {
  it('gives back what was packed, packed hard or not at all', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-zü中]{1,8}$/u), fc.uint8Array({ maxLength: 300 }), {
          minKeys: 1,
          maxKeys: 8
        }),
        fc.constantFrom(0 as const, 9 as const),
        (files, level) => {
          const opened = open(zipSync(files, { level }));
          expect(opened.problems).toEqual([]);
          expect(opened.files.map(({ path, content }) => [path, Buffer.from(content!)])).toEqual(
            Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])
          );
        }
      )
    );
  });

  it('reads no symbolic link as if the path in it were the text of a file, and names it', () => {
    const link = { os: 3, attrs: 0o120_777 * 2 ** 16 };
    const bytes = zipSync({
      'a.md': new TextEncoder().encode('# A'),
      'b.md': [new TextEncoder().encode('a.md'), link]
    });
    const { files, problems } = open(bytes);
    expect(files.map(({ path, content }) => [path, content === null])).toEqual([
      ['a.md', false],
      ['b.md', true]
    ]);
    expect(problems).toMatchObject([
      { column: 'b.md', reason: expect.stringContaining('The file is a symbolic link') }
    ]);
  });

  it('refuses before unpacking what promises more than the limits', () => {
    const zeros = new Uint8Array(900);
    expect(reasons(zipSync({ a: new Uint8Array(1001) }))).toMatch(/unpacks to 1,001 bytes/);
    expect(reasons(zipSync(Object.fromEntries('abcdef'.split('').map((name) => [name, zeros]))))).toMatch(
      /archive unpacks to 5,400 bytes/
    );
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, zeros.subarray(0, 1)]));
    expect(reasons(zipSync(many))).toMatch(/lists 101 entries; at most 100/);
  });

  it('refuses a bomb whose entries share their packed bytes, and names one', () => {
    const one = Buffer.from(zipSync({ 'aa.md': new Uint8Array(9 * 1024 * 1024) }));
    const [central, end] = [one.indexOf(Buffer.from(CENTRAL)), one.length - 22];
    const entries = Array.from({ length: 90 }, (_, n) => {
      const entry = Buffer.from(one.subarray(central, end));
      entry.write(String(n).padStart(2, '0'), entry.indexOf('aa.md'));
      return entry;
    });
    const last = Buffer.from(one.subarray(end));
    last.writeUInt16LE(90, 10);
    const bomb = Buffer.concat([one.subarray(0, central), ...entries, last]);
    expect(bomb.length).toBeLessThan(20_000);
    const most = { entries: 100, bytesPerFile: 10 * 1024 * 1024, bytesInAll: 1000 * 1024 * 1024 };
    const { files, problems } = open(bomb, most);
    expect(files).toEqual([]);
    expect(problems).toMatchObject([{ column: '00.md', reason: expect.stringContaining('times its size') as string }]);
  });

  it('does not unpack more than the list promises', () => {
    const bomb = zipSync({ 'a.md': new Uint8Array(5_000_000) });
    expect(reasons(lying(bomb, { at: 24, value: 10 }))).toMatch(/does not unpack to the listed size/);
    expect(reasons(lying(zipSync({ 'a.md': new Uint8Array(50) }), { at: 24, value: 60 }))).toMatch(/its size differs/);
  });

  it('reads UTF-8 names that are not marked as such, and refuses names in another encoding', () => {
    const unmarked = lying(zipSync({ 'ü中.md': bytesOf('x') }), { at: 6, value: 20 });
    expect(open(unmarked)).toMatchObject({ files: [{ path: 'ü中.md' }], problems: [] });
    const bytes = Buffer.from(unmarked);
    const at = bytes.lastIndexOf(Buffer.from('ü'));
    bytes[at] = 0x81;
    expect(reasons(bytes)).toMatch(/unknown encoding/);
  });

  it('notices damage to the content', () => {
    const bytes = zipSync({ 'a.md': bytesOf('words '.repeat(20)) }, { level: 0 });
    bytes[60]! ^= 1;
    expect(reasons(bytes)).toMatch(/checksum is wrong/);
  });

  it.each(['../a.md', 'x/../../a.md', '/etc/a.md', 'C:/a.md', '..\\a.md', 'a\nb.md'])('refuses the path %j', (path) => {
    const { files, problems } = open(zipSync({ [path]: bytesOf('x') }));
    expect(files).toEqual([]);
    expect(problems).toMatchObject([{ reason: expect.stringMatching(/points outside the archive/) }]);
  });

  it('refuses encrypted files, other methods and Zip64', () => {
    const bytes = zipSync({ 'a.md': bytesOf('x') });
    expect(reasons(lying(bytes, { at: 8, value: 1 }))).toMatch(/encrypted/);
    expect(reasons(lying(bytes, { at: 10, value: 12 }))).toMatch(/method/);
    expect(reasons(lying(bytes, { at: 42, value: 0xffffffff }))).toMatch(/Zip64/);
    expect(reasons(lying(bytes, { at: 42, value: 0x7fffffff }))).toMatch(/not at the listed position/);
  });

  it('never throws, whatever the bytes', () => {
    const whole = zipSync({ 'a.md': bytesOf('some words'), 'b/c.md': bytesOf('more words') });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255))), fc.nat(whole.length), (changes, cut) => {
        const bytes = whole.slice(0, whole.length - (cut % 40));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        const { files, problems } = open(bytes);
        expect(files.every(({ content }) => content !== null) || problems.length > 0).toBe(true);
      }),
      { numRuns: 500 }
    );
    expect(reasons(new Uint8Array(0))).toMatch(/damaged or truncated/);
  });
});
