import { LRUCache } from 'lru-cache';
import { refuse } from '../../../errors.ts';
import { sayingsOf } from '../../../messages/sayings.ts';
import type { Task } from '../../engine/contract.ts';
import type { Judge } from '../../judge.ts';
import { knowPrompt } from '../../prompts/known-prompts.ts';
import type { JudgesHere } from '../../runs/driving/judges-here.server.ts';
import { metricIn } from '../../runs/runs.server.ts';
import type { Metric } from '../../metric.ts';
import type { SearchProvider } from '../../search/contract.ts';
import { findMetric } from '../../suites/index.ts';
import { knowRubric } from '../../suites/rubrics/known-rubrics.ts';
import type { Queue } from '../connection.server.ts';
import { type Part, type PublishedMetric, type PublishedRun, reportsOfPart, tasksOfPart } from '../published-run.ts';

const leadSays = sayingsOf('leadRefusals');

/** The beginning of a hash, for people. */
const short = (hash: string): string => hash.slice(0, 8);

/** Texts of reports that a worker keeps: those of the parts that it works on, and some more. */
const KEPT = 512;

function metricOf(published: PublishedMetric): Metric {
  const { metric: name, prompt, rubric, promptName, promptVersion, promptHash } = published;
  if (rubric) knowRubric(rubric.rubric, rubric.hash, name);
  if (prompt) knowPrompt(name, prompt);
  if (!findMetric(name)) return refuse.conflict(leadSays('workerMetric', { metric: name }));
  const metric = metricIn(published);
  if (metric.prompt.hash !== promptHash)
    refuse.conflict(
      leadSays('workerPrompt', {
        ...{ prompt: `${promptName}@${promptVersion}`, hash: short(promptHash) },
        ...{ own: `${metric.prompt.name}@${metric.prompt.version}`, ownHash: short(metric.prompt.hash) }
      })
    );
  return metric;
}

/** A published run with the judges and metrics of this process. */
export interface RunHere {
  judges: Judge[];
  metrics: Metric[];
  search: SearchProvider | null;
  /** The tasks of a part; their texts are read from the queue. */
  tasksOf(part: Part): Promise<Task[]>;
}

/**
 * Makes judges and metrics of a published run. Refused if this process would ask something else than the process that published
 * it: another version of the program, another prompt, a judge with other settings or without its key.
 */
export function runHere(
  queue: Queue,
  runId: string,
  run: PublishedRun,
  judgesHere: JudgesHere,
  version: string
): RunHere {
  if (run.version !== version) refuse.conflict(leadSays('workerVersion', { published: run.version, own: version }));
  const judges = run.judges.map(({ spec, fingerprint, config }) => {
    const judge = judgesHere.recorded(config, fingerprint);
    if (judge.fingerprint !== fingerprint)
      refuse.conflict(
        leadSays('workerJudge', { judge: spec, hash: short(fingerprint), ownHash: short(judge.fingerprint) })
      );
    return judge;
  });
  const metrics = run.metrics.map(metricOf);
  const texts = new LRUCache<string, string>({ max: KEPT });
  const load = async (reports: readonly string[]): Promise<Map<string, string>> => {
    const missing = reports.filter((report) => !texts.has(report));
    const rows = await queue.rows<{ id: string; markdown: string }>(
      'SELECT id, markdown FROM voirdire.report WHERE run_id = $1 AND id = ANY ($2)',
      [runId, missing]
    );
    for (const { id, markdown } of rows) texts.set(id, JSON.parse(markdown) as string);
    return new Map(
      reports.map((report) => {
        const text = texts.get(report);
        if (text === undefined) throw new Error(`The queue does not have the text of report ${report}`);
        return [report, text];
      })
    );
  };
  return {
    ...{ judges, metrics, search: judgesHere.searchOfRun(run) },
    async tasksOf(part) {
      const own = await load(reportsOfPart(part));
      return tasksOfPart(part, { judges, metrics }, (report) => own.get(report)!);
    }
  };
}
