/**
 * Mind2Web 2: a tree of checks with critical and sequential nodes.
 * Source: OSU-NLP-Group/Mind2Web-2@1fcbfda, verification_tree.py:71-139, evaluator.py:562-656, eval_toolkit.py:525-559,
 * eval_runner.py:526-720.
 */
import { givenScore, meanOrNull, roundTo, sum, type OfficialScore, undefinedScore } from './numbers.ts';

type NodeStatus = 'passed' | 'failed' | 'partial' | 'skipped' | 'initialized';

export interface TreeNode {
  id: string;
  desc?: string;
  critical?: boolean;
  strategy?: 'parallel' | 'sequential';
  status?: NodeStatus;
  score?: number;
  children?: readonly TreeNode[];
}

/** A node's score in 0 … 1 and its status, by its id. */
type NodeScores = Map<string, { score: number; status: NodeStatus }>;

const childrenOf = (node: TreeNode): readonly TreeNode[] => node.children ?? [];
const isLeaf = (node: TreeNode) => childrenOf(node).length === 0;

/** Why a tree cannot be scored; null if it can. */
function treeProblem(node: TreeNode): string | null {
  const loose = childrenOf(node).find((child) => node.critical === true && child.critical !== true);
  if (loose !== undefined) return `node "${loose.id}" is not critical, although its parent "${node.id}" is`;
  if (isLeaf(node) && node.score !== undefined) {
    const expected = node.status === 'passed' ? 1 : 0;
    if (node.status !== 'partial' && node.score !== expected)
      return `leaf "${node.id}" is ${node.status ?? 'initialized'} with a score of ${String(node.score)}`;
  }
  for (const child of childrenOf(node)) {
    const problem = treeProblem(child);
    if (problem !== null) return problem;
  }
  return null;
}

/** Steps 2 to 4: a critical child below 1 gives 0; only critical children give 1; else the mean of the non-critical ones. */
function combined(children: readonly TreeNode[], scores: readonly number[]): number {
  const critical = scores.filter((_, k) => children[k]?.critical === true);
  if (critical.some((score) => score < 1)) return 0;
  return meanOrNull(scores.filter((_, k) => children[k]?.critical !== true)) ?? 1;
}

function statusOf(score: number, children: readonly NodeStatus[]): NodeStatus {
  if (score === 1) return 'passed';
  if (score > 0) return 'partial';
  return children.includes('failed') ? 'failed' : 'skipped';
}

function scoreNode(node: TreeNode, into: NodeScores): number {
  const children = childrenOf(node);
  if (children.length === 0) {
    const status = node.status ?? 'initialized';
    const score = node.score ?? (status === 'passed' ? 1 : 0);
    into.set(node.id, { score, status });
    return score;
  }
  let scores = children.map((child) => scoreNode(child, into));
  const broken = node.strategy === 'sequential' ? scores.findIndex((score) => score < 1) : -1;
  if (broken !== -1) {
    scores = scores.map((score, k) => (k > broken ? 0 : score));
    for (const child of children.slice(broken + 1)) into.set(child.id, { score: 0, status: 'skipped' });
  }
  const score = combined(children, scores);
  const statuses = children.flatMap((child) => into.get(child.id)?.status ?? []);
  into.set(node.id, { score, status: statusOf(score, statuses) });
  return score;
}

/**
 * A tree's score and that of every node. In a sequential node everything after the first child below 1 counts 0 and is skipped
 * (its own descendants keep their state); a critical child there is zeroed as well and so closes the gate on what came before.
 * A leaf that was never judged counts 0.
 */
export function scoreTree(tree: TreeNode): OfficialScore<{ score: number; nodes: NodeScores }> {
  const problem = treeProblem(tree);
  if (problem !== null) return undefinedScore(problem);
  const nodes: NodeScores = new Map();
  return givenScore({ score: scoreNode(tree, nodes), nodes });
}

/** A tree's score without the sequential rule, as the official function gives it if it does not write back. */
export function scoreWithoutSequence(node: TreeNode): number {
  const children = childrenOf(node);
  if (children.length === 0) return node.score ?? (node.status === 'passed' ? 1 : 0);
  return combined(children, children.map(scoreWithoutSequence));
}

export const leavesOf = (node: TreeNode): TreeNode[] =>
  isLeaf(node) ? [node] : childrenOf(node).flatMap((child) => leavesOf(child));

/** Leaves that keep a leaf from being asked if one of them failed: under critical siblings and earlier ones in a sequence, at every level. */
function precedingLeaves(tree: TreeNode, id: string): TreeNode[] {
  const path = pathTo(tree, id);
  return path.slice(0, -1).flatMap((parent, depth) => {
    const own = path[depth + 1];
    const at = childrenOf(parent).findIndex((child) => child === own);
    return childrenOf(parent)
      .filter((child, k) => k !== at && (child.critical === true || (parent.strategy === 'sequential' && k < at)))
      .flatMap(leavesOf);
  });
}

function pathTo(node: TreeNode, id: string): TreeNode[] {
  if (node.id === id) return [node];
  for (const child of childrenOf(node)) {
    const below = pathTo(child, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

const withStatus = (node: TreeNode, of: ReadonlyMap<string, NodeStatus>): TreeNode => ({
  ...node,
  ...(isLeaf(node) ? { status: of.get(node.id) ?? node.status ?? 'initialized' } : {}),
  ...(isLeaf(node) ? {} : { children: childrenOf(node).map((child) => withStatus(child, of)) })
});

/** Leaves asked one after another: one that a failed or skipped leaf precedes is skipped unasked. Order matters. */
export function askInOrder(
  tree: TreeNode,
  order: readonly string[],
  verdict: (id: string) => boolean
): { asked: string[]; tree: TreeNode } {
  const status = new Map<string, NodeStatus>();
  const asked: string[] = [];
  for (const id of order) {
    const closed = precedingLeaves(tree, id).some((leaf) => ['failed', 'skipped'].includes(status.get(leaf.id) ?? ''));
    if (!closed) asked.push(id);
    status.set(id, closed ? 'skipped' : verdict(id) ? 'passed' : 'failed');
  }
  return { asked, tree: withStatus(tree, status) };
}

/** Majority of repeated trials: stops from the second vote on once more than half of those cast are for, or none is. */
export function majority(votes: readonly boolean[], trials: number): { result: boolean; calls: number } {
  let yes = 0;
  for (let n = 1; n <= Math.min(trials, votes.length); n += 1) {
    if (votes[n - 1] === true) yes += 1;
    if (n >= 2 && yes > Math.floor(n / 2)) return { result: true, calls: n };
    if (n >= 2 && yes === 0) return { result: false, calls: n };
  }
  const calls = Math.min(trials, votes.length);
  return { result: yes > Math.floor(calls / 2), calls };
}

interface Mind2Web2Summary {
  num_tasks: number;
  num_runs: number;
  avg_score: number;
  avg_score_std: number;
  success_rate: number;
  success_rate_std: number;
  /** Share of tasks with a success in any run; published under the name `pass_at_` and the number of runs. */
  pass_at_k: number;
  per_run: Record<string, { num_tasks: number; avg_score: number; success_rate: number }>;
  tasks: Record<string, { best_score: number; avg_score: number; pass: boolean }>;
}

/**
 * A system: means over the tasks of each run, then mean and population standard deviation over runs, all to 4 decimals.
 * @param tasks Score by task and answer name. Tasks without a result are left out, not 0.
 */
export function summariseMind2Web2(tasks: Record<string, Record<string, number>>): Mind2Web2Summary {
  const judged = Object.entries(tasks).filter(([, runs]) => Object.keys(runs).length > 0);
  const runs = [...new Set(judged.flatMap(([, of]) => Object.keys(of)))].sort();
  const by = runs.map((run) => judged.flatMap(([, of]) => of[run] ?? []));
  const share = (scores: readonly number[]) => meanOrNull(scores.map((score) => (score === 1 ? 1 : 0))) ?? 0;
  const [scores, successes] = [by.map((one) => meanOrNull(one) ?? 0), by.map(share)];
  const spread = (values: readonly number[]) => {
    const centre = meanOrNull(values) ?? 0;
    return Math.sqrt(meanOrNull(values.map((value) => (value - centre) ** 2)) ?? 0);
  };
  const passed = judged.filter(([, of]) => Object.values(of).includes(1)).length;
  return {
    num_tasks: judged.length,
    num_runs: runs.length,
    avg_score: roundTo(meanOrNull(scores) ?? 0, 4),
    avg_score_std: roundTo(spread(scores), 4),
    success_rate: roundTo(meanOrNull(successes) ?? 0, 4),
    success_rate_std: roundTo(spread(successes), 4),
    pass_at_k: roundTo(judged.length === 0 ? 0 : passed / judged.length, 4),
    per_run: Object.fromEntries(
      runs.map((run, k) => [
        run,
        {
          num_tasks: by[k]?.length ?? 0,
          avg_score: roundTo(scores[k] ?? 0, 4),
          success_rate: roundTo(successes[k] ?? 0, 4)
        }
      ])
    ),
    tasks: Object.fromEntries(
      judged.map(([task, of]) => {
        const own = Object.values(of);
        return [
          task,
          { best_score: Math.max(...own), avg_score: roundTo(sum(own) / own.length, 6), pass: own.includes(1) }
        ];
      })
    )
  };
}
