import { destinationInWords } from '../../judges/endpoints/endpoints.ts';
import { assumedOutput, costOf, inputTokensOf, savedByCache, tokensIn } from '../costs/costs.ts';
import { callsOfTask } from '../question-keys.ts';
import { halfPrice } from '../batches/half-price.ts';
import { beginningOf } from '../limits/beginnings.ts';
import type { Task } from '../contract.ts';
import { searchKey, searchQuery } from '../searches.ts';
import { costOfSearch } from '../../search/prices.ts';
import type { SearchQuery } from '../../search/contract.ts';
import { createVote } from '../../judges/votes.ts';
import { roomOf } from '../journal.ts';
import { playersOf } from '../../judges/players.ts';
import { type Call, isFreeText, type Question, type Reply } from '../../call.ts';
import type { Judge } from '../../judge.ts';
import type { Page } from '../../page.ts';
import type { Search } from '../../search.ts';
import type { RunOptions, TokenPrice } from '../../runs/run-options.ts';
import { pageKey } from '../../web/url-key.ts';
import type { SinceRun } from './since-run.ts';

/** Observed tokens and time of a judge's calls under a metric, on average. */
export interface Observed {
  outputTokens: number;
  /** Null if only runs by batches made such calls: they wait for hours. */
  milliseconds: number | null;
}

export interface EstimateLine {
  metric: string;
  judge: string;
  /** Calls to be sent. */
  calls: number;
  /** Calls that an earlier run has answered: they are not sent, and cost nothing. */
  known: number;
  inputTokens: number;
  outputTokens: number;
  /** Input tokens expected from the provider's prompt cache, and written to it. */
  cachedTokens: number;
  cacheWriteTokens: number;
  /** US dollars, with the savings of the prompt cache; null if the price is unknown. */
  cost: number | null;
  /** US dollars that the prompt cache is expected to save; null if it is not expected to, or its price is unknown. */
  saved: number | null;
  /** Whether output and time rest on earlier calls; else they are assumed. */
  observed: boolean;
  /** Whether the calls may search the web; `unavailable`: the run allows it, and the judge cannot. */
  webSearch: 'on' | 'off' | 'unavailable';
}

/** Estimate of a run if every question is answered at the first try. Counts of calls and tokens are of those to be sent. */
export interface RunEstimate {
  lines: EstimateLine[];
  calls: number;
  /** Calls that an earlier run has answered. */
  known: number;
  inputTokens: number;
  outputTokens: number;
  /** Sum of the known costs, those of searches included. */
  cost: number;
  /** Expected of prompt caches. `saved` is the sum if it is known, over `calls` calls that begin alike. */
  promptCache: { calls: number; cachedTokens: number; cacheWriteTokens: number; saved: number | null };
  /** Judges whose price is unknown, and `searches with tavily`, which `cost` leaves out. */
  unpriced: string[];
  /** Remarks that a person should know before the run: on the judges that are called, and on reports that stay unscored. */
  notes: string[];
  /** Web pages to be fetched, without those whose text is known. */
  pages: number;
  /** Searches to be made, without those that an earlier run has made. */
  searches: number;
  /** US dollars for these; null if their price is unknown. */
  searchCost: number | null;
  seconds: number;
  /** Null if no earlier run asked models about the same metrics. */
  since: SinceRun | null;
}

const ASSUMED_MS = 15_000;
/** Deep research takes 5 to 30 minutes, a command or a server less. */
const ASSUMED_REPORT_MS = 600_000;
/** A cited page's text, if it is not known yet. */
const ASSUMED_PAGE = 8_000;

/** Where a question only leads to the next one after an answer, the one that leads to it. */
const ANSWERS: Record<string, string> = {
  issues: '{"issues":[]}',
  source_relevance: '{"rationale":"","label":"relevant"}'
};
const assumedReply = ({ schema, assume }: Question): Reply => {
  const text = assume?.() ?? ANSWERS[schema.name];
  return { text: text ?? '', ending: text === undefined ? 'refused' : 'complete', usage: null, model: null };
};

const assumedPage = (url: string): Page => ({
  ...{ url, outcome: 'ok', note: '', status: 200, finalUrl: null, title: 'A page', contentHash: '' },
  ...{ text: 'word '.repeat(ASSUMED_PAGE / 5), origin: 'fetched', at: 0 }
});

/** As many results as wanted, on pages that are not known. */
const assumedSearch = (query: SearchQuery): Search => ({
  ...query,
  ...{ provider: '', outcome: 'ok', note: '', at: 0 },
  results: Array.from({ length: query.count }, (_, at) => ({
    url: `https://${searchKey('', query).slice(0, 16)}.invalid/${at + 1}`,
    ...{ title: 'A page', snippet: 'word '.repeat(40), date: null, dateText: null }
  }))
});

/** A judge as an estimate sees it: it is not asked. */
type Facts = Omit<Judge, 'ask'>;

/** Answers and pages of earlier runs, and the tokens and time of their calls. */
export interface Before {
  /** Null if nothing is known. */
  observed: (judge: Facts, metric: string) => Observed | null;
  /** The reply that the run would take in place of sending the call. */
  reply: (key: string) => Reply | null;
  /** The page that the run would take in place of fetching it. */
  page: (key: string) => Page | null;
  /** The search that the run would take in place of making it. */
  search: (key: string) => Search | null;
  /** The search provider of the run; see `SearchProvider.identity`. */
  searchIdentity: string;
  /** The earlier run with which the questions are compared, and whether it has a question: null if it did not ask it. */
  since: (Pick<SinceRun, 'run' | 'taken'> & { answered: (key: string) => boolean | null }) | null;
  /** Secret around foreign text; as the run's, or no earlier reply is found. */
  delimiterKey: string;
}

const nothingBefore: Before = {
  observed: () => null,
  reply: () => null,
  page: () => null,
  search: () => null,
  searchIdentity: '',
  since: null,
  delimiterKey: 'estimate'
};

/** Counts of one judge's calls under one metric. */
interface CountedCalls {
  metric: string;
  judge: Pick<
    Judge,
    'spec' | 'fingerprint' | 'provider' | 'webSearch' | 'notes' | 'thinkingTokens' | 'destination' | 'batches'
  >;
  webSearch: boolean;
  observed: Observed | null;
  calls: number;
  known: number;
  inputTokens: number;
  outputTokens: number;
  /** Calls that begin like another one of the run, and their tokens to be read from and written to the prompt cache. */
  alike: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  /** They ask for reports. */
  reports?: true;
}

/** Plain data, so that it can be counted in several threads and added up. */
export interface Counted {
  groups: CountedCalls[];
  /** Keys of the pages to be fetched. */
  pages: string[];
  /** Keys of the searches to be made. */
  searches: string[];
  /** Reports that stay unscored, because a part of their query's material is still to be made. */
  lacking: Lacking[];
  since: SinceRun | null;
}

interface Lacking {
  /** Title of the metric. */
  metric: string;
  report: string;
  reason: string;
}

/**
 * Counts what a run will ask by letting each protocol ask its questions without a judge that answers: calls and input tokens are
 * those of the very prompts, cited pages that are not known are taken for readable, relevant and of usual length. A question
 * that an earlier run has answered, or that another task asks as well, is not sent. Judges made of code cost nothing and are
 * left out. Output and time per call are those observed before, else assumed.
 *
 * @param tell is told after each task which share is done, in [0, 1]
 */
export async function countTasks(
  tasks: readonly Task[],
  before: Before,
  tell: (share: number) => void = () => {}
): Promise<Counted> {
  const pages = new Set<string>();
  const searches = new Set<string>();
  const seen = new Set<string>();
  const written = new Set<string>();
  const { since: earlier } = before;
  const since = earlier && { run: earlier.run, taken: earlier.taken, questions: 0, fresh: 0, unanswered: 0 };
  const groups = new Map<string, CountedCalls>();
  const lacking = new Map<string, Lacking>();
  for (const [at, task] of tasks.entries()) {
    const { metric, sample } = task;
    const reason = metric.protocol.lacks?.(sample.material) ?? null;
    if (reason !== null)
      lacking.set(JSON.stringify([metric.name, sample.report.id]), {
        ...{ metric: metric.title, report: sample.report.id, reason }
      });
    const callOf = callsOfTask(task);
    const own = playersOf(task.judge)[0]!;
    if (!own.abstains) groupOf(groups, task, own, before);
    const ask = (question: Question, asked?: Judge): Promise<Reply> => {
      const { call, key, player } = callOf(question, asked);
      if (player.abstains) return Promise.resolve(assumedReply(question));
      const group = groupOf(groups, task, player, before);
      const known = before.reply(key);
      if (known || seen.has(key)) group.known += 1;
      else {
        countQuestion(group, question, task);
        countBeginning(group, call, player, written);
      }
      if (since && !seen.has(key)) {
        const answered = earlier!.answered(key);
        since.questions += 1;
        if (answered === null) since.fresh += 1;
        else if (!answered) since.unanswered += 1;
      }
      seen.add(key);
      return Promise.resolve(known ?? assumedReply(question));
    };
    await metric.protocol.judge(sample, metric, {
      ask: (question) => ask(question),
      vote: createVote(task.judge, (question, _usable, player) => ask(question, player)),
      fetch: (url) => {
        const known = before.page(pageKey(url));
        if (!known) pages.add(pageKey(url));
        return Promise.resolve(known ?? assumedPage(url));
      },
      search: (text, wanted) => {
        const query = searchQuery(text, wanted);
        const key = searchKey(before.searchIdentity, query);
        const known = before.search(key);
        if (!known) searches.add(key);
        return Promise.resolve(known ?? assumedSearch(query));
      },
      ...roomOf(own),
      roomFor: (role) => roomOf(playersOf(task.judge, role)[0]!),
      modelsFor: (role) => playersOf(task.judge, role).length,
      delimiterKey: before.delimiterKey
    });
    tell((at + 1) / tasks.length);
  }
  return { groups: [...groups.values()], pages: [...pages], searches: [...searches], lacking: [...lacking.values()], since }; // prettier-ignore
}

/** Calls are counted by the model that is asked: it has the price and the limits. */
function groupOf(groups: Map<string, CountedCalls>, task: Task, judge: Judge, { observed }: Before): CountedCalls {
  const { metric, webSearch = false } = task;
  const key = JSON.stringify([metric.name, judge.fingerprint]);
  const group: CountedCalls = groups.get(key) ?? {
    ...{ metric: metric.name, webSearch, observed: observed(judge, metric.name) },
    judge: {
      ...{ spec: judge.spec, fingerprint: judge.fingerprint },
      ...(judge.provider !== undefined && { provider: judge.provider }),
      ...(judge.webSearch !== undefined && { webSearch: judge.webSearch }),
      ...(judge.notes !== undefined && { notes: judge.notes }),
      ...(judge.destination !== undefined && { destination: judge.destination }),
      ...(judge.thinkingTokens !== undefined && { thinkingTokens: judge.thinkingTokens }),
      ...(judge.batches && { batches: true as const })
    },
    ...{ calls: 0, known: 0, inputTokens: 0, outputTokens: 0 },
    ...{ alike: 0, cachedTokens: 0, cacheWriteTokens: 0 }
  };
  groups.set(key, group);
  return group;
}

function countQuestion(group: CountedCalls, question: Question, { sample }: Task): void {
  group.calls += 1;
  if (isFreeText(question)) group.reports = true;
  group.inputTokens += inputTokensOf(question);
  const answer = assumedOutput({ ...question, about: sample }, group.judge);
  group.outputTokens += Math.round(group.observed?.outputTokens ?? answer);
}

/** The first call with a beginning writes it to the prompt cache, all others read it. @param written Beginnings so far */
function countBeginning(group: CountedCalls, call: Call, judge: Facts, written: Set<string>): void {
  if (!call.cacheShared || judge.cacheMinimum === undefined) return;
  const tokens = tokensIn(call.system) + tokensIn(call.user.slice(0, call.shared));
  if (tokens < judge.cacheMinimum) return;
  const beginning = beginningOf(judge, call);
  group.alike += 1;
  group[written.has(beginning) ? 'cachedTokens' : 'cacheWriteTokens'] += tokens;
  written.add(beginning);
}

type EstimateOptions = Pick<RunOptions, 'concurrency' | 'prices' | 'limits' | 'search' | 'searchPrice' | 'batches'>;

/** Reports that stay unscored, in words: one sentence for each metric and reason. */
const lackingNotes = (lacking: readonly Lacking[]): string[] =>
  [...Map.groupBy(lacking, ({ metric, reason }) => JSON.stringify([metric, reason])).values()].map((reports) => {
    const [{ metric, reason }, n] = [reports[0]!, reports.length];
    return n === 1
      ? `${metric}: 1 report stays unscored. ${reason}`
      : `${metric}: ${n} reports stay unscored. ${reason}`;
  });

/** Effect of batches for a judge, in words. */
const batchNote = (spec: string, batched: boolean): string =>
  batched
    ? `${spec} is asked by batches at half the price. A batch takes up to 24 hours; the time is that of single calls.`
    : `${spec} is asked by single calls at the full price: it has no batches, or it searches the web.`;

/** Adds up the counts of all parts of a run, in money and time. */
export function estimateOf(counted: readonly Counted[], options: EstimateOptions): RunEstimate {
  /** Questions with web search go by single calls. */
  const isBatched = ({ judge, webSearch }: Pick<CountedCalls, 'judge' | 'webSearch'>): boolean =>
    options.batches !== undefined &&
    judge.batches === true &&
    judge.webSearch !== 'always' &&
    !(webSearch && judge.webSearch);
  const groups = new Map<string, CountedCalls>();
  for (const part of counted.flatMap((one) => one.groups)) {
    const key = JSON.stringify([part.metric, part.judge.fingerprint]);
    const none = {
      calls: 0,
      known: 0,
      inputTokens: 0,
      outputTokens: 0,
      alike: 0,
      cachedTokens: 0,
      cacheWriteTokens: 0
    };
    const sum = groups.get(key) ?? { ...part, ...none };
    groups.set(key, sum);
    sum.calls += part.calls;
    sum.known += part.known;
    sum.inputTokens += part.inputTokens;
    sum.outputTokens += part.outputTokens;
    // Batches are asked without breakpoints of a prompt cache.
    if (isBatched(part)) continue;
    sum.alike += part.alike;
    sum.cachedTokens += part.cachedTokens;
    sum.cacheWriteTokens += part.cacheWriteTokens;
  }
  const priceFor = (group: Pick<CountedCalls, 'judge' | 'webSearch'>): TokenPrice | undefined => {
    const price = options.prices[group.judge.spec];
    return price && isBatched(group) ? halfPrice(price) : price;
  };
  const lines = [...groups.values()].map(({ judge, webSearch, observed, ...count }): EstimateLine => ({
    ...{ metric: count.metric, judge: judge.spec, calls: count.calls, known: count.known },
    ...{ inputTokens: count.inputTokens, outputTokens: count.outputTokens },
    ...{ cachedTokens: count.cachedTokens, cacheWriteTokens: count.cacheWriteTokens },
    cost: count.calls === 0 ? 0 : costOf(count, priceFor({ judge, webSearch })),
    saved: count.alike > 0 ? savedByCache(count, priceFor({ judge, webSearch })) : null,
    observed: observed !== null && observed.milliseconds !== null,
    webSearch: judge.webSearch === 'always' || (webSearch && judge.webSearch) ? 'on' : webSearch ? 'unavailable' : 'off'
  }));
  const notes = [...groups.values()]
    .filter(({ calls }) => calls > 0)
    .flatMap(({ judge, webSearch, observed }) => [
      options.batches !== undefined ? batchNote(judge.spec, isBatched({ judge, webSearch })) : [],
      judge.notes?.settings ?? [],
      judge.notes?.ends ?? [],
      judge.thinkingTokens && !observed
        ? `${judge.spec} thinks before it answers: ${judge.thinkingTokens.toLocaleString('en')} tokens a call are assumed for that and counted as tokens out. VOIRDIRE_THINKING_TOKENS sets another number.`
        : [],
      options.prices[judge.spec] ? [] : (judge.notes?.price ?? []),
      judge.destination ? destinationInWords(judge.spec, judge.destination) : []
    ]);
  const sum = (of: (line: EstimateLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  const searches = new Set(counted.flatMap((one) => one.searches)).size;
  const each = costOfSearch(options.searchPrice);
  const searchCost = searches === 0 ? 0 : each === null ? null : searches * each;
  return {
    lines,
    calls: sum((line) => line.calls),
    known: sum((line) => line.known),
    inputTokens: sum((line) => line.inputTokens),
    outputTokens: sum((line) => line.outputTokens),
    cost: sum((line) => line.cost ?? 0) + (searchCost ?? 0),
    promptCache: {
      calls: [...groups.values()].reduce((total, { alike }) => total + alike, 0),
      cachedTokens: sum((line) => line.cachedTokens),
      cacheWriteTokens: sum((line) => line.cacheWriteTokens),
      saved: lines.some(({ saved }) => saved !== null) ? sum((line) => line.saved ?? 0) : null
    },
    unpriced: [
      ...new Set(lines.filter(({ cost }) => cost === null).map(({ judge }) => judge)),
      ...(searchCost === null ? [`searches with ${options.search?.split('@')[0] ?? 'an unknown provider'}`] : [])
    ],
    notes: [...lackingNotes(counted.flatMap(({ lacking }) => lacking)), ...new Set(notes.flat())],
    pages: new Set(counted.flatMap(({ pages }) => pages)).size,
    ...{ searches, searchCost },
    seconds: secondsOf([...groups.values()], options),
    since: sinceOf(counted)
  };
}

/** Null if nothing is compared, or nothing is asked of a model. */
function sinceOf(counted: readonly Counted[]): SinceRun | null {
  const parts = counted.flatMap(({ since }) => since ?? []);
  const [first] = parts;
  const sum = (of: 'questions' | 'fresh' | 'unanswered'): number => parts.reduce((total, part) => total + part[of], 0);
  return first && sum('questions') > 0
    ? { ...first, questions: sum('questions'), fresh: sum('fresh'), unanswered: sum('unanswered') }
    : null;
}

/** Both in one go; see `countTasks`. */
export const estimateRun = async (
  tasks: readonly Task[],
  options: EstimateOptions,
  before: Partial<Before> = {}
): Promise<RunEstimate> => estimateOf([await countTasks(tasks, { ...nothingBefore, ...before })], options);

/** The longest of these times: all calls side by side, and each provider's calls within its limits. */
function secondsOf(groups: readonly CountedCalls[], { concurrency, limits }: EstimateOptions): number {
  const work = ({ calls, observed, reports }: CountedCalls): number =>
    (calls * (observed?.milliseconds ?? (reports ? ASSUMED_REPORT_MS : ASSUMED_MS))) / 1000;
  const total = (of: typeof groups, value: (one: CountedCalls) => number): number =>
    of.reduce((sum, one) => sum + value(one), 0);
  const providerOf = ({ judge }: CountedCalls): string => judge.provider ?? judge.spec;
  const limited = [...new Set(groups.map(providerOf))].flatMap((provider) => {
    const own = groups.filter((group) => providerOf(group) === provider);
    const {
      requestsPerMinute = Infinity,
      tokensPerMinute = Infinity,
      concurrency: most = Infinity
    } = limits[provider] ?? {};
    return [
      total(own, work) / Math.min(most, concurrency),
      (60 * total(own, ({ calls }) => calls)) / requestsPerMinute,
      (60 * total(own, ({ inputTokens, outputTokens }) => inputTokens + outputTokens)) / tokensPerMinute
    ];
  });
  return Math.max(0, total(groups, work) / concurrency, ...limited);
}
