/** Tables 1–5 of arXiv 2508.15804, computed from the scores of a run. */
import { type Interval, type Jackknife, kendall, spearman, withoutRounding } from '../../../../stats/index.ts';
import { countCell, type FigureCell, figureCell, type FigureColumn, type FigureTable } from '../../../figure-table.ts';
import { pooledRatio } from '../../../leaderboard/aggregation/pooled-ratio.ts';
import { LEAST_QUERIES } from '../../../leaderboard/index.ts';

import { budgetInName, nameKey, type SystemBudget } from '../../../../names.ts';
import type { Metric } from '../../../metric.ts';
import type { Score } from '../../../score.ts';
import type { FigureSource, ReportRow, SuiteFigure } from '../../../suite.ts';
import { qualityDimensions } from '../prompts/quality-1.ts';
import { citationRows } from '../reference-scores.ts';

const METRICS = ['references', 'cited-statements', 'uncited-statements', 'content-quality'] as const;
type Name = (typeof METRICS)[number];

const INTERVAL = '95% CI, jackknife by query';
const MACRO = 'Means over reports; a report whose value is undefined is left out, and n says how many are not.';
const FEW = `Fewer than ${LEAST_QUERIES} queries: no interval.`;

/** A report of one system under one metric, with the score that a table is about. */
interface Scored {
  metric: string;
  qid: string;
  score: Pick<Score, 'value' | 'figures' | 'abstained' | 'unscored'> | null;
}

/** Value of each report that a column takes. */
type Take = (score: NonNullable<Scored['score']>) => number | null | undefined;

const value: Take = (score) => score.value;
const figure =
  (name: string): Take =>
  (score) =>
    score.figures[name];

/** An estimate as a cell: without interval if there are too few queries for one. */
const cellOf = (found: Jackknife, n: number, none: string): FigureCell =>
  figureCell(
    {
      value: found.value,
      reason: found.value === null ? none : null,
      interval: found.clusters < LEAST_QUERIES ? null : found.interval
    },
    n
  );

/** Nothing is known of reports that judges failed on or abstained from: they may well have what `none` says that no report has. */
const NOT_JUDGED = 'Judges failed on, or abstained from, every report.';
const NO_METRIC = 'The run does not have the metric for it.';

/** The mean over reports of what they have, `times` as large. */
const meanCell = (
  rows: readonly Scored[],
  metric: Name,
  take: Take,
  { times = 1, range = [0, 1] as Interval | null, none = 'No report has a value.' } = {}
): FigureCell => {
  const own = rows.filter((row) => row.metric === metric);
  const parts = own.flatMap(({ qid, score }) => {
    const taken = score === null ? null : take(score);
    return typeof taken === 'number' ? [{ cluster: qid, above: times * taken, below: 1 }] : [];
  });
  const isJudged = own.some(({ score }) => score === null || score.abstained + score.unscored === 0);
  return cellOf(pooledRatio(parts, range), parts.length, own.length === 0 ? NO_METRIC : isJudged ? none : NOT_JUDGED);
};

const systemsOf = (rows: readonly ReportRow[]): Map<string, ReportRow[]> => {
  const own = rows.filter(({ metric }) => METRICS.some((name) => name === metric));
  return Map.groupBy(own, ({ system }) => system);
};

/** Under the run's judges together, or under one of them. */
const under = (rows: readonly ReportRow[], judge: string | null): Scored[] =>
  rows.map(({ metric, qid, score, perJudge }) => ({
    ...{ metric, qid },
    score: judge === null ? score : (perJudge.find((one) => one.judge === judge)?.score ?? null)
  }));

const column = (name: string, title: string, decimals: number): FigureColumn => ({ name, title, decimals });

const four: FigureColumn[] = [
  column('precision', 'Precision', 3),
  column('recall', 'Recall', 3),
  column('match rate', 'Match rate, %', 2),
  column('factual accuracy', 'Factual accuracy, %', 2)
];

const precision = (rows: readonly Scored[]): FigureCell =>
  meanCell(rows, 'references', value, { times: 0.01, none: 'No report cites a scholarly work.' });
const recall = (rows: readonly Scored[]): FigureCell => meanCell(rows, 'references', figure('recall'), { times: 0.01 });
const matchRate = (rows: readonly Scored[]): FigureCell =>
  meanCell(rows, 'cited-statements', value, {
    range: [0, 100],
    none: 'No report has a cited statement that was decided.'
  });
const accuracy = (rows: readonly Scored[]): FigureCell =>
  meanCell(rows, 'uncited-statements', value, {
    ...{ range: [0, 100] as Interval, none: 'No report has a statement without citation that was decided.' }
  });
const fourOf = (rows: readonly Scored[]): FigureCell[] => [
  precision(rows),
  recall(rows),
  matchRate(rows),
  accuracy(rows)
];

/** Table 1: references and statements of each system. */
function overviewTable(rows: readonly ReportRow[]): FigureTable {
  // A count has no upper end to its range, and none below 0.
  const many = (own: readonly Scored[], metric: Name, name: string): FigureCell => {
    const cell = meanCell(own, metric, figure(name), { range: null });
    return { ...cell, low: cell.low === null ? null : Math.max(0, cell.low) };
  };
  return {
    name: 'report-bench-overview',
    title: 'References and statements',
    range: INTERVAL,
    counted: 'reports with a value',
    columns: [
      ...[four[0]!, column('precision with zeros', 'Precision, 0 without references', 3), four[1]!],
      column('references', 'References a report', 2),
      ...[four[2]!, column('cited statements', 'Cited statements a report', 2)],
      ...[four[3]!, column('uncited statements', 'Uncited statements a report', 2)]
    ],
    rows: [...systemsOf(rows)].map(([system, own]) => {
      const scored = under(own, null);
      return {
        ...{ group: null, system },
        cells: [
          precision(scored),
          meanCell(scored, 'references', figure('precisionOrZero'), { times: 0.01 }),
          recall(scored),
          many(scored, 'references', 'references'),
          matchRate(scored),
          many(scored, 'cited-statements', 'statements'),
          accuracy(scored),
          many(scored, 'uncited-statements', 'statements')
        ]
      };
    }),
    notes: [
      MACRO,
      'References are scholarly works and addresses whose work could not be found out, each work once.',
      'A cited statement counts once for each page that it cites; pages that could not be read are left out of the match rate.',
      'Factual accuracy is over statements that the votes decided.',
      FEW
    ]
  };
}

/** Table 2: recall by quarter of citation counts, pooled over all gold lists. */
function quartileTable(rows: readonly ReportRow[]): FigureTable {
  const title = (row: (typeof citationRows)[number]): string => (row === 'unknown' ? 'No count known, %' : `${row}, %`);
  return {
    name: 'recall-by-citations',
    title: 'Recall by number of citations',
    range: INTERVAL,
    counted: 'works of the gold lists in the quarter, once for each report',
    columns: citationRows.map((row) => column(row, title(row), 1)),
    rows: [...systemsOf(rows)].map(([system, own]) => ({
      ...{ group: null, system },
      cells: citationRows.map((row): FigureCell => {
        const parts = own.flatMap(({ metric, qid, score }) => {
          const [above, below] = [score?.figures[`matched${row}`], score?.figures[`works${row}`]];
          const known = metric === 'references' && typeof above === 'number' && typeof below === 'number';
          return known ? [{ cluster: qid, above: 100 * above, below }] : [];
        });
        const works = parts.reduce((sum, { below }) => sum + below, 0);
        const reason =
          parts.length === 0 ? 'No report has its references judged.' : 'The gold lists have no work in this quarter.';
        return cellOf(pooledRatio(parts, [0, 100]), works, reason);
      })
    })),
    notes: [
      'Pooled: matched works of all reports by all works of their gold lists. Q4 holds the most cited quarter of each list.',
      'Cuts are quantiles (type 7) of a list’s known counts; a count equal to a cut goes down, so quarters differ in size.',
      'Pooled shares of the quarters need not average to the mean recall over reports.',
      FEW
    ]
  };
}

/** Table 3: ratings of content quality, and the share of reports that game. */
function qualityTable(rows: readonly ReportRow[]): FigureTable {
  const ids = Object.keys(qualityDimensions) as (keyof typeof qualityDimensions)[];
  return {
    name: 'content-quality',
    title: 'Content quality',
    range: INTERVAL,
    counted: 'reports that were rated',
    columns: [...ids.map((id) => column(id, `${id}, 1–5`, 3)), column('G', 'Gaming, %', 1)],
    rows: [...systemsOf(rows)].map(([system, own]) => {
      const scored = under(own, null);
      const rated = (name: string, times: number, range: Interval): FigureCell =>
        meanCell(scored, 'content-quality', figure(name), { times, range, none: 'No report was rated.' });
      return {
        ...{ group: null, system },
        cells: [...ids.map((id) => rated(id, 1, [1, 5])), rated('gaming', 100, [0, 100])]
      };
    }),
    notes: [MACRO, ...ids.map((id) => `${id}: ${qualityDimensions[id].title.toLowerCase()}.`), FEW]
  };
}

/** Beside Table 3: do ratings rank systems as the objective figures do? */
function rankTable(rows: readonly ReportRow[]): FigureTable {
  const systems = [...systemsOf(rows).values()].map((own) => {
    const scored = under(own, null);
    const rated = meanCell(scored, 'content-quality', value, { range: [1, 5] }).value;
    return { rated, objective: fourOf(scored).map((cell) => cell.value) };
  });
  const pairsOf = (at: number) =>
    systems.flatMap(({ rated, objective }) => {
      const other = objective[at];
      return rated === null || other == null ? [] : [[withoutRounding(rated), withoutRounding(other)] as const];
    });
  const coefficient = (found: { value: number | null } | null, few: string, n: number): FigureCell => {
    const value = found?.value ?? null;
    const reason = found === null ? few : 'All systems are alike in one of both.';
    return figureCell({ value, reason: value === null ? reason : null, interval: null }, n);
  };
  return {
    name: 'content-quality-ranks',
    title: 'Content quality against the objective figures',
    range: 'no interval is computed',
    counted: 'systems with both values',
    rowsAre: 'Figure',
    columns: [column('tau-b', 'Kendall’s τ_b with survey-ness', 3), column('rho', 'Spearman’s ρ with survey-ness', 3)],
    rows: four.map(({ title }, at) => {
      const pairs = pairsOf(at);
      const [x, y] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
      return {
        ...{ group: null, system: title.replace(', %', '') },
        cells: [
          coefficient(
            pairs.length < 2 ? null : kendall(x, y).tauB,
            'Fewer than two systems have both values.',
            pairs.length
          ),
          coefficient(
            pairs.length < 3 ? null : spearman(x, y),
            'Fewer than three systems have both values.',
            pairs.length
          )
        ]
      };
    }),
    notes: [
      'Over the means of the systems in this run. The paper calls the two orders nearly the same and gives no coefficient.'
    ]
  };
}

/** Table 4: the same reports under each judge. */
export function judgeTable(rows: readonly ReportRow[]): FigureTable | null {
  const judges = [...new Set(rows.flatMap(({ perJudge }) => perJudge.map(({ judge }) => judge)))];
  if (judges.length < 2) return null;
  return {
    name: 'swap-of-judge',
    title: 'Swap of the judge',
    range: INTERVAL,
    counted: 'reports with a value under that judge',
    columns: four,
    rows: judges.flatMap((judge) =>
      [...systemsOf(rows)].map(([system, own]) => ({ group: judge, system, cells: fourOf(under(own, judge)) }))
    ),
    notes: [
      MACRO,
      'Judges of one run read the same reports, pages and searches, so that only the judge differs.',
      'To compare judges of different runs, use the comparison of two runs.',
      FEW
    ]
  };
}

/** Table 5: the same system with different budgets, such as tool calls. */
export function budgetTable(
  rows: readonly ReportRow[],
  budgetOf: (system: string) => SystemBudget | null
): FigureTable | null {
  const systems = [...systemsOf(rows)].flatMap(([system, own]) => {
    const budget = budgetOf(system);
    // Its name without the budget is the name that it shares with the others.
    return budget ? [{ ...budget, name: budgetInName(system)?.rest ?? system, system, own }] : [];
  });
  if (systems.length === 0) return null;
  const sameUnit = Map.groupBy(systems, ({ unit }) => unitKey(unit));
  const units = new Map([...sameUnit].toSorted(([a], [b]) => inOrder(a, b)).map(([key, own]) => [key, wordsFor(own)]));
  const ordered = systems.toSorted(
    (a, b) => inOrder(a.name, b.name) || inOrder(unitKey(a.unit), unitKey(b.unit)) || a.amount - b.amount
  );
  return {
    name: 'tool-budgets',
    title: 'Budgets',
    range: INTERVAL,
    counted: 'reports with a value',
    columns: [
      ...[...units].map(([key, unit]) =>
        column(
          `budget in ${key}`,
          `At most, ${unit}`,
          sameUnit.get(key)!.every(({ amount }) => Number.isInteger(amount)) ? 0 : 1
        )
      ),
      ...four
    ],
    rows: ordered.map(({ name, amount, unit, system, own }) => ({
      ...{ group: name, system },
      cells: [
        ...[...units.keys()].map((key) =>
          key === unitKey(unit)
            ? countCell(amount, 0)
            : figureCell({ value: null, reason: `Its budget is in ${unit}.`, interval: null }, 0)
        ),
        ...fourOf(under(own, null))
      ]
    })),
    notes: [
      MACRO,
      'Budgets are those that a lead gave the systems; systems without one are left out. Reports of each budget are those of a system of their own.',
      FEW
    ]
  };
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A unit as most is written, the plural before the singular. */
const wordsFor = (own: readonly SystemBudget[]): string =>
  own.map(({ unit }) => unit).toSorted((a, b) => b.length - a.length || inOrder(a, b))[0]!;

/** One form of a unit, singular and plural. */
const unitKey = (unit: string): string => nameKey(unit).replace(/s$/, '');

const has =
  (...names: Name[]) =>
  (metrics: readonly Metric[]): boolean =>
    metrics.some(({ name }) => names.some((one) => one === name));
const objective = has('references', 'cited-statements', 'uncited-statements');
const bothSides = (metrics: readonly Metric[]): boolean => objective(metrics) && has('content-quality')(metrics);

const figureOf = (
  inPaper: string | undefined,
  { name, title }: Pick<SuiteFigure, 'name' | 'title'>,
  appliesTo: SuiteFigure['appliesTo'],
  make: (rows: readonly ReportRow[], source: FigureSource) => FigureTable | null
): SuiteFigure => ({
  ...{ name, title, appliesTo },
  ...(inPaper !== undefined && { inPaper }),
  table: (source: FigureSource) => {
    const own = source.rows.filter(({ metric }) => METRICS.some((one) => one === metric));
    return own.length === 0 ? null : make(own, source);
  }
});

/** ReportBench’s tables, in the order of the paper. */
export const reportBenchFigures: readonly SuiteFigure[] = [
  figureOf('Table 1', { name: 'report-bench-overview', title: 'references and statements' }, objective, overviewTable),
  figureOf(
    'Table 2',
    { name: 'recall-by-citations', title: 'recall by number of citations' },
    has('references'),
    quartileTable
  ),
  figureOf('Table 3', { name: 'content-quality', title: 'content quality' }, has('content-quality'), qualityTable),
  figureOf(
    undefined,
    { name: 'content-quality-ranks', title: 'content quality against the objective figures' },
    bothSides,
    rankTable
  ),
  figureOf('Table 4', { name: 'swap-of-judge', title: 'swap of the judge' }, objective, judgeTable),
  figureOf('Table 5', { name: 'tool-budgets', title: 'budgets' }, objective, (rows, { budgetOf }) =>
    budgetTable(rows, budgetOf)
  )
];
