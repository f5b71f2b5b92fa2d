import { joinSentences } from '../../../messages/sentences.ts';
import type { Problem } from '../../../errors.ts';

export interface RefusedForm {
  refused: string;
  problems: Problem[];
}

/** Content of a form after a refused action; null if the action succeeded or none was taken. */
export const refusedIn = (form: object | null | undefined): RefusedForm | null =>
  form && 'refused' in form ? (form as RefusedForm) : null;

/** Fault of a field, in words, by the columns that problems may name it; undefined if there is none. */
export type Wrong = (...columns: string[]) => string | undefined;

/** A reason with the text that was found. */
export const reasonAndFound = ({ reason, found }: Problem): string => (found ? `${reason} (${found})` : reason);

/** The reasons behind problems, by field. @param said how each is put into words; its reason alone if nothing is given */
export const wrongIn =
  (problems: readonly Problem[] | undefined, said: (problem: Problem) => string = ({ reason }) => reason): Wrong =>
  (...columns) =>
    joinSentences((problems ?? []).filter((problem) => columns.includes(problem.column)).map(said)) || undefined;
