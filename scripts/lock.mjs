import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot } from './process.mjs';
import { say } from './progress.mjs';

/** @param {number} pid */
function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} path */
function holder(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Takes the lock, or says who has it. A link appears with its content at once, so a lock is never seen half made. @param {string} path */
function take(path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, path);
    return null;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return holder(path) ?? 0;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes away a lock whose process is gone; of several who try, one succeeds. @param {string} path @param {number} pid */
function breakLock(path, pid) {
  const aside = `${path}.broken-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // Another process may have broken the lock and taken it again in between: its lock is restored.
  if (holder(aside) !== pid) {
    try {
      linkSync(aside, path);
    } catch {
      /* taken again meanwhile */
    }
  }
  rmSync(aside, { force: true });
}

/**
 * Does work that two starts at once must not both do. The second waits; the lock of a killed process is taken over.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(name, work) {
  mkdirSync(inRoot('.node'), { recursive: true });
  const path = inRoot('.node', `${name}.lock`);
  let told = false;
  for (;;) {
    const pid = take(path);
    if (pid === null) break;
    if (pid && !alive(pid)) {
      breakLock(path, pid);
      continue;
    }
    if (!told && pid) say(`Waiting for process ${pid}, which is doing the same (${path}).`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    return await work();
  } finally {
    if (holder(path) === process.pid) rmSync(path, { force: true });
  }
}
