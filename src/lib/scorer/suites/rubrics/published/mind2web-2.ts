/**
 * Mind2Web 2: the result of an answer with its tree of checks. The suite's rubric is a program for each task, so a rubric file is
 * made of the tree that the program left in a result; other answers to the task have to have the same tree.
 */
import { isFields } from '../official/numbers.ts';
import type { RubricNode } from '../rubric.ts';
import { givenFigure } from './draco.ts';
import { rubricKeyOf, type PublishedForm, type PublishedTask, type ReadingContext, type SaidInFile } from './form.ts';
import { FileFault, objectsIn, wordsOf, type GivenRow } from './given-files.ts';

interface CheckNode {
  id: string;
  desc: string;
  critical: boolean;
  order: 'parallel' | 'sequential';
  status: string;
  children: CheckNode[];
}

const NODE = ['id', 'desc', 'critical', 'score', 'status', 'strategy', 'children'];

/** The one tree of a result. */
function treeOf(place: GivenRow, { left }: ReadingContext): CheckNode {
  const trees = objectsIn(place.row.eval_breakdown, 'eval_breakdown', place).flatMap((part) => {
    left.see(part, ['verification_tree'], 'eval_breakdown[].');
    return isFields(part.verification_tree) ? [part.verification_tree] : [];
  });
  if (trees.length !== 1) throw new FileFault(place, `the result holds ${String(trees.length)} trees instead of one`);
  const nodeOf = (given: GivenRow['row']): CheckNode => {
    const id = wordsOf(given.id);
    if (id === null) throw new FileFault(place, 'a node has no id');
    left.see(given, NODE, 'verification_tree.');
    const { strategy = 'parallel', status } = given;
    if (strategy !== 'parallel' && strategy !== 'sequential')
      throw new FileFault(place, `node ${id}: the strategy is ${JSON.stringify(strategy)}, not parallel or sequential`);
    return {
      ...{ id, desc: wordsOf(given.desc) ?? id, critical: given.critical === true, order: strategy },
      status: wordsOf(status) ?? 'initialized',
      children: objectsIn(given.children ?? [], `the children of ${id}`, place).map(nodeOf)
    };
  };
  return nodeOf(trees[0]!);
}

const rubricNode = ({ id, desc, critical, order, children }: CheckNode): RubricNode => ({
  key: rubricKeyOf(id),
  ...(critical && { critical }),
  ...(children.length > 0
    ? { title: desc.slice(0, 300), order, criteria: children.map(rubricNode) }
    : { text: desc.slice(0, 5000) })
});

/** Parts that have to be the same in two trees of a task: all but words. */
const shapeOf = ({ key, critical, order, criteria }: RubricNode): unknown => [
  ...[key, critical ?? false, order ?? null],
  criteria?.map(shapeOf)
];
const leavesIn = (node: CheckNode): CheckNode[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesIn);

function taskIn(place: GivenRow, { qid }: ReadingContext): string {
  const folder = place.file.split(/[\\/]/u).at(-2);
  const found = qid ?? folder;
  if (found !== undefined && found !== '' && found !== '.') return found;
  throw new FileFault(place, 'the result does not name its task, which is the name of its folder: name it with --qid');
}

export const mind2web2Files: PublishedForm = {
  name: 'mind2web-2',
  isTasks: (row) => 'eval_breakdown' in row,
  tasks: (rows, context) => {
    const tasks = new Map<string, PublishedTask>();
    for (const place of rows) {
      const qid = taskIn(place, context);
      // The root is a group of its own, which brings its strategy with it.
      const criteria = [rubricNode(treeOf(place, context))];
      const there = tasks.get(qid);
      if (there && JSON.stringify(there.criteria.map(shapeOf)) !== JSON.stringify(criteria.map(shapeOf)))
        throw new FileFault(place, `its tree is another than that of an earlier answer to ${qid}: convert one of them alone`); // prettier-ignore
      if (!there) tasks.set(qid, { qid, query: null, criteria });
    }
    return [...tasks.values()];
  },
  isResults: (row) => 'eval_breakdown' in row,
  results: (rows, context) => {
    const answers = new Map<string, string>();
    return rows.flatMap((place): SaidInFile[] => {
      const { row } = place;
      const qid = taskIn(place, context);
      context.left.see(row, ['agent_name', 'answer_name', 'judge_model', 'final_score', 'eval_breakdown']);
      const [system, judge] = [wordsOf(row.agent_name), wordsOf(row.judge_model)];
      const answer = wordsOf(row.answer_name) ?? place.file;
      const about = JSON.stringify([system, qid]);
      const other = answers.get(about);
      // Answers are reports of their own: a system has one report on a task.
      if (other !== undefined)
        throw new FileFault(
          place,
          `${other} and ${answer} are two answers of ${system ?? 'an agent'} to ${qid}: give the files of one answer at a time and name each as a system with --system`
        );
      answers.set(about, answer);
      const by = { system, judge, qid, repeat: 0 };
      if (row.final_score !== undefined)
        context.report({ ...by, figure: 'final_score', equals: 'score', ...givenFigure(row.final_score) });
      const known = new Set(context.criteriaOf(qid).map(({ key }) => key));
      const leaves = leavesIn(treeOf(place, context));
      const lacking = [...known].find((key) => !leaves.some(({ id }) => rubricKeyOf(id) === key));
      if (lacking !== undefined)
        throw new FileFault(place, `${qid}: the tree has no leaf ${lacking}, which the rubric has: it is another tree`);
      return leaves.map(({ id, status }): SaidInFile => {
        if (!['passed', 'failed', 'skipped', 'initialized'].includes(status))
          throw new FileFault(place, `${qid}: leaf ${id} is ${status}, and a check is either passed or failed`);
        const label = status === 'passed' ? 'true' : status === 'failed' ? 'false' : null;
        const why = status === 'skipped' ? 'Skipped: a check on which it depends failed.' : 'It was never checked.';
        return {
          ...by,
          place,
          of: { key: rubricKeyOf(id) },
          label,
          rationale: '',
          reason: label === null ? why : null
        };
      });
    });
  },
  isTotals: (row) => ('answer_name' in row && 'success' in row) || 'avg_score' in row,
  whyTotals: 'summaries of Mind2Web 2 hold scores of answers, no checks',
  totals: (rows, { left }) =>
    rows.flatMap((place) => {
      const { row } = place;
      const folder = place.file.split(/[\\/]/u).at(-2) ?? null;
      const ofTask = 'answer_name' in row;
      const by = { system: null, judge: null, repeat: null, equals: null, qid: ofTask ? folder : null };
      const answer = ofTask ? `${String(row.answer_name)}.` : '';
      return Object.entries(row).flatMap(([name, value]) => {
        if (typeof value === 'number' || typeof value === 'boolean')
          return [{ ...by, figure: `${answer}${name}`, value: Number(value), words: null }];
        if (name !== 'answer_name' && name !== 'status') left.add(name);
        return [];
      });
    })
};
