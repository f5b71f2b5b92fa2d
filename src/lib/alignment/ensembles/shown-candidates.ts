import { byAgreement, type Compared, comparedPlaces, firstOf } from './candidate-order.ts';
import { type JudgeEnsemble, sameEnsemble } from './ensembles.ts';
import { chosenIn, type Selection } from './selection.ts';

/** Beyond so many, candidates are in the files only. */
const MOST_SHOWN = 24;

/** The candidates of a report, in its order. */
interface Report {
  candidates: readonly (JudgeEnsemble & Compared)[];
}

/** Place of an ensemble among the candidates of a report; null if it is none of them, or there is none. */
export function candidatePlace({ candidates }: Report, ensemble: JudgeEnsemble | null): number | null {
  const place = ensemble === null ? -1 : candidates.findIndex((one) => sameEnsemble(one, ensemble));
  return place < 0 ? null : place;
}

/** Place among the report's candidates of the one that the procedure chose; null if there is none. */
export const placeOfChosen = (report: Report, { selection }: { selection: Selection }): number | null =>
  candidatePlace(report, chosenIn(selection));

/** Place of the candidate to look into: the one asked for, else the chosen one, else the first; null if there is none. */
export function placeToOpen({ candidates }: Report, asked: string | null, chosen: number | null): number | null {
  const place = asked !== null && /^\d{1,4}$/.test(asked) ? Number(asked) : -1;
  if (place in candidates) return place;
  return chosen ?? (candidates.length > 0 ? 0 : null);
}

/** Places of the candidates that a page or a file shows, the best first. @param keep Those that must not be missing */
export const shownPlaces = ({ candidates }: Report, keep: readonly (number | null)[]): number[] =>
  firstOf(comparedPlaces(byAgreement(candidates), candidates), MOST_SHOWN, keep);
