import { accessSync, constants } from 'node:fs';
import { isRefusal, Refusal } from '../lib/errors.ts';
import { makeFolder } from '../lib/server/files/whole-files.ts';
import { writeFault } from '../lib/server/db/write-faults.ts';
import { systemFaultWords } from './system-faults.ts';

/**
 * Creates a folder for results if there is none, and refuses one that takes no files: before calls are paid for.
 *
 * @throws the error of the operating system, with the path of the folder
 */
export function checkOutputFolder(folder: string): void {
  makeFolder(folder);
  accessSync(folder, constants.W_OK);
}

const codeOf = (error: unknown): Refusal['code'] =>
  isRefusal(error) ? error.code : writeFault(error)?.kind === 'full' ? 'no-room' : 'unavailable';

/**
 * The refusal of a command that scored, but could not write the results: the fault, the state of the run, and the command that
 * continues from it. The same command would refuse the folder, or start another run.
 *
 * @param error as caught
 * @param paused why the run paused, with the command that resumes it; null if it came to its end
 * @param resume the command that writes the results of a run that ended
 */
export function resultsNotWritten(error: unknown, paused: string | null, resume: string): Refusal {
  const own = error instanceof Error ? error.message : String(error);
  const why = isRefusal(error) ? own : (systemFaultWords(error, 'resume the run') ?? own);
  const state =
    paused === null
      ? `The run is complete and its answers are kept. Write its results with:\n  ${resume}`
      : `The run is paused: ${paused}`;
  return new Refusal(
    codeOf(error),
    `The results were not written. ${why}\n${state}`,
    isRefusal(error) ? error.problems : []
  );
}

/**
 * The refusal of a command whose run is stored, if the disk or the database ended it before the run ended: with the command that
 * resumes the run, since the same command could start another one. Any other error as it is.
 */
export function runInterrupted(error: unknown, resume: string): unknown {
  const words = isRefusal(error)
    ? ['no-room', 'unavailable'].includes(error.code) && error.message
    : systemFaultWords(error, 'resume the run');
  return words ? new Refusal(codeOf(error), `${words} Resume it with:\n  ${resume}`) : error;
}
