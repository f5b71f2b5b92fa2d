import type { PageOutcome } from './page.ts';

/** Name of a kind of unit; `unitNamed` of the registry of suites gives what is known of it. */
export type UnitKind = string;

/** One of its unit kind's labels, as text. */
export type VerdictLabel = string;

/** Words of the report (or, for a claim, of its source) that a verdict rests on. */
export interface Evidence {
  quote: string;
  /**
   * Place of the words in the report; null if they were looked for and are not there; absent if they were not looked for, or
   * if they are in a heading or an address behind a link, which belong to no block.
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
  /** Absent if the prompt did not ask for them. */
  flaws?: Flaws;
}

/**
 * Details that kinds of units add to a verdict, by the name of the kind. The file of a kind adds its own here:
 * `declare module '…/verdict.ts' { interface UnitDetails { NAME: … } }`.
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

/** Detail that a unit's kind adds to its verdict. */
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
 * One judge's verdict on one unit.
 * `judged` carries a label; `abstained` is a verdict without one (the judge says it cannot decide);
 * `unscored` means that no valid verdict exists, and why. Never 0, never dropped.
 */
export type Verdict = Unit &
  (
    | { state: 'judged'; label: VerdictLabel; rationale: string; evidence: Evidence[]; detail?: Detail }
    | { state: 'abstained'; label: null; rationale: string; evidence: Evidence[]; detail?: Detail }
    | { state: 'unscored'; label: null; rationale: ''; evidence: []; reason: string; detail?: Detail }
  );
