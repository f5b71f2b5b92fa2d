import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../lib/errors.ts';
import { newFolder, removeFolders, run } from './command.fixture.ts';
import { exit, fail } from './outcome.ts';
import { home } from './place.ts';
import { withServeOptions, type ServeOptions } from './serve.ts';

afterAll(removeFolders);

function voirdire(args: string[], env: Record<string, string> = {}): { code: number | null; out: string; err: string } {
  const data = join(newFolder('cli'), 'data');
  const done = spawnSync(process.execPath, [join(home, 'src/cli/main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, VOIRDIRE_DATA: data, ...env }
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

const commands = [...voirdire(['--help']).out.matchAll(/^ {2}([a-z]+) .*\n?/gm)]
  .map((m) => m[1]!)
  .filter((name) => name !== 'help');

describe('the command line', () => {
  it('lists its commands', () => {
    expect(commands).toContain('serve');
  });

  it.each(commands)('%s --help explains itself with an example', async (name) => {
    const { code, out } = await run([name, '--help']);
    expect(code).toBe(exit.done);
    expect(out).toContain('Example');
    expect(out).toMatch(new RegExp(`\\$ (npx )?voirdire ${name}`));
  });

  it.each([[['nonsense']], [['serve', '--port', '70000']], [['serve', '--nonsense']], [[]]])(
    'ends with 2 when called wrongly: %j',
    async (args) => {
      const { code, err } = await run(args);
      expect(code).toBe(exit.usage);
      expect(err).not.toBe('');
    }
  );

  it('says as JSON what is wrong with a call that asks for JSON', async () => {
    const { out } = await run(['audit', 'list', '--limit', '0', '--json']);
    const message = expect.stringContaining("option '--limit <number>' argument '0' is invalid") as string;
    expect(JSON.parse(out)).toEqual({ error: { code: 'usage', message, problems: [] } });
  });

  it('passes its exit code on to the process that started it', () => {
    expect(voirdire(['nonsense']).code).toBe(exit.usage);
  });

  it('names the variable that holds a wrong port', () => {
    expect(voirdire(['serve'], { PORT: 'abc' }).err).toContain('PORT');
  });

  it('counts an empty HOST or PORT as unset: Node would listen on every address of the machine', () => {
    vi.stubEnv('HOST', '').stubEnv('PORT', '');
    const { host, port } = withServeOptions(new Command(), '').parse([], { from: 'user' }).opts<ServeOptions>();
    vi.unstubAllEnvs();
    expect({ host, port }).toEqual({ host: '127.0.0.1', port: 3000 });
  });

  it('runs on the very files of src: every command has a file of its own there, restore that of backup, kinds of things manage', () => {
    const files = readdirSync(join(home, 'src/cli'));
    expect(commands.filter((name) => !files.includes(`${name}.ts`))).toEqual([
      ...['project', 'run', 'system', 'query', 'topic', 'item'],
      'restore'
    ]);
    expect(existsSync(join(home, 'src/cli/main.ts'))).toBe(true);
  });
});

describe('a failure', () => {
  const quiet = (work: () => number): { code: number; out: string[]; err: string[] } => {
    const [out, err]: [string[], string[]] = [[], []];
    const { log, error } = console;
    console.log = (line: string) => void out.push(line);
    console.error = (line: string) => void err.push(line);
    try {
      return { code: work(), out, err };
    } finally {
      Object.assign(console, { log, error });
    }
  };
  const refusal = new Refusal('invalid-input', 'Nothing was imported.', [
    { row: 3, column: 'qid', reason: 'The query has no id.', found: '' }
  ]);

  it('that is a refusal tells row, column and reason on stderr', () => {
    const { code, out, err } = quiet(() => fail(refusal, false));
    expect(code).toBe(exit.failed);
    expect(out).toEqual([]);
    expect(err.join('\n')).toBe('Nothing was imported.\n  row 3, qid: The query has no id. Found: ""');
  });

  it('is data if data was asked for', () => {
    const { out } = quiet(() => fail(refusal, true));
    expect(JSON.parse(out.join(''))).toEqual({
      error: { code: 'invalid-input', message: 'Nothing was imported.', problems: refusal.problems }
    });
  });

  it('of any other kind shows its message and no stack', () => {
    const { code, err } = quiet(() => fail(new Error('disk is full'), false));
    expect(code).toBe(exit.failed);
    expect(err).toEqual(['disk is full']);
  });
});
