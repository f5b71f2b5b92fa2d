/** A task as it is typed: half-written fields are empty. The server checks it again by the suite’s schema. */
export interface TypedTask {
  type: string;
  topic: string | null;
  evidenceLimit: string | null;
  subtasks: TypedSubtask[];
}

interface TypedSubtask {
  key: string;
  text: string;
  constraint: string;
  modifiers: string[];
  rubrics: { ins: string; fac: string | null; rat: string | null };
  importance: string | null;
  group: string | null;
}

interface TaskFault {
  row: number;
  field: 'text' | 'key' | 'ins';
  reason: 'noText' | 'badKey' | 'usedKey' | 'noRubric';
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** Incomplete parts, in the order of the form. */
export const faultsOfTask = ({ subtasks }: TypedTask): TaskFault[] =>
  subtasks.flatMap(({ key, text, rubrics }, row): TaskFault[] => [
    ...(isEmpty(text) ? [{ row, field: 'text' as const, reason: 'noText' as const }] : []),
    ...(/^[a-z0-9][a-z0-9-]{0,39}$/.test(key) ? [] : [{ row, field: 'key' as const, reason: 'badKey' as const }]),
    ...(subtasks.findIndex((one) => one.key === key) < row
      ? [{ row, field: 'key' as const, reason: 'usedKey' as const }]
      : []),
    ...(isEmpty(rubrics.ins) ? [{ row, field: 'ins' as const, reason: 'noRubric' as const }] : [])
  ]);

/** An empty subtask with the first free key: s1, s2 … */
export function newSubtask(keys: readonly string[]): TypedSubtask {
  let number = keys.length + 1;
  while (keys.includes(`s${number}`)) number += 1;
  return {
    ...{ key: `s${number}`, text: '', constraint: 'content', modifiers: [] },
    rubrics: { ins: '', fac: null, rat: null },
    ...{ importance: null, group: null }
  };
}
