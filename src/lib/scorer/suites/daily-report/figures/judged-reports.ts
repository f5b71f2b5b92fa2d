import { type Interval, jackknifeSums } from '../../../../stats/index.ts';
import { systemCategories, systemCategoryNames, type SystemCategory } from '../../../../names.ts';
import { type FigureCell, figureCell } from '../../../figure-table.ts';
import { LEAST_QUERIES, pooledRatio, type Summand } from '../../../leaderboard/index.ts';
import type { Metric } from '../../../metric.ts';
import type { Score } from '../../../score.ts';
import type { FigureSource, Origin } from '../../../suite.ts';
import { dailyTask, type DailyTask } from '../material.ts';
import { subtaskFigures } from '../scores/report-scores.ts';
/** A report with the figures of its subtasks: means over judges if there are several. */
export interface JudgedReport extends Origin {
  figures: Score['figures'];
}

/**
 * The metric of a run whose scores say most of subtasks, the later one of several that say as much: instruction following alone knows
 * neither facts nor UserPref. Undefined if none is about subtasks.
 */
export const metricOfSubtasks = (metrics: readonly Metric[]): Metric | undefined => {
  const known = ({ protocol }: Metric): number =>
    Object.keys(subtaskFigures).filter((name) => name in protocol.figures).length;
  return metrics
    .filter(({ protocol }) => 'insBelow' in protocol.figures)
    .reduce<Metric | undefined>((best, one) => (best && known(best) > known(one) ? best : one), undefined);
};

/**
 * The judged reports of a run, once each however many of its metrics rest on the same subtasks. A judge that abstained from a report
 * is left out of its figures, as in its score. Left out are reports that a judge could not judge at all, and UserPref if a judge has
 * none: a mean over the others would depend on which judge failed. A report’s own Ins, Fac and Rat are means over the judges who have one.
 */
export function judgedReports({ metrics, rows }: Pick<FigureSource, 'metrics' | 'rows'>): JudgedReport[] {
  const metric = metricOfSubtasks(metrics)?.name;
  return rows.flatMap(({ metric: own, score, perJudge, ...origin }) => {
    if (own !== metric || score === null) return [];
    const judging = perJudge.filter((one) => one.score?.value != null || (one.score?.abstained ?? 0) === 0);
    const each = judging.map((one) => one.score?.figures ?? {});
    if (typeof score.figures['insBelow'] !== 'number' || each.some(({ insBelow }) => typeof insBelow !== 'number'))
      return [];
    const open = each.some(({ preference }) => typeof preference !== 'number');
    const shares = dimensionRatios.map(({ own: name, below }) => {
      const values = each.flatMap((figures) => figures[name] ?? []);
      const failed = typeof score.figures[below] !== 'number' || values.length === 0;
      return [name, failed ? null : values.reduce((sum, one) => sum + one, 0) / values.length] as const;
    });
    const figures = { ...score.figures, ...Object.fromEntries(shares) };
    return [{ ...origin, figures: open ? { ...figures, preference: null } : figures }];
  });
}

/** The suite's material of a query; null if it has no task. */
export const taskOf = ({ material }: Pick<FigureSource, 'material'>, qid: string): DailyTask | null =>
  dailyTask.safeParse(material('daily-report', qid)).data ?? null;

/** Groups of systems as in Table 3, in its order. Agents made for deep research are all kinds that no other group names. */
const groupTitles = ['Deep-research agents', 'Models with search tools', 'Models in an agent harness'] as const;
const ownGroups: Partial<Record<SystemCategory, string>> = {
  'single-agent-web': groupTitles[1],
  'agent-harness': groupTitles[2]
};

const groupOf = (category: SystemCategory | null): string =>
  category === null ? 'Kind of system not known' : (ownGroups[category] ?? groupTitles[0]);

/** The reports of each system, with its group; systems of one group together. */
export function bySystem(reports: readonly JudgedReport[]): { group: string; system: string; own: JudgedReport[] }[] {
  const systems = [...Map.groupBy(reports, ({ system }) => system)].map(([system, own]) => ({
    ...{ group: groupOf(own[0]!.category), system, own }
  }));
  const order: readonly string[] = groupTitles;
  const place = (group: string): number => (order.includes(group) ? order.indexOf(group) : order.length);
  return systems.toSorted((a, b) => place(a.group) - place(b.group));
}

/** `“One agent with web search” is in “Models with search tools”; “Several agents” is in …` */
export const GROUPS = `Groups follow the kind of system: ${systemCategoryNames
  .map((kind) => `“${systemCategories[kind]}” is in “${groupOf(kind)}”`)
  .join('; ')}.`;

export const INTERVAL = '95% CI, jackknife by task';
export const FEW = `Fewer than ${LEAST_QUERIES} tasks: no interval.`;

/** A ratio of sums as a cell, with its interval by task if there are enough of them. */
export const ratioCell = (
  parts: readonly Summand[],
  { range, n, none }: { range: Interval | null; n: number; none: string }
): FigureCell => {
  const found = pooledRatio(parts, range);
  const interval = found.clusters < LEAST_QUERIES ? null : found.interval;
  return figureCell({ value: found.value, reason: found.value === null ? none : null, interval }, n);
};

/** Contribution of each report to a ratio of two of its figures; reports without them are left out. */
export const summands = (own: readonly JudgedReport[], above: string, below: string): Summand[] =>
  own.flatMap(({ qid, figures }) => {
    const [a, b] = [figures[above], figures[below]];
    return typeof a === 'number' && typeof b === 'number' && b > 0 ? [{ cluster: qid, above: a, below: b }] : [];
  });

/** Mean over reports of what they have. */
export const meanOver = (
  own: readonly JudgedReport[],
  take: (one: JudgedReport) => number | null | undefined,
  { range, none }: { range: Interval | null; none: string }
): FigureCell => {
  const parts = own.flatMap((one): Summand[] => {
    const value = take(one);
    return typeof value === 'number' ? [{ cluster: one.qid, above: value, below: 1 }] : [];
  });
  return ratioCell(parts, { range, n: parts.length, none });
};

export const preferenceMean = (own: readonly JudgedReport[]): FigureCell =>
  meanOver(own, ({ figures }) => figures['preference'], { range: [1, 4], none: 'No report has a UserPref.' });

/** The three dimensions with the figures that make them: of a report alone, and the sums that systems pool. */
export const dimensionRatios = [
  {
    name: 'Ins',
    own: 'ins',
    title: 'Instruction following',
    above: 'insAbove',
    below: 'insBelow',
    none: 'No subtask was judged.'
  },
  {
    name: 'Fac',
    own: 'fac',
    title: 'Factuality',
    above: 'facAbove',
    below: 'facBelow',
    none: 'No subtask has a factuality score.'
  },
  {
    name: 'Rat',
    own: 'rat',
    title: 'Rationality',
    above: 'ratAbove',
    below: 'ratBelow',
    none: 'No subtask has a rationality score.'
  }
] as const;

/** Difference of two ratios of sums, a − b, with its interval by task: tasks that both sides share are left out of both together. */
export function differenceCell(
  a: readonly Summand[],
  b: readonly Summand[],
  none: string,
  range: Interval = [-1, 1]
): FigureCell {
  const all = [...a.map((one) => ({ ...one, at: 0 })), ...b.map((one) => ({ ...one, at: 2 }))];
  const tasks = (of: readonly Summand[]): number => new Set(of.map(({ cluster }) => cluster)).size;
  const found = jackknifeSums(
    all.length,
    all.map(({ cluster }) => cluster),
    {
      size: 4,
      add: (at, sums, place) => {
        const one = all[at]!;
        sums[place + one.at]! += one.above;
        sums[place + one.at + 1]! += one.below;
      },
      value: (sums) => (sums[1]! > 1e-12 && sums[3]! > 1e-12 ? sums[0]! / sums[1]! - sums[2]! / sums[3]! : null)
    },
    { range },
    'zero-denominator'
  );
  const interval = Math.min(tasks(a), tasks(b)) < LEAST_QUERIES ? null : found.interval;
  return figureCell(
    { value: found.value, reason: found.value === null ? none : null, interval },
    new Set(all.map(({ cluster }) => cluster)).size
  );
}
