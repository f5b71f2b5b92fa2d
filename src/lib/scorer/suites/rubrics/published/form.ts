/** Form of a published suite's files for Voirdire: tasks into criteria, results into verdicts, totals as they are reported. */
import type { Criterion, RubricNode } from '../rubric.ts';
import type { GivenRow, LeftFields } from './given-files.ts';
import type { Fields } from '../official/numbers.ts';

export type FormName =
  | 'draco'
  | 'research-rubrics'
  | 'deep-research-bench-2'
  | 'deep-research-bench-race'
  | 'deep-research-bench-fact'
  | 'deer'
  | 'deepscholar-nuggets'
  | 'mind2web-2';

/** Names of the suites for people. */
export const formTitles: Readonly<Record<FormName, string>> = {
  draco: 'DRACO',
  'research-rubrics': 'ResearchRubrics',
  'deep-research-bench-2': 'DeepResearch Bench II',
  'deep-research-bench-race': 'DeepResearch Bench, RACE',
  'deep-research-bench-fact': 'DeepResearch Bench, FACT',
  deer: 'DEER',
  'deepscholar-nuggets': 'DeepScholar-Bench',
  'mind2web-2': 'Mind2Web 2'
};

/** A task with its criteria. */
export interface PublishedTask {
  qid: string;
  /** Null if the file does not hold the task's text. */
  query: string | null;
  criteria: RubricNode[];
  context?: string;
}

/** A verdict as a result file has it, before its criterion is looked up. */
export interface SaidInFile {
  place: GivenRow;
  system: string | null;
  judge: string | null;
  qid: string;
  repeat: number;
  /** The criterion by its key, or by its words. */
  of: { key: string } | { text: string };
  label: string | null;
  rationale: string;
  quotes?: string[];
  /** Why there is no label. */
  reason: string | null;
}

/** A figure that a file states. It is never part of a mean. */
export interface StatedFigure {
  system: string | null;
  /** Null if the figure is over all tasks. */
  qid: string | null;
  judge: string | null;
  /** As the file names it. */
  figure: string;
  /** Null if the file has none, or words such as N/A. */
  value: number | null;
  words: string | null;
  /** The judge's run that it is of; null if it is of all. */
  repeat: number | null;
  /** The rubric's own figure that has to equal it: `score`, or the name of a further figure. */
  equals: string | null;
}

export interface ReadingContext {
  left: LeftFields;
  /** Says something that a person should know of the file. */
  note(words: string): void;
  /** The task of files that name none; null: told from their folder. */
  qid: string | null;
}

interface ResultContext extends ReadingContext {
  criteriaOf(qid: string): readonly Criterion[];
  report(figure: StatedFigure): void;
}

export interface PublishedForm {
  name: FormName;
  /** Criteria are the same for every query: one list, if the files agree. */
  fixed?: true;
  isTasks?(row: Fields): boolean;
  tasks?(rows: readonly GivenRow[], context: ReadingContext): PublishedTask[];
  isResults?(row: Fields): boolean;
  results?(rows: readonly GivenRow[], context: ResultContext): SaidInFile[];
  /** Files with totals or means only. */
  isTotals?(row: Fields): boolean;
  /** Why these are no verdicts. */
  whyTotals?: string;
  totals?(rows: readonly GivenRow[], context: ReadingContext): StatedFigure[];
}

/** Letters, digits and hyphens of a title. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '') || 'section';

/** A name as a key of a rubric: what no key may hold becomes a hyphen. */
export const rubricKeyOf = (name: string): string =>
  name.replace(/[^A-Za-z0-9._-]+/gu, '-').replace(/^[._-]+|[._-]+$/gu, '') || 'x';
