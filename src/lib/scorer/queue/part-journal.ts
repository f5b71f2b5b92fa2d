import type { Reply } from '../call.ts';
import type { CallRecord, TaskId } from '../store/contract.ts';
import type { Verdict } from '../verdict.ts';

/** A request that left for a judge. */
interface LeftRequest {
  task: TaskId;
  key: string;
  /** Estimated US dollars; null if they are unknown. */
  cost: number | null;
  /** US dollars that counted when it brought no answer. */
  lost?: number;
  at: number;
}

/** A line of a part's journal as it is read back. */
export interface StoredEntry {
  kind: string;
  key: string | null;
  body: string;
}

export interface FinishedTask {
  task: TaskId;
  verdicts: Verdict[];
  at: number;
}

/** The journal of one part, for the one process that works on it. */
export interface PartJournal {
  add(entry: { kind: string; key: string | null; body: unknown }): void;
  reply(key: string): Reply | null;
  verdicts(task: TaskId): Verdict[] | null;
  /** Calls whose requests left and never came back, with the number of requests and their estimated costs. */
  leftUnanswered(): (LeftRequest & { requests: number })[];
}

const nameOf = ({ report, metric, judge, repeat }: TaskId): string => JSON.stringify([report, metric, judge, repeat]);

export const createPartJournal = (entries: readonly StoredEntry[]): PartJournal => {
  const replies = new Map<string, { reply: Reply; usable: boolean }>();
  const finished = new Map<string, Verdict[]>();
  const open = new Map<string, LeftRequest[]>();

  const addCall = (call: CallRecord): void => {
    const left = (open.get(call.key) ?? []).filter(({ at }) => at > call.at);
    if (left.length === 0) open.delete(call.key);
    else open.set(call.key, left);
    const usable = call.outcome === 'reply';
    // The newest reply counts, but none that cannot be used in place of one that can.
    if (call.reply !== null && (usable || replies.get(call.key)?.usable !== true))
      replies.set(call.key, { reply: call.reply, usable });
  };

  const add: PartJournal['add'] = ({ kind, key, body }) => {
    if (kind === 'reply' || kind === 'call') addCall(body as CallRecord);
    else if (kind === 'sending') {
      const sent = body as LeftRequest;
      open.set(sent.key, [...(open.get(sent.key) ?? []), sent]);
    } else if (kind === 'refused' && key !== null) {
      const left = (open.get(key) ?? []).slice(0, -1);
      if (left.length === 0) open.delete(key);
      else open.set(key, left);
    } else if (kind === 'lost' && key !== null) {
      const left = open.get(key) ?? [];
      const last = left.at(-1);
      const { cost } = body as { cost: number };
      if (last) open.set(key, [...left.slice(0, -1), { ...last, cost, lost: cost }]);
    } else if (kind === 'verdicts') {
      const { task, verdicts } = body as FinishedTask;
      // A task is finished once.
      if (!finished.has(nameOf(task))) finished.set(nameOf(task), verdicts);
    }
  };
  for (const { kind, key, body } of entries) add({ kind, key, body: JSON.parse(body) as unknown });

  return {
    add,
    reply: (key) => replies.get(key)?.reply ?? null,
    verdicts: (task) => finished.get(nameOf(task)) ?? null,
    leftUnanswered: () =>
      [...open.values()].map((requests) => {
        const costs = requests.map(({ cost }) => cost);
        const cost = costs.every((one) => one !== null) ? costs.reduce((sum, one) => sum + one, 0) : null;
        const lost = requests.reduce((sum, one) => sum + (one.lost ?? 0), 0);
        return { ...requests.at(-1)!, cost, lost, requests: requests.length };
      })
  };
};
