import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { copyLoadedDemo } from '../loaded-demo.ts';

const root = join(import.meta.dirname, '../..');

export interface DemoPerson {
  role: string;
  name: string;
  email: string;
  password: string;
}

/** The output of `serve --json` and `demo --json` once the server answers. */
interface Started {
  address: string;
  data: string;
  /** `serve` on an empty database: the one-time link for the first admin. */
  setUp?: string | null;
}

export interface RunningServer extends Required<Started> {
  /** Of the demo. */
  people: DemoPerson[];
  pid: number;
  /** Ends it as an operator would, and waits. `kill` gives it no chance to tidy up. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts the built server on a free port, on data of its own: the demo benchmark alone, with the other project of the demo (`story`), or
 * nothing. `data` starts it on data that an earlier one has left behind (by `stop('SIGKILL')`, which keeps it).
 */
export async function startServer(
  options: { demo?: boolean; story?: boolean; data?: string; port?: number; env?: Record<string, string> } = {}
): Promise<RunningServer> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'voirdire-e2e-'));
  const demo = options.demo !== false;
  const command = options.story ? 'demo' : 'serve';
  if (demo && !options.data) copyLoadedDemo(data, options.story ? 'all' : 'its-own');
  const args = [
    ...(process.env.VOIRDIRE_SLOW ? ['--import', new URL('slow.ts', import.meta.url).href] : []),
    join(root, 'src/cli/main.ts'),
    command,
    '--port',
    String(options.port ?? 0),
    '--host',
    '127.0.0.1',
    '--data',
    data,
    '--json'
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ORIGIN: '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  const started = await readStart(child).catch((error: unknown) => {
    if (!options.data) rmSync(data, { recursive: true, force: true });
    throw error;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    ...started,
    setUp: started.setUp ?? null,
    people: demo ? (JSON.parse(readFileSync(join(data, 'demo-sign-ins.json'), 'utf8')) as DemoPerson[]) : [],
    pid: child.pid!,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      if (signal === 'SIGTERM' && !options.data) rmSync(data, { recursive: true, force: true });
    }
  };
}

function readStart(child: ChildProcess): Promise<Started> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    child.stderr!.on('data', (chunk) => (errors = (errors + chunk).slice(-4000)));
    child.once('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it answered.\n${output}${errors}`))
    );
    child.stdout!.on('data', (chunk) => {
      output += chunk;
      try {
        const printed = JSON.parse(output) as Started;
        if (printed.address) resolve(printed);
      } catch {
        // not whole yet
      }
    });
  });
}

/**
 * For tests that start servers of their own. It knows `server` all the same: Playwright ends a worker, its browser and its server
 * where the next file's tests know other things that belong to a worker, and starting them takes seconds.
 */
export const testAside = base.extend<object, { server: RunningServer }>({
  server: [
    // Playwright reads the names of the fixtures that this one needs from the pattern, so there has to be one.
    async ({ browserName: _any }, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 600_000 }
  ]
});

/**
 * `server`: the demo, shared by the tests that one worker runs, with `page.goto('/…')` going there. For tests that read, or
 * that write only data that no other test counts; others start their own in `beforeAll`.
 */
export const test = testAside.extend({ baseURL: async ({ server }, use) => use(server.address) });

export { expect } from '@playwright/test';
