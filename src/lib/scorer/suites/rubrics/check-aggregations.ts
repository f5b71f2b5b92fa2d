/** Faults of aggregations that their schema lets through: the rubric's own, of its further figures, and of its groups. */
import type { Path } from './rubric-problems.ts';
import {
  criteriaIn,
  type Criterion,
  isSelected,
  type Rubric,
  type RubricAggregation,
  type RubricBranch,
  type RubricLabel,
  rubricBranches,
  rubricLabels
} from './rubric.ts';

export type ReportProblem = (path: Path, problem: string, fix: string) => void;

/** The labels, tags and groups that aggregations may name. */
export interface NamesInRubric {
  labels: readonly RubricLabel[];
  tags: ReadonlySet<string>;
}

export function namesIn(rubric: Rubric): NamesInRubric {
  const lists = [rubric.criteria, ...Object.values(rubric.queries ?? {}).map(({ criteria }) => criteria)];
  const criteria = lists.flatMap((nodes) => criteriaIn(rubricBranches(nodes ?? [])));
  return { labels: rubricLabels(rubric), tags: tagsOf(criteria) };
}

/** Tags of criteria, and the keys of the groups around them. */
export const tagsOf = (criteria: readonly Criterion[]): ReadonlySet<string> =>
  new Set(criteria.flatMap(({ tags, groups }) => [...tags, ...groups.map(({ key }) => key)]));

/** Whether groups have scores of their own: not if all criteria are taken together. */
export const scoresGroups = (how: RubricAggregation): boolean =>
  how.kind === 'against-reference' ||
  (how.kind === 'weighted-mean' && how.over !== 'criteria' && how.only === undefined);

/** Reports labels with values that the aggregation cannot count. */
function checkValues(how: RubricAggregation, path: Path, report: ReportProblem, labels: readonly RubricLabel[]): void {
  const at = [...path, 'kind'];
  if (how.kind === 'tree') {
    const loose = labels.find(({ value }) => value === null || value < 0 || value > 1);
    if (loose !== undefined) {
      const { label, value } = loose;
      const name = JSON.stringify(label);
      const problem =
        value === null
          ? `A tree counts values from 0 to 1, but the label ${name} has no value.`
          : `A tree counts values from 0 to 1, but the label ${name} is worth ${String(value)}.`;
      report(at, problem, 'Give every label a value from 0 to 1, or use another aggregation.');
    }
  }
  if (how.kind === 'against-reference') {
    const below = labels.find(({ value }) => value !== null && value < 0);
    if (below !== undefined)
      report(
        at,
        `A share of two means takes no values below 0, but the label ${JSON.stringify(below.label)} is worth ${String(below.value)}.`,
        'Give labels values of 0 and above, or use "aggregation: {kind: weighted-mean}".'
      );
  }
}

/** Reports unknown names, tables that do not rise and values that cannot be counted. */
export function checkAggregation(
  how: RubricAggregation,
  path: Path,
  report: ReportProblem,
  { labels, tags }: NamesInRubric
): void {
  const chosen = 'only' in how ? (how.only ?? []) : [];
  chosen.forEach((one, k) => {
    if (!tags.has(one))
      report(
        [...path, 'only', k],
        `No criterion has the tag, or is in the group, ${JSON.stringify(one)}.`,
        tags.size > 0 ? `Tags and groups: ${[...tags].slice(0, 20).join(', ')}.` : 'Add it to "tags" of a criterion.'
      );
  });
  if (how.kind === 'weighted-mean' && how.over === 'children' && how.only !== undefined)
    report(
      [...path, 'over'],
      'Under "only", the chosen criteria of all groups are taken together.',
      'Remove "over", or leave out "only".'
    );
  for (const label of Object.keys(('values' in how ? how.values : undefined) ?? {}))
    if (!labels.some((one) => one.label === label))
      report(
        [...path, 'values', label],
        `The scale has no label ${JSON.stringify(label)}.`,
        `Labels: ${labels.map((one) => one.label).join(', ')}.`
      );
  if (how.kind === 'penalties') {
    how.table.forEach(({ upTo }, k) => {
      const here = [...path, 'table', k, 'upTo'];
      const before = k === 0 ? -1 : (how.table[k - 1]?.upTo ?? Infinity);
      const isLast = k === how.table.length - 1;
      if (isLast !== (upTo === null))
        report(here, 'The last row, and only that, has upTo null.', 'End the table with a row for all larger numbers.');
      else if (upTo !== null && upTo <= before) report(here, 'The rows do not rise.', 'Sort them by "upTo".');
    });
  }
  checkValues(how, path, report, labels);
}

/** Reports lists of criteria and groups whose weights leave nothing to divide by, so that no report would have a score. */
export function checkWeights(
  branches: readonly RubricBranch[],
  how: RubricAggregation,
  path: Path,
  report: ReportProblem,
  group: string | null = null
): void {
  const grouped = scoresGroups(how);
  const divides = grouped || how.kind === 'weighted-mean' || (how.kind === 'signed-sum' && isUndefined(how));
  if (!divides) return;
  const chosen = 'only' in how ? how.only : undefined;
  const parts = grouped ? branches : criteriaIn(branches).filter((one) => isSelected(one, chosen));
  // Weights below 0 in a mean are a fault of their own.
  const isIdle = (weight: number): boolean => (how.kind === 'signed-sum' ? weight <= 0 : weight === 0);
  if (parts.length > 0 && parts.every(({ weight }) => isIdle(weight)))
    report(
      path,
      group === null
        ? 'No weight is above 0, so that no report would have a score.'
        : `No weight in the group ${JSON.stringify(group)} is above 0, so that no report would have a score.`,
      'Give at least one criterion a weight above 0.'
    );
  if (grouped)
    for (const one of branches)
      if (one.kind === 'group') checkWeights(one.children, one.aggregation, path, report, one.key);
}

const isUndefined = ({ withoutPositive = 'undefined' }: Extract<RubricAggregation, { kind: 'signed-sum' }>): boolean =>
  withoutPositive === 'undefined';

/** Key of a criterion or group with a weight below 0 in a weighted mean; undefined if there is none. */
function negativeIn(branches: readonly RubricBranch[], how: RubricAggregation): string | undefined {
  if (how.kind === 'weighted-mean' && !scoresGroups(how))
    return criteriaIn(branches).find((one) => isSelected(one, how.only) && one.weight < 0)?.key;
  if (!scoresGroups(how)) return undefined;
  for (const one of branches) {
    if (one.weight < 0) return one.key;
    const within = one.kind === 'group' ? negativeIn(one.children, one.aggregation) : undefined;
    if (within !== undefined) return within;
  }
  return undefined;
}

/** Reports faults of the rubric's further figures. */
export function checkFigures(rubric: Rubric, report: ReportProblem, names: NamesInRubric): void {
  const lists = [rubric.criteria, ...Object.values(rubric.queries ?? {}).map(({ criteria }) => criteria)];
  for (const [name, { aggregation: how }] of Object.entries(rubric.figures ?? {})) {
    const path = ['figures', name, 'aggregation'];
    checkAggregation(how, path, report, names);
    if (how.kind === 'against-reference' && rubric.aggregation.kind !== 'against-reference')
      report(
        [...path, 'kind'],
        'Without a score against a reference, no reference report is judged.',
        'Use "kind: against-reference" for the rubric’s own aggregation as well, or another kind here.'
      );
    const negative = lists
      .map((nodes) => negativeIn(rubricBranches(nodes ?? []), how))
      .find((key) => key !== undefined);
    if (negative !== undefined)
      report(
        path,
        `A weighted mean takes no weights below 0, and ${JSON.stringify(negative)} has one.`,
        'Use "kind: signed-sum", or choose other criteria by "only".'
      );
  }
}
