/** Faults of a rubric that its schema lets through. */
import {
  checkAggregation,
  checkFigures,
  checkWeights,
  namesIn,
  type NamesInRubric,
  type ReportProblem as Report,
  scoresGroups,
  tagsOf
} from './check-aggregations.ts';
import { quoted, type Path } from './rubric-problems.ts';
import {
  criteriaIn,
  type Rubric,
  type RubricAggregation,
  type RubricBranch,
  rubricBranches,
  type RubricNode
} from './rubric.ts';
import { meansBelowZero } from './score-range.ts';

function checkScale({ scale }: Rubric, report: Report): void {
  if (scale === undefined) return;
  if ((scale.labels === undefined) === (scale.range === undefined))
    report(['scale'], 'A scale has either labels or a range.', 'Keep one of "labels" and "range".');
  const seen = new Set<string>();
  scale.labels?.forEach(({ label }, k) => {
    if (seen.has(label))
      report(['scale', 'labels', k, 'label'], `The label ${quoted(label)} is there twice.`, 'Give each label once.');
    seen.add(label);
  });
  if (scale.labels !== undefined && scale.labels.every(({ value }) => value === null))
    report(['scale', 'labels'], 'No label has a value.', 'Give at least one label a number as value.');
  if (scale.range !== undefined && scale.range.to <= scale.range.from)
    report(['scale', 'range', 'to'], 'The range ends before it begins.', 'Make "to" larger than "from".');
  const { from = 0, to = 0, notApplicable } = scale.range ?? {};
  const number = notApplicable !== undefined && /^-?\d+$/u.test(notApplicable) ? Number(notApplicable) : NaN;
  if (number >= from && number <= to && String(number) === notApplicable)
    report(
      ['scale', 'range', 'notApplicable'],
      `The label ${quoted(notApplicable)} is a number of the range.`,
      'Use another label, like N/A.'
    );
}

/** For the check of nodes: the names that aggregations may use, and the further figures, in which nodes count too. */
interface Around {
  names: NamesInRubric;
  figures: readonly RubricAggregation[];
}

/** Reports fields of a node that have no effect, neither in the score nor in a further figure. */
function checkEffect(
  { weight, order, criteria, aggregation }: RubricNode,
  here: Path,
  report: Report,
  within: RubricAggregation,
  { figures }: Around
): void {
  const isGroup = criteria !== undefined;
  const groupsCount = scoresGroups(within) || figures.some(scoresGroups);
  if (isGroup && aggregation !== undefined && !groupsCount)
    report([...here, 'aggregation'], `Groups have no score of their own under ${inWords(within)}.`, 'Remove it.');
  const unweighed = within.kind === 'tree' || (within.kind === 'penalties' && !isGroup);
  if (weight !== undefined && unweighed) {
    const problem =
      within.kind === 'tree' ? 'A tree has no weights.' : 'The weight of a criterion has no effect under penalties.';
    if (figures.every(({ kind }) => kind === 'tree' || kind === 'penalties'))
      report([...here, 'weight'], problem, 'Remove it.');
  } else if (weight !== undefined && isGroup && !groupsCount)
    report(
      [...here, 'weight'],
      `The weight of a group has no effect under ${inWords(within)}.`,
      'Remove it, or change the weights of its criteria.'
    );
  if (isGroup && order !== undefined && ![within, ...figures].some(({ kind }) => kind === 'tree'))
    report(
      [...here, 'order'],
      'Only a group in a tree has an order.',
      'Use "aggregation: {kind: tree}", or remove "order".'
    );
}

const inWords = (how: RubricAggregation): string =>
  how.kind !== 'weighted-mean' ? how.kind : how.over === 'criteria' ? '"over: criteria"' : '"only"';

function checkNodes(
  nodes: readonly RubricNode[],
  path: Path,
  report: Report,
  within: RubricAggregation,
  around: Around,
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
    checkEffect(node, here, report, within, around);
    if (node.criteria === undefined) return;
    const own = node.aggregation;
    if (own !== undefined) {
      const within = tagsOf(criteriaIn(rubricBranches(node.criteria)));
      checkAggregation(own, [...here, 'aggregation'], report, { ...around.names, tags: within });
      if (own.kind === 'against-reference')
        report(
          [...here, 'aggregation', 'kind'],
          'A group is not compared with a reference by itself.',
          'Use it as the rubric’s own aggregation, and another kind here.'
        );
    }
    const inner = scoresGroups(within) ? (own ?? { kind: 'weighted-mean' as const }) : within;
    checkNodes(node.criteria, [...here, 'criteria'], report, inner, around, node.critical === true);
  });
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
  const names = namesIn(rubric);
  const figures = Object.values(rubric.figures ?? {}).map(({ aggregation }) => aggregation);
  for (const [path, nodes] of lists) {
    checkNodes(nodes, path, report, rubric.aggregation, { names, figures });
    checkWeights(rubricBranches(nodes), rubric.aggregation, path, report);
    if (rubric.aggregation.kind === 'against-reference' && meansBelowZero(rubric, rubricBranches(nodes)))
      report(
        path,
        'A share of two means takes no values below 0, but a group can be worth less than 0.',
        'Give groups weights and values of 0 and above, or use "aggregation: {kind: weighted-mean}".'
      );
    const seen = new Set<string>();
    for (const { key, at } of keysIn(rubricBranches(nodes), path)) {
      if (seen.has(key))
        report(at, `The key ${quoted(key)} is there twice.`, 'Give each criterion and group a key of its own.');
      seen.add(key);
    }
  }
  checkAggregation(rubric.aggregation, ['aggregation'], report, names);
  checkFigures(rubric, report, names);
  for (const end of ['above', 'below'] as const) {
    const figure = rubric.systems?.pooled[end];
    if (figure !== undefined && !Object.hasOwn(rubric.figures ?? {}, figure))
      report(
        ['systems', 'pooled', end],
        `There is no figure ${quoted(figure)}.`,
        `Add it to "figures", or write one of ${Object.keys(rubric.figures ?? {}).join(', ') || 'its names'}.`
      );
  }
  checkPrompt(rubric, report);
  if (rubric.score !== undefined && rubric.score.max <= rubric.score.min)
    report(['score', 'max'], 'The highest score is not above the lowest.', 'Make "max" larger than "min".');
}

const keysIn = (branches: readonly RubricBranch[], path: Path): { key: string; at: Path }[] =>
  branches.flatMap((one, k) => {
    const own = { key: one.key, at: [...path, k] };
    return one.kind === 'criterion' ? [own] : [own, ...keysIn(one.children, [...own.at, 'criteria'])];
  });
