import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../server/db/client.ts';
import { delimiterKey } from '../../../server/db/settings.ts';
import { earlierAnswers } from './earlier-answers.server.ts';
import type { Task } from '../contract.ts';
import { countTasks } from './estimate.ts';
import type { Run } from '../../runs/runs.server.ts';
import type { TimeLeft } from './time-left.ts';

/** Counting ahead takes this part of a thread's time at most: calls of a fast judge need all the rest. */
const SHARE = 0.01;

/**
 * Counts the calls of a run's tasks beside the run, the last task first, because the run itself takes the first ones. Judges made
 * of code are not counted: they take no time to speak of. Ends with the run.
 */
export async function countAhead(
  db: Db,
  run: Run,
  tasks: readonly Task[],
  timeLeft: TimeLeft,
  signal: AbortSignal
): Promise<void> {
  try {
    const known = { delimiterKey: delimiterKey(db), observed: () => null, since: null };
    for (const task of tasks.toReversed()) {
      if (task.judge.abstains || !timeLeft.isOpen(task)) continue;
      const from = process.threadCpuUsage();
      const { groups } = await countTasks([task], {
        ...known,
        // Anew for each task: the run adds replies and pages all the time.
        ...earlierAnswers(db, run)
      });
      timeLeft.counted(
        task,
        groups.reduce((sum, { calls }) => sum + calls, 0)
      );
      // Processor time: on a busy machine a clock would count what the thread waits for its turn, and the pause would last minutes.
      const { user, system } = process.threadCpuUsage(from);
      await sleep((user + system) / 1000 / SHARE, undefined, { signal, ref: false });
    }
  } catch {
    // The run has ended, or fails for the same reason and says so: the time left is then told from finished tasks.
  }
}
