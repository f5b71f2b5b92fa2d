import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Flags of V8 that work while a process runs. */
export const heapFlags = { growth: '--heap-growing-percent', youngGrowth: '--semi-space-growth-factor' };

let isShared = false;

/** Leaves V8 as it is from now on: for a process that does more than one command, as that of tests does. */
export const shareHeap = (): void => {
  isShared = true;
};

const setFlag = (flag: string, value: number): void => {
  if (!isShared) setFlagsFromString(`${flag}=${value}`);
};

/**
 * Has V8 look for what is no longer needed when the heap has grown by that many percent. What a call leaves behind lives for as
 * long as the call, so that V8 takes it for lasting, and lets it pile up to a multiple of what is in use before it looks again:
 * 500 MB for 10,000 reports.
 */
export const growHeapBy = (percent: number): void => setFlag(heapFlags.growth, percent);

/** Bytes of new objects from which more room gains little: with twice as much, the process takes 50 to 90 MB more (docs/bench-scorer.md). */
const YOUNG_ENOUGH = 60e6;
const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

let watching: NodeJS.Timeout | undefined;

/**
 * Whether V8 may double the space of new objects, up to 64 MB, once as much has survived there as it holds. Calls under way need
 * that; modules that are loaded, and results that are kept, survive as well, and would only take the memory.
 */
export function letYoungGrow(may: boolean): void {
  clearInterval(watching);
  setFlag(heapFlags.youngGrowth, may ? 2 : 1);
  // V8 takes its own limit of 128 MB at the start of a process only.
  if (may && !isShared) watching = setInterval(() => youngBytes() >= YOUNG_ENOUGH && letYoungGrow(false), 100).unref();
}

/**
 * Collects all garbage now, and gives what the heap no longer needs back to the system: after the calls of a run that is half of the
 * memory of its process. Takes some tens of milliseconds.
 */
export function collectGarbage(): void {
  if (isShared) return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  // Others keep the space of new objects as it is.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
