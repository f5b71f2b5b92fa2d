import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';

/** Results of a command that has ended. */
interface CommandEnd {
  /** Null if it is not UTF-8, or has zero bytes, as binary output and UTF-16 do. */
  stdout: string | null;
  /** The last of what it wrote to stderr. */
  stderr: string;
  /** Null if a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  /** True if it was ended because its output was too long. */
  tooLong: boolean;
}

interface CommandRun {
  command: readonly [string, ...string[]];
  directory?: string | undefined;
  env: Record<string, string>;
  /** Text on its standard input. */
  input: string;
  /** Bytes of stdout that are read at most. */
  mostBytes: number;
  signal: AbortSignal;
}

/** Bytes of stderr that are kept. */
const TAIL = 4_096;
/** Time that processes have to end themselves, in milliseconds. */
const GRACE_MS = 2_000;
/** Time in which the last output of an ended command is read, in milliseconds. */
const LAST_READ_MS = 100;

function textIn(bytes: Buffer): string | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null;
  return bytes.toString('utf8');
}

/** Sends a signal to a process group; one that is gone is no error. */
const killGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal);
  } catch {
    // Every process of the group has ended.
  }
};

/**
 * Runs a command without a shell, in a process group of its own, so that processes that it starts end with it: on an abort, on too
 * much output, and when it exits.
 *
 * @throws the signal's reason after an abort, and what the system says if the program cannot be started
 */
export const runCommand = ({ command, directory, env, input, mostBytes, signal }: CommandRun): Promise<CommandEnd> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const [program, ...args] = command;
    const child = spawn(program, args, { cwd: directory, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    let bytes = 0;
    let stderr = Buffer.alloc(0);
    let tooLong = false;
    let killing: NodeJS.Timeout | undefined;
    let leaving: NodeJS.Timeout | undefined;
    const stop = (): void => {
      if (child.pid === undefined || killing !== undefined) return;
      const { pid } = child;
      killGroup(pid, 'SIGTERM');
      killing = setTimeout(() => killGroup(pid, 'SIGKILL'), GRACE_MS);
    };
    const over = (): void => {
      signal.removeEventListener('abort', stop);
      clearTimeout(killing);
      clearTimeout(leaving);
    };
    const closeOutput = (): void => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    signal.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) out.push(chunk);
      else if (!tooLong) {
        tooLong = true;
        stop();
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = Buffer.concat([stderr, chunk]).subarray(-TAIL);
    });
    // A command that does not read its input closes it.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', (error) => {
      over();
      reject(error);
    });
    // A process that the command left behind may keep its output open: one of its group ends here, one of another session stays.
    child.on('exit', () => {
      if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
      leaving = setTimeout(() => setImmediate(closeOutput), LAST_READ_MS);
    });
    child.on('close', (code, ended) => {
      over();
      if (signal.aborted) return reject(signal.reason);
      resolve({
        stdout: textIn(Buffer.concat(out)),
        stderr: stderr.toString('utf8'),
        code,
        signal: ended,
        tooLong
      });
    });
  });
