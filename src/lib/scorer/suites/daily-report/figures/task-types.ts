import { countCell, type FigureCell, type FigureTable } from '../../../figure-table.ts';
import type { FigureSource } from '../../../suite.ts';
import {
  bySystem,
  differenceCell,
  dimensionRatios,
  INTERVAL,
  type JudgedReport,
  preferenceMean,
  summands,
  taskOf
} from './judged-reports.ts';

const types = [
  ['analysis', 'Analysis tasks'],
  ['retrieval', 'Retrieval tasks']
] as const;
type TaskType = (typeof types)[number][0];

type Material = Pick<FigureSource, 'material'>;

const ofType = (own: readonly JudgedReport[], source: Material, type: TaskType): JudgedReport[] =>
  own.filter(({ qid }) => taskOf(source, qid)?.type === type);

/** Figure 3: how far the dimensions differ between analysis and retrieval tasks. Null if no task has a type. */
export function typeDifferences(reports: readonly JudgedReport[], source: Material): FigureTable | null {
  if (!reports.some(({ qid }) => taskOf(source, qid))) return null;
  return {
    name: 'daily-report-types',
    title: 'Analysis minus retrieval tasks',
    range: INTERVAL,
    counted: 'tasks of both types',
    columns: [
      ...dimensionRatios.map(({ name, title }) => ({ name, title, decimals: 3 })),
      ...types.map(([name, title]) => ({ name, title, decimals: 0 }))
    ],
    rows: bySystem(reports).map(({ group, system, own }) => {
      const [analysis, retrieval] = types.map(([type]) => ofType(own, source, type)) as [
        JudgedReport[],
        JudgedReport[]
      ];
      return {
        ...{ group, system },
        cells: [
          ...dimensionRatios.map(({ above, below, title }) =>
            differenceCell(
              summands(analysis, above, below),
              summands(retrieval, above, below),
              `One of the types has no score in ${title.toLowerCase()}.`
            )
          ),
          ...[analysis, retrieval].map((of): FigureCell => countCell(of.length, own.length))
        ]
      };
    }),
    notes: [
      'Above 0: the system scores higher on analysis tasks. Each side pools the subtasks of its tasks.',
      'An interval needs at least 5 tasks of each type.'
    ],
    display: { as: 'intervals', columns: dimensionRatios.map(({ name }) => name) }
  };
}

/** Figure 5: mean UserPref by domain of the query, for all tasks and for each type. Null if no query has a domain. */
export function domainPreferences(reports: readonly JudgedReport[], source: Material): FigureTable | null {
  const domains = [...new Set(reports.flatMap(({ domain }) => domain ?? []))].toSorted((a, b) =>
    a.localeCompare(b, 'en')
  );
  if (domains.length === 0) return null;
  const unknown = reports.some(({ domain }) => !domain);
  const columns = [
    ...domains.map((name) => ({ name, title: name, of: name })),
    ...(unknown ? [{ name: 'no domain', title: 'Domain not known', of: null }] : [])
  ];
  const part = (title: string, of: readonly JudgedReport[]) =>
    bySystem(of).map(({ system, own }) => ({
      ...{ group: title, system },
      cells: columns.map((one) => {
        const here = own.filter(({ domain }) => (domain ?? null) === one.of);
        const cell = preferenceMean(here);
        return here.length === 0 ? { ...cell, reason: 'No report on such a task was judged.' } : cell;
      })
    }));
  return {
    name: 'daily-report-domains',
    title: 'UserPref by domain and type of task',
    range: INTERVAL,
    counted: 'reports with a UserPref',
    columns: columns.map(({ name, title }) => ({ name, title, decimals: 2 })),
    rows: [
      ...part('All tasks', reports),
      ...types.flatMap(([type, title]) => part(title, ofType(reports, source, type)))
    ],
    notes: [
      'Mean UserPref, 1 to 4, over the reports of a system on the tasks of a domain.',
      'Fewer than 5 tasks: no interval.'
    ],
    display: { as: 'heat', scale: [1, 4] }
  };
}
