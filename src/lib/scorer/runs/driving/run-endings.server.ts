import { and, eq, type SQL } from 'drizzle-orm';
import { isRefusal } from '../../../errors.ts';
import { record } from '../../../server/audit/audit.ts';
import { systemActor } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { log } from '../../../server/log.ts';
import { secretsIn, withoutSecrets } from '../../../secrets.ts';
import { writeFault, writeFaultWords, type WriteFault } from '../../../server/db/write-faults.ts';
import { dollars } from '../../../stats/writing/figures.ts';
import type { EngineResult } from '../../engine/engine.ts';
import { isOtherHolder } from '../../engine/limits/lease.ts';
import { notFetchedIn } from '../../web/pages/fetching-again.server.ts';
import { recordServedChanges } from './served-changes.server.ts';
import { leaseHolder } from './run-lease.server.ts';
import type { Run } from '../runs.server.ts';

/** How long to wait before it is tried again to write down that a disk is full, in milliseconds. */
const TELL_AGAIN_MS = 2_000;

export const KEPT = 'The run and every answer kept so far are there.';

/** Entry of the audit trail for an act on a run: `run.start` of a scoring run, `making.start` of a making run. */
export const entryOf = (
  run: Run,
  action: string
): { projectId: string; action: string; entity: string; entityId: string } => ({
  ...{ projectId: run.projectId, entity: 'run', entityId: run.id },
  action: run.kind === 'making' ? action.replace(/^run\./, 'making.') : action
});

/** Writes down how runs end: their status, the reason, and the row of the audit trail. */
export interface RunEndings {
  /** The run is driven (again). */
  begin(runId: string): void;
  /** A run came to the end of its work. Where it was stopped from outside, nothing is written: who stopped it says why. */
  ended(run: Run, result: EngineResult): void;
  /** A run could not continue. */
  failed(run: Run, error: unknown): void;
  /** Why a run stopped that could not be marked as paused, because there is no room on the disk. */
  outOfRoom(runId: string): string | null;
}

interface Ending {
  status: 'done' | 'cancelled' | 'paused' | 'failed';
  problem: string | null;
  action: string;
  detail: Record<string, unknown>;
}

/** @param owner The name of this process (see `processName`) */
export const createRunEndings = (db: Db, owner: string): RunEndings => {
  /** Runs with their problems. */
  const withoutRoom = new Map<string, string>();

  const endRun = (run: Run, { status, problem, action, detail }: Ending): void => {
    write(db, (tx) => {
      const ofRun = eq(schema.run.id, run.id);
      // A run that was cancelled meanwhile stays so, unless everything was done by then.
      const which: SQL | undefined = status === 'done' ? ofRun : and(ofRun, eq(schema.run.status, 'running'));
      const { changes } = tx.update(schema.run).set({ status, problem, finishedAt: Date.now() }).where(which).run();
      if (changes === 0) return;
      record(tx, systemActor, {
        ...entryOf(run, action),
        detail: { number: run.number, ...detail }
      });
      recordServedChanges(tx, run);
    });
    log()[problem === null ? 'info' : 'warn']({ run: run.id, number: run.number, problem }, action);
  };

  /** A full disk or a locked database: the run pauses. It cannot be written that it does as long as that lasts, so it is tried again. */
  const noWrites = (run: Run, fault: WriteFault): void => {
    const problem = writeFaultWords(fault, KEPT, 'resume the run');
    const tell = (): void => {
      try {
        endRun(run, { status: 'paused', problem, action: 'run.pause', detail: { code: fault.code } });
        withoutRoom.delete(run.id);
      } catch (again) {
        if (!writeFault(again)) throw again;
        setTimeout(() => withoutRoom.has(run.id) && tell(), TELL_AGAIN_MS).unref();
      }
    };
    withoutRoom.set(run.id, problem);
    tell();
  };

  return {
    begin: (runId) => void withoutRoom.delete(runId),
    outOfRoom: (runId) => withoutRoom.get(runId) ?? null,
    ended(run, result) {
      const ending = endingOf(db, run, result);
      if (ending) endRun(run, ending);
    },
    failed(run, error) {
      // The process that holds the run now records how it ends; or it gave the run back a moment ago, and records that next.
      const holder = leaseHolder(db, run.id);
      if ((holder !== null && holder !== owner) || isOtherHolder(error)) return;
      const fault = writeFault(error);
      if (fault) return noWrites(run, fault);
      const reason = isRefusal(error) ? error.message : `${(error as Error).name}: ${(error as Error).message}`;
      const problem = withoutSecrets(reason, secretsIn(process.env), '[key]');
      endRun(run, { status: 'failed', problem, action: 'run.fail', detail: { problem } });
    }
  };
};

/** The sentence as a reader's language recognises it. */
function tasksLeft(left: number, total: number): string {
  if (left !== 1) return `${left} of ${total} tasks are left.`;
  return total === 1 ? '1 of 1 task is left.' : `1 of ${total} tasks is left.`;
}

/** How a run ends that came to the end of its work; null if it was stopped from outside. */
function endingOf(db: Db, run: Run, result: EngineResult): Ending | null {
  const { status, tasks, spent, unavailable, outage, crashes, units } = result;
  if (status === 'cancelled') return null;
  const left = tasks.total - tasks.finished - tasks.skipped;
  const rest = tasksLeft(left, tasks.total);
  if (status === 'over-budget') {
    const { budget } = run.options;
    // As if cancelled, with the reason. A higher budget lets the run continue.
    const problem = `The budget of ${dollars(budget ?? 0)} is used up: ${dollars(spent)} were spent, and ${rest} Raise the budget to continue.`;
    return { status: 'cancelled', problem, action: 'run.over-budget', detail: { budget, spent, left } };
  }
  if (crashes !== null) {
    // The run may be what its processes died of: it pauses until a person looks at it, instead of ending the next one too.
    const times = crashes === 2 ? 'twice' : `${crashes} times`;
    const problem = `The process that scored this run has ended ${times} without a word, as it does when memory runs out or when it is killed. ${KEPT} Look for the cause in the log of the server; fewer calls at once take less memory. Then resume the run. ${rest}`;
    return { status: 'paused', problem, action: 'run.pause', detail: { crashes, left } };
  }
  if (status === 'paused') {
    // A judge's server did not answer for as long as the run may wait: nothing is unscored for it.
    const problem = `${unavailable ?? 'A judge did not answer.'} ${rest}`;
    return { status: 'paused', problem, action: 'run.pause', detail: { unavailable, left } };
  }
  if (outage !== null) {
    // Nothing on the web answers this machine: the remaining pages are fetched when the run is resumed.
    const pages = notFetchedIn(db, run.id);
    const problem = `${outage.charAt(0).toUpperCase()}${outage.slice(1)}. ${pages?.pages ?? 0} of ${pages?.of ?? 0} cited pages were not fetched, and the claims of ${pages?.reports ?? 0} reports that cite them are unscored. Nothing was counted as an error of a report. Check network, name server and proxy of this machine, or supply the pages’ texts; then resume the run.`;
    return { status: 'paused', problem, action: 'run.pause', detail: { outage, ...pages } };
  }
  return { status: 'done', problem: null, action: 'run.done', detail: { ...units } };
}
