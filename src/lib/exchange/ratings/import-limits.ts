import { problemAt, type SaidProblem } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';

const say = sayingsOf('importProblems');

/** Most raters of an imported study: agreement is computed for all pairs of them, and the form has a field for the role of each. */
const MOST_RATERS = 1_000;

/** Most columns of labels in one import: each is read by itself, in about 0.7 s for the largest table that the page accepts. */
const MOST_QUESTIONS = 50;

/**
 * @param n number of raters
 * @param column the column that names them, or the file if each has a column
 * @returns a problem if they are more than a study can have, mostly because another column was taken for theirs
 */
export const ratersProblem = (n: number, column: string): SaidProblem | null =>
  n > MOST_RATERS ? problemAt(column, say('tooManyRaters', { n, most: MOST_RATERS })) : null;

/** @returns a problem if there are more columns of labels than one import reads */
export const questionsProblem = (n: number): SaidProblem | null =>
  n > MOST_QUESTIONS ? problemAt('labels', say('tooManyQuestions', { n, most: MOST_QUESTIONS })) : null;
