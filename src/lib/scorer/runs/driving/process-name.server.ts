import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A name for this process that no other living one has, from which `isGone` can tell whether it still lives. */
export const processName = (): string => JSON.stringify([place(), process.pid, randomUUID()]);

/** Whether the process of that name is known to have ended. False if that cannot be known: it may run elsewhere. */
export function isGone(name: string): boolean {
  let parts: unknown;
  try {
    parts = JSON.parse(name);
  } catch {
    return false;
  }
  if (!Array.isArray(parts) || parts[0] !== place() || typeof parts[1] !== 'number') return false;
  try {
    process.kill(parts[1], 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** The number of the process of that name and its machine, for a person who looks for it; null if the name tells neither. */
export function processAddress(name: string): string | null {
  try {
    const [where, pid] = JSON.parse(name) as unknown[];
    return typeof where === 'string' && typeof pid === 'number' ? `PID ${pid} on ${where.split(' ')[0]}` : null;
  } catch {
    return null;
  }
}

/** Where process numbers mean the same: containers on one machine have numbers of their own. */
function place(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
