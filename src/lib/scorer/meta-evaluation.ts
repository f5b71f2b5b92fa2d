/**
 * How the publication of a suite validated judges against people: which labels were held to be true, the printed accuracies, and
 * what judging cost. A project's own studies and spot checks stand beside it; nothing is computed from printed figures.
 */
export interface MetaEvaluation {
  /** Where it is printed. */
  source: string;
  /** How many units the publication says were labelled; null if it does not say. */
  sample: { n: number; of: string } | null;
  /** One column for each kind of unit, in the order of the table. */
  columns: readonly MetaColumn[];
  /** Ratings of users beside computed ones; null if there are none. */
  preference: MetaPreference | null;
  /** The printed table: judges with their accuracies in per cent, in the order of `columns`, and their cost in US dollars. */
  judges: readonly { name: string; percent: readonly number[]; cost: number }[];
  /** Points that the publication leaves open, one sentence each. */
  open: readonly string[];
}

interface MetaColumn {
  /** Name of the kind of units. */
  unit: string;
  title: string;
  /** Adjudicated labels of a blind study, or what people say who check verdicts with the evidence before them. */
  truth: 'adjudicated' | 'spot-check';
  /** Accuracy in per cent of people and of the judge that the publication chose; null if none is printed. */
  printed: { people: number | null; judge: number };
}

interface MetaPreference {
  unit: string;
  title: string;
  /** The printed weighted κ. */
  kappa: number;
}
