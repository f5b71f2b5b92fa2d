import { fitInWords } from '../../studies/labels/label-fit.ts';
import type { LabelsCarriedOver } from './exports.ts';

/** From which run the items came and how many of their labels apply, with reasons for the others. */
export const carriedOverInWords = ({ from, fit }: LabelsCarriedOver): string =>
  `${from ? `drawn from run ${from.number} (${from.name})` : 'given elsewhere'}; ${fitInWords(fit)}`;
