import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, stageFile, writeTogether, writeWhole } from './whole-files.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'voirdire-whole-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');

/** Content that the disk refuses after its first piece. */
function* tooLarge(): Generator<string> {
  yield 'new, and ';
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
}

describe('a folder', () => {
  it('is made with those above it, with the given rights, and not touched if it exists', () => {
    makeFolder(at('a/b/c'), 0o700);
    expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(at(name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
    chmodSync(at('a'), 0o755);
    makeFolder(at('a'), 0o700);
    expect(statSync(at('a')).mode & 0o777).toBe(0o755);
  });

  it('is refused with its path below a file and where the system makes none', () => {
    writeFileSync(at('file'), '');
    expect(() => makeFolder(at('file'))).toThrow(expect.objectContaining({ code: 'EEXIST', path: at('file') }));
    expect(() => makeFolder(at('file/a/b'))).toThrow(/ENOTDIR|EEXIST/);
    // With Node's own recursive function this call did not return.
    if (process.platform === 'linux')
      expect(() => makeFolder('/proc/voirdire/a')).toThrow(
        expect.objectContaining({ code: 'ENOENT', syscall: 'mkdir' })
      );
  });
});

describe('a file written whole', () => {
  it('replaces an earlier one, keeps its permissions, and leaves nothing else in the folder', () => {
    writeFileSync(at('scores.csv'), 'earlier');
    chmodSync(at('scores.csv'), 0o640);
    writeWhole(at('scores.csv'), ['a,', 'b\n']);
    expect([text('scores.csv'), statSync(at('scores.csv')).mode & 0o777]).toEqual(['a,b\n', 0o640]);
    expect(readdirSync(folder)).toEqual(['scores.csv']);
  });

  it('leaves the earlier one unchanged if the disk is full, and the error has its path', () => {
    writeFileSync(at('scores.csv'), 'earlier');
    expect(() => writeWhole(at('scores.csv'), tooLarge())).toThrow(
      expect.objectContaining({ code: 'ENOSPC', path: at('scores.csv') })
    );
    expect(text('scores.csv')).toBe('earlier');
    expect(readdirSync(folder)).toEqual(['scores.csv']);
  });

  it('replaces the file that a symbolic link names, not the link', () => {
    writeFileSync(at('real.csv'), 'earlier');
    symlinkSync(at('real.csv'), at('link.csv'));
    writeWhole(at('link.csv'), 'new');
    expect([text('real.csv'), readdirSync(folder).length]).toEqual(['new', 2]);
  });

  it('removes parts that a killed process left there an hour ago, and none that may still be written', () => {
    for (const name of ['.voirdire.part-01234567', '.voirdire.part-89abcdef', '.other.part-0']) writeFileSync(at(name), 'x'); // prettier-ignore
    const before = Date.now() / 1_000 - 3_700;
    for (const name of ['.voirdire.part-01234567', '.other.part-0']) utimesSync(at(name), before, before);
    writeWhole(at('scores.csv'), 'new');
    expect(readdirSync(folder).sort()).toEqual(['.other.part-0', '.voirdire.part-89abcdef', 'scores.csv']);
  });

  it('below a file fails with its own path, not that of its unfinished part', () => {
    writeFileSync(at('a-file'), 'text');
    const path = join(at('a-file'), 'scores.csv');
    expect(() => writeWhole(path, 'new')).toThrow(expect.objectContaining({ code: 'ENOTDIR', path }));
  });

  it('may have a name as long as the file system permits', () => {
    const name = `${'n'.repeat(251)}.csv`;
    writeWhole(at(name), 'new');
    expect(text(name)).toBe('new');
  });

  it('refuses a folder and a missing folder with the given path', () => {
    mkdirSync(at('in'));
    expect(() => writeWhole(at('in'), 'x')).toThrow(expect.objectContaining({ code: 'EISDIR', path: at('in') }));
    expect(() => writeWhole(at('no/x'), 'x')).toThrow(expect.objectContaining({ code: 'ENOENT', path: at('no/x') }));
    expect(() => writeWhole('', 'x')).toThrow(expect.objectContaining({ code: 'ENOENT', path: '' }));
  });

  it('is not under its name before it is placed', () => {
    const staged = stageFile(at('scores.csv'), 'new');
    expect(readdirSync(folder)).not.toContain('scores.csv');
    staged.drop();
    expect(readdirSync(folder)).toEqual([]);
    stageFile(at('scores.csv'), 'new').place();
    expect(readdirSync(folder)).toEqual(['scores.csv']);
  });
});

describe('files written together', () => {
  it('replace none of the earlier ones if the disk is full at the last', () => {
    for (const name of ['scores.csv', 'systems.csv']) writeFileSync(at(name), 'earlier');
    const files: [string, string | Generator<string>][] = [
      [at('scores.csv'), 'new'],
      [at('reports/a.md'), 'new'],
      [at('systems.csv'), tooLarge()]
    ];
    expect(() => writeTogether(files)).toThrow(expect.objectContaining({ code: 'ENOSPC', path: at('systems.csv') }));
    expect([text('scores.csv'), text('systems.csv'), readdirSync(at('reports'))]).toEqual(['earlier', 'earlier', []]);
    expect(readdirSync(folder).sort()).toEqual(['reports', 'scores.csv', 'systems.csv']);
    writeTogether(files.slice(0, 2));
    expect([text('scores.csv'), text('reports/a.md')]).toEqual(['new', 'new']);
  });
});
