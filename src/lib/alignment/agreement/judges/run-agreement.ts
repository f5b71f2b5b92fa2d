import { shareWhere, type Figure } from '../../units/figure.ts';
import { allJudgesAgree } from '../pairs.ts';
import type { NamedRater, StudyRatings } from '../../units/ratings.ts';
import { ratedUnits } from '../../units/units.ts';

/** How often the judges of a run give the same label, over every unit that they scored, sampled for people or not. */
export interface RunAgreement {
  /** Units on which some judge gave an answer, and the queries that they come from. */
  units: number;
  queries: number;
  /** Share of the units labelled by every judge on which all labels are equal. */
  all: Figure;
  /** Every two judges: share of the units labelled by both on which the labels are equal. */
  pairs: { a: NamedRater; b: NamedRater; equal: Figure }[];
}

/**
 * Agreement of judges with each other over a whole run, with Wilson's intervals on the effective sample size, clustered by
 * query (LiveResearchBench, arXiv 2510.14240, appendix C).
 *
 * @param ratings all units of the run; labels of people, if there are any, are not used
 */
export function judgesOverRun(ratings: StudyRatings): RunAgreement {
  const units = ratedUnits({
    ...ratings,
    people: [],
    items: ratings.items.map((item) => ({ ...item, humans: [], preferences: [] }))
  });
  const { judges } = units;
  return {
    units: units.ids.length,
    queries: units.clusters,
    all: allJudgesAgree(units),
    pairs: judges.flatMap((a, at) =>
      judges.slice(at + 1).map((b) => {
        const both = units.ids.flatMap((_, unit) => (a.labels[unit] !== null && b.labels[unit] !== null ? [unit] : []));
        return {
          a: { id: a.id, name: a.name },
          b: { id: b.id, name: b.name },
          equal: shareWhere(units, both, (unit) => a.labels[unit] === b.labels[unit])
        };
      })
    )
  };
}
