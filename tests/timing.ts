// How tests say that something is quick, on a machine that may be slow and have other work.

/** `npm run bench:marks` says so: nothing else runs, and the figures themselves hold. */
const quiet = process.env['VOIRDIRE_QUIET'] === '1';

/** How much longer than on a quiet machine something may take in `npm test`. */
const SLACK = 10;

/**
 * The most that a test allows if `figure` holds on a quiet machine, in any unit of time: `npm run bench:marks` holds the
 * figure itself, every other run ten times as much. What a test is there to find, work that grows by the square or that holds
 * up a server for seconds, takes longer than that as well.
 */
export const atMost = (figure: number): number => figure * (quiet ? 1 : SLACK);

/** The size of something large: that of a quiet machine in `npm run bench:marks`, a smaller one that shows the same in `npm test`. */
export const sized = (marks: number, tests: number): number => (quiet ? marks : tests);

/** Milliseconds of this thread's processor while `work` runs: those that others have of it do not count, unlike on a clock. */
export function processorTime(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  return processorTimeSince(began);
}

/** The same of work that waits in between; whatever else this thread does meanwhile counts as well. */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const began = process.threadCpuUsage();
  await work();
  return processorTimeSince(began);
}

/**
 * The same of one of many runs of short `work`, on average: some systems count a thread's time in hundredths of a second, so
 * that it is run until a fifth of a second is over.
 */
export function processorTimeEach(work: () => unknown): number {
  work();
  const began = process.threadCpuUsage();
  let runs = 0;
  while (runs === 0 || processorTimeSince(began) < 200) {
    work();
    runs += 1;
  }
  return processorTimeSince(began) / runs;
}

/**
 * Watches for how long this thread answers no request, from now until `longest` is asked: milliseconds of its processor between two
 * beats of a timer. A thread that only waits for its turn on a busy machine delays no request.
 */
export function watchThread(): { longest(): number } {
  let most = 0;
  let last = process.threadCpuUsage();
  const beat = (): void => {
    most = Math.max(most, processorTimeSince(last));
    last = process.threadCpuUsage();
  };
  const timer = setInterval(beat, 5);
  return {
    longest() {
      clearInterval(timer);
      beat();
      return most;
    }
  };
}

/** Milliseconds of this thread's processor since `began`, which `process.threadCpuUsage()` gave. */
export function processorTimeSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
