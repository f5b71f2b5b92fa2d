import type { Reply } from '../call.ts';
import type { EngineResult, Task } from '../engine/contract.ts';
import type { Judge } from '../judge.ts';
import type { JudgeConfig } from '../judges/settings/config.ts';
import type { Metric, MetricPrompt, MetricSettings } from '../metric.ts';
import type { RunOptions } from '../runs/run-options.ts';
import type { Item, ReportText, Sample } from '../sample.ts';
import type { TaskId } from '../store/contract.ts';
import type { Rubric } from '../suites/rubrics/rubric.ts';

/** Kinds of a worker's questions to the project's database, which keeps the work of earlier runs and of people. */
export type LookupKind = 'reply' | 'page' | 'supplied-page' | 'shared-page' | 'search' | 'shared-search';

/** A metric as its run recorded it, with the texts that no program ships. */
export interface PublishedMetric {
  metric: string;
  settings: MetricSettings;
  promptName: string;
  promptVersion: string;
  promptHash: string;
  /** A prompt that a lead reworded; absent: the program's own. */
  prompt?: MetricPrompt;
  /** The rubric that the metric is made of; absent: a metric of the program. */
  rubric?: { rubric: Rubric; hash: string };
}

interface PublishedJudge {
  spec: string;
  fingerprint: string;
  config: JudgeConfig;
}

/** A run as workers read it. Keys of judges are none of it: each worker has its own. */
export interface PublishedRun {
  /** Version of Voirdire that published it. */
  version: string;
  number: number;
  metrics: PublishedMetric[];
  judges: PublishedJudge[];
  /** Makes the marks around foreign text; replies are shared only under the same one. */
  delimiterKey: string;
  options: RunOptions;
  /** Kinds of things that workers may find in the database of the project. */
  lookups: LookupKind[];
}

interface PublishedSample {
  metric: number;
  query: Sample['query'];
  report: string;
  collectedAt: string | null;
  items: Item[];
  baseline?: { id: string; collectedAt: string | null };
  material?: unknown;
}

/** Tasks that one worker takes together, with all of their reports but the texts. */
export interface Part {
  samples: PublishedSample[];
  tasks: { sample: number; judge: number; repeat: number; webSearch?: true; sharesBeginning?: true }[];
  /** Replies that the run received before, by call key. */
  replies: [string, Reply][];
}

/** How the work on a part ended; null in the queue while it continues. */
export type PartResult =
  | Pick<EngineResult, 'status' | 'calls' | 'searches' | 'units' | 'usage' | 'unavailable' | 'crashes' | 'outage'>
  | { status: 'failed'; problem: string };

/** Largest and smallest number of tasks in a part, and the number of parts that a run has at least if it is large enough. */
const MOST_TASKS = 64;
const FEWEST_TASKS = 8;
const PARTS = 64;

/**
 * Tasks in parts: those of one report and judge stay together, because they share pages and the beginnings of prompts. Small parts
 * spread a small run over all workers; large ones cost fewer requests to the queue.
 */
export function inParts(tasks: readonly Task[]): Task[][] {
  const most = Math.max(FEWEST_TASKS, Math.min(MOST_TASKS, Math.ceil(tasks.length / PARTS)));
  const groups = new Map<string, Task[]>();
  for (const task of tasks) {
    const name = JSON.stringify([task.sample.report.id, task.judge.fingerprint]);
    const group = groups.get(name);
    if (group) group.push(task);
    else groups.set(name, [task]);
  }
  const parts: Task[][] = [];
  for (const group of groups.values()) {
    const last = parts.at(-1);
    if (last && last.length + group.length <= most) last.push(...group);
    else parts.push([...group]);
  }
  return parts;
}

/** Tasks as a part. */
export function publishedPart(
  tasks: readonly Task[],
  { metrics, judges }: PublishedRun,
  replies: Part['replies']
): Part {
  const samples = new Map<Sample, { at: number; sample: PublishedSample }>();
  const placed = (sample: Sample): number => {
    const known = samples.get(sample);
    if (known) return known.at;
    const { query, report, items, baseline, material } = sample;
    const published: PublishedSample = {
      metric: metrics.findIndex(({ metric }) => metric === sample.metric),
      ...{ query, items, report: report.id, collectedAt: report.collectedAt },
      ...(baseline && { baseline: { id: baseline.id, collectedAt: baseline.collectedAt } }),
      ...(material !== undefined && { material })
    };
    samples.set(sample, { at: samples.size, sample: published });
    return samples.size - 1;
  };
  const listed = tasks.map(({ sample, judge, repeat, webSearch, sharesBeginning }) => ({
    ...{
      sample: placed(sample),
      judge: judges.findIndex(({ fingerprint }) => fingerprint === judge.fingerprint),
      repeat
    },
    ...(webSearch && { webSearch }),
    ...(sharesBeginning && { sharesBeginning })
  }));
  return { samples: [...samples.values()].map(({ sample }) => sample), tasks: listed, replies };
}

/** The ids of a part's tasks. */
export const taskIdsOf = ({ samples, tasks }: Part, { metrics, judges }: PublishedRun): TaskId[] =>
  tasks.map(({ sample, judge, repeat }) => ({
    report: samples[sample]!.report,
    metric: metrics[samples[sample]!.metric]!.metric,
    judge: judges[judge]!.fingerprint,
    repeat
  }));

/** Reports whose texts a part needs. */
export const reportsOfPart = ({ samples }: Part): string[] => [
  ...new Set(samples.flatMap(({ report, baseline }) => [report, ...(baseline ? [baseline.id] : [])]))
];

/** The tasks of a part for the engine. @param textOf the text of a report by its id */
export function tasksOfPart(
  { samples, tasks }: Part,
  { metrics, judges }: { metrics: readonly Metric[]; judges: readonly Judge[] },
  textOf: (report: string) => string
): Task[] {
  const reportText = (id: string, collectedAt: string | null): ReportText => ({
    id,
    get markdown() {
      return textOf(id);
    },
    collectedAt
  });
  const whole = samples.map(({ metric, query, report, collectedAt, items, baseline, material }): Sample => ({
    ...{ metric: metrics[metric]!.name, query, report: reportText(report, collectedAt), items },
    ...(baseline && { baseline: reportText(baseline.id, baseline.collectedAt) }),
    ...(material !== undefined && { material })
  }));
  return tasks.map(({ sample, judge, repeat, ...more }) => ({
    ...{ sample: whole[sample]!, metric: metrics[samples[sample]!.metric]!, judge: judges[judge]!, repeat, ...more }
  }));
}
