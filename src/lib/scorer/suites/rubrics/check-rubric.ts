/** Faults of a rubric that its schema lets through. */
import type { Path } from './rubric-problems.ts';
import {
  criteriaIn,
  type Rubric,
  type RubricAggregation,
  type RubricBranch,
  rubricBranches,
  rubricLabels,
  type RubricNode
} from './rubric.ts';

type Report = (path: Path, problem: string, fix: string) => void;

function checkScale({ scale }: Rubric, report: Report): void {
  if (scale === undefined) return;
  if ((scale.labels === undefined) === (scale.range === undefined))
    report(['scale'], 'A scale has either labels or a range.', 'Keep one of "labels" and "range".');
  const seen = new Set<string>();
  scale.labels?.forEach(({ label }, k) => {
    if (seen.has(label))
      report(
        ['scale', 'labels', k, 'label'],
        `The label ${JSON.stringify(label)} is there twice.`,
        'Give each label once.'
      );
    seen.add(label);
  });
  if (scale.labels !== undefined && scale.labels.every(({ value }) => value === null))
    report(['scale', 'labels'], 'No label has a value.', 'Give at least one label a number as value.');
  if (scale.range !== undefined && scale.range.to <= scale.range.from)
    report(['scale', 'range', 'to'], 'The range ends before it begins.', 'Make "to" larger than "from".');
}

function checkNodes(
  nodes: readonly RubricNode[],
  path: Path,
  report: Report,
  within: RubricAggregation,
  parentCritical = false
): void {
  nodes.forEach((node, k) => {
    const here = [...path, k];
    const isGroup = node.criteria !== undefined;
    if (!isGroup && node.text === undefined)
      report(here, 'A criterion has no text.', 'Add "text", or "criteria" to make it a group.');
    if (isGroup && node.text !== undefined)
      report(
        [...here, 'text'],
        'A group has no text of its own.',
        'Use "title" for the group, and "text" in its criteria.'
      );
    if (!isGroup && (node.aggregation !== undefined || node.order !== undefined))
      report(here, 'Only a group has "aggregation" and "order".', 'Remove them, or add "criteria".');
    if (parentCritical && node.critical !== true)
      report(here, 'It is not critical, although its group is.', 'Add "critical: true", or remove it from the group.');
    if (node.critical === true && within.kind !== 'tree')
      report(
        [...here, 'critical'],
        'Only a tree has critical nodes.',
        'Use "aggregation: {kind: tree}", or remove "critical".'
      );
    const averages = within.kind === 'weighted-mean' || within.kind === 'against-reference';
    if (averages && (node.weight ?? 1) < 0)
      report(
        [...here, 'weight'],
        'A weighted mean takes no weights below 0.',
        'Use "aggregation: {kind: signed-sum}" for faults.'
      );
    if (node.criteria !== undefined) {
      const inner = averages ? (node.aggregation ?? { kind: 'weighted-mean' as const }) : within;
      if (!averages && node.aggregation !== undefined)
        report([...here, 'aggregation'], `Groups have no score of their own under ${within.kind}.`, 'Remove it.');
      checkNodes(node.criteria, [...here, 'criteria'], report, inner, node.critical === true);
    }
  });
}

function checkAggregation(
  how: RubricAggregation,
  path: Path,
  report: Report,
  known: { labels: ReadonlySet<string>; tags: ReadonlySet<string> }
): void {
  const chosen = 'only' in how ? (how.only ?? []) : [];
  chosen.forEach((one, k) => {
    if (!known.tags.has(one))
      report(
        [...path, 'only', k],
        `No criterion has the tag, or is in the group, ${JSON.stringify(one)}.`,
        known.tags.size > 0
          ? `Tags and groups: ${[...known.tags].slice(0, 20).join(', ')}.`
          : 'Add it to "tags" of a criterion.'
      );
  });
  for (const label of Object.keys(('values' in how ? how.values : undefined) ?? {}))
    if (!known.labels.has(label))
      report(
        [...path, 'values', label],
        `The scale has no label ${JSON.stringify(label)}.`,
        `Labels: ${[...known.labels].join(', ')}.`
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
}

const placeholders = ['query', 'date', 'context', 'criteria', 'scale', 'report', 'reference'];

function checkPrompt({ prompt, aggregation }: Rubric, report: Report): void {
  const { message } = prompt ?? {};
  if (message === undefined) return;
  const path = ['prompt', 'message'];
  const found = [...message.matchAll(/\{([a-z]+)\}/gu)].map(([, name = '']) => name);
  for (const name of new Set(found))
    if (!placeholders.includes(name))
      report(
        path,
        `There is no placeholder {${name}}.`,
        `Placeholders: ${placeholders.map((one) => `{${one}}`).join(', ')}.`
      );
  const needed = ['report', 'criteria', ...(aggregation.kind === 'against-reference' ? ['reference'] : [])];
  for (const name of needed)
    if (!found.includes(name))
      report(path, `It does not hold {${name}}, so the judge would not see it.`, `Add {${name}}.`);
}

/** Tags of criteria and keys of groups. */
function tagsIn(branches: readonly RubricBranch[]): string[] {
  return criteriaIn(branches).flatMap(({ tags, groups }) => [...tags, ...groups.map(({ key }) => key)]);
}

/** Reports each problem with its path: scale, keys, criteria, aggregation, prompt, range of scores. */
export function checkRubric(rubric: Rubric, report: Report): void {
  checkScale(rubric, report);
  const lists: [Path, readonly RubricNode[]][] = Object.entries(rubric.queries ?? {}).map(([qid, one]) => [
    ['queries', qid, 'criteria'],
    one.criteria
  ]);
  if (rubric.criteria !== undefined) lists.unshift([['criteria'], rubric.criteria]);
  if (lists.length === 0)
    report([], 'There are no criteria.', 'Add "criteria" for every query, or "queries" with criteria by qid.');
  const tags = new Set<string>();
  for (const [path, nodes] of lists) {
    checkNodes(nodes, path, report, rubric.aggregation);
    const branches = rubricBranches(nodes);
    const seen = new Set<string>();
    for (const key of keysIn(branches)) {
      if (seen.has(key))
        report(
          path,
          `The key ${JSON.stringify(key)} is there twice.`,
          'Give each criterion and group a key of its own.'
        );
      seen.add(key);
    }
    for (const tag of tagsIn(branches)) tags.add(tag);
  }
  const known = { labels: new Set(rubricLabels(rubric).map(({ label }) => label)), tags };
  checkAggregation(rubric.aggregation, ['aggregation'], report, known);
  for (const [name, { aggregation }] of Object.entries(rubric.figures ?? {}))
    checkAggregation(aggregation, ['figures', name, 'aggregation'], report, known);
  for (const end of ['above', 'below'] as const) {
    const figure = rubric.systems?.pooled[end];
    if (figure !== undefined && !Object.hasOwn(rubric.figures ?? {}, figure))
      report(
        ['systems', 'pooled', end],
        `There is no figure ${JSON.stringify(figure)}.`,
        `Add it to "figures", or write one of ${Object.keys(rubric.figures ?? {}).join(', ') || 'its names'}.`
      );
  }
  checkPrompt(rubric, report);
  if (rubric.score !== undefined && rubric.score.max <= rubric.score.min)
    report(['score', 'max'], 'The highest score is not above the lowest.', 'Make "max" larger than "min".');
}

const keysIn = (branches: readonly RubricBranch[]): string[] =>
  branches.flatMap((one) => (one.kind === 'criterion' ? [one.key] : [one.key, ...keysIn(one.children)]));
