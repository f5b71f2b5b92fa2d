import { quantile, ratio, type Estimate } from '../../../stats/index.ts';
import type { Matching, Timing, Work } from './matching.ts';

/** Precision and recall of a report's references with all that was counted for them. */
interface ReferenceScores {
  /** Matched / (scholarly + unresolvable), repeats once; undefined (`zero-denominator`) without such a reference. */
  precision: Estimate;
  /** Matched / distinct works. */
  recall: Estimate;
  /** Matched works by entries: all entries of matched works / entries as listed, repeats and all. */
  recallAsListed: Estimate;
  matched: number;
  /** The denominator of precision, and its parts. */
  counted: number;
  scholarly: number;
  unresolvable: number;
  /** The denominator of recall. */
  works: number;
  /** Not in precision. */
  notScholarly: number;
  repeats: number;
  /** References to the source survey, each an error in the denominator of precision. */
  sourceSurvey: number;
  /** References by how their date stands to the cut-off; `later` ones are errors unless the gold list itself has them. */
  timing: Record<Timing, number>;
  laterInGold: number;
  near: number;
}

export const scoreReferences = ({ references, works, notScholarly }: Matching): ReferenceScores => {
  const many = (is: (one: Matching['references'][number]) => boolean): number => references.filter(is).length;
  const matchedWorks = references.flatMap(({ match }) => match?.work ?? []);
  const matched = matchedWorks.length;
  const entries = (of: readonly Work[]): number => of.reduce((sum, one) => sum + one.entries.length, 0);
  const timing = (is: Timing): number => many((one) => one.timing === is);
  return {
    precision: ratio(matched, references.length),
    recall: ratio(matched, works.length),
    recallAsListed: ratio(entries(matchedWorks), entries(works)),
    matched,
    counted: references.length,
    scholarly: many(({ reference }) => reference.kind === 'scholarly'),
    unresolvable: many(({ reference }) => reference.kind === 'unresolvable'),
    works: works.length,
    notScholarly: notScholarly.length,
    repeats: references.reduce((sum, one) => sum + one.repeats.length, 0),
    sourceSurvey: many(({ isSourceSurvey }) => isSourceSurvey),
    timing: {
      before: timing('before'),
      'same-month': timing('same-month'),
      later: timing('later'),
      undecidable: timing('undecidable'),
      'no-date': timing('no-date'),
      'no-cut-off': timing('no-cut-off')
    },
    laterInGold: many(({ timing: when, match }) => when === 'later' && match !== null),
    near: many(({ near }) => near.length > 0)
  };
};

/** Q1 holds the least cited quarter of a survey's works; `unknown` those whose citations are not known. */
export const citationRows = ['Q1', 'Q2', 'Q3', 'Q4', 'unknown'] as const;
export type QuarterRow = (typeof citationRows)[number];

/** How often a work has been cited: the most that one of its entries says; null if none does. */
const citationsOf = ({ entries }: Work): number | null =>
  entries.reduce<number | null>(
    (most, { citations }) => (citations === null ? most : Math.max(most ?? 0, citations)),
    null
  );

/**
 * The quarter of each work within its survey: cuts at the 25, 50 and 75 % quantiles (type 7) of the known counts. A count equal
 * to a cut goes down, so that works with equal counts stay together and quarters may differ in size.
 */
export const citationQuarters = (works: readonly Work[]): Map<Work, QuarterRow> => {
  const counts = works.map(citationsOf);
  const known = counts.filter((count) => count !== null);
  const cuts = known.length === 0 ? [] : [0.25, 0.5, 0.75].map((p) => quantile(known, p).value!);
  return new Map(
    works.map((work, at) => {
      const count = counts[at]!;
      return [work, count === null ? 'unknown' : citationRows[cuts.filter((cut) => count > cut).length]!];
    })
  );
};

type RecallByQuarter = Record<QuarterRow, { works: number; matched: number; recall: Estimate }>;

/** Recall by quarter, pooled over reports: matched works / works of that quarter in all surveys, each report's survey once. */
export const recallByQuarter = (matchings: readonly Matching[]): RecallByQuarter => {
  const count = Object.fromEntries(citationRows.map((row) => [row, { works: 0, matched: 0 }])) as Record<
    QuarterRow,
    { works: number; matched: number }
  >;
  for (const { works, references } of matchings) {
    const rows = citationQuarters(works);
    for (const work of works) count[rows.get(work)!].works += 1;
    for (const { match } of references) if (match) count[rows.get(match.work)!].matched += 1;
  }
  return Object.fromEntries(
    citationRows.map((row) => [row, { ...count[row], recall: ratio(count[row].matched, count[row].works) }])
  ) as RecallByQuarter;
};
