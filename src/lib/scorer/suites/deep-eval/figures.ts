import { countCell, figureCell, type FigureCell, type FigureTable } from '../../figure-table.ts';
import { itemRates, LEAST_QUERIES, standingsOf, type Rate } from '../../leaderboard/index.ts';
import type { Metric } from '../../metric.ts';
import type { Item } from '../../sample.ts';
import type { FigureSource, ReportRow, SuiteFigure } from '../../suite.ts';
import { citationErrors, citationTables, type MeanCount } from './citation-errors.ts';
import { citationAccuracy } from './citation-accuracy.ts';
import { depth } from './depth.ts';
import { presentation, presentationItemNames } from './presentation.ts';

const few = `Fewer than ${LEAST_QUERIES} queries: no interval.`;
const INTERVAL = '95% CI, clustered by query';

const rateCell = ({ value, interval, n }: Rate, reason: string): FigureCell => ({
  ...{ value: value === null ? null : 100 * value, reason: value === null ? reason : null, n },
  ...{ low: interval ? 100 * interval[0] : null, high: interval ? 100 * interval[1] : null }
});

const has =
  ({ name }: Metric) =>
  (metrics: readonly Metric[]): boolean =>
    metrics.some((metric) => metric.name === name);

const rowsUnder = ({ rows }: FigureSource, { name }: Metric): ReportRow[] =>
  rows.filter(({ metric }) => metric === name);

/** Table 7: mean errors of each kind for each report, and their rates, by kind of task and for all of them together. */
export function citationErrorTable(rows: readonly ReportRow[]): FigureTable {
  const tables = citationTables(rows);
  const groups = [
    ...(tables.length === 1 ? [] : [{ group: 'All kinds of task', systems: citationErrors(rows) }]),
    ...tables.map(({ taskCategory, systems }) => ({
      group: taskCategory ?? (tables.length > 1 ? 'Kind of task not known' : null),
      systems
    }))
  ];
  const mean = (figure: MeanCount): FigureCell => figureCell(figure, figure.n);
  const rate = (one: Rate): FigureCell => rateCell(one, 'Nothing to count.');
  return {
    name: 'citation-errors',
    title: 'Citation errors',
    range: INTERVAL,
    counted: 'of means, reports with URLs that were judged; of rates, what they are shares of',
    columns: [
      { name: 'E1', title: 'E1 URL invalid', decimals: 1 },
      { name: 'E1 as in the paper', title: 'E1 with all pages that did not open', decimals: 1 },
      { name: 'server errors', title: '5xx', decimals: 1 },
      { name: 'connection resets', title: 'Resets', decimals: 1 },
      { name: 'timeouts', title: 'Timeouts', decimals: 1 },
      { name: 'E2', title: 'E2 URL irrelevant', decimals: 1 },
      { name: 'E3', title: 'E3 claim unsupported', decimals: 1 },
      { name: 'total', title: 'Total E1 + E2 + E3', decimals: 1 },
      { name: 'total as in the paper', title: 'Total with all pages that did not open', decimals: 1 },
      { name: 'E1 of URLs', title: 'E1 of URLs, %', decimals: 1 },
      { name: 'not readable', title: 'Not readable of URLs, %', decimals: 1 },
      { name: '5xx of URLs', title: '5xx of URLs, %', decimals: 1 },
      { name: 'reset of URLs', title: 'Reset of URLs, %', decimals: 1 },
      { name: 'timed out of URLs', title: 'Timed out of URLs, %', decimals: 1 },
      { name: 'E2 of read', title: 'E2 of read pages, %', decimals: 1 },
      { name: 'E3 of checked', title: 'E3 of checked pairs, %', decimals: 1 },
      { name: 'without URL', title: 'Reports without URL', decimals: 0 },
      { name: 'unscored', title: 'Reports unscored', decimals: 0 }
    ],
    rows: groups.flatMap(({ group, systems }) =>
      systems.map(({ system, n, withoutUrls, unscored, perReport, rates }) => {
        const { e1, e1Paper, serverErrors, resets, timeouts, e2, e3, total, totalPaper } = perReport;
        return {
          group,
          system,
          cells: [
            ...[e1, e1Paper, serverErrors, resets, timeouts, e2, e3, total, totalPaper].map(mean),
            ...[rates.e1, rates.blocked, rates.serverErrors, rates.resets, rates.timeouts, rates.e2, rates.e3].map(
              rate
            ),
            countCell(withoutUrls, n + withoutUrls + unscored),
            countCell(unscored, n + withoutUrls + unscored)
          ]
        };
      })
    ),
    notes: [
      'Mean number of errors for each report; fewer is better.',
      'E1: the URL does not resolve (404, 410, no such host). E2: its page is off the topic. E3: it does not support the claim.',
      '5xx, resets and timeouts are counted beside strict E1; E1 as in the paper contains them.',
      'In the score, a claim on a 5xx or reset page counts as not supported; a claim on a page that timed out, was blocked or wants a sign-in is left out.',
      'A report without any URL has no rates and enters nothing but its own count.',
      few
    ]
  };
}

/** Figure 6: win rates in depth over the baseline, best first. */
export function winRateTable(rows: readonly ReportRow[], metric: Metric, baseline: string | null): FigureTable {
  const standings = standingsOf(metric, rows).flatMap(({ score }) =>
    score.games && score.system !== baseline ? [{ ...score, games: score.games }] : []
  );
  return {
    name: 'win-rates',
    title: baseline === null ? 'Win rates in depth' : `Win rates in depth, against ${baseline}`,
    range: INTERVAL,
    counted: 'decisive games for the win rates, else games',
    columns: [
      { name: 'win rate', title: 'Win rate, %', decimals: 1 },
      { name: 'wins', title: 'Wins', decimals: 0 },
      { name: 'ties', title: 'Ties', decimals: 0 },
      { name: 'losses', title: 'Losses', decimals: 0 },
      { name: 'by order', title: 'Each order a game, %', decimals: 1 },
      { name: 'same in both orders', title: 'Same in both orders, %', decimals: 0 }
    ],
    rows: standings
      .map((score) => {
        const { wins, ties, losses, byOrder, consistency } = score.games;
        const counted = (value: number): FigureCell => countCell(value, score.n);
        return {
          group: null,
          system: score.system,
          cells: [
            figureCell(score, wins + losses),
            ...[wins, ties, losses].map(counted),
            byOrder
              ? rateCell(byOrder.winRate, 'No game is decisive.')
              : figureCell({ value: null, reason: 'The judges do not say.', interval: null }, 0),
            rateCell(consistency, 'The judges do not say.')
          ]
        };
      })
      .sort((a, b) => (b.cells[0]!.value ?? -1) - (a.cells[0]!.value ?? -1)),
    notes: [
      'Each pair is judged in both orders; a difference of at most 1 point is a tie.',
      'Win rate: wins in per cent of wins and losses, of the mean over both orders as in the paper; beside it with each order a game as in the authors’ scripts.',
      few
    ],
    display: { as: 'bars', columns: ['wins', 'ties', 'losses'] }
  };
}

/** Figure 22: pass rates of a fixed checklist, item by item; every number of an item has its name beside it. */
export function checkTable(
  rows: readonly ReportRow[],
  items: readonly Item[],
  names: Readonly<Record<string, string>>
): FigureTable {
  const named = ({ key }: Item): string => [key.toUpperCase(), names[key]].filter(Boolean).join(' ');
  return {
    name: 'presentation-checks',
    title: 'Presentation, check by check',
    range: INTERVAL,
    counted: 'reports judged on the item',
    columns: items.map((item) => ({
      ...{ name: item.key.toUpperCase(), title: `${named(item)}, %`, decimals: 0, about: item.text }
    })),
    rows: itemRates(
      rows,
      items.map(({ key }) => key)
    ).map(({ system, items: own }) => ({
      group: null,
      system,
      cells: own.map((rate) => rateCell(rate, 'No report is judged on it.'))
    })),
    notes: [
      'Share of reports that pass, mean over judges.',
      ...items.map((item) => `${named(item)}: ${item.text}`),
      few
    ],
    display: { as: 'heat' }
  };
}

/** DeepEval's tables of its own, by arXiv 2510.14240. */
export const deepEvalFigures: readonly SuiteFigure[] = [
  {
    name: 'presentation-checks',
    title: 'pass rates of the presentation checks',
    inPaper: 'Figure 22',
    appliesTo: has(presentation),
    table: (source) => {
      const rows = rowsUnder(source, presentation);
      return rows.length === 0 ? null : checkTable(rows, presentation.items ?? [], presentationItemNames);
    }
  },
  {
    name: 'win-rates',
    title: 'win rates in depth',
    inPaper: 'Figure 6',
    appliesTo: has(depth),
    table: (source) => {
      const metric = source.metrics.find(({ name }) => name === depth.name) ?? depth;
      const { baseline } = metric.settings;
      return winRateTable(source.rows, metric, baseline === undefined ? null : source.systemNamed(baseline));
    }
  },
  {
    name: 'citation-errors',
    title: 'citation errors',
    inPaper: 'Table 7',
    appliesTo: has(citationAccuracy),
    table: (source) => citationErrorTable(rowsUnder(source, citationAccuracy))
  }
];
