/** A rubric as pages show it: how it scores, and its criteria as lines. */
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import {
  rubricBranches,
  criteriaIn,
  rubricLabels,
  type RubricAggregation,
  type RubricBranch,
  type Rubric
} from './rubric.ts';

interface OutlineLine {
  /** 0 for the topmost. */
  depth: number;
  kind: 'group' | 'criterion';
  key: string;
  text: string;
  explanation: string | null;
  weight: number;
  tags: readonly string[];
  critical: boolean;
}

type Say = Words<Messages['rubricOutline']>;

export const aggregationInWords = ({ kind }: RubricAggregation, say: Say): string =>
  say.aggregation({ kind: kind.replaceAll('-', '') });

/** Criteria of all lists; those of a query with a list of its own stand in the place of those for every query. */
export function countCriteria({ criteria, queries }: Rubric): { common: number; queries: number; ofQueries: number } {
  const count = (nodes: Rubric['criteria']): number => (nodes ? criteriaIn(rubricBranches(nodes)).length : 0);
  const lists = Object.values(queries ?? {});
  return {
    common: count(criteria),
    queries: lists.length,
    ofQueries: lists.reduce((sum, one) => sum + count(one.criteria), 0)
  };
}

/** The scale in one line: each label with its value. */
export const rubricScaleInWords = (rubric: Rubric, say: Say): string => {
  const range = rubric.scale?.range;
  if (range) {
    const { from, to, notApplicable } = range;
    return notApplicable ? say.rangeOr({ from, to, notApplicable }) : say.range({ from, to });
  }
  const value = (one: number | null): string => (one === null ? 'none' : String(one).replace('-', '−'));
  return rubricLabels(rubric)
    .map((one) => say.label({ title: one.title ?? one.label, value: value(one.value) }))
    .join(', ');
};

/** Groups and criteria in their order. @param qid the query whose own list is shown; null: the list for every query */
export function outlineOf(rubric: Rubric, qid: string | null): OutlineLine[] {
  const nodes = qid === null ? rubric.criteria : rubric.queries?.[qid]?.criteria;
  const titles = new Map<string, string>();
  for (const { groups } of criteriaIn(rubricBranches(nodes ?? [])))
    for (const { key, title } of groups) titles.set(key, title);
  const lines = (branches: readonly RubricBranch[], depth: number): OutlineLine[] =>
    branches.flatMap((one): OutlineLine[] => {
      const { key, weight, critical } = one;
      const own = { depth, key, weight, critical };
      if (one.kind === 'criterion') {
        const { text, explanation, tags } = one.criterion;
        return [{ ...own, kind: 'criterion', text, explanation, tags }];
      }
      const group: OutlineLine = { ...own, kind: 'group', text: titles.get(key) ?? key, explanation: null, tags: [] };
      return [group, ...lines(one.children, depth + 1)];
    });
  return lines(rubricBranches(nodes ?? []), 0);
}

/** A rubric for a page, with the criteria of one query, or those for every query. */
export function shownRubric(
  rubric: Rubric,
  stored: { metric: string; hash: string; createdAt: number },
  asked: string | null,
  say: Say
) {
  const qids = Object.keys(rubric.queries ?? {}).sort();
  const shown = asked !== null && qids.includes(asked) ? asked : rubric.criteria ? null : (qids[0] ?? null);
  const { title, version, question, source = null } = rubric;
  const { metric, hash, createdAt } = stored;
  return {
    ...{ metric, hash, createdAt, title, version, question, source },
    ...{ scale: rubricScaleInWords(rubric, say), aggregation: aggregationInWords(rubric.aggregation, say) },
    figures: Object.values(rubric.figures ?? {}).map((one) => one.title),
    /** Noun for the things in the denominator, if a system's reports are pooled. */
    pooled: rubric.systems?.pooled.counted ?? null,
    instructions: rubric.prompt?.instructions ?? null,
    counts: countCriteria(rubric),
    ...{ qids, shown, hasCommon: rubric.criteria !== undefined },
    context: shown === null ? null : (rubric.queries?.[shown]?.context ?? null),
    lines: outlineOf(rubric, shown)
  };
}
export type ShownRubric = ReturnType<typeof shownRubric>;
