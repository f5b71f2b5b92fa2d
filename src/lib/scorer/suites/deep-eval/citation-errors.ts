import type { Score } from '../../score.ts';
import { rateWithEnough, withEnough } from '../../leaderboard/figures/enough.ts';
import { clusteredRate, type Rate } from '../../leaderboard/figures/rate.ts';
import type { Origin } from '../../suite.ts';
import { type SeriesFigure, seriesFigure, meanSeries } from '../../leaderboard/figures/series.ts';

/** One report under citation accuracy. For one judge's table, hand over that judge's scores. */
type CitationRow = Origin & { score: Score | null };

/** Counts of a report by name, as the rubric tree gives them; null if not known. */
const failures = ['serverErrors', 'resets', 'timeouts'] as const;
const counted = ['urls', 'e1', 'e1Paper', ...failures, 'e2', 'read', 'pairs', 'checked', 'e3', 'blocked'] as const;
type Counts = Record<(typeof counted)[number], number | null>;

/** Mean number for each report, and the reports that it rests on. */
export type MeanCount = SeriesFigure & { n: number };

/** One line of Table 7. */
interface CitationErrors {
  system: string;
  /** Reports with URLs that were judged: what means and rates rest on, if their counts are known. */
  n: number;
  /** Of these, reports in which some unit has no valid verdict: their counts may be low. */
  incomplete: number;
  /** Reports that cite no URL. They have no errors to count and no rates, and enter nothing but this number. */
  withoutUrls: number;
  /** Reports without a score because a judge failed. */
  unscored: number;
  /** Reports that not all judges have finished. */
  pending: number;
  perReport: {
    urls: MeanCount;
    pairs: MeanCount;
    /** URLs that do not exist or lead nowhere. */
    e1: MeanCount;
    /** All URLs that do not open, as in the paper. */
    e1Paper: MeanCount;
    /** URLs whose server answers 5xx, resets the connection or does not answer in time: in `e1Paper`, not in `e1`. */
    serverErrors: MeanCount;
    resets: MeanCount;
    timeouts: MeanCount;
    /** URLs whose page has nothing to do with the task. */
    e2: MeanCount;
    /** Claim and source pairs where the source does not support the claim. */
    e3: MeanCount;
    /** e1 + e2 + e3 */
    total: MeanCount;
    /** e1Paper + e2 + e3 */
    totalPaper: MeanCount;
  };
  /** Shares over all reports together; each with its own denominator in `n`. */
  rates: {
    /** Of all URLs. */
    e1: Rate;
    e1Paper: Rate;
    serverErrors: Rate;
    resets: Rate;
    timeouts: Rate;
    /** URLs neither dead nor read, of all URLs. */
    blocked: Rate;
    /** Of the URLs that were read. */
    e2: Rate;
    /** Of the claim and source pairs that were checked against a page. */
    e3: Rate;
  };
}

/** Table 7: the systems under one kind of task. */
interface CitationTable {
  /** Null if the kind of task is not known. */
  taskCategory: string | null;
  systems: CitationErrors[];
}

const countsOf = ({ figures }: Score): Counts =>
  Object.fromEntries(counted.map((name) => [name, figures[name] ?? null])) as Counts;

const sumOf = (...counts: (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);

const RANGE = { min: 0, max: Infinity };

const meanCount = (counts: readonly { qid: string; value: number | null }[], reason: string): MeanCount => {
  const known = counts.flatMap(({ qid, value }) => (value === null ? [] : [{ qid, value }]));
  return { ...withEnough(seriesFigure([{ factor: 1, series: meanSeries(known) }], RANGE, reason)), n: known.length };
};

const errorsOf = (rows: readonly CitationRow[]): CitationErrors => {
  const finished = rows.flatMap(({ qid, score }) => (score === null ? [] : [{ qid, score }]));
  const bare = finished.filter(({ score }) => score.figures['urls'] === 0 && score.unscored === 0);
  const failed = finished.filter(({ score }) => score.value === null && score.unscored > 0);
  const judged = finished
    .filter((one) => !bare.includes(one) && !failed.includes(one))
    .map(({ qid, score }) => ({ qid, counts: countsOf(score), unscored: score.unscored }));
  const why =
    judged.length > 0
      ? 'The judges do not say.'
      : bare.length > 0 && failed.length === 0
        ? 'No report cites a URL.'
        : 'No report has a score.';
  const mean = (of: (counts: Counts) => number | null): MeanCount =>
    meanCount(
      judged.map(({ qid, counts }) => ({ qid, value: of(counts) })),
      why
    );
  const rate = (of: keyof Counts, among: keyof Counts): Rate =>
    rateWithEnough(
      clusteredRate(
        judged.flatMap(({ qid, counts }) => {
          const [k, n] = [counts[of], counts[among]];
          return k === null || n === null ? [] : [{ qid, k, n }];
        })
      )
    );
  return {
    system: rows[0]?.system ?? '',
    n: judged.length,
    incomplete: judged.filter(({ unscored }) => unscored > 0).length,
    withoutUrls: bare.length,
    unscored: failed.length,
    pending: rows.length - finished.length,
    perReport: {
      urls: mean(({ urls }) => urls),
      pairs: mean(({ pairs }) => pairs),
      e1: mean(({ e1 }) => e1),
      e1Paper: mean(({ e1Paper }) => e1Paper),
      serverErrors: mean(({ serverErrors }) => serverErrors),
      resets: mean(({ resets }) => resets),
      timeouts: mean(({ timeouts }) => timeouts),
      e2: mean(({ e2 }) => e2),
      e3: mean(({ e3 }) => e3),
      total: mean(({ e1, e2, e3 }) => sumOf(e1, e2, e3)),
      totalPaper: mean(({ e1Paper, e2, e3 }) => sumOf(e1Paper, e2, e3))
    },
    rates: {
      e1: rate('e1', 'urls'),
      e1Paper: rate('e1Paper', 'urls'),
      serverErrors: rate('serverErrors', 'urls'),
      resets: rate('resets', 'urls'),
      timeouts: rate('timeouts', 'urls'),
      blocked: rate('blocked', 'urls'),
      e2: rate('e2', 'read'),
      e3: rate('e3', 'checked')
    }
  };
};

/** All kinds of task together: one line for each system. */
export const citationErrors = (rows: readonly CitationRow[]): CitationErrors[] =>
  [...Map.groupBy(rows, ({ system }) => system).values()].map(errorsOf);

/**
 * Citation errors for each system and kind of task (arXiv 2510.14240, Table 7), with means and rates clustered by query.
 *
 * E1 and E2 count URLs, E3 pairs of a claim and a source. A rate is a ratio of sums, so that long reports weigh more; a
 * report without URLs has none, and is never taken for one without errors.
 *
 * @param rows Rows of the citation accuracy metric
 */
export const citationTables = (rows: readonly CitationRow[]): CitationTable[] =>
  [...Map.groupBy(rows, ({ taskCategory }) => JSON.stringify(taskCategory)).values()].map((group) => ({
    taskCategory: group[0]?.taskCategory ?? null,
    systems: citationErrors(group)
  }));
