import type { EngineEvent, Task } from '../contract.ts';
import { taskId } from '../contract.ts';
import type { ProviderLimits } from '../../runs/run-options.ts';
import type { TaskId } from '../../store/contract.ts';

/** The rate is measured over so long, in milliseconds. */
const WINDOW_MS = 180_000;
/** Fewer calls to a provider within that time say little about its rate. */
const ENOUGH_CALLS = 10;
/** Fewer tasks whose calls are known say little about the others. */
const ENOUGH_TASKS = 5;

/** Calls that a run still has to make, and for how long it will take them. */
export interface CallsLeft {
  calls: number;
  seconds: number;
}

export interface TimeLeft {
  note(event: EngineEvent): void;
  /** Notes how many calls a task that is not finished still has to send. */
  counted(task: Task, calls: number): void;
  isOpen(task: Task): boolean;
  /** Null as long as too few calls were made to tell. */
  left(): CallsLeft | null;
}

/** Unfinished tasks of one provider under one metric. */
interface Group {
  provider: string;
  metric: string;
  /** Tasks whose calls were not counted, and the calls that these have made. */
  uncounted: number;
  made: number;
  /** Calls that the counted ones still have to make. */
  remaining: number;
}

interface OpenTask {
  group: Group;
  made: number;
  /** All calls of the task; null if they were not counted. */
  planned: number | null;
}

const nameOf = ({ report, metric, judge, repeat }: TaskId): string => JSON.stringify([report, metric, judge, repeat]);

/**
 * Follows how many calls a run has made and still has to make. Reports differ in their calls by far, so that finished reports
 * say little: calls are counted per task if that was done, else the mean of the metric's known tasks is taken. Providers
 * work side by side, each at its own rate of the last minutes and never faster than its limits; the slowest decides.
 *
 * @param now Milliseconds of a clock that only goes forward
 */
export function createTimeLeft(
  tasks: readonly Task[],
  limits: Readonly<Record<string, ProviderLimits>>,
  now: () => number = () => performance.now()
): TimeLeft {
  const began = now();
  const open = new Map<string, OpenTask>();
  const groups = new Map<string, Group>();
  /** By metric: tasks whose calls are known, finished ones included. */
  const known = new Map<string, { tasks: number; calls: number }>();
  /** By metric: calls of finished tasks, as counted before and as made. */
  const held = new Map<string, { planned: number; made: number }>();
  /** By provider: when its calls of the last minutes ended. */
  const ended = new Map<string, number[]>();

  for (const task of tasks) {
    // Calls of a judge with roles go to several providers: their rate is the judge's own.
    const provider = task.judge.provider ?? task.judge.spec;
    const metric = task.metric.name;
    const key = JSON.stringify([provider, metric]);
    const group = groups.get(key) ?? { provider, metric, uncounted: 0, made: 0, remaining: 0 };
    groups.set(key, group);
    group.uncounted += 1;
    open.set(nameOf(taskId(task)), { group, made: 0, planned: null });
  }

  const know = (metric: string, calls: number): void => {
    const before = known.get(metric) ?? { tasks: 0, calls: 0 };
    known.set(metric, { tasks: before.tasks + 1, calls: before.calls + calls });
  };

  const callEnded = (id: TaskId): void => {
    const task = open.get(nameOf(id));
    if (!task) return;
    const { group } = task;
    if (task.planned === null) group.made += 1;
    else if (task.made < task.planned) group.remaining -= 1;
    task.made += 1;
    const times = ended.get(group.provider) ?? [];
    ended.set(group.provider, times);
    times.push(now());
    if (times.length > 4_096 && times[2_048]! < now() - WINDOW_MS) times.splice(0, 2_048);
  };

  const taskEnded = (id: TaskId, skipped: boolean): void => {
    const task = open.get(nameOf(id));
    if (!task) return;
    open.delete(nameOf(id));
    const { group, made, planned } = task;
    if (planned === null) {
      group.uncounted -= 1;
      group.made -= made;
      if (!skipped) know(group.metric, made);
      return;
    }
    group.remaining -= Math.max(0, planned - made);
    const before = held.get(group.metric) ?? { planned: 0, made: 0 };
    held.set(group.metric, { planned: before.planned + planned, made: before.made + made });
  };

  /** A count supposes that each question is asked once and leads to the next; what tasks really made corrects it. */
  const correction = (metric: string): number => {
    const { planned, made } = held.get(metric) ?? { planned: 0, made: 0 };
    return planned < ENOUGH_CALLS ? 1 : made / planned;
  };

  /** Calls left of a group; null if nothing says how many its tasks make. */
  const callsOf = ({ metric, uncounted, made, remaining }: Group): number | null => {
    const counted = remaining * correction(metric);
    if (uncounted === 0) return counted;
    const own = known.get(metric);
    if (!own || own.tasks < ENOUGH_TASKS) return null;
    return counted + Math.max(0, (uncounted * own.calls) / own.tasks - made);
  };

  return {
    note(event) {
      if ((event.type === 'call-answered' && event.source === 'sent') || event.type === 'call-failed')
        callEnded(event.task);
      if (event.type === 'task-finished') taskEnded(event.task, event.skipped);
    },
    counted(task, calls) {
      const found = open.get(nameOf(taskId(task)));
      if (!found || found.planned !== null) return;
      found.planned = found.made + calls;
      found.group.uncounted -= 1;
      found.group.made -= found.made;
      found.group.remaining += calls;
      know(found.group.metric, found.planned);
    },
    isOpen: (task) => open.has(nameOf(taskId(task))),
    left() {
      const perProvider = new Map<string, number>();
      for (const group of groups.values()) {
        const calls = callsOf(group);
        if (calls === null) return null;
        perProvider.set(group.provider, (perProvider.get(group.provider) ?? 0) + calls);
      }
      const at = now();
      const spanMs = Math.min(WINDOW_MS, at - began);
      let [calls, seconds] = [0, 0];
      for (const [provider, own] of perProvider) {
        if (own === 0) continue;
        const recent = (ended.get(provider) ?? []).filter((time) => time > at - spanMs).length;
        if (recent < ENOUGH_CALLS || spanMs <= 0) return null;
        const { requestsPerMinute = Infinity } = limits[provider] ?? {};
        calls += own;
        seconds = Math.max(seconds, own / Math.min((recent * 1_000) / spanMs, requestsPerMinute / 60));
      }
      return { calls: Math.ceil(calls), seconds };
    }
  };
}
