import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import { inTheWay, newFolder, removeFolders, run } from './command.fixture.ts';
import { Refusal } from '../lib/errors.ts';
import { exit } from './outcome.ts';
import { resultsNotWritten, runInterrupted } from './unwritten-results.ts';

afterAll(removeFolders);

const files = inTheWay();
const here = (name: string): string => join(files, name);
const given = ['--reports', here('reports'), '--queries', here('queries.csv'), '--metric', 'presentation'];

describe('results that cannot be written', () => {
  it('after a pause are told with the fault, the pause and the command that resumes', () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write', path: 'out/scores.csv' });
    const refused = resultsNotWritten(full, 'The disk is full. Resume it with:\n  npx voirdire score --resume', 'x');
    expect(refused.message).toBe(
      'The results were not written. The disk is full, so that out/scores.csv was not written. Make room on the disk, then resume the run. (ENOSPC)\nThe run is paused: The disk is full. Resume it with:\n  npx voirdire score --resume'
    );
    expect(refused.code).toBe('no-room');
  });

  it('are told with the command that resumes if the run could not be started or read, and other errors stay', () => {
    const words =
      'The disk of the database is full or fails (SQLITE_FULL). Make room on the disk, then resume the run.';
    const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    const kept = words.replace('. Make', '. Everything saved before is kept. Make');
    expect(runInterrupted(new Refusal('no-room', words), 'x')).toMatchObject({
      message: `${words} Resume it with:\n  x`
    });
    expect(runInterrupted(full, 'x')).toMatchObject({ code: 'no-room', message: `${kept} Resume it with:\n  x` });
    const others = [new Refusal('conflict', 'x'), new Error('x')];
    expect(others.map((one) => runInterrupted(one, 'y'))).toEqual(others);
  });

  it('after a complete run are told with the command that writes them, which asks nothing again', async () => {
    const out = newFolder('out');
    expect((await run(['score', ...given, '--judge', 'rules', '--out', out])).code).toBe(exit.done);
    rmSync(join(out, 'scores.csv'));
    mkdirSync(join(out, 'scores.csv'));
    const { code, err } = await run(['score', ...given, '--judge', 'rules', '--out', out, '--again']);
    const resume = ['npx voirdire score', ...given, '--judge rules --out', out, '--resume'].join(' ');
    expect(code).toBe(exit.failed);
    expect(err).toContain(
      `The results were not written. ${join(out, 'scores.csv')} is a folder. Specify a file. (EISDIR)\nThe run is complete and its answers are kept. Write its results with:\n  ${resume}\n`
    );
    rmSync(join(out, 'scores.csv'), { recursive: true });
    expect((await run(['score', ...given, '--judge', 'rules', '--out', out, '--resume'])).code).toBe(exit.done);
    expect(existsSync(join(out, 'scores.csv'))).toBe(true);
  });
});

describe('a JUnit file', () => {
  it('that cannot be written is refused before a judge is asked', async () => {
    const judge = await startOpenAi();
    try {
      const env = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: judge.url };
      const out = join(newFolder('out'), 'scored');
      const scored = [...given, '--judge', 'openai:gpt-5', '--out', out];
      const { code, err } = await run(['score', ...scored, '--junit', here('folder')], env);
      expect([code, err]).toEqual([exit.failed, `${here('folder')} is a folder. Specify a file. (EISDIR)\n`]);
      expect([judge.count(), existsSync(out)]).toEqual([0, false]);
    } finally {
      await judge.stop();
    }
  });

  it.each([
    ['score', ['--project', 'none', '--metric', 'presentation', '--judge', 'rules']],
    ['score', [...given, '--judge', 'rules', '--query', 'none', '--out', join(newFolder('out'), 'scored')]],
    ['gate', ['--project', 'none', '--require', 'presentation>=5']]
  ])('of a %s that fails holds the failure, not the result of an earlier build', async (command, words) => {
    const data = newFolder('data');
    await run(['users', 'add', '--name', 'Ana', '--email', 'ana@x.example', '--data', data]);
    const junit = join(newFolder('junit'), 'ci', 'result.xml');
    mkdirSync(join(junit, '..'));
    writeFileSync(junit, '<testsuites name="earlier"/>');
    const { code, err } = await run([command, ...words, '--data', data, '--junit', junit]);
    expect(code).toBe(exit.failed);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).not.toContain('earlier');
    expect(xml).toMatch(new RegExp(`name="voirdire ${command}" tests="1" failures="0" errors="1"`));
    const inXml = err.trim().replaceAll('"', '&quot;').replaceAll('\n', '&#10;');
    expect(xml).toContain(`<error message="${inXml}"`);
  });
});

const dash = 'which does not stand for standard output here. Specify a path (./- for that name).';

describe('an empty path, as of a variable that is not set, or - for output', () => {
  it.each([
    [['score', ...given, '--judge', 'rules', '--out', ''], '--out is empty. Specify a folder, or remove the option.'],
    [['score', '--reports', '', '--create-queries', '--judge', 'rules', '--metric', 'presentation', '--out', 'x'], '--reports is empty. Specify a path, or remove the option.'],
    [['site', ''], 'The argument <folder> is empty. Specify a path.'],
    [['backup', ''], 'The argument <file> is empty. Specify a path.'],
    [['backup', '-'], `The argument <file> is "-", ${dash}`],
    [['report', '1', '--output', '-'], `--output is "-", ${dash}`],
    [['import', here('queries.csv'), '', '--project', 'x'], 'The argument <file-or-folder> is empty. Specify a path.']
  ])('is refused before anything is read or written: %s', async (words, message) => {
    const before = readdirSync('.');
    const data = newFolder('data');
    expect(await run([...words], { VOIRDIRE_DATA: data })).toMatchObject({ code: exit.failed, err: `${message}\n` });
    expect([readdirSync('.'), readdirSync(data)]).toEqual([before, []]);
  }); // prettier-ignore
});

describe('a folder where a command reads a file', () => {
  const folder = here('folder');
  it.each([
    [['rubric', 'check', folder]],
    [['score', '--suite', folder, '--project', 'x', '--judge', 'rules']],
    [['card', 'verify', folder]],
    [['verify', here('a-file'), '--signature', folder]],
    [['import', '--verdicts', folder, '--project', 'x']],
    [['import', '--traces', folder, '--project', 'x']],
    [['restore', folder]],
    [['restore', here('a-file'), '--key-file', folder]],
    [['prompts', 'gold', folder, folder, '--out', here('gold')]]
  ])('is named: %s', async (words) => {
    expect(await run(words, { VOIRDIRE_DATA: newFolder('data') })).toMatchObject({
      ...{ code: exit.failed, err: `${folder} is a folder. Specify a file.\n` }
    });
  });

  it.skipIf(!existsSync('/dev/full'))('is refused as a device that never ends is', async () => {
    const { err } = await run(['import', '--results', '/dev/full', '--project', 'x'], {
      VOIRDIRE_DATA: newFolder('data')
    });
    expect(err).toBe('/dev/full is a device. Specify a file.\n');
  });
});
