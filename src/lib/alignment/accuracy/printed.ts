import { allSuites } from '../../scorer/suites/index.ts';
import { studyKindOfUnit } from '../../studies/kinds/index.ts';

/** Accuracies in per cent that the publication of a suite prints of the units that a kind of study asks about; null if none does. */
export function printedFor(studyKind: string | null): { source: string; people: number | null; judge: number } | null {
  for (const { metaEvaluation } of allSuites())
    for (const { unit, truth, printed } of metaEvaluation?.columns ?? [])
      if (truth === 'adjudicated' && studyKindOfUnit(unit) === studyKind)
        return { source: metaEvaluation!.source, ...printed };
  return null;
}

/** The accuracy in per cent that is printed of spot checks of a kind of units. */
export function printedOfSpotChecks(unitKind: string): { source: string; judge: number } | null {
  for (const { metaEvaluation } of allSuites())
    for (const { unit, truth, printed } of metaEvaluation?.columns ?? [])
      if (truth === 'spot-check' && unit === unitKind) return { source: metaEvaluation!.source, judge: printed.judge };
  return null;
}
