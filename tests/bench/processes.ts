import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const root = join(import.meta.dirname, '../..');

export interface Running {
  child: ChildProcess;
  /** Lines that it prints. */
  line(): Promise<string>;
  /** All that it prints until it ends. */
  output(): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a script of the project with the Node that runs this. Its errors go to the terminal. */
export function start(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
  node: readonly string[] = []
): Running {
  const child = spawn(process.execPath, [...node, join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    child,
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${script} ended with ${await ended} before it answered`);
      return value;
    },
    async output() {
      let text = '';
      for (let next = await lines.next(); !next.done; next = await lines.next()) text += `${next.value}\n`;
      const code = await ended;
      if (code !== 0) throw new Error(`${script} ended with ${code}`);
      return text;
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    }
  };
}

/** The judge for measuring, in a process of its own. */
export async function startJudge(latencyMs: number): Promise<{ url: string; stop(): Promise<void> }> {
  const judge = start('tests/bench/judge.ts', [String(latencyMs)]);
  const { url } = JSON.parse(await judge.line()) as { url: string };
  return { url, stop: judge.stop };
}
