import type { Clock } from './limits/clock.ts';
import { type EngineOptions, runEngine, type Task } from './engine.ts';
import type { Question, Reply } from '../call.ts';
import { type Judge, JudgeCallError } from '../judge.ts';
import type { Metric, Protocol } from '../metric.ts';
import type { Sample } from '../sample.ts';
import type { Verdict } from '../verdict.ts';
import { memoryStore } from '../store/memory.fixture.ts';
import { metricByName } from '../suites/index.ts';

export const items = [
  { key: 'i1', text: 'First?' },
  { key: 'i2', text: 'Second?' }
];
export const sample = (report: string, markdown = `Report ${report}`): Sample => ({
  metric: 'coverage',
  query: { qid: 'q', text: 'Why?' },
  report: { id: report, markdown, collectedAt: null },
  items
});
export const coverage = metricByName('coverage');
export const yes = JSON.stringify({
  items: items.map(({ key }) => ({ id: key, label: 'yes', rationale: 'r', quotes: [] }))
});
export const reply = (text = yes): Reply => ({
  text,
  ending: 'complete',
  usage: { inputTokens: 10, outputTokens: 2 },
  model: 'm'
});

export type Act = (asked: number, signal: AbortSignal) => Reply | Promise<Reply>;
export const judgeOf = (
  act: Act = () => reply(),
  name = 'j'
): Judge & { asked: number; atOnce: number; most: number } => {
  const judge = {
    spec: name,
    fingerprint: name,
    asked: 0,
    atOnce: 0,
    most: 0,
    async ask(_call: unknown, { signal }: { signal: AbortSignal }) {
      judge.asked += 1;
      judge.atOnce += 1;
      judge.most = Math.max(judge.most, judge.atOnce);
      try {
        return await act(judge.asked, signal);
      } finally {
        judge.atOnce -= 1;
      }
    }
  };
  return judge;
};
export const turn = () => new Promise((resolve) => setImmediate(resolve));
export const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Sleeps pass at once and are recorded; deadlines pass at once, too, if they are to pass at all. */
export const fastClock = ({ deadlines = false } = {}): Clock & { slept: number[] } => {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    elapsed: () => now,
    after(_milliseconds, then) {
      if (!deadlines) return () => undefined;
      const soon = setImmediate(then);
      return () => clearImmediate(soon);
    },
    sleep: async (milliseconds, signal) => {
      slept.push(milliseconds);
      await turn();
      signal.throwIfAborted();
      now += milliseconds;
    }
  };
};

export const tasks = (judges: readonly Judge[], reports: readonly string[]): Task[] =>
  reports.flatMap((report) => judges.map((judge) => ({ sample: sample(report), metric: coverage, judge, repeat: 0 })));
export const drive = (over: Partial<EngineOptions> & { tasks: readonly Task[] }) =>
  runEngine({
    store: memoryStore(),
    owner: 'test',
    delimiterKey: 'key',
    clock: fastClock(),
    random: () => 0.5,
    ...over
  });
export const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `r${at + 1}`);
export const fail = (detail: Partial<ConstructorParameters<typeof JudgeCallError>[1]> = {}) =>
  new JudgeCallError('HTTP 500', { retryable: true, status: 500, ...detail });

/** A metric whose protocol is the given function; what it throws or gives is up to it. */
export const metricOf = (judge: Protocol['judge'], name = 'coverage'): Metric => ({
  ...coverage,
  name,
  protocol: {
    ...coverage.protocol,
    name: 'fake',
    judge,
    unscored: (_sample, reason) => [
      { item: 'whole', state: 'unscored', label: null, rationale: '', evidence: [], reason }
    ]
  }
});

export const question = (user: string): Question => ({
  prompt: { name: 'fake', version: '1', hash: 'h' },
  system: 'S',
  user,
  schema: { name: 's', json: {} }
});

export const judged = (item: string, label = 'yes'): Verdict => ({
  item,
  state: 'judged',
  label,
  rationale: '',
  evidence: []
});
