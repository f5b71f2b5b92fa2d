import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { alone } from './lock.mjs';
import { run } from './process.mjs';
import { say, seconds } from './progress.mjs';

/** Debian keeps the programs of each version outside PATH. */
const DEBIAN = '/usr/lib/postgresql';
const STARTING_MS = 60_000;
const STOPPING_MS = 20_000;

/** @param {string} folder */
const works = (folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));

/** The folder with PostgreSQL's programs, or null. A folder in the variable VOIRDIRE_POSTGRES comes first. @returns {string | null} */
export function findPostgres() {
  if (process.getuid?.() === 0 && user() === null) return null;
  const chosen = process.env.VOIRDIRE_POSTGRES;
  if (chosen !== undefined) return works(chosen) ? chosen : null;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...versions.map((version) => join(DEBIAN, version, 'bin')), ...folders].find(works) ?? null;
}

/**
 * Finds PostgreSQL for the tests of workers or, as root on Debian, installs it. Without it those tests are skipped.
 * @returns {Promise<{ folder: string } | { missing: string }>} its programs, or why there are none
 */
export async function ensurePostgres() {
  const found = findPostgres();
  if (found) return { folder: found };
  const remedy =
    'Install PostgreSQL 13 or later, or name the folder of its programs in the variable VOIRDIRE_POSTGRES.';
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0)
    return { missing: `PostgreSQL was not found. ${remedy}` };
  return alone('postgres', async () => {
    const began = Date.now();
    say('Installing PostgreSQL with apt-get …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '--no-install-recommends', 'postgresql'];
    for (const args of [['update'], install]) {
      const result = await run('apt-get', ['-q', ...args], { output: 'capture', env });
      if (result.code !== 0) return { missing: `apt-get ${args.join(' ')} failed. ${remedy}` };
    }
    const installed = findPostgres();
    if (!installed) return { missing: `apt-get installed postgresql, but its programs were not found. ${remedy}` };
    say(`PostgreSQL installed in ${seconds(began)}.`);
    return { folder: installed };
  });
}

/** PostgreSQL refuses to run as root: then it runs as the user of Debian's package; null if there is none. @returns {{ uid?: number, gid?: number } | null} */
function user() {
  if (process.getuid?.() !== 0) return {};
  const id = (/** @type {string} */ flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  return uid > 0 && gid > 0 ? { uid, gid } : null;
}

/** @returns {Promise<number>} a free port of loopback */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/**
 * Starts a PostgreSQL server of its own on loopback, with its data in a temporary folder and a random password. The service of the
 * system is not touched.
 * @param {string} programs folder with PostgreSQL's programs
 * @param {{ safe?: boolean }} [options] `safe`: commits reach the disk, as in production; else they outlast a kill of PostgreSQL, not a power cut
 */
export async function startPostgres(programs, { safe = false } = {}) {
  const as = user();
  if (as === null) throw new Error('PostgreSQL does not run as root, and there is no user postgres. Create that user.');
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(data, { mode: 0o700 });
  if (as.uid !== undefined && as.gid !== undefined)
    for (const path of [folder, data, passwordFile]) chownSync(path, as.uid, as.gid);
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'voirdire', '--pwfile', passwordFile, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '-N'],
    { ...as, encoding: 'utf8', cwd: folder }
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const settings = [
    ...[`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=100'],
    ...(safe ? [] : ['fsync=off', 'full_page_writes=off'])
  ];
  /** @type {import('node:child_process').ChildProcess | null} */
  let server = null;

  const begin = async () => {
    let told = '';
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
      ...as,
      cwd: folder,
      stdio: /** @type {['ignore', 'ignore', 'pipe']} */ (['ignore', 'ignore', 'pipe'])
    });
    server = child;
    const ready = new Promise((resolve) => {
      child.stderr.setEncoding('utf8');
      child.stderr.on('data', (/** @type {string} */ text) => {
        told = (told + text).slice(-20_000);
        if (told.includes('ready to accept connections')) resolve(true);
      });
      child.once('exit', () => resolve(false));
    });
    const up = await Promise.race([ready, sleep(STARTING_MS, false, { ref: false })]);
    if (!up) throw new Error(`PostgreSQL did not start: ${told}`);
  };
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    const child = server;
    server = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPPING_MS);
    await gone;
    clearTimeout(timer);
    if (signal === 'SIGKILL') await withoutProcess();
  };
  /** After a kill of the first process its others end by themselves; the next server refuses to start before that. */
  const withoutProcess = async () => {
    const inUse = () => {
      if (!existsSync(join(data, 'postmaster.pid'))) return false;
      const shared = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[6]?.trim().split(/\s+/)[1];
      const { stdout } = spawnSync('ipcs', ['-m', '-i', shared ?? ''], { encoding: 'utf8' });
      return /nattch=([1-9]\d*)/.test(stdout);
    };
    for (const until = Date.now() + STOPPING_MS; inUse() && Date.now() < until;) await sleep(100);
  };
  await begin();
  return {
    url: `postgres://voirdire:${password}@127.0.0.1:${port}/postgres`,
    /**
     * Ends the server, with SIGKILL as a crash does, and starts it again on the same data.
     * @param {NodeJS.Signals} [signal]
     * @param {() => Promise<void>} [whileAway] ends before the server starts again
     */
    async restart(signal = 'SIGINT', whileAway) {
      await end(signal);
      await whileAway?.();
      await begin();
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
