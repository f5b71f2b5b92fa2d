import { refuse } from '../lib/errors.ts';
import { dollars, many } from '../lib/stats/writing/figures.ts';
import { defaultLimits } from '../lib/scorer/engine/contract.ts';
import type { Live, RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import { processAddress } from '../lib/scorer/runs/driving/process-name.server.ts';
import { leaseHolder } from '../lib/scorer/runs/driving/run-lease.server.ts';
import { runProgress, type RunProgress } from '../lib/scorer/runs/run-progress.server.ts';
import type { Db } from '../lib/server/db/client.ts';
import type { Planned } from './score-plan.ts';
import { runInterrupted } from './unwritten-results.ts';

interface DriveOptions {
  again?: readonly string[] | 'not-fetched' | null;
  hear?: (progress: RunProgress, live: Live | null) => void;
  stopped?: string;
}

/**
 * Drives a run to its end and tells how far it is: on a terminal in one line that changes, else in a line now and then.
 * A signal cancels it: what was answered stays. While another process works on it, a signal ends only the wait for that
 * process. Refused if it did not come to its end.
 *
 * @param again Pages to fetch again: their addresses, or `not-fetched`; null for none
 * @param hear is told how far the run is as often as the person is
 * @param stopped Sentence after a signal about the answers so far and the command that continues
 * @returns Why the run paused, because this machine could not reach the web; null if it came to its end
 */
export async function drive(
  driver: RunDriver,
  db: Db,
  { run, grant }: Pick<Planned, 'run' | 'grant'>,
  resume: string,
  { again = null, hear, stopped = `Answers so far are kept. Resume it with:\n  ${resume}` }: DriveOptions = {}
): Promise<string | null> {
  if (run.status === 'done' && again === null) return null;
  const terminal = process.stderr.isTTY;
  const began = performance.now();
  const before = runProgress(db, run.id).tasksDone;
  const tell = (): void => {
    const live = driver.live(run.id);
    const progress = runProgress(db, run.id);
    hear?.(progress, live);
    const line = progressLine(progress, before, performance.now() - began, live, run.kind);
    process.stderr.write(terminal ? `\r\x1b[2K${line.slice(0, (process.stderr.columns || 80) - 1)}` : `${line}\n`);
  };
  const other = leaseHolder(db, run.id);
  let leftToOther = false;
  const stop = async (): Promise<void> => {
    leftToOther = other !== null && leaseHolder(db, run.id) === other;
    await (leftToOther ? driver.stop() : driver.cancel(grant, run.id));
  };
  const cancel = (): void => void stop().catch(() => undefined);
  process.once('SIGINT', cancel);
  process.once('SIGTERM', cancel);
  if (other !== null) console.error(otherProcess(other));
  let timer: NodeJS.Timeout | undefined;
  // Counting a large run takes time that its calls could use: at most a fiftieth of it.
  const tellAgain = (wait: number): void => {
    timer = setTimeout(() => {
      const from = performance.now();
      tell();
      tellAgain(Math.max(terminal ? 250 : 5000, 50 * (performance.now() - from)));
    }, wait);
  };
  tellAgain(terminal ? 250 : 5000);
  try {
    if (again === null) driver.start(grant, run.id);
    else driver.fetchAgain(grant, run.id, again === 'not-fetched' ? null : again);
    await driver.ended(run.id);
  } catch (error) {
    // The command that was typed fetches the pages again.
    throw again === null ? runInterrupted(error, resume) : error;
  } finally {
    clearTimeout(timer);
    process.off('SIGINT', cancel);
    process.off('SIGTERM', cancel);
  }
  tell();
  if (terminal) process.stderr.write('\n');
  const { status, problem } = driver.progress(run.id);
  if (status === 'paused') return `${problem} Resume it with:\n  ${resume}`;
  if (status === 'cancelled' && problem !== null)
    refuse.conflict(`${problem} Answers so far are kept. Continue with a higher --budget:\n  ${resume}\n`);
  if (status === 'cancelled') refuse.closed(`The run was stopped. ${stopped}`);
  if (status === 'failed') refuse.conflict(problem ?? 'The run failed.');
  if (status === 'running' && leftToOther)
    refuse.closed('This command no longer waits. The other process continues the run.');
  if (status === 'running') refuse.conflict('Another process is working on this run. Wait until it ends, or stop it.');
  return null;
}

function otherProcess(name: string): string {
  const address = processAddress(name);
  const seconds = defaultLimits.leaseMs / 1000;
  return `Another process${address === null ? '' : ` (${address})`} is working on this run. This command waits up to ${seconds} seconds for it to end; Ctrl+C stops the wait, not the run.`;
}

function progressLine(
  { tasksDone, tasks, unscored, spend }: RunProgress,
  before: number,
  milliseconds: number,
  live: Live | null,
  kind: Planned['run']['kind']
): string {
  const rate = ((tasksDone - before) * 1000) / Math.max(1, milliseconds);
  const left = tasks - tasksDone;
  return [
    `${tasksDone} of ${tasks} ${kind === 'making' ? 'done' : 'judged'} (${tasks === 0 ? 100 : Math.floor((100 * tasksDone) / tasks)}%)`,
    ...(rate > 0 ? [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`] : []),
    ...(left > 0 && live ? [live.left ? `${clockOfSeconds(live.left.seconds)} left` : 'estimating time left'] : []),
    ...(spend.known > 0 || spend.unanswered > 0 || spend.budget !== null ? [spent(spend)] : []),
    ...(unscored > 0 ? [`${many(unscored, 'unit')} ${kind === 'making' ? 'without a result' : 'unscored'}`] : []),
    ...(live?.waiting ? [`waiting: ${live.waiting}`] : []),
    ...(live?.lastRetry && left > 0 ? [`last retry: ${live.lastRetry}`] : [])
  ].join(', ');
}

const spent = ({ known, unpriced, unanswered, searches, budget }: RunProgress['spend']): string =>
  [
    `${dollars(known)}${budget === null ? '' : ` of ${dollars(budget)}`} spent`,
    ...(unpriced > 0 ? [`${many(unpriced, 'call')} with unknown price`] : []),
    ...(searches.unpriced > 0 ? [`${many(searches.unpriced, 'search', 'searches')} with unknown price`] : []),
    ...(unanswered > 0 ? [`${many(unanswered, 'request')} without a reply, which may have been billed`] : [])
  ].join(' and ');

/** `4:05` are minutes and seconds, `1:04:05` hours before them. */
export function clockOfSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
