/**
 * How a run stands. `incomplete`: it came to its end, and some units have no verdict because a call failed. The database keeps
 * `done` for it, because its verdicts never change again either.
 */
export type StateOf<Status extends string> = Status | 'incomplete';

export const stateOf = <Status extends string>(status: Status, unscored: number): StateOf<Status> =>
  status === 'done' && unscored > 0 ? 'incomplete' : status;

/** Whether verdicts of a run change no more, so that it can be sampled: it is done, or was stopped on its way. */
export const hasEnded = ({ status }: { status: string }): boolean => status !== 'waiting' && status !== 'running';

/** Failed work of one reason. */
export interface Failure {
  reason: string;
  /** Reports, each under one metric by one judge, in which this happened. */
  tasks: number;
  /** Units that have no verdict for it. */
  units: number;
}

const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/** At most so many reasons are named in a sentence. */
const NAMED = 3;

/** The failures that a sentence names, their units in all, and the number of further reasons. */
export const namedFailures = (failures: readonly Failure[]): { units: number; named: Failure[]; more: number } => ({
  units: failures.reduce((sum, one) => sum + one.units, 0),
  named: failures.slice(0, NAMED),
  more: Math.max(0, failures.length - NAMED)
});

/** `12 units have no verdict: HTTP 500 (8), timed out (4).`; empty if nothing failed. */
export function failuresInWords(failures: readonly Failure[]): string {
  if (failures.length === 0) return '';
  const { units, more, ...of } = namedFailures(failures);
  const named = of.named.map(({ reason, units: n }) => `${reason.replace(/\.$/, '')} (${n.toLocaleString('en')})`);
  return `${counted(units, 'unit has', 'units have')} no verdict: ${[...named, ...(more > 0 ? [counted(more, 'more reason')] : [])].join(', ')}.`;
}

/** Facts about a run that decide whether a page may show it unless another is asked for. */
interface MayLead {
  state: string;
  pinnedAt?: number | null;
  /** Whether it came to its end without a single valid verdict. */
  empty?: boolean;
  /** A run that checks anchor items judges a few reports, for no leaderboard. */
  options?: { check?: unknown };
}

/**
 * The run that a page shows unless another is asked for: the pinned one, else the newest complete one, else the newest incomplete
 * one that has verdicts. A run that failed, stopped or is in progress is none, nor a check of anchor items; a pinned run that is no
 * longer complete is passed over.
 *
 * @param runs newest first
 */
export const defaultRun = <Of extends MayLead>(runs: readonly Of[]): Of | undefined => {
  const own = runs.filter(({ options }) => options?.check === undefined);
  const complete = own.filter(({ state }) => state === 'done');
  return (
    complete.find(({ pinnedAt }) => pinnedAt != null) ??
    complete[0] ??
    own.find(({ state, empty }) => state === 'incomplete' && !empty)
  );
};

/** The run whose number an address asks for; `defaultRun` if it asks for none, or for one that there is not. */
export const askedRun = <Of extends MayLead & { number: number }>(
  runs: readonly Of[],
  number: string | null
): Of | undefined => runs.find((run) => run.number === Number(number)) ?? defaultRun(runs);
