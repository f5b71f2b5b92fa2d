import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, start } from './processes.ts';

export const isBuilt = (): boolean => existsSync(join(root, 'build/handler.js'));

export interface Serving {
  address: string;
  /** Processor time that the server has taken so far, in seconds; null if the system does not tell. */
  cpuSeconds(): number | null;
  /** Ends it, by SIGTERM unless another signal is named. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Serves the built application over the data of a folder, on a free port of loopback. @param env Variables besides */
export async function serve(data: string, env: Record<string, string> = {}): Promise<Serving> {
  const server = start('src/cli/main.ts', ['serve', '--port', '0', '--host', '127.0.0.1', '--data', data, '--json'], {
    ORIGIN: '',
    ...env
  });
  let printed = '';
  let address: string | undefined;
  while (address === undefined) {
    printed += `${await server.line()}\n`;
    address = addressIn(printed);
  }
  return { address, cpuSeconds: () => cpuSecondsOf(server.child.pid!), stop: server.stop };
}

function addressIn(printed: string): string | undefined {
  try {
    return (JSON.parse(printed) as { address?: string }).address;
  } catch {
    return undefined;
  }
}

/** User and system time from Linux's process table, whose clock ticks a hundred times a second. */
function cpuSecondsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}
