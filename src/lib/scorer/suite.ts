import type { z } from 'zod';
import type { SystemBudget, SystemCategory } from '../names.ts';
import type { FigureTable } from './figure-table.ts';
import type { ReportTrace } from './report-trace.ts';
import type { BoardGrouping } from './grouping.ts';
import type { MaterialAblation, MaterialForm } from './material-editing.ts';
import type { MaterialTable } from './material-table.ts';
import type { MetaEvaluation } from './meta-evaluation.ts';
import type { Metric } from './metric.ts';
import type { PeopleCorrelation } from './people-correlation.ts';
import type { EnsembleScore, Score } from './score.ts';
import type { UnitDefinition } from './unit-definition.ts';
import type { UnitKind, Verdict } from './verdict.ts';

/** Material of a suite on a query beside its text and checklist: its schema, and how people read it. */
export interface MaterialKind<Content = unknown> {
  /** Noun phrase for headings, e.g. "Gold references". */
  title: string;
  schema: z.ZodType<Content>;
  /** A few facts about one query's material, for people: term and value. */
  facts(content: Content): { term: string; value: string }[];
  /** All that people check of it in a round of verification, line by line; absent if they are not asked. */
  lines?(content: Content): string[];
  /** How it stands in a workbook; absent: only JSON lines bring it in and out. */
  table?: MaterialTable<Content>;
  /** A form of its own to write it in; absent: people correct it as JSON. */
  form?: MaterialForm<Content>;
  /** How its author weighs its parts; absent: the author is not asked. */
  ablation?: MaterialAblation<Content>;
}

/** The report's system, and its query. */
export interface Origin {
  system: string;
  /** Null if the lead has not said. */
  category: SystemCategory | null;
  /** Kind of task of the query, e.g. market analysis; null if unknown. */
  taskCategory: string | null;
  qid: string;
  reportId: string;
  /** Further facts about the system and the query; absent if they were not read. */
  provider?: string | null;
  family?: string | null;
  backbone?: string | null;
  domain?: string | null;
}

/** One report under one metric: what all figures are computed from. */
export interface ReportRow extends Origin {
  metric: string;
  /** Score of the run's judges; null until all of them have finished the report. */
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

/** A figure as a file of a published suite states it. It stands beside computed ones; none is computed from it. */
export interface ReportedRow {
  /** Name of the published form, e.g. `deep-research-bench-race`. */
  form: string;
  system: string;
  /** Null if the figure is over all tasks. */
  qid: string | null;
  judge: string | null;
  figure: string;
  value: number | null;
  /** Text of the file if it has no value, e.g. N/A. */
  words: string | null;
  source: string;
  createdAt: number;
}

/** Source of a suite's figures: a run. */
export interface FigureSource {
  /** The run's metrics, of all suites, with the settings that the run recorded. */
  metrics: readonly Metric[];
  /** Every report under every metric. */
  rows: readonly ReportRow[];
  /** Verdicts under a metric, report by report, all or some of them; read from the database whenever they are asked for. */
  verdicts(metric: string, only?: OnlyVerdicts): Iterable<FigureVerdict>;
  /** The suite's material of a query; undefined if there is none. */
  material(suite: string, qid: string): unknown;
  /** Name of the system with this id, e.g. of a metric's baseline. */
  systemNamed(id: string): string | null;
  /** Figures that files of published suites report, as they stand there; nothing is computed from them. */
  reported(): readonly ReportedRow[];
  /** Tokens of a report, by the tokenizer of the leaderboard's lengths; null if it is not counted yet. */
  tokensOf(reportId: string): number | null;
  /** Budget of the system of this name for one report, as a lead stated it; null if none was stated. */
  budgetOf(system: string): SystemBudget | null;
  /** How the system worked on the report of this id; null if no trace was imported. */
  traceOf(reportId: string): ReportTrace | null;
}

/** Verdicts of one kind of unit, or on reports of some systems. */
export interface OnlyVerdicts {
  kind?: UnitKind;
  systems?: readonly string[];
}

/** All that one judge said of one report, each time that it was asked. */
export interface SaidOfReport {
  judge: string;
  /** 0 for the first time that the judge was asked. */
  repeat: number;
  verdicts: readonly Verdict[];
}

/** A table of a suite, on the leaderboard's page and in every file format from one description. */
export interface SuiteFigure {
  /** Kebab-case name of its files, one of a kind among all suites. */
  name: string;
  title: string;
  /** Where a paper has it, e.g. "Table 7"; absent if none has. */
  inPaper?: string;
  /** Whether a run of these metrics has it. */
  appliesTo(metrics: readonly Metric[]): boolean;
  /** Null if the run has nothing that it could show yet. */
  table(source: FigureSource): FigureTable | null;
}

/** A domain of a suite’s code book, with the categories that belong to it. */
export interface CodeBookDomain {
  domain: string;
  categories: readonly string[];
}

/** A part of the material of a query by which judges judge. */
export interface MadeForJudging {
  metric: string;
  /** In sentences: "made the …". */
  what: string;
  /** Spec of the model that made it; null: people did, or it is not known. */
  by: string | null;
}

/** A published way to evaluate reports: a set of metrics under one name. The order is the order of display. */
export interface Suite {
  name: string;
  title: string;
  metrics: readonly Metric[];
  /** Kinds of units that only its metrics judge. */
  units?: readonly UnitDefinition[];
  /** Its material of a query beside text and checklist. */
  material?: MaterialKind;
  /** Domains and categories that projects can start from; a lead changes them in the project. */
  codeBook?: readonly CodeBookDomain[];
  /** Tables and charts of its own, in the order of display. */
  figures?: readonly SuiteFigure[];
  /** Tables of one report under one of its metrics, for the report's page; none if absent. */
  reportTables?: (said: readonly SaidOfReport[]) => FigureTable[];
  /** Tables that hold two systems of a run, by their names, against each other; none if absent. */
  comparison?: (source: FigureSource, a: string, b: string) => FigureTable[];
  /** Names of the metrics that the form of a new run has chosen at first for queries without material of a suite. The first suite that has some decides; absent: none. */
  usual?: readonly string[];
  /** How its publication correlated scores with those of people, beside which a project's own studies stand; absent: it did not. */
  correlation?: PeopleCorrelation;
  /** How its publication validated its judges against people, beside which a project's own labels stand; absent: it did not. */
  metaEvaluation?: MetaEvaluation;
  /** Parts of its material of a query that models made, and by which judges judge under one of its metrics; absent: none. */
  madeForJudging?: (material: unknown) => MadeForJudging[];
  /** Grouping of its leaderboard; absent: none. Of a run with metrics of several suites, the first that has one applies. */
  grouping?: BoardGrouping;
}
