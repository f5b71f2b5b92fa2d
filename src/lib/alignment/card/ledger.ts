import {
  figuresOfLook,
  type AnchorBaseline,
  type CheckedItem,
  type DriftResult,
  type LookFigures
} from '../monitoring/drift.ts';

/** One check of an anchor set as the card keeps it. */
interface CardLook {
  check: number;
  /** Begins anew with each change of a served version. */
  sequence: number;
  /** ISO 8601. */
  at: string;
  versions: { judge: string; role: string | null; version: string | null; calls: number }[];
  /** In words, what changed of them; empty if nothing did. */
  changed: string[];
  result: DriftResult;
  figures: LookFigures;
  /** Per item of the set; null with a mere commitment to labels. */
  answers: (CheckedItem | null)[] | null;
}

/** An anchor set of the adoption with every check of it, oldest first. */
export interface CardAnchors {
  set: number;
  /** SHA-256 of the set as it was drawn. */
  sha256: string;
  items: number;
  loss: number;
  flips: number;
  /** Ensembles of which the adopted one was chosen. */
  candidates: number;
  /** Items as they were adopted, by pseudonymous query; null with a mere commitment to labels. */
  baseline: AnchorBaseline[] | null;
  looks: CardLook[];
}

/** Figures of every check of a set, computed again from its answers; null if the card does not hold them. */
export function ledgerFigures({ baseline, looks, ...limits }: CardAnchors): LookFigures[] | null {
  if (baseline === null) return null;
  return looks.map(({ sequence }, at) => {
    const same = looks.slice(0, at + 1).filter((look) => look.sequence === sequence);
    return figuresOfLook(
      baseline,
      same.map(({ answers }) => answers ?? baseline.map(() => null)),
      limits
    );
  });
}
