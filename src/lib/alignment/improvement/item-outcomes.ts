import type { LabelledUnit } from '../../studies/labels/labels.ts';

/** An item with the labels of people and what a judge says of it under two prompts. */
export interface ComparedItem {
  itemId: string;
  reportId: string;
  qid: string;
  system: string;
  text: string;
  humans: string[];
  /** The label that more than half of the people gave. */
  majority: string;
  /** Null if the judge gave no label: that counts as a disagreement. */
  before: string | null;
  after: string | null;
}

/** The label of more than half; null on a tie, or if there are no labels. */
export function majorityOf(labels: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].find(([, n]) => n > labels.length / 2)?.[0] ?? null;
}

const labelBy = (unit: LabelledUnit, judgeId: string): string | null => {
  const said = unit.judges.find((one) => one.judgeId === judgeId);
  return said?.state === 'judged' ? said.label : null;
};

/** Items with a majority among people that `before` holds, each beside the same one in `after`; those missing there are counted. */
export function compareItems(
  before: readonly LabelledUnit[],
  after: readonly LabelledUnit[],
  judgeId: string
): { items: ComparedItem[]; missing: LabelledUnit[] } {
  const now = new Map(after.map((unit) => [unit.itemId, unit]));
  const items: ComparedItem[] = [];
  const missing: LabelledUnit[] = [];
  for (const unit of before) {
    const humans = unit.humans.map(({ label }) => label);
    const majority = majorityOf(humans);
    if (majority === null) continue;
    const other = now.get(unit.itemId);
    if (!other) {
      missing.push(unit);
      continue;
    }
    const { itemId, reportId, qid, systemName: system, text } = unit;
    items.push({
      ...{ itemId, reportId, qid, system, text, humans, majority },
      ...{ before: labelBy(unit, judgeId), after: labelBy(other, judgeId) }
    });
  }
  return { items, missing };
}

export type OutcomeChange = 'fixed' | 'new' | 'remains' | 'agrees';

/** Change of an item's disagreement between two runs. */
export const changeOf = ({
  majority,
  before,
  after
}: Pick<ComparedItem, 'majority' | 'before' | 'after'>): OutcomeChange => {
  if (after === majority) return before === majority ? 'agrees' : 'fixed';
  return before === majority ? 'new' : 'remains';
};
