import { fraction } from './fraction.ts';
import type { JudgedSubtask, SubtaskPart } from './subtask-outcome.ts';

type Given = readonly [number, number] | Exclude<SubtaskPart['state'], 'scored'>;

/** A subtask with these parts, each a numerator and denominator or the state that it has instead of a score. */
export const judged = (
  ins: Given,
  fac: Given = 'no-rubric',
  rat: Given = 'no-rubric',
  { key = 's1', importance = null, group = null }: Partial<Omit<JudgedSubtask, 'parts'>> = {}
): JudgedSubtask => {
  const part = (given: Given): SubtaskPart =>
    typeof given === 'string' ? { state: given } : { state: 'scored', score: fraction(...given) };
  return { key, importance, group, parts: { ins: part(ins), fac: part(fac), rat: part(rat) } };
};
