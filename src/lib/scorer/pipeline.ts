/**
 * The types of scoring, in the order in which data takes them:
 *
 *   Sample → Call → Reply → Verdict → Score
 *
 * A *sample* is one report under one metric, with the units to be judged. A *protocol* turns it into *calls*; a *judge*
 * answers each call with a *reply*; the protocol reads replies into *verdicts* and combines verdicts into a *score*.
 */
import type { z } from 'zod';
import type { SystemCategory } from '../names.ts';
import type { FigureTable } from './figure-table.ts';
import type { UnitDefinition, UnitScale } from './unit-definition.ts';

/** One unit of a checklist: judged on its own, identified by its key in every reply. */
export interface Item {
  key: string;
  text: string;
}

export interface ReportText {
  id: string;
  markdown: string;
  /** ISO date on which the report was collected, where known. */
  collectedAt: string | null;
}

/** One report under one metric: everything that a protocol may use. */
export interface Sample {
  metric: string;
  query: { qid: string; text: string };
  report: ReportText;
  /** The units of a checklist; empty for protocols that find their units in the report. */
  items: Item[];
  /** The baseline system's report on the same query, for protocols that compare two. */
  baseline?: ReportText;
  /** What the metric's suite knows of the query, as its schema reads it; absent where the suite has no material. */
  material?: unknown;
}

/** One question to a judge. Text judges read `system` and `prompt`; judges made of code read `about`. */
export interface Call {
  /** Name and version of the prompt, e.g. `deep-eval/coverage@1`. */
  prompt: { name: string; version: string; hash: string };
  system: string;
  user: string;
  /**
   * Number of characters at the beginning of `user` that, like `system`, are the same in the report-first prompts of all
   * metrics of a report. The judges of OpenAI, Google and Anthropic then word the schema at the end, because a schema counts
   * as part of the beginning to their prompt caches. Absent is none.
   */
  shared?: number;
  /** Further calls of the run begin alike: worth a write to the provider's prompt cache. Set by the engine; absent is no. */
  cacheShared?: true;
  /** JSON schema that the reply must satisfy. */
  schema: { name: string; json: Record<string, unknown> };
  about: Sample;
  /** What this call asks about besides the sample, for judges made of code. */
  material?: Material;
  /** 0 for the first try; 1 … for repeats of the same question. */
  trial: number;
  /** The role of the metric's protocol that is asked; absent is the judge itself. */
  role?: string;
  /** The judge may use its provider's search tool for this question. Set by the engine; absent is no. */
  webSearch?: true;
  /** The first reply was cut off at its limit of tokens: this one may be as long as `Judge.moreRoom`. */
  moreRoom?: true;
}

/** What a call asks about besides the sample: a cited page (rubric tree), or some criteria of a rubric. */
export type Material =
  | { kind: 'criteria'; criteria: Item[] }
  | { kind: 'relevance'; page: Page }
  | { kind: 'support'; page: Page; /** Claims that cite the page, by the keys of their units. */ claims: Item[] };

export interface Usage {
  /** All tokens of the question, those in the provider's prompt cache included. */
  inputTokens: number;
  /** Thinking included. */
  outputTokens: number;
  /** Input tokens that the provider read from its prompt cache; absent where it does not say. */
  cachedTokens?: number;
  /** Input tokens that it wrote to the cache. */
  cacheWriteTokens?: number;
}

/** What came back, before anything is believed. `refused` and `cut` never become verdicts. */
export interface Reply {
  text: string;
  /** `complete`, `cut` (ran out of tokens), `refused` (by the model or a content filter). */
  ending: 'complete' | 'cut' | 'refused';
  usage: Usage | null;
  /** The model version that the server says answered. */
  model: string | null;
}

/** Characters that a reply may have: a longer one is not usable. */
export const LONGEST_REPLY = 1_000_000;

/** Name of a kind of unit; `unitNamed` of the registry of suites gives what is known of it. */
export type UnitKind = string;

/** One of its unit kind's labels, as text. */
export type VerdictLabel = string;

/** Words of the report (or, for a claim, of its source) that a verdict rests on. */
export interface Evidence {
  quote: string;
  /**
   * Where the words stand in the report; null where they were looked for and are not there; absent where nobody looked or
   * where they stand in a heading or an address behind a link, which belong to no block.
   */
  place?: Place | null;
}

/** Block number and offsets into that block's text, as `report/html/render.ts` numbers them. */
export interface Place {
  block: number;
  start: number;
  end: number;
}

/** Points of one text by dimension; see `Metric.dimensions`. */
export type DimensionPoints = Readonly<Record<string, number>>;

/** The dimensions in which a metric compares two texts: whole points from 0 to `most` in each. */
export interface Dimensions {
  most: number;
  list: readonly {
    /** As it is stored, and as judges write it. */
    name: string;
    title: string;
    /** The title at more length. */
    heading: string;
    /** What a judge reads beside it. */
    about: string;
  }[];
  /** What they are dimensions of, e.g. "depth". */
  of: string;
  /** Outcomes of a comparison in words, as seen from the report. */
  outcomes: { win: string; loss: string; tie: string };
}

/** Weaknesses that a judge names in each of two texts. */
export interface Flaws {
  report: string[];
  baseline: string[];
}

/** One order in which a pair was shown; `first` says whose text stood first. */
export interface ComparisonOrder {
  first: 'report' | 'baseline';
  report: DimensionPoints;
  baseline: DimensionPoints;
  rationale: string;
  /** Absent where the prompt did not ask for them. */
  flaws?: Flaws;
}

/**
 * What kinds of units add to a verdict, by the name of the kind. The file of a kind adds its own here:
 * `declare module '…/pipeline.ts' { interface UnitDetails { NAME: … } }`.
 */
export interface UnitDetails {
  issue: {
    /** Whether its quotes are in the report: all or any of them, as the metric says. */
    grounded: boolean;
  };
  comparison: {
    orders: ComparisonOrder[];
    /** Means over the orders of the sums over the metric's dimensions. */
    report: number;
    baseline: number;
    /** Whether both orders point to the same outcome. */
    consistent: boolean;
  };
  source: {
    url: string;
    outcome: PageOutcome;
    /** Content hash of the text that was judged. */
    content: string | null;
  };
  claim: { url: string; /** Key of the source's unit. */ source: string; place: Place | null };
}

/** What a unit's kind adds to its verdict. */
export type Detail = { [Kind in keyof UnitDetails]: { kind: Kind } & UnitDetails[Kind] }[keyof UnitDetails];

/** A unit by its key, which is unique within report, metric and judge. */
interface Unit {
  item: string;
  /** Absent for the items of a checklist. */
  kind?: UnitKind;
  /** Wording of a unit that is not known before the report is read. */
  text?: string;
  /** The reply had words around its JSON, which were not read. */
  prose?: true;
}

/**
 * What one judge said of one unit.
 * `judged` carries a label; `abstained` is a verdict without one (the judge says it can not decide);
 * `unscored` means that no valid verdict exists, and why. Never 0, never dropped.
 */
export type Verdict = Unit &
  (
    | { state: 'judged'; label: VerdictLabel; rationale: string; evidence: Evidence[]; detail?: Detail }
    | { state: 'abstained'; label: null; rationale: string; evidence: Evidence[]; detail?: Detail }
    | { state: 'unscored'; label: null; rationale: ''; evidence: []; reason: string; detail?: Detail }
  );

/** What one judge's verdicts on one report come to, computed by us on the metric's scale. */
export interface Score {
  value: number | null;
  /** Why `value` is null. */
  reason: string | null;
  /** Units that the value rests on. */
  n: number;
  abstained: number;
  unscored: number;
  /** Further figures of the protocol by name (see its `figures`); null where undefined. */
  figures: Record<string, number | null>;
}

/** One judge's verdicts on one report: one list for each time that it was asked (`repeats` of the run, usually one). */
export interface JudgeVerdicts {
  judge: string;
  repeats: readonly (readonly Verdict[])[];
}

/** How an ensemble treats a unit for which one of its judges has no valid verdict. */
export type MissingVerdictRule = 'all-judges' | 'answered';

/** What an ensemble makes of one unit. */
export interface EnsembleUnit {
  item: string;
  state: Verdict['state'];
  /** Mean over judges of the unit's value (1 for *yes*, *supported* …), 0 … 1; null where abstained or unscored. */
  value: number | null;
  /** Judges that the value rests on. */
  judges: number;
}

/** What several judges' verdicts on one report come to: the mean over judges (arXiv 2510.14240, section 4). */
export interface EnsembleScore extends Score {
  /** Judges that the value rests on. */
  judges: number;
  /** Units that all judges share; empty where each judge finds its own. */
  units: EnsembleUnit[];
  perJudge: { judge: string; score: Score }[];
}

/** How a cited page came back. Only `ok` has a text. */
export const pageOutcomes = [
  'ok',
  /** 404 or 410. */
  'not-found',
  /** It came with 200, and says that there is no such page. */
  'soft-404',
  /** The name does not resolve, or the server refuses connections. */
  'unresolved',
  /** The certificate has expired, is for another name or signed by nobody known, or no secure connection comes about. */
  'insecure',
  /** 5xx, also after retrying. */
  'server-error',
  /** The connection was reset or broke off before the page was complete, also after retrying. */
  'reset',
  /** 403, 451, or a page that only asks to prove that one is no robot. */
  'blocked',
  'needs-sign-in',
  'rate-limited',
  'timed-out',
  /** Too many redirects, or a circle of them. */
  'redirects',
  /** The address is not a public one, names another port than 80 and 443, or holds a password; nothing was sent to it. */
  'not-allowed',
  /** It came back, but holds no text that can be read: another type, too large, or empty. */
  'unreadable',
  /** This machine could not reach the web: nothing is known about the page, and no error is counted for the report. */
  'not-fetched'
] as const;
export type PageOutcome = (typeof pageOutcomes)[number];

/** A cited page as it was found, or as a person supplied it. */
export interface Page {
  /** The URL that was asked for. */
  url: string;
  outcome: PageOutcome;
  /** In words, for people: `404 Not Found`, `the name does not resolve`. */
  note: string;
  status: number | null;
  /** Where redirects led. */
  finalUrl: string | null;
  title: string | null;
  /** Readable text; null unless `ok`. */
  text: string | null;
  /** SHA-256 of `text`. */
  contentHash: string | null;
  /** `person`: somebody pasted or uploaded the text of a page that could not be fetched. */
  origin: 'fetched' | 'person';
  /** Milliseconds since the epoch. */
  at: number;
  /** True where the page was not fetched and no other host answered either. Said once, never stored. */
  outage?: true;
}

/** How a search ended. Only `ok` has results, maybe none. */
export const searchOutcomes = [
  'ok',
  /** 429, also after waiting. */
  'rate-limited',
  /** Nothing is left of the plan or its credits: no further search succeeds. */
  'quota',
  /** The key is wrong, or the instance gives no JSON: no further search succeeds. */
  'not-permitted',
  /** The provider refuses this request. */
  'refused',
  /** 5xx, or no search engine behind the instance answered, also after retrying. */
  'server-error',
  'timed-out',
  /** The provider could not be reached from this machine. */
  'unreached',
  /** What came back is not in the provider's format, or too long. */
  'unreadable'
] as const;
export type SearchOutcome = (typeof searchOutcomes)[number];

/** Foreign text, like a page: show it to a judge only as data. */
export interface SearchResult {
  url: string;
  title: string;
  /** Plain text of at most 2,000 characters. */
  snippet: string;
  /** ISO date of the page as the provider tells it; null where it tells none, or not as a date. */
  date: string | null;
  /** As the provider wrote it. */
  dateText: string | null;
}

/** A search as it was made. */
export interface Search {
  query: string;
  /** Results that were wanted at most. */
  count: number;
  /** ISO date on which, and after which, a result may not be dated; those without a date are among the results. */
  before: string | null;
  /** The provider's name, and its address or file where it is not its own: `tavily`, `searxng@https://…`. */
  provider: string;
  outcome: SearchOutcome;
  /** In words, for people; may be empty. */
  note: string;
  results: SearchResult[];
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * A judge: a language model behind an API, or code. Its `ask` either replies or throws `JudgeCallError`;
 * it does not retry, cache or log: the engine does.
 */
export interface Judge {
  /** How people name it, e.g. `openai:gpt-5`, `rules`. */
  spec: string;
  /** Whose limits its calls count against, e.g. `openai`; its spec where absent. */
  provider?: string;
  /** The key and server that its calls use; judges with the same one fail together where the key is wrong. Its own where absent. */
  account?: string;
  /** Tokens that one call may hold, question and answer together; null or absent where unknown. */
  contextTokens?: number | null;
  /**
   * Hash over everything about the judge that can change a reply (provider, model, base URL, settings, own version). The web
   * search that a metric allows is not in it: like the prompt, it is a property of the question, recorded with the run and
   * part of the call's key. The same judge searches under one metric and not under another, and an adopted ensemble stays the
   * ensemble that is asked.
   */
  fingerprint: string;
  /**
   * True for judges made of code or of given answers: they may abstain, and they read `about` rather than the text, so
   * `about` enters their call keys.
   */
  abstains?: true;
  /**
   * Whether the judge can search the web: under every metric (`always`, its own setting), or for calls that allow it
   * (`if-asked`, see `Call.webSearch`). Absent: never.
   */
  webSearch?: 'always' | 'if-asked';
  /** Tokens that an answer may have where the first was cut off; absent where the first had all the room that there is. */
  moreRoom?: number;
  /** Tokens that an estimate assumes for its thinking in one call, beside the answer; absent is 0. */
  thinkingTokens?: number;
  /** Tokens from which the provider's prompt cache holds a shared beginning; absent where it is not known to have one. */
  cacheMinimum?: number;
  /** What a person should know before a run: about its settings, and about its price where that is unknown. */
  notes?: { settings?: string; price?: string };
  /** Where its calls go, and the variable of the key that goes with them (null: none); absent if it calls no server. */
  destination?: { origin: string; key: string | null };
  /** Where other models play roles of this judge: they and its own model, each as it is asked; see `judges/players.ts`. */
  players?: { own: Judge; roles: Readonly<Record<string, readonly Judge[]>> };
  ask(call: Call, options: { signal: AbortSignal }): Promise<Reply>;
}

/**
 * Reasons that hold for every further call: a wrong key (for all judges with it), an address that is not asked from here, an
 * exhausted quota, an unknown model.
 */
export type Closing = 'key' | 'address' | 'quota' | 'model';

/** An outside failure. `retryable` and `retryAfterMs` steer the engine; the message never holds a key. */
export class JudgeCallError extends Error {
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  /** Null where the failure concerns its own request only. */
  readonly closes: Closing | null;
  /** True where the server could not be reached at all, or broke the connection off: most likely for every call. */
  readonly outage: boolean;
  /** Tokens that are paid for although no answer came; `unknown` where the server did not say; null where there are none. */
  readonly used: Usage | 'unknown' | null;
  constructor(
    message: string,
    detail: {
      retryable: boolean;
      retryAfterMs?: number | null;
      status?: number | null;
      closes?: Closing | null;
      outage?: boolean;
      used?: Usage | 'unknown' | null;
      cause?: unknown;
    }
  ) {
    super(message, { cause: detail.cause });
    this.name = 'JudgeCallError';
    this.retryable = detail.retryable;
    this.retryAfterMs = detail.retryAfterMs ?? null;
    this.status = detail.status ?? null;
    this.closes = detail.closes ?? null;
    this.outage = detail.outage ?? false;
    this.used = detail.used ?? null;
  }
}

/** One question as a protocol words it; the engine adds what it is about, counts its trials and allows web search. */
export type Question = Omit<Call, 'about' | 'trial' | 'webSearch' | 'cacheShared'> & {
  /** The reply that an estimate goes on with, where further questions depend on it. Never sent, and in no key. */
  assume?: () => string;
};

/** How votes are taken on a question, and read. */
export interface Ballot<Of extends VerdictLabel = VerdictLabel> {
  /** The labels on offer, two or more. */
  of: readonly Of[];
  /** What a complete reply says; null, or an error, where it cannot be used. */
  read(reply: Reply): { label: Of; rationale: string } | null;
  /** How often each model votes. */
  repeats: number;
  /** Fewer valid votes than this decide nothing. */
  minimumValid: number;
}

/** One vote; without a label it is not valid, and `problem` says why. */
export interface Vote<Of extends VerdictLabel = VerdictLabel> {
  /** The model that was asked, by its spec. */
  judge: string;
  /** 0 for its first vote, 1 … for repeats. */
  trial: number;
  label: Of | null;
  rationale: string;
  problem: string | null;
}

/** What votes come to; see `engine/votes.ts`. */
export interface VoteOutcome<Of extends VerdictLabel = VerdictLabel> {
  /** Valid votes. */
  valid: number;
  counts: Record<Of, number>;
  /** The label with the most valid votes; null where the vote is undecided. */
  label: Of | null;
  /** Why it is undecided. */
  reason: string | null;
  /** Share of the valid votes that the leading label has; null without a valid vote. */
  share: number | null;
  votes: Vote<Of>[];
}

/** What a protocol may know of the model that it asks. */
export interface JudgeRoom {
  /** Whether it may abstain (see `Judge.abstains`); a language model may not. */
  abstains: boolean;
  /** See `Judge.contextTokens`. */
  contextTokens: number | null;
  /** See `Judge.moreRoom`. */
  moreRoom?: number | undefined;
}

/** What the engine hands to a protocol: its only effects. What it says of the judge is said of the judge's own model. */
export interface Capabilities extends JudgeRoom {
  /**
   * Asks the judge. Questions of one task may be asked at the same time.
   * @param usable Whether the protocol can use a complete reply: what it can not use is never shared with other runs.
   */
  ask(question: Question, usable?: (reply: Reply) => boolean): Promise<Reply>;
  /**
   * Asks the question of each model that plays its role, several times each, and counts. Votes that fail are counted as not
   * valid; rejects only where the run cannot go on with them now.
   */
  vote<Of extends VerdictLabel>(question: Question, ballot: Ballot<Of>): Promise<VoteOutcome<Of>>;
  /** A cited page, each URL once per run. Never rejects for what the web does; `outcome` says how it went. */
  fetch(url: string): Promise<Page>;
  /**
   * Searches the web, each query once per run: at most `count` results (1–20), none dated `before` or later. Never rejects for
   * what the provider does; `outcome` says how it went. For metrics that need search (see `Metric.needs`).
   */
  search(query: string, wanted: { count: number; before?: string | null }): Promise<Search>;
  /** The same facts of the model that plays a role; the first where several do. */
  roomFor(role: string): JudgeRoom;
  /** Secret that makes the delimiters around foreign text unguessable for its author, yet the same on every run. */
  delimiterKey: string;
}

/** Issues → score: up to `issues` issues (the last row: that many or more, null) score `score`. */
export interface PenaltyRow {
  /** Largest number of issues that this row covers; null in the last row, which covers all larger ones. */
  upTo: number | null;
  score: number;
}
export type PenaltyTable = readonly PenaltyRow[];

/** A prompt in one version. Its words never change: other words are another version. */
export interface MetricPrompt {
  name: string;
  version: string;
  /** Over every word that a judge is shown apart from the sample. */
  hash: string;
  system: string;
  /**
   * The metric's instructions, where they stand after the report instead of in `system`: `system`, query and report are then
   * the same for every metric of a report, and providers bill them at the price of cached input. Absent: report last.
   */
  task?: string;
  /** What tells this version from the others, for people who choose. */
  about?: string;
  /** Whether the reply names flaws besides points (pairwise protocol). */
  flaws?: true;
}

/** What a run may decide about a metric; recorded with the run. */
export interface MetricSettings {
  /** Pointwise metrics. Absent: the metric's own table. */
  penalties?: PenaltyTable;
  /** Pairwise metrics: id of the system whose reports the others are compared with. */
  baseline?: string;
  /** Version of the prompt. Absent: the metric's own. */
  prompt?: string;
  /** Metrics that judge claims: how many of a report's claims are judged at most, drawn by hash. Absent: all. */
  maxClaims?: number;
}

/** *How* a metric is judged. */
export interface Protocol {
  name: string;
  /** The kind of unit that people and judges can be compared on, and the labels it can have. */
  unit: {
    kind: UnitKind;
    labels: readonly VerdictLabel[];
    /** Where the kind leaves its labels to the metric. */
    scale?: UnitScale;
    /** Of issues: how many passages make up one. A contradiction lies between two. Absent is one. */
    passages?: 1 | 2;
  };
  /** Names and meanings of `Score.figures`, in the order of display. */
  figures: Record<string, string>;
  /** The roles that it asks besides the judge itself, by name, and what each does; `many`: several models may play it. */
  roles?: Readonly<Record<string, { about: string; many?: true }>>;
  /** True where each report is compared with the baseline system's on the same query. */
  compares?: true;
  /** The units of a report on this query, where the protocol knows them beforehand; no units: nothing to judge. */
  itemsOf?: (qid: string) => readonly Item[];
  /** At least one verdict, each unit once. */
  judge(sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]>;
  /** The verdicts of a sample that could not be judged, for one reason. */
  unscored(sample: Sample, reason: string, settings?: MetricSettings): Verdict[];
  /** One judge on one report, asked once. */
  combine(verdicts: readonly Verdict[], settings: MetricSettings): Score;
  /** Several judges on one report; see `protocols/combining.ts`. */
  combineJudges(judges: readonly JudgeVerdicts[], settings: MetricSettings, rule: MissingVerdictRule): EnsembleScore;
}

/** A share of sums: two figures of each report's score by name, or the units of a checklist with their values. */
export type SummedShare = {
  /** Plural noun for what the denominator counts, e.g. "references". */
  counted: string;
} & ({ above: string; below: string } | { units: true });

/**
 * How the scores of a system's reports become its value; see `leaderboard/aggregation/`. Every one has an interval by query.
 *
 * - `mean`: mean over queries of the reports' scores; beside it the pooled share and the mean with 0 for reports without a
 *   value, where asked for.
 * - `pooled`: Σ above / Σ below over reports, as a share of the scale's upper end; beside it the mean.
 * - `win-rate`: wins in per cent of wins and losses of a comparison with a baseline.
 * - `elo`: ratings from the scores of reports on the same query, each pair of systems a game; beside it Bradley–Terry's.
 * - `groups`: the pooled share of several groups together; beside it that of each group.
 */
export type Aggregation =
  | { by: 'mean'; pooled?: SummedShare; withZeros?: true }
  | { by: 'pooled'; share: SummedShare }
  | { by: 'win-rate' }
  | { by: 'elo'; k?: number; initial?: number }
  | { by: 'groups'; groups: readonly (SummedShare & { name: string; title: string })[] };

/** A metric of a suite, e.g. DeepEval's *coverage*. */
export interface Metric {
  /** Kebab-case name used in URLs, tables and on the command line. */
  name: string;
  title: string;
  /** One sentence for people. */
  question: string;
  protocol: Protocol;
  /** Fixed items (presentation) or null where each query brings its own (coverage) or the report does (all others). */
  items: readonly Item[] | null;
  prompt: MetricPrompt;
  /** All versions of the prompt, the metric's own first; absent where there is one. A run may choose another. */
  versions?: readonly MetricPrompt[];
  /** What a run may change, with the values it has where a run does not. */
  settings: MetricSettings;
  /** Range of a report's score, and which end is good. */
  scale: { min: number; max: number; better: 'higher' | 'lower' };
  /** Of comparisons: the dimensions in which judges give points, and people too where a study asks. */
  dimensions?: Dimensions;
  /** How a system's value comes from its reports' scores. Absent: their mean over queries. */
  aggregation?: Aggregation;
  /** Metrics of its suite, itself among them, whose mean over a system is shown as the average (0–100 each). Absent: none. */
  average?: readonly string[];
  /** What a value is, for people, e.g. "% of items"; the range if absent. */
  values?: string;
  /** Hints of answers where the metric words them otherwise than its kind of units, by label. */
  hints?: Readonly<Record<string, string>>;
  /** Why the metric is only for comparison and can not be adopted without saying so (direct ratings); null otherwise. */
  rejected: string | null;
  /** What its protocol needs besides judges: `search` is a search provider, without which no run is made. */
  needs?: { search?: true };
  /** Whether its judges have web access as the metric was published. Absent is no. */
  searches?: true;
  /** The suite whose material of the query it needs: reports on queries without any are not judged. Absent: none. */
  material?: string;
}

/** What a suite has to know about a query beside its text and checklist: its schema, and how people read it. */
export interface MaterialKind<Content = unknown> {
  /** Noun phrase for headings, e.g. "Gold references". */
  title: string;
  schema: z.ZodType<Content>;
  /** A few facts about one query's material, for people: term and value. */
  facts(content: Content): { term: string; value: string }[];
}

/** Whose report it is and on what. */
export interface Origin {
  system: string;
  /** Null where the lead has not said. */
  category: SystemCategory | null;
  /** Kind of task of the query, e.g. market analysis; null where unknown. */
  taskCategory: string | null;
  qid: string;
  reportId: string;
}

/** One report under one metric: what all figures are computed from. */
export interface ReportRow extends Origin {
  metric: string;
  /** What the run's judges come to; null until all of them have finished the report. */
  score: EnsembleScore | null;
  /** Each judge's own score, in the run's order; null until it has finished the report. */
  perJudge: readonly { judge: string; score: Score | null }[];
}

/** One verdict of a run as a suite's figures read it. */
export interface FigureVerdict extends Pick<Origin, 'system' | 'qid' | 'reportId'> {
  judge: string;
  /** 0 for the first time that the judge was asked. */
  repeat: number;
  kind: UnitKind;
  /** Wording of a unit that was found in the report; null for the items of a checklist. */
  text: string | null;
  verdict: Verdict;
}

/** What a suite computes its figures from: a run. */
export interface FigureSource {
  /** The run's metrics, of all suites, with the settings that the run recorded. */
  metrics: readonly Metric[];
  /** Every report under every metric. */
  rows: readonly ReportRow[];
  /** Verdicts under a metric, report by report; read from the database whenever they are asked for. */
  verdicts(metric: string): Iterable<FigureVerdict>;
  /** What the suite knows of a query; undefined where it has nothing. */
  material(suite: string, qid: string): unknown;
  /** Name of the system with this id, e.g. of a metric's baseline. */
  systemNamed(id: string): string | null;
}

/** A table of a suite, on the leaderboard's page and in every file format from one description. */
export interface SuiteFigure {
  /** Kebab-case name of its files, one of a kind among all suites. */
  name: string;
  title: string;
  /** Where a paper has it, e.g. "Table 7"; absent where none has. */
  inPaper?: string;
  /** Whether a run of these metrics has it. */
  appliesTo(metrics: readonly Metric[]): boolean;
  /** Null where the run has nothing that it could show yet. */
  table(source: FigureSource): FigureTable | null;
}

/** A published way to evaluate reports: a set of metrics under one name. The order is the order of display. */
export interface Suite {
  name: string;
  title: string;
  metrics: readonly Metric[];
  /** Kinds of units that only its metrics judge. */
  units?: readonly UnitDefinition[];
  /** What it has to know of a query beside text and checklist. */
  material?: MaterialKind;
  /** Tables and charts of its own, in the order of display. */
  figures?: readonly SuiteFigure[];
}
