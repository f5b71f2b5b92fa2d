import type { RunResults } from '../lib/exchange/export/run/run-files.server.ts';
import type { Live } from '../lib/scorer/runs/driving/driver.server.ts';
import type { RunProgress } from '../lib/scorer/runs/run-progress.server.ts';
import type { exit } from './outcome.ts';
import type { Planned } from './score-plan.ts';

/**
 * Events of a run for a program that reads along, one JSON object a line, each with its `event` and when it was (`at`, ISO 8601):
 * `planned`, then `progress` every few seconds (tasks, units without a verdict, US dollars), then `ended` with the outcome, its exit
 * code's name, and the same summary as in summary.json. A run that stops on the way ends without `ended`, with the reason on stderr.
 */
export function runLines({ run, reports }: Planned) {
  const tell = (event: string, content: object): void =>
    console.log(JSON.stringify({ event, at: new Date().toISOString(), run: run.number, ...content }));
  return {
    planned: () => tell('planned', { name: run.name, reports }),
    progress: ({ tasks, tasksDone, unscored, spend }: RunProgress, live: Live | null) =>
      tell('progress', {
        ...{ tasks, done: tasksDone, unscored, spentUsd: spend.known, budgetUsd: spend.budget },
        ...{ secondsLeft: live?.left?.seconds ?? null, waiting: live?.waiting ?? null }
      }),
    ended: (outcome: keyof typeof exit, summary: RunResults['summary']) => tell('ended', { outcome, summary })
  };
}
