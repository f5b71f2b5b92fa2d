import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inTheWay, newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { home } from './place.ts';
import { systemFaultWords } from './system-faults.ts';

afterAll(removeFolders);

const files = inTheWay();
const here = (name: string): string => join(files, name);

it.each([
  ['a folder', here('folder'), `${here('folder')} is a folder. Specify a file. (EISDIR)`],
  ['a missing folder', here('none/gate.svg'), 'Check the path, or create the folder. (ENOENT)'],
  [
    'a path through a file',
    here('a-file/x.svg'),
    'leads through a file, not a folder. Specify another path. (ENOTDIR)'
  ],
  ['no path', '', 'The path of a file is empty. Specify a file. (ENOENT)']
])('an output file that is %s is told with the reason and the remedy', (_, output, message) => {
  let caught: unknown = null;
  try {
    writeFileSync(output, 'text');
  } catch (error) {
    caught = error;
  }
  expect(systemFaultWords(caught)).toContain(message);
});

it.each([
  ['EFBIG', '/a/gate.svg is larger than this user or the file system permits. Raise the limit (ulimit -f)'],
  ['ELOOP', '/a/gate.svg leads through symbolic links that end nowhere.'],
  ['EMFILE', 'Too many files are open for this user. Raise the limit (ulimit -n)'],
  ['EBUSY', '/a/gate.svg is in use by the system or another program.'],
  ['EIO', 'The disk failed at /a/gate.svg. Check the disk']
])('the code %s has a sentence with the remedy', (code, words) => {
  const error = Object.assign(new Error(code), { code, syscall: 'open', path: '/a/gate.svg' });
  expect(systemFaultWords(error)).toContain(words);
});

it('a database of another user is not called missing, and neither is one at a path that cannot be followed', async () => {
  const error = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'stat', path: '/srv/data/voirdire.db' });
  expect(systemFaultWords(error)).toBe(
    'This user has no permission for /srv/data/voirdire.db. Run the command as the user of the server, who owns the data folder. (EACCES)'
  );
  const loop = join(newFolder('loop'), 'data');
  symlinkSync(loop, loop);
  for (const words of [['users', 'list'], ['backup']]) {
    const { code, err } = await run([...words, '--data', loop]);
    expect([code, err]).toEqual([exit.failed, expect.stringMatching(/voirdire\.db leads through symbolic links that end nowhere/)]); // prettier-ignore
  }
});

it('a folder on a read-only file system is not called missing', () => {
  // `mkdirSync` with `recursive` gives ENOENT there.
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'mkdir', path: '/ro/out' });
  expect(systemFaultWords(error)).toBe(
    'The folder /ro/out could not be created. Check that its file system is not read-only, or specify another path. (ENOENT)'
  );
});

it.skipIf(!existsSync('/dev/zero'))('a device that never ends is refused and not read', async () => {
  const { code, err } = await run([
    'import',
    '/dev/zero',
    '--data',
    newFolder('device'),
    '--project',
    'x',
    '--create-project',
    'X'
  ]);
  expect([code, err]).toEqual([exit.failed, '/dev/zero is a device. Specify a file or folder.\n']);
});

it.skipIf(process.platform === 'win32')(
  'import refuses standard input and pipes, whose names tell no format, with the remedy',
  async () => {
    const pipe = join(newFolder('pipe'), 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    for (const path of ['-', pipe]) {
      const { code, err } = await run(['import', path, '--data', newFolder('piped'), '--project', 'x']);
      expect([code, err]).toEqual([
        exit.failed,
        `${path} is standard input or a pipe, whose name does not tell the format. Write it to a file with an extension, such as queries.csv, and import that.\n`
      ]);
    }
  }
);

it('an output folder that is a file is named by the command, on stderr and in its JSON', async () => {
  const out = join(newFolder('out'), 'scored');
  const rules = ['--metric', 'presentation', '--judge', 'rules'];
  const given = ['--reports', here('reports'), '--queries', here('queries.csv')];
  expect((await run(['score', ...given, ...rules, '--out', out])).code).toBe(exit.done);
  expect(await run(['export', '1', '--data', out, '--out', here('a-file')])).toEqual({
    ...{ code: exit.failed, out: '' },
    err: `${here('a-file')} exists already and is not a folder. Specify another path. (EEXIST)\n`
  });
});

it.each([
  ['no database', 'text of another kind', /is not a database.*--data.*voirdire restore.*SQLITE_NOTADB/],
  ['a folder', null, /voirdire\.db is a folder/]
])('a voirdire.db that is %s is named, with the remedy', async (_, content, message) => {
  const data = newFolder('data');
  if (content === null) mkdirSync(join(data, 'voirdire.db'));
  else writeFileSync(join(data, 'voirdire.db'), content);
  expect(await run(['users', 'list', '--data', data, '--json'])).toMatchObject({
    code: exit.failed,
    out: expect.stringMatching(message),
    err: expect.stringMatching(message)
  });
});

it('an error that wraps a full disk is told as a full disk, whatever its own message', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const wrapped = new Error("Failed to run the query 'ROLLBACK'", { cause: full });
  expect(systemFaultWords(wrapped)).toMatch(/^The disk of the database is full.*SQLITE_FULL.*run the command again\.$/);
  expect(systemFaultWords(new Error('Another failure'))).toBeNull();
  expect(systemFaultWords(Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeNull();
});

it.skipIf(process.platform === 'win32')('a disk that fills up while a database is created is named', () => {
  const data = newFolder('filled');
  const command = `ulimit -f 200; exec "$0" "$@"`;
  const words = [
    join(home, 'src/cli/main.ts'),
    'users',
    'add',
    '--name',
    'Ana',
    '--email',
    'ana@x.example',
    '--data',
    data
  ];
  const { status, stderr } = spawnSync('bash', ['-c', command, process.execPath, ...words], { encoding: 'utf8' });
  expect(stderr).toMatch(
    /^The disk of the database is full or fails \(SQLITE_\w+\)\. .* Make room on the disk, then run the command again\.\n$/
  );
  expect(status).toBe(exit.failed);
});

it.skipIf(!existsSync('/dev/full'))('output that does not fit on the disk is a failure without a stack trace', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(home, 'src/cli/main.ts'), 'stats', 'list'], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    encoding: 'utf8'
  });
  expect([status, stderr]).toEqual([
    exit.failed,
    'The output could not be written: The disk is full, so that the output is incomplete. Make room on the disk, then run the command again. (ENOSPC)\n'
  ]);
});

it('output that its reader closes ends the command quietly, and not as if all of it had been done', async () => {
  const command = spawn(process.execPath, [join(home, 'src/cli/main.ts'), 'stats', 'list']);
  command.stdout.destroy();
  let said = '';
  command.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [status] = (await once(command, 'close')) as [number];
  expect([status, said]).toEqual([exit.closed, '']);
});
