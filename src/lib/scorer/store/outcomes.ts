import type { Verdict } from '../verdict.ts';
import type { TaskId } from './contract.ts';

/** A task as the database names it. */
export interface TaskColumns {
  /** Id of the report, or of the unit of a making run. */
  about: string;
  metric: string;
  judgeId: string;
  repeat: number;
}

/** Where the results of a run's tasks are kept: verdicts on reports, or what was made from units. */
export interface Outcomes {
  /** The columns of a call that name what it is about. */
  about(id: string): { reportId: string | null; unitId: string | null };
  finished(): TaskId[];
  /** Empty while the task is unfinished. */
  read(task: TaskColumns): Verdict[];
  put(task: TaskColumns & { at: number }, verdicts: readonly Verdict[]): void;
}
