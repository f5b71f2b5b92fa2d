import type { Blind, BlindAssignment } from '$lib/studies/blind.ts';

export interface Option {
  label: string;
  title: string;
  hint: string;
}

const coverage: Option[] = [
  { label: 'yes', title: 'Yes', hint: 'met in full, in the report itself' },
  { label: 'no', title: 'No', hint: 'missing, in part, only promised or “not available”' }
];
const presentation: Option[] = [
  { label: 'yes', title: 'Yes', hint: 'the report passes, without exception' },
  { label: 'no', title: 'No', hint: 'at least one place in the report fails it' }
];

export const optionsOf = (metric: string): Option[] => (metric === 'presentation' ? presentation : coverage);

/** The queue's own labels, a group per report, and which group this assignment is. */
export function grouped(open: Blind<BlindAssignment>): { queue: (string | null)[][]; group: number } {
  const groups = new Map<string, (string | null)[]>();
  for (const { assignmentId, label } of open.queue.seats) {
    const group = groups.get(assignmentId);
    if (group) group.push(label);
    else groups.set(assignmentId, [label]);
  }
  return { queue: [...groups.values()], group: [...groups.keys()].indexOf(open.id) };
}
