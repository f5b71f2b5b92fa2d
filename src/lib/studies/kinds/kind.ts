import type { UnitKind } from '../../scorer/verdict.ts';
import type { UnitDefinition } from '../../scorer/unit-definition.ts';
import type { LabelScale } from '../labels/label-scale.ts';

/** A possible answer of a person, as shown: the key in `key` gives it. */
export interface Option {
  label: string;
  title: string;
  hint: string;
  /** One character, as typed. */
  key: string;
  /** How it is shown among labels, if its words do not say: by the place of its value between the lowest and the highest. */
  seat?: 'yes' | 'no' | 'part' | 'open';
}

/** How a judge's verdict on a unit reads in the labels of people. */
type JudgesReading =
  /** The label of the verdict under another name; null if the judge's label says nothing that people are asked. */
  | { from: 'label'; read: (label: string) => string | null }
  /**
   * Whether the judge lists the issue, as two labels of people: each judge who lists issues in a report answers for all issues
   * that any judge reports there.
   */
  | { from: 'issues'; reported: string; notReported: string }
  /** The judge's verdicts on whole reports, in the order of the texts, as one label. */
  | { from: 'scores'; read: (values: readonly number[]) => string }
  /** Judges give nothing on the same scale. */
  | { from: 'nothing'; why: string };

/**
 * A kind of blind study: what is asked, of which units of a run, in which labels, and how judges answer the same. A kind is a
 * value; what differs between kinds is said here and nowhere else.
 */
export interface StudyKind {
  /** Kebab-case name used in tables and forms. */
  name: string;
  title: string;
  /** One sentence for the lead who chooses it. */
  about: string;
  /** Whole texts are asked about: the time that an answer takes is compared with their length. */
  whole?: true;
  /** Name of the kind of units of a run that are sampled; `report`: reports as a whole, of any metric. */
  units: UnitKind;
  /** The kind of unit from whose definition the kind of study is made; absent if it has code of its own. */
  unit?: UnitDefinition;
  /** Of `report`: only of metrics whose own units are of this kind; of any metric if absent. */
  onlyWhere?: UnitKind;
  /** How many reports stand side by side in one unit. */
  reports: 'one' | 'pair' | 'several';
  /** Of `several`: how many at most. */
  mostReports?: number;
  /** Question to a person; null if each unit has a question of its own. */
  question: string | null;
  /** Title of a text beside the question, if the unit brings one. */
  textTitle: string | null;
  /** Markdown of the guideline with which a study starts; one that explains the answers if absent. */
  guideline?: string;
  /** One key each, in the order shown; empty if the answer is a place for each text. */
  options: readonly Option[];
  /** The labels as they are kept, and their level of measurement. */
  scale: LabelScale;
  judges: JudgesReading;
  /** Whether a lead may let people name further answers that are acceptable too. */
  multiSelect: boolean;
  /** The answer is a place for each text; this reads a kept one as the labels of each two texts, (1,2), (1,3) …, null if it is none. Absent if it is one of `options`. */
  places?: (kept: string, texts: number) => string[] | null;
  /** The answer with which people list issues in the note, with their passages (see `listed-issues.ts`); absent if they list none. */
  lists?: string;
  /** Whether a lead may ask for points in the metric's dimensions, if it has some. */
  dimensions: boolean;
  /**
   * The label as it is kept, of what was answered on texts shown in `order`; null if the answer is none.
   * @param order place of each shown text among the unit's reports
   */
  kept: (shown: string, order: readonly number[]) => string | null;
  /** The inverse of `kept`. */
  shown: (kept: string, order: readonly number[]) => string;
}

/** The answer of a person who cannot judge a unit; its note holds the reason. It says nothing on any scale. */
export const CANNOT_JUDGE = 'cannot-judge';

/** Labels that are the same whatever stands beside: the usual case. */
export const labelsAsTheyAre = (options: readonly Option[]): Pick<StudyKind, 'kept' | 'shown'> => ({
  kept: (shown) => (shown === CANNOT_JUDGE || options.some(({ label }) => label === shown) ? shown : null),
  shown: (kept) => kept
});

/** A scale with an answer for people who cannot judge. */
export const withRefusal = (scale: LabelScale): LabelScale => ({
  ...scale,
  withoutValue: [...(scale.withoutValue ?? []), CANNOT_JUDGE]
});
