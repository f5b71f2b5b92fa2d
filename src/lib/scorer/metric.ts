import type { OwnSetting } from './own-settings.ts';
import type { MetricRules } from './metric-rules.ts';
import type { Capabilities } from './capabilities.ts';
import type { Item, Sample } from './sample.ts';
import type { EnsembleScore, JudgeVerdicts, MissingVerdictRule, Score } from './score.ts';
import type { UnitScale } from './unit-definition.ts';
import type { UnitKind, Verdict, VerdictLabel } from './verdict.ts';

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
   * The metric's instructions, if they stand after the report instead of in `system`: `system`, query and report are then
   * the same for every metric of a report, and providers bill them at the price of cached input. Absent: report last.
   */
  task?: string;
  /** Texts that a lead reworded, by their names in the protocol's `wording`; absent: the protocol's own. */
  words?: Readonly<Record<string, string>>;
  /** Differences of this version from the others, for people who choose. */
  about?: string;
  /** Whether the reply names flaws besides points (pairwise protocol). */
  flaws?: true;
}

/** A placeholder of a prompt's text, written `{name}`, that the protocol fills. */
export interface PromptHole {
  name: string;
  about: string;
  /** Without it a judge would lack what it has to read. */
  required: boolean;
}

/** One text of a prompt, as a lead may reword it. */
export interface PromptText {
  /** `instructions`, or a name in `MetricPrompt.words`. */
  name: string;
  title: string;
  text: string;
  holes: readonly PromptHole[];
}

/** The texts of a metric's prompt, and the replies that they have to ask for. */
export interface PromptWording {
  texts: readonly PromptText[];
  /** JSON schemas of the replies. */
  replies: readonly Record<string, unknown>[];
}

/** Settings of a metric that a run may choose; recorded with the run. */
export interface MetricSettings {
  /** Pointwise metrics. Absent: the metric's own table. */
  penalties?: PenaltyTable;
  /** Pairwise metrics: id of the system whose reports the others are compared with. */
  baseline?: string;
  /** Version of the prompt. Absent: the metric's own. */
  prompt?: string;
  /** Metrics that judge claims: how many of a report's claims are judged at most, drawn by hash. Absent: all. */
  maxClaims?: number;
  /** Values of the metric's own settings (`Metric.ownSettings`), by name. Absent: the usual ones. */
  own?: Readonly<Record<string, number | string>>;
  /** Collections of reports: names of the systems under test, by the fingerprint of the model or command that is asked. */
  systems?: Readonly<Record<string, string>>;
}

/** The dimensions in which a metric compares two texts: whole points from 0 to `most` in each. */
export interface Dimensions {
  most: number;
  list: readonly {
    /** As it is stored, and as judges write it. */
    name: string;
    title: string;
    /** The title at more length. */
    heading: string;
    /** Description for the judge, beside it. */
    about: string;
  }[];
  /** Name of their whole, e.g. "depth". */
  of: string;
  /** Outcomes of a comparison in words, as seen from the report. */
  outcomes: { win: string; loss: string; tie: string };
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
  /** The texts of a prompt of such a metric that may be reworded; absent: none. What frames foreign text, and the schema, stay. */
  wording?: (prompt: MetricPrompt, metric: Pick<Metric, 'dimensions'>) => PromptWording;
  /** Why these texts can only be read here, in one sentence; absent if a lead may edit a copy. */
  fixedWording?: string;
  /** True if each report is compared with the baseline system's on the same query. */
  compares?: true;
  /** The units of a report on this query, if the protocol knows them beforehand; no units: nothing to judge. */
  itemsOf?: (qid: string) => readonly Item[];
  /** What judges and annotators are told of this query beside its text; null for nothing. */
  contextOf?: (qid: string) => string | null;
  /** Why reports on a query with this material are unscored: a part of it is still to be made. Null if none is; absent: always. */
  lacks?: (material: unknown) => string | null;
  /** True if judges are told the day on which a report was collected, which annotators then read as well. */
  dated?: true;
  /** At least one verdict, each unit once. */
  judge(sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]>;
  /** The verdicts of a sample that could not be judged, for one reason. */
  unscored(sample: Sample, reason: string, settings?: MetricSettings): Verdict[];
  /**
   * Units that a report has whatever a judge finds, as they are where a file of verdicts does not name them: unscored for that reason, or
   * counts of the material. There are no others of their kinds. Absent: each unit is the judge's own.
   */
  expected?: (sample: Sample, reason: string, given: readonly Verdict[]) => Verdict[];
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
 * - `mean`: mean over queries of the reports' scores; beside it the pooled share, and the mean of the figure `withZeros`, which is
 *   the score with 0 in place of an undefined one, if asked for.
 * - `pooled`: Σ above / Σ below over reports, as a share of the scale's upper end; beside it the mean.
 * - `win-rate`: wins in per cent of wins and losses of a comparison with a baseline.
 * - `elo`: ratings from the scores of reports on the same query, each pair of systems a game; beside it Bradley–Terry's.
 * - `groups`: the pooled share of several groups together; beside it that of each group.
 */
export type Aggregation =
  | { by: 'mean'; pooled?: SummedShare; withZeros?: string }
  | { by: 'pooled'; share: SummedShare }
  | { by: 'win-rate' }
  | { by: 'elo'; k?: number; initial?: number }
  | { by: 'groups'; groups: readonly (SummedShare & { name: string; title: string })[] };

/** Questions to people about a metric's units, if the words of the kind of study are too general for it. */
export interface AskedOfPeople {
  /** One sentence for the lead who chooses the study. */
  about: string;
  question: string;
  /** Parts of the guideline with which a study starts, Markdown; `asked` has a table of the answers and their keys. */
  guideline: { title: string; asked: string; examples: string; traps: string };
}

/** A metric of a suite, e.g. DeepEval's *coverage*. */
export interface Metric {
  /** Kebab-case name used in URLs, tables and on the command line. */
  name: string;
  title: string;
  /** One sentence for people. */
  question: string;
  protocol: Protocol;
  /** Fixed items (presentation) or null if each query brings its own (coverage) or the report does (all others). */
  items: readonly Item[] | null;
  prompt: MetricPrompt;
  /** All versions of the prompt, the metric's own first; absent if there is one. A run may choose another. */
  versions?: readonly MetricPrompt[];
  /** Settings that a run may change, with the values that apply if a run does not. */
  settings: MetricSettings;
  /** Settings that only metrics of its suite have; absent: none. */
  ownSettings?: readonly OwnSetting[];
  /** Range of a report's score, and which end is good. */
  scale: { min: number; max: number; better: 'higher' | 'lower' };
  /** Of comparisons: the dimensions in which judges give points, and people too if a study asks. */
  dimensions?: Dimensions;
  /** How a system's value comes from its reports' scores. Absent: their mean over queries. */
  aggregation?: Aggregation;
  /** Metrics of its suite, itself among them, whose mean over a system is shown as the average (0–100 each). Absent: none. */
  average?: readonly string[];
  /** Where its way to a system's value is published, e.g. "arXiv 2510.14240, section 4.2"; notes below tables name it. */
  source?: string;
  /** Name of a value, for people, e.g. "% of items"; the range if absent. */
  values?: string;
  /** Hints of answers if the metric words them otherwise than its kind of units, by label. */
  hints?: Readonly<Record<string, string>>;
  /** Questions to people in studies of its own units; absent: those of the kind of study. */
  asked?: AskedOfPeople;
  /** Why the metric is only for comparison and cannot be adopted without saying so (direct ratings); null otherwise. */
  rejected: string | null;
  /** Name of the metric that it judges by another protocol: the two are compared with people in a study of that metric. */
  comparedWith?: string;
  /** Requirements of its protocol besides judges: `search` is a search provider, without which no run is made. */
  needs?: { search?: true };
  /** Whether its judges have web access as the metric was published. Absent is no. */
  searches?: true;
  /** Rules of the judge made of code; absent: it abstains from all that its kind of unit has no rule for. */
  rules?: MetricRules;
  /** The suite whose material of the query it needs: reports on queries without any are not judged. Absent: none. */
  material?: string;
}
