/**
 * A kind of unit as one value: what a metric judges, in which labels, how people are asked the same question blind, how it is
 * shown, and what the judge made of code says of it. Everything that differs between kinds of units is said in such a value.
 */
import type { z } from 'zod';
import type { RecognisedText, Saying } from '../messages/sayings.ts';
import type { ChainSource, EvidenceChain } from './evidence-chain.ts';

/** One label of a unit, as judges give it or people choose it. */
export interface UnitLabel {
  /** As it is stored. */
  label: string;
  /** As people read it. */
  title: string;
  /** Its meaning, in a few words. */
  hint?: string;
  /** Its value in means and correlations; null: none, as for the answer that the unit cannot be judged. */
  value: number | null;
  /** Marks an error of the report: shown as one, and opened first. */
  error?: true;
  /** The key by which people give it; by its place, from 1, if absent. */
  key?: string;
}

/** Labels with their level of measurement. Labels without a value are outside it. */
export interface UnitScale {
  /** `binary`: two labels with values; `nominal`: labels without an order; `ordinal`: ordered by value. */
  level: 'binary' | 'nominal' | 'ordinal';
  /** In the order in which people see them. */
  labels: readonly UnitLabel[];
}

/** Parts of a unit's detail beside its wording. All of them are shown to people before they answer. */
export interface AskedBeside {
  /** Words of the report that the unit is about. */
  quotes?: readonly string[];
  /** Number of the block of the report in which it stands. */
  block?: number;
  /** Address of the cited page, shown in the text that the judges read. */
  url?: string;
}

/** How people are asked about a unit in a blind study. */
interface UnitQuestion {
  /** Title of such a study. */
  title: string;
  /** One sentence for the lead who plans it. */
  about: string;
  /** The question; null if each unit's wording is the question. */
  question: string | null;
  /** Title of the wording beside the question; null if it is the question. */
  textTitle: string | null;
  /** The answers, if they are not the judges' labels. */
  scale?: UnitScale;
  /** A judge's label as one of the answers; null if it says nothing that people are asked. Labels as they are if absent. */
  read?: (label: string) => string | null;
  /** Shown beside the wording, from what the unit's kind adds to a verdict. */
  beside?: (detail: unknown) => AskedBeside;
  /** Units whose cited page was not read are left out: without its text there is nothing to compare them with. */
  needsPage?: true;
  /** Shows the suite's material of the query below its text, because people cannot answer without it. */
  withMaterial?: true;
  /**
   * Name of the kind of units whose verdicts people see before they answer: those of one judge, the first of the run that has any.
   * Answers are blind to the systems and to verdicts on the unit itself, not to these.
   */
  results?: string;
  /** The unit is the whole report: the time that an answer takes is compared with the report's length. */
  whole?: true;
  /** Whether a lead may let people name further answers that are acceptable too. Absent is no. */
  multiSelect?: true;
  /** Markdown of the guideline with which a study starts; one that explains the labels if absent. */
  guideline?: string;
}

/** Part of a question that the judge made of code reads. */
interface AskedOfRules {
  about: {
    metric: string;
    query: { qid: string; text: string };
    report: { markdown: string };
    items: readonly { key: string; text: string }[];
    material?: unknown;
  };
  material?: unknown;
}

/** Text that a judge, a report or a page wrote stays as it is; text of ours is said or recognised in the reader's language. */
type FactPart = string | RecognisedText | Saying;

/** One thing that a verdict holds beside its label, for people: `factsInWords` says it in a language. */
export interface UnitFact {
  term: string;
  /** Several are listed beside one another. */
  value: FactPart | readonly FactPart[];
}

/** Block number of a report and offsets into that block's text. */
interface UnitPlace {
  block: number;
  start: number;
  end: number;
}

/** How people check verdicts with the judge's evidence before them. What they say is not blind and is never a label of a study. */
export interface SpotCheckQuestion {
  /** Title of such a check. */
  title: string;
  /** One sentence for the lead who draws one. */
  about: string;
  question: string;
  /** Possible errors on the way to a verdict, by the name under which each is stored. */
  errors: Readonly<Record<string, string>>;
}

export interface UnitDefinition {
  /** Kebab-case name, stored with every verdict. */
  name: string;
  /** Noun phrases for people. */
  one: string;
  many: string;
  /** Its description, in one sentence. */
  about: string;
  /** Labels of judges; `by-metric` if each metric has its own (`Protocol.unit.scale`), null if they are counts. */
  scale: UnitScale | 'by-metric' | null;
  /** Schema of what the kind adds to a verdict (`detail` without its `kind`); null if it adds nothing. */
  detail: z.ZodType | null;
  /** Scores rest on the detail, not on the label: a file of verdicts has to give it. */
  scoredByDetail?: true;
  /** The units of a report are the query's checklist, or the metric's fixed items. */
  checklist?: true;
  /** Each judge finds units of its own, so that equal keys of two judges are two units. */
  ownOfJudge?: true;
  /** Verdicts rest on pages that reports cite: runs list those pages. */
  pages?: true;
  /** A run may judge only some of a report's units, drawn by hash (`MetricSettings.maxClaims`). */
  capped?: true;
  /** Which arrangement shows it on a report's page, if it is not a list of units. */
  view?: 'issues' | 'comparison' | 'sources' | 'ratings';
  /** Component of the suite that shows what a judge said of it (`components/scorer/suite-components.ts`); as usual if absent. */
  component?: string;
  /** Address of the unit, shown with it. */
  address?: (detail: unknown) => string | null;
  /** Where it stands in the report, to be marked there. */
  place?: (detail: unknown) => UnitPlace | null;
  /** Further facts for the reader of a verdict: term and value. */
  facts?: (detail: unknown) => UnitFact[];
  /** How a verdict came about, for a page of its own; null if the verdict holds nothing of it. Absent: there is no such page. */
  chain?: (source: ChainSource) => EvidenceChain | null;
  /** Quotes of its verdicts are words of the cited page. Absent: of the report. */
  quotesPage?: true;
  /** How people are asked; null if no study made from the definition asks about it. */
  asked: UnitQuestion | null;
  /** Further questions about the same units, each a study of its own: `unit-` and the names of unit and question. */
  furtherQuestions?: readonly (UnitQuestion & { name: string })[];
  /** How people check its verdicts, seeing them; absent: they are not asked to. */
  spotCheck?: SpotCheckQuestion;
  /** Why scores of reports are not corrected by people's labels; null if a score is the mean over such yes/no units. */
  uncorrected: string | null;
  /** Replies of the judge made of code, by the name of the reply's schema. */
  rules?: Readonly<Record<string, (asked: AskedOfRules) => object>>;
}

/** The label of a scale; undefined if the scale has no such label. */
export const labelOn = (scale: UnitScale, label: string): UnitLabel | undefined =>
  scale.labels.find((one) => one.label === label);

/** Where a label stands on its scale: at the highest value, at the lowest, in between; `open` if it has none. */
export function seatOn({ labels }: UnitScale, { value }: UnitLabel): 'yes' | 'no' | 'part' | 'open' {
  const values = labels.flatMap((one) => one.value ?? []);
  if (value === null) return 'open';
  return value === Math.max(...values) ? 'yes' : value === Math.min(...values) ? 'no' : 'part';
}

/**
 * The scale of labels of which only the values are known: two values are binary, several different ones ordinal; labels that
 * share a value have no order.
 */
export function scaleByValues(labels: readonly UnitLabel[]): UnitScale {
  const values = labels.flatMap(({ value }) => value ?? []);
  if (new Set(values).size < values.length) return { level: 'nominal', labels };
  return { level: values.length === 2 ? 'binary' : 'ordinal', labels };
}

/** Stands for a kind that stored rows name and this version does not know, so that its verdicts stay readable. */
export const unknownUnit = (name: string): UnitDefinition => ({
  name,
  one: `unit of the kind ${name}`,
  many: `units of the kind ${name}`,
  about: `This version does not know units of the kind ${JSON.stringify(name)}.`,
  scale: null,
  detail: null,
  asked: null,
  uncorrected: `This version does not know units of the kind ${JSON.stringify(name)}.`
});
