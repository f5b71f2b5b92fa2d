/** Table 3 and Figures 3 and 4 of arXiv 2509.01396, computed from the scores of a run. */
import type { Interval, Jackknife } from '../../../../stats/index.ts';
import { type FigureCell, figureCell, type FigureColumn, type FigureTable } from '../../../figure-table.ts';
import { pooledRatio } from '../../../leaderboard/aggregation/pooled-ratio.ts';
import { LEAST_QUERIES } from '../../../leaderboard/index.ts';
import type { Metric } from '../../../metric.ts';
import type { FigureSource, ReportRow, SuiteFigure } from '../../../suite.ts';
import { type ResearchTask, researchTask } from '../material.ts';
import { disciplines, families, languages } from '../vocabulary.ts';
import { pointRates, type PointCounts, type PointRates } from './rates.ts';

export const KEY_POINTS = 'key-points';
export const CRITERIA_METRIC = 'adaptive-criteria';

const INTERVAL = '95% CI, jackknife by query';
const FEW = `Fewer than ${LEAST_QUERIES} queries: no interval.`;

/** Rows of a run with what is known of their task; rows of tasks without material are left out. */
interface TaskRow extends ReportRow {
  task: ResearchTask;
}

const rowsOf = (source: FigureSource): TaskRow[] => {
  const tasks = new Map<string, ResearchTask | null>();
  const taskOf = (qid: string): ResearchTask | null => {
    if (!tasks.has(qid)) tasks.set(qid, researchTask.safeParse(source.material('research-arena', qid)).data ?? null);
    return tasks.get(qid)!;
  };
  return source.rows.flatMap((row) => {
    const task = row.metric === KEY_POINTS || row.metric === CRITERIA_METRIC ? taskOf(row.qid) : null;
    return task ? [{ ...row, task }] : [];
  });
};

const bySystem = (rows: readonly TaskRow[]): [string, TaskRow[]][] => [...Map.groupBy(rows, ({ system }) => system)];

const cellOf = (found: Jackknife, n: number, none: string): FigureCell =>
  figureCell(
    {
      value: found.value,
      reason: found.value === null ? none : null,
      interval: found.clusters < LEAST_QUERIES ? null : found.interval
    },
    n
  );

/** The mean of some values of reports. */
const meanCell = (
  values: readonly { qid: string; value: number | null | undefined }[],
  range: Interval | null,
  none: string
): FigureCell => {
  const parts = values.flatMap(({ qid, value }) => (typeof value === 'number' ? [{ cluster: qid, above: value, below: 1 }] : [])); // prettier-ignore
  const cell = cellOf(pooledRatio(parts, range), parts.length, none);
  return range === null && cell.low !== null ? { ...cell, low: Math.max(0, cell.low) } : cell;
};

const under = (rows: readonly TaskRow[], metric: string): TaskRow[] => rows.filter((row) => row.metric === metric);

/** Counts of key points, of the union or of the report's own sources. */
const countsOf = (rows: readonly TaskRow[], of: 'union' | 'own'): PointCounts[] =>
  under(rows, KEY_POINTS).flatMap(({ qid, score }) => {
    const names = of === 'union' ? ['set', 'supported', 'contradicted', 'omitted'] : ['ownSet', 'ownSupported', 'ownContradicted', 'ownOmitted']; // prettier-ignore
    const [set, supported, contradicted, omitted] = names.map((name) => score?.figures[name]);
    // Without a value the report is unscored, or has no key point.
    return score?.value === null || typeof set !== 'number' || typeof supported !== 'number' || typeof contradicted !== 'number' || typeof omitted !== 'number' // prettier-ignore
      ? []
      : [{ qid, set, supported, contradicted, omitted }];
  });

const NO_POINTS = 'No report has a rate of key points.';
const NO_FAULT = 'Nothing is contradicted or omitted, so that there is nothing to divide by.';

const rateCells = (rates: PointRates, n: number): FigureCell[] => [
  ...(['supported', 'contradicted', 'omitted'] as const).map((name) => cellOf(rates[name], n, NO_POINTS)),
  cellOf(rates.efficiency, n, n === 0 ? NO_POINTS : NO_FAULT)
];

const column = (name: string, title: string, decimals: number): FigureColumn => ({ name, title, decimals });

const aceCell = (rows: readonly TaskRow[]): FigureCell =>
  meanCell(
    under(rows, CRITERIA_METRIC).map(({ qid, score }) => ({ qid, value: score?.value })),
    [0, 10],
    'No report is rated by its criteria.'
  );

/** Table 3: rates, ratings, tokens and references of each system, English and Chinese side by side. */
function overview(rows: readonly TaskRow[], { tokensOf }: FigureSource): FigureTable {
  const codes = Object.keys(languages) as (keyof typeof languages)[];
  const each = (name: string, title: string, decimals: number): FigureColumn[] =>
    codes.map((code) => column(`${name} ${code}`, `${title}, ${languages[code]}`, decimals));
  const both = (own: readonly TaskRow[], cell: (of: readonly TaskRow[]) => FigureCell): FigureCell[] =>
    codes.map((code) => cell(own.filter(({ task }) => task.language === code)));
  const rate = (name: 'supported' | 'contradicted' | 'omitted') => (of: readonly TaskRow[]) => {
    const counts = countsOf(of, 'union').filter(({ set }) => set > 0);
    return cellOf(pointRates(counts, 'macro')[name], counts.length, NO_POINTS);
  };
  const reportsOf = (of: readonly TaskRow[]) => [...new Map(of.map((row) => [row.reportId, row])).values()];
  return {
    name: 'arena-overview',
    title: 'Key points and criteria by language',
    range: INTERVAL,
    counted: 'reports with a value',
    columns: [
      ...[each('KSR', 'KSR, %', 1), each('KCR', 'KCR, %', 1), each('KOR', 'KOR, %', 1), each('ACE', 'ACE, 0–10', 2)],
      ...[each('tokens', 'Thousand tokens', 2), each('references', 'References', 2)]
    ].flat(),
    rows: bySystem(rows).map(([system, own]) => ({
      ...{ group: null, system },
      cells: [
        ...both(own, rate('supported')),
        ...both(own, rate('contradicted')),
        ...both(own, rate('omitted')),
        ...both(own, aceCell),
        ...both(own, (of) =>
          meanCell(
            reportsOf(of).map(({ qid, reportId }) => ({ qid, value: thousand(tokensOf(reportId)) })),
            null,
            'No report is counted in tokens yet.'
          )
        ),
        ...both(own, (of) =>
          meanCell(
            under(of, KEY_POINTS).map(({ qid, score }) => ({ qid, value: score?.figures['references'] })),
            null,
            'References are counted where key points are judged.'
          )
        )
      ]
    })),
    notes: [
      'Means over reports. KSR, KCR and KOR are the shares of a query’s key points that a report supports, contradicts and omits.',
      'The key points of a query are the union over the sources of all reports on it. References are different addresses that a report cites.',
      'Where the paper’s Table 3 reads “43.81”, it means a KOR of 4 and an ACE of 3.81.',
      FEW
    ]
  };
}

const thousand = (tokens: number | null): number | null => (tokens === null ? null : tokens / 1000);

/** Figure 4: rates over both languages and the efficiency that follows from them, in three views. */
function efficiency(rows: readonly TaskRow[]): FigureTable {
  const views = [
    { group: 'Means over reports', of: 'union', by: 'macro' },
    { group: 'Pooled, as the printed figures', of: 'union', by: 'pooled' },
    { group: 'Paper: key points of the report’s own sources', of: 'own', by: 'macro' }
  ] as const;
  return {
    name: 'key-point-efficiency',
    title: 'Key points and efficiency',
    range: INTERVAL,
    counted: 'reports with key points; of the last column, reports',
    columns: [
      ...[column('KSR', 'KSR, %', 1), column('KCR', 'KCR, %', 1), column('KOR', 'KOR, %', 1)],
      ...[column('efficiency', 'Efficiency', 2), column('key points', 'Key points a report', 1)]
    ],
    rows: views.flatMap(({ group, of, by }) =>
      bySystem(under(rows, KEY_POINTS)).map(([system, own]) => {
        const counts = countsOf(own, of);
        const rated = counts.filter(({ set }) => set > 0);
        return {
          ...{ group, system },
          cells: [
            ...rateCells(pointRates(rated, by), rated.length),
            meanCell(
              counts.map(({ qid, set }) => ({ qid, value: set })),
              null,
              'No report has a known number of key points.'
            )
          ]
        };
      })
    ),
    notes: [
      'Efficiency is KSR / (KCR + KOR) of the system’s rates in the same row, never a mean over reports.',
      'The paper’s figures are pooled: counts that give its Table 3 give its Figure 4 by pooling, not by averaging.',
      'The last view follows equations 4 and 5, which build the set from the report’s own sources.',
      FEW
    ],
    display: { as: 'intervals', columns: ['KSR', 'efficiency'] }
  };
}

/** Figure 3 (a) or (b): ratings by criteria, by one property of the tasks. */
const ratingsBy =
  <Key extends string>(
    name: string,
    title: string,
    titles: Readonly<Record<Key, string>>,
    keyOf: (task: ResearchTask) => Key
  ) =>
  (rows: readonly TaskRow[]): FigureTable => ({
    ...{ name, title, range: INTERVAL, counted: 'reports with a rating' },
    columns: (Object.keys(titles) as Key[]).map((key) => column(key, titles[key], 2)),
    rows: bySystem(under(rows, CRITERIA_METRIC)).map(([system, own]) => ({
      ...{ group: null, system },
      cells: (Object.keys(titles) as Key[]).map((key) => aceCell(own.filter(({ task }) => keyOf(task) === key)))
    })),
    notes: ['ACE, from 0 to 10: means over reports.', FEW]
  });

const familyTitles = Object.fromEntries(Object.entries(families).map(([key, { title }]) => [key, title])) as Record<keyof typeof families, string>; // prettier-ignore

/** How many tasks of each discipline and family the run has, with their mean rating over all systems. */
function taskGrid(rows: readonly TaskRow[]): FigureTable {
  const keys = Object.keys(families) as (keyof typeof families)[];
  return {
    name: 'arena-tasks',
    title: 'Ratings by discipline and family of task',
    range: INTERVAL,
    counted: 'reports with a rating',
    rowsAre: 'Discipline',
    columns: keys.map((key) => column(key, familyTitles[key], 2)),
    rows: (Object.keys(disciplines) as (keyof typeof disciplines)[]).map((discipline) => ({
      ...{ group: null, system: disciplines[discipline] },
      cells: keys.map((family) =>
        aceCell(
          under(rows, CRITERIA_METRIC).filter(({ task }) => task.discipline === discipline && task.family === family)
        )
      )
    })),
    notes: ['ACE, from 0 to 10: means over the reports of all systems.', FEW]
  };
}

const has =
  (...names: string[]) =>
  (metrics: readonly Metric[]): boolean =>
    metrics.some(({ name }) => names.includes(name));

const figureOf = (
  inPaper: string | null,
  { name, title }: Pick<SuiteFigure, 'name' | 'title'>,
  appliesTo: SuiteFigure['appliesTo'],
  make: (rows: readonly TaskRow[], source: FigureSource) => FigureTable
): SuiteFigure => ({
  ...{ name, title, appliesTo },
  ...(inPaper !== null && { inPaper }),
  table: (source) => {
    const rows = rowsOf(source);
    return rows.length === 0 ? null : make(rows, source);
  }
});

/** Tables and charts of DeepResearch Arena, in the order of the paper. */
export const researchArenaFigures: readonly SuiteFigure[] = [
  figureOf(
    'Table 3',
    { name: 'arena-overview', title: 'key points and criteria by language' },
    has(KEY_POINTS, CRITERIA_METRIC),
    overview
  ),
  figureOf(
    'Figure 3a',
    { name: 'ratings-by-discipline', title: 'ratings by discipline' },
    has(CRITERIA_METRIC),
    ratingsBy('ratings-by-discipline', 'Ratings by discipline', disciplines, ({ discipline }) => discipline)
  ),
  figureOf(
    'Figure 3b',
    { name: 'ratings-by-family', title: 'ratings by family of task' },
    has(CRITERIA_METRIC),
    ratingsBy('ratings-by-family', 'Ratings by family of task', familyTitles, ({ family }) => family)
  ),
  figureOf(
    null,
    { name: 'arena-tasks', title: 'ratings by discipline and family of task' },
    has(CRITERIA_METRIC),
    taskGrid
  ),
  figureOf(
    'Figure 4',
    { name: 'key-point-efficiency', title: 'key points and efficiency' },
    has(KEY_POINTS),
    efficiency
  )
];
