import { type FigureCell, figureCell, type FigureTable } from '../../../figure-table.ts';
import type { FigureVerdict } from '../../../suite.ts';
import { dimensionScore } from '../scores/dimension-scores.ts';
import { addFractions, divideFractions, fraction, fractionValue } from '../scores/fraction.ts';
import { type JudgedSubtask, subtaskOfDetail } from '../scores/subtask-outcome.ts';
import { userPreferenceOf } from '../scores/user-preference.ts';

type Reports = Map<string, JudgedSubtask[]>;

const figures = [
  { name: 'UserPref', title: 'UserPref, 1–4', decimals: 3 },
  { name: 'Ins', title: 'Instruction following', decimals: 4 },
  { name: 'Fac', title: 'Factuality', decimals: 4 },
  { name: 'Rat', title: 'Rationality', decimals: 4 }
] as const;

type Dimension = 'ins' | 'fac' | 'rat';

const pooled = (reports: Reports, dimension: Dimension): number | null => {
  let [above, below] = [fraction(0), fraction(0)];
  for (const subtasks of reports.values()) {
    const sums = dimensionScore(subtasks, dimension);
    above = addFractions(above, sums.above);
    below = addFractions(below, sums.below);
  }
  const value = divideFractions(above, below);
  return value && fractionValue(value);
};

const meanPreference = (reports: Reports): number | null => {
  const levels = [...reports.values()].flatMap((subtasks) => userPreferenceOf(subtasks).level ?? []);
  return levels.length === 0 ? null : levels.reduce<number>((sum, level) => sum + level, 0) / levels.length;
};

const hasPreference = (subtasks: readonly JudgedSubtask[]): boolean => userPreferenceOf(subtasks).level !== null;

/** Whether the judge did not fail on all that the dimension rests on. */
const isJudgedIn =
  (dimension: Dimension) =>
  (subtasks: readonly JudgedSubtask[]): boolean => {
    const { value, unscored } = dimensionScore(subtasks, dimension);
    return value !== null || unscored === 0;
  };

/** Repeats with the reports that fit in each of them: reports that one repeat lacks would move the figure without any new judgment. */
function inEach(repeats: readonly Reports[], fits: (subtasks: readonly JudgedSubtask[]) => boolean): Reports[] {
  const [first, ...others] = repeats.map(
    (reports) => new Set([...reports].flatMap(([id, subtasks]) => (fits(subtasks) ? [id] : [])))
  );
  const common = [...first!].filter((id) => others.every((reports) => reports.has(id)));
  return repeats.map((reports) => new Map(common.map((id) => [id, reports.get(id)!])));
}

/** Mean and standard deviation (n − 1) over repeats. */
function spreadCells(values: readonly (number | null)[]): [mean: FigureCell, sd: FigureCell] {
  const known = values.filter((value) => value !== null);
  const n = known.length;
  const mean = n === 0 ? null : known.reduce((sum, value) => sum + value, 0) / n;
  const sd = n < 2 ? null : Math.sqrt(known.reduce((sum, value) => sum + (value - mean!) ** 2, 0) / (n - 1));
  return [
    figureCell({ value: mean, reason: mean === null ? 'No repeat has a value.' : null, interval: null }, n),
    figureCell({ value: sd, reason: sd === null ? 'Fewer than two repeats have a value.' : null, interval: null }, n)
  ];
}

/** Table 4: how far a system's figures lie apart when its reports are judged again. Null if nothing was judged twice. */
export function repeatTable(verdicts: Iterable<FigureVerdict>): FigureTable | null {
  /** By judge and system: the subtasks of each report, repeat by repeat. */
  const all = new Map<string, { judge: string; system: string; repeats: Reports[] }>();
  for (const { judge, system, reportId, repeat, verdict } of verdicts) {
    if (verdict.detail?.kind !== 'daily-subtask') continue;
    const key = JSON.stringify([judge, system]);
    const one = all.get(key) ?? { judge, system, repeats: [] };
    all.set(key, one);
    const reports = (one.repeats[repeat] ??= new Map());
    reports.set(reportId, [...(reports.get(reportId) ?? []), subtaskOfDetail(verdict.detail)]);
  }
  const repeated = [...all.values()].filter(({ repeats }) => repeats.length > 1);
  if (repeated.length === 0) return null;
  const judges = new Set(repeated.map(({ judge }) => judge));
  return {
    name: 'daily-report-repeats',
    title: 'Spread over repeats',
    range: 'no interval is computed',
    counted: 'repeats with a value',
    columns: [
      ...figures.flatMap(({ name, title, decimals }) => [
        { name, title, decimals },
        { name: `${name} SD`, title: `${title.replace(/, 1–4$/, '')}, SD`, decimals }
      ]),
      { name: 'reports', title: 'Reports in every repeat', decimals: 0 },
      { name: 'rated', title: 'Reports with a UserPref in every repeat', decimals: 0 }
    ],
    rows: repeated.map(({ judge, system, repeats }) => {
      const whole = Array.from(repeats, (reports) => reports ?? new Map<string, JudgedSubtask[]>());
      const count = (of: readonly Reports[]): FigureCell =>
        figureCell({ value: of[0]!.size, reason: null, interval: null }, repeats.length);
      const rated = inEach(whole, hasPreference);
      return {
        ...{ group: judges.size > 1 ? judge : null, system },
        cells: [
          ...spreadCells(rated.map(meanPreference)),
          ...(['ins', 'fac', 'rat'] as const).flatMap((dimension) =>
            spreadCells(inEach(whole, isJudgedIn(dimension)).map((reports) => pooled(reports, dimension)))
          ),
          count(inEach(whole, () => true)),
          count(rated)
        ]
      };
    }),
    notes: [
      'Each repeat judges the same reports again: the spread is that of judging, not of the systems. A report counts in a figure if every repeat has what the figure takes of it.',
      'SD is the sample standard deviation (n − 1) over repeats of the figure over all reports.'
    ]
  };
}
