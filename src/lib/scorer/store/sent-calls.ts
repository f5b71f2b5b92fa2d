import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'; // prettier-ignore

/** A request on its way to a judge that may bill it. */
interface SentCall {
  /** Id of the report, or of the unit of a making run. */
  about: string;
  metric: string;
  judgeId: string;
  repeat: number;
  key: string;
  /** Its estimated cost in US dollars; null if that is unknown. */
  cost: number | null;
  at: number;
}

/**
 * Requests that were sent, as lines in a file beside the database: a process that is killed between a request and its answer leaves
 * a line without a call. The lines are not flushed to the disk, so that a power cut may take the last of them.
 */
export interface SentCalls {
  sending(call: SentCall): void;
  /** The last request of the key was answered and not billed. */
  refused(key: string): void;
  /** The last request of the key brought no answer and cost this many US dollars. */
  lost(key: string, cost: number): void;
  /** The call of the key that ended at that time is in the journal, on the disk. */
  answered(key: string, at: number): void;
  /** Closes the file, and removes it unless another process has begun it anew. */
  end(of: { keep: boolean }): void;
}

type Line = ['sent', SentCall] | ['refused', string] | ['lost', string, number];

/** Lines after which those of answered requests are removed; a run of any length leaves a file of this order. */
const MOST_LINES = 1_000;

/** Requests of a call of which the last one cost this much. */
const withCost = (calls: readonly SentCall[], cost: number): SentCall[] =>
  calls.map((call, nth) => (nth === calls.length - 1 ? { ...call, cost } : call));

/** Begins the file anew: what it held is lost. */
export const createSentCalls = (file: string): SentCalls => {
  let log = openSync(file, 'a', 0o600);
  ftruncateSync(log);
  const open = new Map<string, SentCall[]>();
  let lines = 0;
  const put = (key: string, calls: SentCall[]): void =>
    void (calls.length > 0 ? open.set(key, calls) : open.delete(key));
  const textOf = (line: Line): string => `${JSON.stringify(line)}\n`;
  /** Writes the open requests to a new file, which takes the place of this one at once. */
  const shorten = (): void => {
    // Another process has begun its own.
    if (!existsSync(file) || statSync(file).ino !== fstatSync(log).ino) return;
    const calls = [...open.values()].flat();
    const next = `${file}.next`;
    writeFileSync(next, calls.map((call) => textOf(['sent', call])).join(''), { mode: 0o600 });
    renameSync(next, file);
    closeSync(log);
    log = openSync(file, 'a', 0o600);
    lines = calls.length;
  };
  const append = (line: Line): void => {
    writeSync(log, textOf(line));
    lines += 1;
    if (lines > MOST_LINES && lines > 4 * open.size) shorten();
  };
  return {
    sending(call) {
      put(call.key, [...(open.get(call.key) ?? []), call]);
      append(['sent', call]);
    },
    refused(key) {
      put(key, (open.get(key) ?? []).slice(0, -1));
      append(['refused', key]);
    },
    lost(key, cost) {
      put(key, withCost(open.get(key) ?? [], cost));
      append(['lost', key, cost]);
    },
    answered(key, ended) {
      put(key, (open.get(key) ?? []).filter(({ at }) => at > ended)); // prettier-ignore
    },
    end({ keep }) {
      closeSync(log);
      if (!keep) rmSync(file, { force: true });
    }
  };
};

const isSent = (what: unknown): what is SentCall => {
  if (typeof what !== 'object' || what === null) return false;
  const { about, metric, judgeId, key, repeat, at, cost } = what as Record<string, unknown>;
  const texts = [about, metric, judgeId, key].every((one) => typeof one === 'string');
  return texts && [repeat, at, cost ?? 0].every((one) => Number.isFinite(one));
};

const isLine = (line: unknown): line is Line =>
  Array.isArray(line) &&
  ((line[0] === 'sent' && isSent(line[1])) ||
    (line[0] === 'refused' && typeof line[1] === 'string') ||
    (line[0] === 'lost' && typeof line[1] === 'string' && Number.isFinite(line[2])));

/**
 * The lines of the file. One that cannot be read is passed over: a kill cut it off, and its request was not sent, or a failing disk
 * left it.
 */
const linesOf = (file: string): Line[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').flatMap((text): Line[] => {
    try {
      const line: unknown = JSON.parse(text);
      return isLine(line) ? [line] : [];
    } catch {
      return [];
    }
  });

/**
 * Calls that a killed process left without an answer, each with the number of its requests and what they cost together.
 *
 * @param lastOf When the newest call of a key ended, as far as the journal knows; requests up to then are part of that call
 */
export const leftUnanswered = (
  file: string,
  lastOf: (key: string) => number | null
): (SentCall & { requests: number })[] => {
  const open = new Map<string, SentCall[]>();
  for (const [kind, what, cost] of linesOf(file)) {
    if (kind === 'refused') open.get(what)?.pop();
    else if (kind === 'lost') open.set(what, withCost(open.get(what) ?? [], cost));
    else open.set(what.key, [...(open.get(what.key) ?? []), what]);
  }
  return [...open].flatMap(([key, all]) => {
    const journalled = lastOf(key);
    const left = all.filter(({ at }) => journalled === null || at > journalled);
    const last = left.at(-1);
    if (!last) return [];
    const costs = left.map(({ cost }) => cost);
    const cost = costs.every((one) => one !== null) ? costs.reduce((sum, one) => sum + one, 0) : null;
    return [{ ...last, cost, requests: left.length }];
  });
};
