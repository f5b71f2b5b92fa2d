/**
 * DeepResearch Bench II: items in three groups, 1 (satisfied), 0 (not), −1 (supported only by the blocked source).
 * Source: imlrz/DeepResearch-Bench-II@9d365ed, aggregate_scores.py:32-104 and 188-287, run_evaluation.py:272-291 and 385-502;
 * arXiv 2601.08536.
 */
import {
  givenScore,
  fieldsOf,
  isFields,
  meanOrNull,
  numberOf,
  sum,
  type Fields,
  type OfficialScore,
  undefinedScore
} from './numbers.ts';

export const groups2 = ['info_recall', 'analysis', 'presentation'] as const;
export const measures2 = ['inforecall', 'analysis', 'presentation', 'total', 'blocked_rate'] as const;
type Measure2 = (typeof measures2)[number];
/** Shares in 0 … 1; null if a group has no item. */
type Record2 = Record<Measure2, number | null>;

const share = (count: number, of: number): number | null => (of === 0 ? null : count / of);

/**
 * One record. Items count if their score is a number; only 1 is satisfied, so −1 and 0.5 are not. The total is over items,
 * not the mean of the groups. There are no weights.
 */
export function scoreRecord2(result: unknown): Record2 {
  const scores = fieldsOf(fieldsOf(result).scores);
  const byGroup = groups2.map((group) =>
    Object.values(fieldsOf(scores[group])).flatMap((item) => numberOf(fieldsOf(item).score) ?? [])
  );
  const ones = (values: readonly number[]) => values.filter((value) => value === 1).length;
  const [recall = [], analysis = [], presentation = []] = byGroup;
  const all = byGroup.flat();
  return {
    inforecall: share(ones(recall), recall.length),
    analysis: share(ones(analysis), analysis.length),
    presentation: share(ones(presentation), presentation.length),
    total: share(ones(all), all.length),
    blocked_rate: share(all.filter((value) => value === -1).length, all.length)
  };
}

export interface Answer2 {
  rubric_item: string;
  score?: number | null;
}

/**
 * Answers by batch put back into their groups. Every batch must answer each of its items once; a text in two groups belongs to
 * the later one; the last verdict of a text counts; a missing score is 0.
 * @param batch Items per call, in the order of the file.
 */
export function regroup2(
  rubric: Partial<Record<(typeof groups2)[number], readonly string[]>>,
  answers: readonly (readonly Answer2[])[],
  batch = 50
): OfficialScore<Record<string, Record<string, number>>> {
  const items = groups2.flatMap((group) => rubric[group] ?? []);
  const groupOf = new Map(groups2.flatMap((group) => (rubric[group] ?? []).map((item) => [item, group] as const)));
  const last = new Map<string, number>();
  for (let start = 0, k = 0; start < items.length; start += batch, k += 1) {
    const asked = items.slice(start, start + batch);
    const given = answers[k] ?? [];
    const texts = new Set(given.map((one) => one.rubric_item));
    if (given.length !== asked.length || asked.some((item) => !texts.has(item)))
      return undefinedScore(`batch ${String(k + 1)} does not answer every item: the record has no scores`);
    for (const one of given) last.set(one.rubric_item, one.score ?? 0);
  }
  const scores: Record<string, Record<string, number>> = Object.fromEntries(groups2.map((group) => [group, {}]));
  for (const [item, score] of last) {
    const group = groupOf.get(item);
    if (group !== undefined) (scores[group] ??= {})[item] = score;
  }
  return givenScore(scores);
}

/** A line of the result file: model, task and its result, which may be text in JSON; null if it cannot be read. */
function readLine2(line: unknown): { model: string; idx: number; result: Fields } | null {
  if (!isFields(line) || typeof line.model !== 'string') return null;
  const idx = typeof line.idx === 'string' && /^-?\d+$/u.test(line.idx.trim()) ? Number(line.idx) : line.idx;
  if (typeof idx !== 'number' || !Number.isInteger(idx)) return null;
  let result: unknown = line.result ?? line.new_content;
  if (typeof result === 'string') {
    try {
      result = JSON.parse(result);
    } catch {
      return null;
    }
  }
  return isFields(result) ? { model: line.model, idx, result } : null;
}

interface Table2 {
  model_mean: Record<string, number | null>;
  all_cells_mean: number | null;
  /** Systems by their mean, best first; undefined ones last, ties by name. */
  column_order: string[];
  /** Tasks by their mean over systems, best first. */
  row_order: number[];
}

const defined2 = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** Systems by measure: runs of a task are averaged first, then a system's own tasks. Failed records leave the means. */
export function scoreSystems2(lines: readonly unknown[]): OfficialScore<Record<Measure2, Table2>> {
  const records = lines.flatMap((line) => readLine2(line) ?? []);
  if (records.length === 0) return undefinedScore('no valid records');
  const models = [...new Set(records.map((one) => one.model))].sort();
  const tasks = [...new Set(records.map((one) => one.idx))].sort((a, b) => a - b);
  const scored = records.map((one) => ({ ...one, scores: scoreRecord2(one.result) }));
  const table = (measure: Measure2): Table2 => {
    const cell = (model: string, idx: number) =>
      meanOrNull(
        defined2(scored.filter((one) => one.model === model && one.idx === idx).map((one) => one.scores[measure]))
      );
    const cells = models.map((model) => tasks.map((idx) => cell(model, idx)));
    const means = cells.map((row) => meanOrNull(defined2(row)));
    const rows = tasks.map((_, k) => meanOrNull(defined2(cells.map((row) => row[k] ?? null))));
    const order = (values: readonly (number | null)[]) =>
      values.map((value, at) => ({ at, value: value ?? -1 })).sort((a, b) => b.value - a.value || a.at - b.at);
    return {
      model_mean: Object.fromEntries(models.map((model, k) => [model, means[k] ?? null])),
      all_cells_mean: meanOrNull(defined2(cells.flat())),
      column_order: order(means).flatMap(({ at }) => models[at] ?? []),
      row_order: order(rows).flatMap(({ at }) => tasks[at] ?? [])
    };
  };
  return givenScore(
    Object.fromEntries(measures2.map((measure) => [measure, table(measure)])) as Record<Measure2, Table2>
  );
}

/** Items that a record judged, for saying what its shares rest on. */
export function countItems2(result: unknown): number {
  const scores = fieldsOf(fieldsOf(result).scores);
  return sum(groups2.map((group) => Object.keys(fieldsOf(scores[group])).length));
}
