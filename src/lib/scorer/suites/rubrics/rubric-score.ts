/**
 * Rubric and verdict labels → score, pure. Every figure says what each criterion did in it; a score that is not defined says
 * why, and is never 0 in its place.
 */
import { scoreTree, type TreeNode } from './official/mind2web2.ts';
import { roundTo } from './official/numbers.ts';
import {
  criteriaIn,
  isSelected,
  type RubricAggregation,
  type RubricBranch,
  type Criterion,
  rubricLabels,
  type Rubric
} from './rubric.ts';

/** Verdict on a criterion; absent if there was no valid one. */
export interface SaidOfCriterion {
  label: string;
  /** Label of the reference text, if the score is against one. */
  reference?: string;
}
type SaidByKey = ReadonlyMap<string, SaidOfCriterion>;

/** Effect of a criterion in a figure. */
interface Effect {
  key: string;
  label: string | null;
  value: number | null;
  weight: number;
  effect: 'counted' | 'counted-as-zero' | 'not-applicable' | 'left-out' | 'no-verdict' | 'skipped';
}

interface RubricFigure {
  value: number | null;
  /** Why it is undefined; null if it is defined. */
  reason: string | null;
  effects: Effect[];
}

type Part =
  | { state: 'value'; value: number; weight: number }
  | { state: 'absent' }
  | { state: 'undefined'; reason: string };

interface Context {
  said: SaidByKey;
  values: ReadonlyMap<string, number | null>;
  effects: Map<string, Effect>;
  /** Which text's label is read. */
  of: 'label' | 'reference';
}

type Options = {
  missing?: 'unscored' | 'zero' | 'leave-out' | undefined;
  values?: Record<string, number | null> | undefined;
};

const noVerdict = (key: string) => `Criterion ${key} has no verdict.`;

/** The value of a criterion in a figure, and what it did there. */
function partOf({ key, weight }: Criterion, { missing, values }: Options, context: Context): Part {
  const label = context.said.get(key)?.[context.of] ?? null;
  const note = (effect: Effect['effect'], value: number | null) =>
    context.effects.set(key, { key, label, value, weight, effect });
  const own =
    label === null ? undefined : (values?.[label] ?? (values && label in values ? null : context.values.get(label)));
  if (own === undefined) {
    if (missing === 'zero') {
      note('counted-as-zero', 0);
      return { state: 'value', value: 0, weight };
    }
    if (missing === 'leave-out') {
      note('left-out', null);
      return { state: 'absent' };
    }
    note('no-verdict', null);
    return { state: 'undefined', reason: noVerdict(key) };
  }
  if (own === null) {
    note('not-applicable', null);
    return { state: 'absent' };
  }
  note('counted', own);
  return { state: 'value', value: own, weight };
}

const rounded = (value: number, digits: number | undefined) => (digits === undefined ? value : roundTo(value, digits));
const undefinedFor = (reason: string): Part => ({ state: 'undefined', reason });

function valuesOf(parts: readonly Part[]): { found: { value: number; weight: number }[]; problem: string | null } {
  const problem = parts.find((part) => part.state === 'undefined');
  return {
    found: parts.flatMap((part) => (part.state === 'value' ? [{ value: part.value, weight: part.weight }] : [])),
    problem: problem?.reason ?? null
  };
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function weightedMean(
  branches: readonly RubricBranch[],
  how: Extract<RubricAggregation, { kind: 'weighted-mean' }>,
  context: Context
): Part {
  const flat = how.over === 'criteria' || how.only !== undefined;
  const parts = flat
    ? criteriaIn(branches)
        .filter((one) => isSelected(one, how.only))
        .map((one) => partOf(one, how, context))
    : branches.map((one): Part => {
        if (one.kind === 'criterion') return partOf(one.criterion, how, context);
        const inner = { missing: how.missing, values: how.values, ...one.aggregation } as RubricAggregation;
        const part = combine(one.children, inner, context);
        return part.state === 'value' ? { ...part, weight: one.weight } : part;
      });
  const { found, problem } = valuesOf(parts);
  if (problem !== null) return undefinedFor(problem);
  const weights = total(found.map(({ weight }) => weight));
  if (!(weights > 0)) {
    if (how.empty === 'zero') return { state: 'value', value: 0, weight: 1 };
    return found.length > 0 ? undefinedFor('The weights of all criteria that count are 0.') : { state: 'absent' };
  }
  const mean = total(found.map(({ value, weight }) => value * weight)) / weights;
  return { state: 'value', value: rounded(mean, how.round), weight: 1 };
}

const clip = (value: number) => Math.max(0, Math.min(1, value));

function signedSum(
  branches: readonly RubricBranch[],
  how: Extract<RubricAggregation, { kind: 'signed-sum' }>,
  context: Context
): Part {
  const chosen = criteriaIn(branches).filter((one) => isSelected(one, how.only));
  const { found, problem } = valuesOf(chosen.map((one) => partOf(one, how, context)));
  if (problem !== null) return undefinedFor(problem);
  if (found.length === 0) return { state: 'absent' };
  const sum = total(found.map(({ value, weight }) => value * weight));
  const positive = total(found.map(({ weight }) => Math.max(0, weight)));
  const negative = total(found.map(({ weight }) => Math.max(0, -weight)));
  if (positive === 0 && (how.withoutPositive ?? 'undefined') === 'undefined')
    return undefinedFor('No criterion has a positive weight.');
  const share =
    positive > 0 ? sum / positive : how.withoutPositive === 'from-one' && negative > 0 ? 1 + sum / negative : 0;
  return { state: 'value', value: rounded(how.clip === true ? clip(share) : share, how.round), weight: 1 };
}

/** Positive criteria met in full and negative ones not met at all, of all; a weight of 0 never passes. */
function passShare(
  branches: readonly RubricBranch[],
  how: Extract<RubricAggregation, { kind: 'pass-share' }>,
  context: Context
): Part {
  const chosen = criteriaIn(branches).filter((one) => isSelected(one, how.only));
  const { found, problem } = valuesOf(chosen.map((one) => partOf(one, how, context)));
  if (problem !== null) return undefinedFor(problem);
  if (found.length === 0) return { state: 'absent' };
  const passed = found.filter(({ value, weight }) => (weight > 0 && value === 1) || (weight < 0 && value === 0)).length;
  return { state: 'value', value: rounded(passed / found.length, how.round), weight: 1 };
}

/** Σ w·v over what applies: a count if weights and values are 1. */
function sumOf(
  branches: readonly RubricBranch[],
  how: Extract<RubricAggregation, { kind: 'sum' }>,
  context: Context
): Part {
  const chosen = criteriaIn(branches).filter((one) => isSelected(one, how.only));
  const { found, problem } = valuesOf(chosen.map((one) => partOf(one, how, context)));
  if (problem !== null) return undefinedFor(problem);
  const value = total(found.map((one) => one.value * one.weight));
  return { state: 'value', value: rounded(value, how.round), weight: 1 };
}

function tree(
  branches: readonly RubricBranch[],
  how: Extract<RubricAggregation, { kind: 'tree' }>,
  context: Context
): Part {
  const unjudged = criteriaIn(branches).find(({ key }) => !context.said.has(key));
  if (unjudged !== undefined && how.missing !== 'zero') return undefinedFor(noVerdict(unjudged.key));
  const nodeOf = (one: RubricBranch): TreeNode => {
    if (one.kind === 'group')
      return { id: one.key, critical: one.critical, strategy: one.order, children: one.children.map(nodeOf) };
    const part = partOf(one.criterion, {}, context);
    const value = part.state === 'value' ? clip(part.value) : 0;
    const status = part.state !== 'value' ? 'initialized' : value === 1 ? 'passed' : value === 0 ? 'failed' : 'partial';
    return { id: one.key, critical: one.critical, status, score: value };
  };
  const scored = scoreTree({ id: '', strategy: how.order ?? 'parallel', children: branches.map(nodeOf) });
  if (scored.value === null) return undefinedFor(`${scored.reason}.`);
  for (const [key, node] of scored.value.nodes) {
    const effect = context.effects.get(key);
    if (effect !== undefined && node.status === 'skipped') context.effects.set(key, { ...effect, effect: 'skipped' });
    if (effect !== undefined && node.status === 'initialized')
      context.effects.set(key, { ...effect, effect: 'counted-as-zero', value: 0 });
  }
  return { state: 'value', value: rounded(scored.value.score, how.round), weight: 1 };
}

/** Target / (target + reference), both weighted means; 0 if both are 0. */
function againstReference(
  branches: readonly RubricBranch[],
  how: Extract<RubricAggregation, { kind: 'against-reference' }>,
  context: Context
): Part {
  const mean = { kind: 'weighted-mean', missing: how.missing } as const;
  const reference = combine(branches, mean, { ...context, of: 'reference', effects: new Map() });
  const target = combine(branches, mean, context);
  if (target.state !== 'value') return target;
  if (reference.state !== 'value')
    return reference.state === 'absent' ? reference : undefinedFor(`Of the reference: ${reference.reason}`);
  const both = target.value + reference.value;
  return { state: 'value', value: rounded(both > 0 ? target.value / both : 0, how.round), weight: 1 };
}

function penalties(
  branches: readonly RubricBranch[],
  how: Extract<RubricAggregation, { kind: 'penalties' }>,
  context: Context
): Part {
  const chosen = criteriaIn(branches).filter((one) => isSelected(one, how.only));
  const { found, problem } = valuesOf(chosen.map((one) => partOf(one, how, context)));
  if (problem !== null) return undefinedFor(problem);
  const count = found.filter(({ value }) => value > 0).length;
  const row = how.table.find(({ upTo }) => upTo === null || count <= upTo);
  return row === undefined
    ? undefinedFor(`The table of penalties has no row for ${String(count)} faults.`)
    : { state: 'value', value: row.score, weight: 1 };
}

function combine(branches: readonly RubricBranch[], how: RubricAggregation, context: Context): Part {
  switch (how.kind) {
    case 'weighted-mean':
      return weightedMean(branches, how, context);
    case 'signed-sum':
      return signedSum(branches, how, context);
    case 'pass-share':
      return passShare(branches, how, context);
    case 'sum':
      return sumOf(branches, how, context);
    case 'tree':
      return tree(branches, how, context);
    case 'against-reference':
      return againstReference(branches, how, context);
    case 'penalties':
      return penalties(branches, how, context);
  }
}

/** One figure of a report: of the labels that one judge, or one person, gave by key. */
export function rubricFigure(
  rubric: Pick<Rubric, 'scale'>,
  branches: readonly RubricBranch[],
  how: RubricAggregation,
  said: SaidByKey
): RubricFigure {
  const values = new Map(rubricLabels(rubric).map(({ label, value }) => [label, value] as const));
  const context: Context = { said, values, effects: new Map(), of: 'label' };
  const part = combine(branches, how, context);
  const effects = [...context.effects.values()];
  if (part.state === 'value') return { value: part.value, reason: null, effects };
  const reason = part.state === 'undefined' ? part.reason : 'No criterion applies.';
  return { value: null, reason, effects };
}

/** The score of a report, times the rubric's factor, and its further figures. */
export function scoreRubric(
  rubric: Rubric,
  branches: readonly RubricBranch[],
  said: SaidByKey
): RubricFigure & { figures: Record<string, number | null> } {
  const figure = rubricFigure(rubric, branches, rubric.aggregation, said);
  const figures = Object.entries(rubric.figures ?? {}).map(
    ([name, { aggregation }]) => [name, rubricFigure(rubric, branches, aggregation, said).value] as const
  );
  const times = rubric.score?.times ?? 1;
  const value = figure.value === null ? null : figure.value * times;
  return { ...figure, value, figures: Object.fromEntries(figures) };
}
