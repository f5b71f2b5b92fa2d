import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchPackage, packages } from '../scripts/node-package.mjs';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-node-'));
afterAll(() => rmSync(folder, { recursive: true }));

const honest = Buffer.from('the archive that was pinned');
const hashOf = (archive: Buffer) => `sha512-${createHash('sha512').update(archive).digest('base64')}`;
const wanted = { name: 'node-somewhere', version: '24.0.0', integrity: hashOf(honest) };

/** The archive of a package as npm makes it: all files in a folder `package`. */
function packedNode(): Buffer {
  const made = mkdtempSync(join(folder, 'packed-'));
  mkdirSync(join(made, 'package/bin'), { recursive: true });
  writeFileSync(join(made, 'package/package.json'), '{}');
  writeFileSync(join(made, 'package/bin/node'), 'a program', { mode: 0o755 });
  execFileSync('tar', ['-czf', 'packed.tgz', 'package'], { cwd: made });
  return readFileSync(join(made, 'packed.tgz'));
}

/** A registry that answers `npm pack` with an archive, and `npm install` of an archive by putting its text in place. */
function npmThatSends(archive: Buffer) {
  const calls: string[] = [];
  const npm = (args: readonly string[]) => {
    calls.push(args[0]!);
    if (args[0] === 'pack') {
      writeFileSync(join(args[args.indexOf('--pack-destination') + 1]!, 'node-somewhere-24.0.0.tgz'), archive);
    } else {
      const installed = join(args[args.indexOf('--prefix') + 1]!, 'node_modules/node-somewhere/bin/node');
      mkdirSync(dirname(installed), { recursive: true });
      writeFileSync(installed, readFileSync(args.at(-1)!));
    }
    return Promise.resolve({ code: 0, signal: null, output: '' });
  };
  return { npm, calls };
}

describe('the Node that is fetched', () => {
  it('is unpacked from the archive whose hash is kept here', async () => {
    const into = mkdtempSync(join(folder, 'unpacked-'));
    const archive = packedNode();
    const { npm, calls } = npmThatSends(archive);
    expect(await fetchPackage({ ...wanted, integrity: hashOf(archive) }, into, npm)).toBe(true);
    expect(calls).toEqual(['pack']);
    const binary = join(into, 'node_modules/node-somewhere/bin/node');
    expect(readFileSync(binary, 'utf8')).toBe('a program');
    expect(statSync(binary).mode & 0o111).toBe(0o111);
    expect(existsSync(join(into, 'node_modules/node-somewhere/package.json'))).toBe(true);
  });

  it('is installed by npm from that same archive if tar cannot unpack it', async () => {
    const into = mkdtempSync(join(folder, 'honest-'));
    const { npm, calls } = npmThatSends(honest);
    await fetchPackage(wanted, into, npm);
    expect(calls).toEqual(['pack', 'install']);
    expect(readFileSync(join(into, 'node_modules/node-somewhere/bin/node'))).toEqual(honest);
  });

  it('is refused before it is unpacked if the registry sends anything else', async () => {
    const into = mkdtempSync(join(folder, 'other-'));
    const { npm, calls } = npmThatSends(Buffer.from('something else'));
    await expect(fetchPackage(wanted, into, npm)).rejects.toThrow(
      /node-somewhere@24\.0\.0 was not installed: .* sha512-.* sha512-/s
    );
    expect(calls).toEqual(['pack']);
    expect(existsSync(join(into, 'node_modules'))).toBe(false);
  });

  it('has a hash of its own for every platform', () => {
    const hashes = Object.values(packages).map((one) => one.integrity);
    for (const hash of hashes) expect(hash).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(Object.keys(packages)).toEqual(
      expect.arrayContaining(['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64'])
    );
  });
});
