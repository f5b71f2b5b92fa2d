import { costOf, inputTokensOf } from './costs.ts';
import type { Task } from './engine-contract.ts';
import type { Page, Question, Reply } from './pipeline.ts';
import type { RunOptions } from './run-options.ts';
import { pageKey } from './web/url-key.ts';

/** What a judge's calls under a metric took before, on average. */
export interface Observed {
  outputTokens: number;
  milliseconds: number;
}

export interface EstimateLine {
  metric: string;
  judge: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null where the price is unknown. */
  cost: number | null;
  /** Whether output and time rest on earlier calls; else they are assumed. */
  observed: boolean;
  /** Whether the calls may search the web; `unavailable`: the run allows it, and the judge cannot. */
  webSearch: 'on' | 'off' | 'unavailable';
}

/** What a run will take if every question is answered at the first try and nothing was asked before. */
export interface RunEstimate {
  lines: EstimateLine[];
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Sum of the known costs. */
  cost: number;
  /** Judges whose price is unknown, which `cost` leaves out. */
  unpriced: string[];
  /** What a person should know about the judges before the run. */
  notes: string[];
  /** Web pages to be fetched. */
  pages: number;
  seconds: number;
}

/** Tokens that come back, where nothing was observed: an answer of some sentences for each thing asked about. */
const assumedOutput = ({ schema, about }: Pick<Question, 'schema'> & { about: number }): number =>
  schema.name === 'issues' ? 900 : 150 + 60 * about;
const ASSUMED_MS = 15_000;
/** A cited page's text, where it is not known yet. */
const ASSUMED_PAGE = 8_000;

/** Where a question only leads to the next one after an answer, the one that leads to it. */
const ANSWERS: Record<string, string> = {
  issues: '{"issues":[]}',
  source_relevance: '{"rationale":"","label":"relevant"}'
};
const reply = (name: string): Reply => ({
  text: ANSWERS[name] ?? '',
  ending: ANSWERS[name] === undefined ? 'refused' : 'complete',
  usage: null,
  model: null
});

const assumedPage = (url: string): Page => ({
  ...{ url, outcome: 'ok', note: '', status: 200, finalUrl: null, title: 'A page', contentHash: '' },
  ...{ text: 'word '.repeat(ASSUMED_PAGE / 5), origin: 'fetched', at: 0 }
});

interface Count {
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/**
 * Estimates a run by letting each protocol ask its questions without anybody answering: calls and input tokens are those of
 * the very prompts, cited pages are taken for readable, relevant and of usual length. Judges made of code cost nothing and
 * are left out. Output and time per call are those observed before, else assumed.
 *
 * @param observed by judge and metric; null where nothing is known
 */
export async function estimateRun(
  tasks: readonly Task[],
  options: Pick<RunOptions, 'concurrency' | 'prices' | 'limits'>,
  observed: (judge: Task['judge'], metric: string) => Observed | null = () => null
): Promise<RunEstimate> {
  const pages = new Set<string>();
  const groups = new Map<string, { task: Task; count: Count }>();
  for (const task of tasks) {
    const { judge, metric } = task;
    const key = JSON.stringify([metric.name, judge.fingerprint]);
    const group = groups.get(key) ?? { task, count: { calls: 0, inputTokens: 0, outputTokens: 0 } };
    groups.set(key, group);
    const before = judge.abstains ? null : observed(judge, metric.name);
    await metric.protocol.judge(task.sample, metric, {
      ask: (question) => {
        if (!judge.abstains) countQuestion(group.count, question, task, before);
        return Promise.resolve(reply(question.schema.name));
      },
      fetch: (url) => {
        pages.add(pageKey(url));
        return Promise.resolve(assumedPage(url));
      },
      abstains: judge.abstains === true,
      contextTokens: judge.contextTokens ?? null,
      delimiterKey: 'estimate'
    });
  }
  const asked = [...groups.values()].filter(({ task }) => !task.judge.abstains);
  const lines = asked.map(({ task: { judge, metric, webSearch }, count }): EstimateLine => ({
    ...{ metric: metric.name, judge: judge.spec, ...count },
    cost: costOf(count, options.prices[judge.spec]),
    observed: observed(judge, metric.name) !== null,
    webSearch: judge.webSearch === 'always' || (webSearch && judge.webSearch) ? 'on' : webSearch ? 'unavailable' : 'off'
  }));
  const notes = asked.flatMap(({ task: { judge } }) => [
    judge.notes?.settings ?? [],
    options.prices[judge.spec] ? [] : (judge.notes?.price ?? [])
  ]);
  const sum = (of: (line: EstimateLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  return {
    lines,
    calls: sum((line) => line.calls),
    inputTokens: sum((line) => line.inputTokens),
    outputTokens: sum((line) => line.outputTokens),
    cost: sum((line) => line.cost ?? 0),
    unpriced: [...new Set(lines.filter(({ cost }) => cost === null).map(({ judge }) => judge))],
    notes: [...new Set(notes.flat())],
    pages: pages.size,
    seconds: secondsOf(asked, options, observed)
  };
}

function countQuestion(count: Count, question: Question, { sample }: Task, before: Observed | null): void {
  const about = question.material?.kind === 'support' ? question.material.claims.length : sample.items.length || 1;
  count.calls += 1;
  count.inputTokens += inputTokensOf(question);
  count.outputTokens += Math.round(before?.outputTokens ?? assumedOutput({ schema: question.schema, about }));
}

/** What lasts longest: the calls side by side, or what a provider's limits allow in a minute. */
function secondsOf(
  groups: readonly { task: Task; count: Count }[],
  { concurrency, limits }: Pick<RunOptions, 'concurrency' | 'limits'>,
  observed: (judge: Task['judge'], metric: string) => Observed | null
): number {
  const work = ({ task, count }: { task: Task; count: Count }): number =>
    (count.calls * (observed(task.judge, task.metric.name)?.milliseconds ?? ASSUMED_MS)) / 1000;
  const total = (of: typeof groups, value: (one: (typeof groups)[number]) => number): number =>
    of.reduce((sum, one) => sum + value(one), 0);
  const providers = new Set(groups.map(({ task }) => task.judge.provider ?? task.judge.spec));
  const limited = [...providers].flatMap((provider) => {
    const own = groups.filter(({ task }) => (task.judge.provider ?? task.judge.spec) === provider);
    const {
      requestsPerMinute = Infinity,
      tokensPerMinute = Infinity,
      concurrency: most = Infinity
    } = limits[provider] ?? {};
    return [
      total(own, work) / Math.min(most, concurrency),
      (60 * total(own, ({ count }) => count.calls)) / requestsPerMinute,
      (60 * total(own, ({ count }) => count.inputTokens + count.outputTokens)) / tokensPerMinute
    ];
  });
  return Math.max(0, total(groups, work) / concurrency, ...limited);
}
