import type { Selection } from '../ensembles/selection.ts';
import type { SequentialState } from './sequential-state.ts';

/**
 * A selection with the interval of the sequential plan in place of that of a single look at the end: of a study that has stopped,
 * or while it continues the bounds of the last look.
 */
export const selectionUnderPlan = (
  selection: Selection,
  { value, interval, ...bounds }: SequentialState
): Selection => {
  const { low, high } = interval ?? bounds;
  const none = selection.corrected.value === null ? selection.corrected.reason : 'no-look';
  return {
    ...selection,
    corrected: {
      ...selection.corrected,
      value: value ?? selection.corrected.value,
      ...{ low, high, contenders: 1 },
      reason: low === null ? none : null
    }
  };
};
