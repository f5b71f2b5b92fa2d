import {
  type CitationRow,
  citationErrors,
  citationTables,
  itemRates,
  type Leaderboard,
  type LengthRow,
  lengthDistributions,
  LEAST_QUERIES,
  type MeanCount,
  type ReportRow
} from '../../../scorer/leaderboard/index.ts';
import type { Item } from '../../../scorer/pipeline.ts';
import type { FigureCell, FigureTable } from './figure-table.ts';

const NOTHING: FigureCell = { value: null, reason: 'There is no report.', low: null, high: null, n: 0 };
const few = `Fewer than ${LEAST_QUERIES} queries: no interval.`;
const INTERVAL = '95 % interval, clustered by query';

/** Table 7: mean errors of each kind for each report, by kind of task and for all of them together. */
export function citationErrorTable(title: string, rows: readonly CitationRow[]): FigureTable {
  const tables = citationTables(rows);
  const groups = [
    ...(tables.length > 1 ? [{ group: 'All kinds of task', systems: citationErrors(rows) }] : []),
    ...tables.map(({ taskCategory, systems }) => ({
      group: taskCategory ?? (tables.length > 1 ? 'Kind of task not known' : null),
      systems
    }))
  ];
  const cell = ({ value, reason, interval, n }: MeanCount): FigureCell => ({
    ...{ value, reason, n, low: interval?.[0] ?? null, high: interval?.[1] ?? null }
  });
  return {
    name: 'citation-errors',
    title,
    range: INTERVAL,
    counted: 'reports with URLs that were judged',
    columns: [
      { name: 'E1', title: 'E1 URL invalid', decimals: 1 },
      { name: 'E1 as in the paper', title: 'E1 with all pages that did not open', decimals: 1 },
      { name: 'server errors', title: '5xx', decimals: 1 },
      { name: 'connection resets', title: 'Resets', decimals: 1 },
      { name: 'timeouts', title: 'Timeouts', decimals: 1 },
      { name: 'E2', title: 'E2 URL irrelevant', decimals: 1 },
      { name: 'E3', title: 'E3 claim unsupported', decimals: 1 },
      { name: 'total', title: 'Total E1 + E2 + E3', decimals: 1 },
      { name: 'total as in the paper', title: 'Total with all pages that did not open', decimals: 1 }
    ],
    rows: groups.flatMap(({ group, systems }) =>
      systems.map(
        ({ system, perReport: { e1, e1Paper, serverErrors, resets, timeouts, e2, e3, total, totalPaper } }) => ({
          group,
          system,
          cells: [e1, e1Paper, serverErrors, resets, timeouts, e2, e3, total, totalPaper].map(cell)
        })
      )
    ),
    notes: [
      'Mean number of errors for each report; fewer is better.',
      '5xx, resets and timeouts are counted beside strict E1; E1 as in the paper contains them.',
      few
    ]
  };
}

/** Figure 5: lengths of reports by system, and by kind of task, in words and tokens. */
export function lengthTable(title: string, rows: readonly LengthRow[], tokenizer: string): FigureTable {
  const measures = [
    { name: 'words', title: 'Words', of: 'full', unit: 'words' },
    {
      name: 'words without URLs and references',
      title: 'Words without URLs and references',
      of: 'bare',
      unit: 'words'
    },
    { name: 'tokens', title: 'Tokens', of: 'full', unit: 'tokens' },
    {
      name: 'tokens without URLs and references',
      title: 'Tokens without URLs and references',
      of: 'bare',
      unit: 'tokens'
    }
  ] as const;
  const by = (key: 'system' | 'taskCategory', group: string) => {
    const found = measures.map((measure) => lengthDistributions(rows, key, measure));
    const names = [...new Set(found.flatMap((all) => all.map(({ name }) => name)))];
    return names.map((name) => ({
      group,
      system: name ?? 'not known',
      cells: found.map((all): FigureCell => {
        const box = all.find((one) => one.name === name)?.box;
        return box ? { value: box.median, reason: null, low: box.q1, high: box.q3, n: box.n } : NOTHING;
      })
    }));
  };
  return {
    name: 'lengths',
    title,
    range: 'first and third quartile',
    counted: 'reports',
    columns: measures.map(({ name, title: heading }) => ({ name, title: heading, decimals: 0 })),
    rows: [...by('system', 'By system'), ...by('taskCategory', 'By kind of task')],
    notes: ['Medians.', `Tokens: ${tokenizer}.`]
  };
}

/** Figure 6: win rates in depth over the baseline, best first. */
export function winRateTable(
  title: string,
  { groups, metrics }: Leaderboard,
  baseline: string | null
): FigureTable | null {
  const metric = metrics.find(({ kind }) => kind === 'win-rate');
  if (!metric) return null;
  const rows = groups
    .flatMap(({ systems }) => systems)
    .flatMap(({ system, scores }) => {
      const cell = scores[metric.name];
      if (!cell?.games || system === baseline) return [];
      const { wins, ties, losses } = cell.games;
      const counted = (value: number): FigureCell => ({ value, reason: null, low: null, high: null, n: cell.n });
      const rate: FigureCell = {
        ...{ value: cell.value, reason: cell.reason, n: wins + losses },
        ...{ low: cell.interval?.[0] ?? null, high: cell.interval?.[1] ?? null }
      };
      return [{ group: null, system, cells: [rate, counted(wins), counted(ties), counted(losses)] }];
    })
    .sort((a, b) => (b.cells[0]!.value ?? -1) - (a.cells[0]!.value ?? -1));
  return {
    name: 'win-rates',
    title: baseline === null ? title : `${title}, against ${baseline}`,
    range: INTERVAL,
    counted: 'decisive games for the win rate, else games',
    columns: [
      { name: 'win rate', title: 'Win rate, %', decimals: 1 },
      { name: 'wins', title: 'Wins', decimals: 0 },
      { name: 'ties', title: 'Ties', decimals: 0 },
      { name: 'losses', title: 'Losses', decimals: 0 }
    ],
    rows,
    notes: ['Win rate: wins in per cent of wins and losses.', few]
  };
}

/** Figure 22: pass rates of a fixed checklist, item by item. */
export function checkTable(title: string, rows: readonly ReportRow[], items: readonly Item[]): FigureTable {
  return {
    name: 'presentation-checks',
    title,
    range: INTERVAL,
    counted: 'reports judged on the item',
    columns: items.map(({ key }) => ({ name: key.toUpperCase(), title: `${key.toUpperCase()}, %`, decimals: 0 })),
    rows: itemRates(
      rows,
      items.map(({ key }) => key)
    ).map(({ system, items: own }) => ({
      group: null,
      system,
      cells: own.map(({ value, interval, n }): FigureCell => ({
        ...{
          value: value === null ? null : 100 * value,
          reason: value === null ? 'No report is judged on it.' : null,
          n
        },
        ...{ low: interval ? 100 * interval[0] : null, high: interval ? 100 * interval[1] : null }
      }))
    })),
    notes: [
      'Share of reports that pass, mean over judges.',
      ...items.map(({ key, text }) => `${key.toUpperCase()}: ${text}`),
      few
    ]
  };
}
