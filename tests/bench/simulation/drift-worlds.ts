import {
  CHECKS_OF_SEQUENCE,
  figuresOfLook,
  isDrift,
  type AnchorBaseline,
  type CheckedItem,
  type DriftLimits
} from '../../../src/lib/alignment/monitoring/drift.ts';
import type { Random } from '../../../src/lib/stats/index.ts';

/** A judge on anchor items, before and after something changes. */
export interface DriftWorld {
  name: string;
  queries: number;
  perQuery: number;
  /** Agreement with people at adoption, and how much of it is lost; negative if the judge improves. */
  agreement: number;
  loss: number;
  /** Share of verdicts that differ when the same judge is asked again. */
  flips: number;
  /** Correlation of the errors, and of the losses, of two items of one query. */
  correlation: number;
  /** `items`: some items are lost for good; `chance`: every item may be lost at each check anew. */
  lost: 'items' | 'chance';
  /** Check before which nothing changes, from 1. */
  from: number;
  /** Ensembles of the same quality with independent noise, of which the one that agreed most was adopted. */
  candidates: number;
  /** Ensembles of which the check assumes that the adopted one was chosen; default `candidates`. */
  assumed?: number;
}

export const world = (changed: Partial<DriftWorld> & { name: string }): DriftWorld => ({
  ...{ queries: 60, perQuery: 4, agreement: 0.92, loss: 0, flips: 0.03, correlation: 0.05 },
  ...{ lost: 'items' as const, from: 1, candidates: 1 },
  ...changed
});

export const usualLimits: DriftLimits = { loss: 0.05, flips: 0.1, candidates: 1 };

/** Checks until drift is said, from 1; null if it never is. */
export function checksUntilDrift(
  { queries, perQuery, agreement, loss, flips, correlation, lost, from, candidates, assumed = candidates }: DriftWorld,
  random: Random,
  checks = CHECKS_OF_SEQUENCE
): number | null {
  const limits: DriftLimits = { ...usualLimits, candidates: assumed };
  // An item that wavers is right half of the time; the others always or never.
  const wavering = Math.min(1, 2 * flips);
  const steady = (agreement - wavering / 2) / (1 - wavering);
  const right = Array.from({ length: queries }, () => {
    const easy = clustered(steady, correlation, random);
    return Array.from({ length: perQuery }, () => (random.unit() < wavering ? 0.5 : random.unit() < easy ? 1 : 0));
  });
  const answered = (): CheckedItem[] =>
    right.flat().map((p) => (random.unit() < p ? { score: 1, agreement: 1 } : { score: 0, agreement: 0 }));
  const sum = (all: readonly CheckedItem[]): number => all.reduce((total, one) => total + one.agreement, 0);
  const adopted = Array.from({ length: candidates }, answered).reduce((best, one) =>
    sum(one) > sum(best) ? one : best
  );
  const baseline = adopted.map((one, at): AnchorBaseline => ({ ...one, query: String(Math.floor(at / perQuery)) }));
  const share = loss / agreement;
  const chances = Array.from({ length: queries }, () => clustered(share, correlation, random)).flatMap((chance) =>
    Array.from({ length: perQuery }, () => (lost === 'chance' ? chance : random.unit() < chance ? 1 : 0))
  );
  const sequence: CheckedItem[][] = [];
  for (let check = 1; check <= checks; check++) {
    const changed = check >= from;
    sequence.push(
      answered().map((one, at) =>
        changed && one.agreement === 1 && random.unit() < chances[at]! ? { score: 0, agreement: 0 } : one
      )
    );
    if (isDrift(figuresOfLook(baseline, sequence, limits).result)) return check;
  }
  return null;
}

/** A chance of a query: mean `p`, and items drawn with it have this correlation (two values, far apart). */
function clustered(p: number, correlation: number, random: Random): number {
  if (p <= 0 || p >= 1) return Math.min(1, Math.max(0, p));
  // Away from p by a where rare, by b where common: mean p, variance correlation · p(1 − p).
  const spread = Math.sqrt(correlation * p * (1 - p));
  const up = Math.min((1 - p) / spread, 3);
  const chance = 1 / (1 + up * up);
  const value = random.unit() < chance ? p + up * spread : p - spread / up;
  return Math.min(1, Math.max(0, value));
}
