import type { Score } from '../pipeline.ts';
import { clusteredRate, type Rate } from './rate.ts';
import { grouped, type Origin, type SystemCategory } from './rows.ts';
import { type Figure, figureOf, meanSeries } from './series.ts';

/** One report under citation accuracy. For one judge's table, hand over that judge's scores. */
export type CitationRow = Origin & { score: Score | null };

/** Counts of a report by name, as the rubric tree gives them. */
const counted = ['urls', 'e1', 'e1Paper', 'e2', 'read', 'pairs', 'checked', 'e3', 'blocked'] as const;
type Counts = Record<(typeof counted)[number], number>;

/** One line of Table 7. */
export interface CitationErrors {
  system: string;
  category: SystemCategory | null;
  /** Reports with URLs and counts: what means and rates rest on. */
  n: number;
  /** Reports that cite no URL. They have no errors to count and no rates, and enter nothing but this number. */
  withoutUrls: number;
  /** Reports without a score because a judge or a check failed. */
  unscored: number;
  /** Reports that not all judges have finished. */
  pending: number;
  /** Mean number for each report with URLs. */
  perReport: {
    urls: Figure;
    pairs: Figure;
    /** URLs that do not resolve, without those that a robot is kept from. */
    e1: Figure;
    /** The same with them, as in the paper. */
    e1Paper: Figure;
    /** URLs whose page has nothing to do with the task. */
    e2: Figure;
    /** Claim and source pairs where the source does not support the claim. */
    e3: Figure;
    /** e1 + e2 + e3 */
    total: Figure;
    /** e1Paper + e2 + e3 */
    totalPaper: Figure;
  };
  /** Shares over all reports together; each with its own denominator in `n`. */
  rates: {
    /** Of all URLs. */
    e1: Rate;
    e1Paper: Rate;
    /** URLs neither dead nor read, of all URLs. */
    blocked: Rate;
    /** Of the URLs that were read. */
    e2: Rate;
    /** Of the claim and source pairs that were checked against a page. */
    e3: Rate;
  };
}

/** Table 7: the systems under one kind of task. */
export interface CitationTable {
  /** Null where the kind of task is not known. */
  taskCategory: string | null;
  systems: CitationErrors[];
}

const countsOf = (score: Score): Counts | null => {
  const counts: Partial<Counts> = {};
  for (const name of counted) {
    const value = score.figures[name];
    if (value === null || value === undefined) return null;
    counts[name] = value;
  }
  return counts as Counts;
};

const ROW = { min: 0, max: Infinity };

const errorsOf = (rows: readonly CitationRow[]): CitationErrors => {
  const finished = rows.flatMap(({ qid, score }) => (score === null ? [] : [{ qid, score }]));
  const bare = finished.filter(({ score }) => score.figures['urls'] === 0);
  const judged = finished.flatMap(({ qid, score }) => {
    const counts = score.value === null || score.figures['urls'] === 0 ? null : countsOf(score);
    return counts === null ? [] : [{ qid, counts }];
  });
  const mean = (of: (counts: Counts) => number): Figure =>
    figureOf(
      [{ factor: 1, series: meanSeries(judged.map(({ qid, counts }) => ({ qid, value: of(counts) }))) }],
      ROW,
      bare.length > 0 && bare.length === finished.length ? 'No report cites a URL.' : 'No report has a score.'
    );
  const rate = (k: keyof Counts, n: keyof Counts): Rate =>
    clusteredRate(judged.map(({ qid, counts }) => ({ qid, k: counts[k], n: counts[n] })));
  return {
    system: rows[0]?.system ?? '',
    category: rows[0]?.category ?? null,
    n: judged.length,
    withoutUrls: bare.length,
    unscored: finished.length - bare.length - judged.length,
    pending: rows.length - finished.length,
    perReport: {
      urls: mean(({ urls }) => urls),
      pairs: mean(({ pairs }) => pairs),
      e1: mean(({ e1 }) => e1),
      e1Paper: mean(({ e1Paper }) => e1Paper),
      e2: mean(({ e2 }) => e2),
      e3: mean(({ e3 }) => e3),
      total: mean(({ e1, e2, e3 }) => e1 + e2 + e3),
      totalPaper: mean(({ e1Paper, e2, e3 }) => e1Paper + e2 + e3)
    },
    rates: {
      e1: rate('e1', 'urls'),
      e1Paper: rate('e1Paper', 'urls'),
      blocked: rate('blocked', 'urls'),
      e2: rate('e2', 'read'),
      e3: rate('e3', 'checked')
    }
  };
};

/** All kinds of task together: one line for each system. */
export const citationErrors = (rows: readonly CitationRow[]): CitationErrors[] =>
  [...grouped(rows, ({ system }) => system).values()].map(errorsOf);

/**
 * Citation errors for each system and kind of task (paper 000, Table 7), with means and rates clustered by query.
 *
 * E1 and E2 count URLs, E3 pairs of a claim and a source. A rate is a ratio of sums, so that long reports weigh more; a
 * report without URLs has none, and is never taken for one without errors.
 *
 * @param rows Rows of the citation accuracy metric
 */
export const citationTables = (rows: readonly CitationRow[]): CitationTable[] =>
  [...grouped(rows, ({ taskCategory }) => JSON.stringify(taskCategory)).values()].map((group) => ({
    taskCategory: group[0]?.taskCategory ?? null,
    systems: citationErrors(group)
  }));
