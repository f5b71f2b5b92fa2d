import type { FigureTable } from '../../../figure-table.ts';
import {
  bySystem,
  dimensionRatios,
  FEW,
  GROUPS,
  INTERVAL,
  type JudgedReport,
  meanOver,
  preferenceMean,
  ratioCell,
  summands
} from './judged-reports.ts';

/** Table 3 of arXiv 2606.12871: UserPref, pass and the dimensions of each system, in three groups of systems. */
export function dailyOverview(reports: readonly JudgedReport[]): FigureTable {
  return {
    name: 'daily-report-overview',
    title: 'Scores of systems on daily tasks',
    range: INTERVAL,
    counted:
      'reports with a value for UserPref and means over tasks; subtasks for pass; weights of subtasks for the others',
    columns: [
      { name: 'UserPref', title: 'UserPref, 1–4', decimals: 2 },
      { name: 'pass', title: 'Subtask pass', decimals: 3 },
      ...dimensionRatios.map(({ name, title }) => ({ name, title, decimals: 3 })),
      ...dimensionRatios.map(({ name, title }) => ({
        ...{ name: `${name} mean`, title: `${title}, mean over tasks`, decimals: 3 }
      }))
    ],
    rows: bySystem(reports).map(({ group, system, own }) => {
      const pooled = (above: string, below: string, none: string) => {
        const parts = summands(own, above, below);
        return ratioCell(parts, { range: [0, 1], n: parts.reduce((sum, one) => sum + one.below, 0), none });
      };
      return {
        ...{ group, system },
        cells: [
          preferenceMean(own),
          pooled('passed', 'decided', 'No subtask is decided.'),
          ...dimensionRatios.map(({ above, below, none }) => pooled(above, below, none)),
          ...dimensionRatios.map(({ own: name, none }) =>
            meanOver(own, ({ figures }) => figures[name], { range: [0, 1], none })
          )
        ]
      };
    }),
    notes: [
      'Pass and dimensions pool the subtasks of all reports: factuality and rationality weigh each subtask by how far it follows its instruction. Means over tasks weigh each report the same.',
      'A rubric for which the report has no claim or paragraph is left out; a report with an unscored subtask has no UserPref.',
      GROUPS,
      'With several judges every figure is the mean over them.',
      FEW
    ],
    display: { as: 'intervals', columns: ['UserPref'] }
  };
}
