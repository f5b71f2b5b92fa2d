import { type Random, seededRandom } from '../../stats/index.ts';
import { correctedLevel, type ItemOutcome, openHeldOut, splitQueries } from './ladder.ts';

/** A judge with a planted fault, labels of people, and a scripted improver that rewrites its prompt. */
export interface ImprovementWorld {
  queries: number;
  itemsPerQuery: number;
  /** Share of items on which the judge agrees with people where its fault does not strike; queries differ by ±.08. */
  accuracy: number;
  /** Share of items that the fault concerns, and agreement there. */
  fault: { share: number; accuracy: number };
  /** Rewrites that change nothing for the better: each redraws this share of verdicts at the same agreement. */
  useless: number;
  redrawn: number;
  /** Whether the improver fixes the fault once it sees it among the training disagreements. */
  fixes: boolean;
  openings: number;
  step: number;
  confidence: number;
}

interface ImprovementOutcome {
  opened: number;
  /** A rewrite that changes nothing for the better passed an opening. */
  falselyAdopted: boolean;
  /** The rewrite that fixes the fault passed an opening. */
  fixed: boolean;
  /** Without a held-out side: the best of all rewrites on all labels, by an uncorrected interval at the same confidence. */
  naive: boolean;
}

interface Item {
  qid: string;
  faulty: boolean;
  accuracy: number;
}

const verdictsOf = (items: readonly Item[], random: Random, fixed: boolean): boolean[] =>
  items.map(({ accuracy, faulty }, at) => random.unit() < (faulty && fixed ? items[at]!.accuracy : accuracy));

/** Verdicts with a share of them drawn again at the same agreement: no better and no worse in expectation. */
const redraw = (right: readonly boolean[], items: readonly Item[], share: number, random: Random): boolean[] =>
  right.map((one, at) => (random.unit() < share ? random.unit() < items[at]!.accuracy : one));

/** One world: the improver rewrites, looks at the training side, and opens the held-out side when a rewrite looks better there. */
export function improveOnce(world: ImprovementWorld, seed: number): ImprovementOutcome {
  const random = seededRandom(seed);
  const qids = Array.from({ length: world.queries }, (_, at) => `q${at + 1}`);
  const items = qids.flatMap((qid) => {
    const shift = (random.unit() - 0.5) * 0.16;
    return Array.from({ length: world.itemsPerQuery }, (): Item => {
      const faulty = random.unit() < world.fault.share;
      const own = faulty ? world.fault.accuracy : world.accuracy + shift;
      return { qid, faulty, accuracy: Math.min(1, Math.max(0, own)) };
    });
  });
  const whole = items.map((item) => (item.faulty ? { ...item, accuracy: world.accuracy } : item));
  const split = splitQueries(qids, seed);
  const heldOut = new Set(split.heldOut);
  const level = correctedLevel(world.confidence, world.openings);
  const outcomes = (before: readonly boolean[], after: readonly boolean[], side: boolean | null): ItemOutcome[] =>
    items.flatMap(({ qid }, at) =>
      side !== null && heldOut.has(qid) !== side ? [] : [{ qid, before: before[at]!, after: after[at]! }]
    );
  const onTraining = (right: readonly boolean[]): number =>
    items.filter(({ qid }, at) => !heldOut.has(qid) && right[at]).length;
  const first = verdictsOf(items, random, false);
  let best = first;
  let seen = onTraining(first);
  const result: ImprovementOutcome = { opened: 0, falselyAdopted: false, fixed: false, naive: false };
  const open = (after: boolean[], counts: 'falselyAdopted' | 'fixed'): void => {
    if (onTraining(after) <= seen || result.opened >= world.openings) return;
    result.opened += 1;
    seen = onTraining(after);
    const { passed } = openHeldOut(outcomes(best, after, true), { level, step: world.step });
    if (!passed) return;
    result[counts] = true;
    best = after;
    seen = onTraining(best);
  };
  // The fault stands out once three training disagreements are of its kind.
  const visible = items.filter(({ qid, faulty }, at) => faulty && !heldOut.has(qid) && !first[at]).length >= 3;
  const fixAt = world.fixes && visible ? random.below(Math.max(1, Math.min(world.useless, world.openings))) : -1;
  const uselessOnAll: boolean[][] = [];
  for (let rewrite = 0; rewrite < Math.max(world.useless, fixAt + 1); rewrite++) {
    if (rewrite === fixAt) open(items.map(({ faulty }, at) => (faulty ? random.unit() < whole[at]!.accuracy : best[at]!)), 'fixed'); // prettier-ignore
    if (rewrite >= world.useless) continue;
    const after = redraw(best, items, world.redrawn, random);
    uselessOnAll.push(after);
    open(after, 'falselyAdopted');
  }
  const count = (right: readonly boolean[]): number => right.reduce((n, one) => n + Number(one), 0);
  const most = uselessOnAll.map((one) => ({ one, n: count(one) })).sort((a, b) => b.n - a.n)[0]?.one;
  if (most)
    result.naive = openHeldOut(outcomes(first, most, null), { level: world.confidence, step: world.step }).passed;
  return result;
}
