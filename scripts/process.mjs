import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, wherever a script was started from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const windows = process.platform === 'win32';

/** A failure whose message is the whole of what a person needs: no stack is printed for it. */
export class Stop extends Error {}

/**
 * Runs a command to its end. Signals that reach us are passed to it; if it was a step of ours, we then end the same way.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, output?: 'inherit' | 'stderr' | 'capture', shell?: boolean,
 *   watched?: boolean, abort?: AbortSignal }} [options] `stderr` sends both streams to
 *   ours; `watched` lets the child notice our death by `stopWithParent`; `abort` ends it early.
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, output: string }>}
 */
export function run(command, args, options = {}) {
  const { output = 'inherit', watched = false } = options;
  const streams =
    output === 'inherit'
      ? ['inherit', 'inherit', 'inherit']
      : output === 'stderr'
        ? ['ignore', 2, 2]
        : ['ignore', 'pipe', 'pipe'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: /** @type {import('node:child_process').StdioOptions} */ (watched ? [...streams, 'ipc'] : streams),
      shell: options.shell ?? false
    });
    /** @type {NodeJS.Signals | null} */
    let received = null;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      received = signal;
      // A terminal sends its interrupt to the child as well: twice would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const end = () => child.kill('SIGTERM');
    options.abort?.addEventListener('abort', end);

    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const tidy = () => {
      for (const signal of signals) process.off(signal, forward);
      options.abort?.removeEventListener('abort', end);
    };
    child.on('error', (error) => {
      tidy();
      reject(error);
    });
    child.on('close', (code, signal) => {
      tidy();
      if (received && code !== 0 && output !== 'inherit') process.kill(process.pid, received);
      else resolve({ code, signal, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/**
 * Runs npm: the very one that started us, if one did.
 *
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) return run(process.execPath, [cli, ...args], options);
  return run('npm', args, { ...options, shell: windows });
}

/** Ends this process the way that its child ended. @param {{ code: number | null, signal: NodeJS.Signals | null }} result */
export function endLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal);
  process.exit(code ?? 1);
}

/**
 * Stops this process when the one that started it is gone, so that no server outlives a killed wrapper: neither ours
 * (`watched`), nor npm, whose shell passes no signal on.
 */
export function stopWithParent() {
  const stop = () => process.kill(process.pid, 'SIGTERM');
  if (process.connected) {
    process.on('disconnect', stop);
    process.channel?.unref();
  } else if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      stop();
    }, 500);
    watch.unref();
  }
}

/** @param {string} folder */
export function firstOnPath(folder) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const separator = windows ? ';' : ':';
  const rest = (process.env[name] ?? '').split(separator).filter((entry) => entry !== folder);
  process.env[name] = [folder, ...rest].join(separator);
}

/** Runs a script's body; a `Stop` becomes one line on stderr and exit code 1. @param {() => Promise<unknown>} body */
export async function script(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** @param {...string} parts */
export const inRoot = (...parts) => join(root, ...parts);
