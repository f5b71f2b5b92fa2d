import type { Problem } from '../../../errors.ts';

export interface RefusedForm {
  refused: string;
  problems: Problem[];
}

/** Content of a form after a refused action; null if the action succeeded or none was taken. */
export const refusedIn = (form: object | null | undefined): RefusedForm | null =>
  form && 'refused' in form ? (form as RefusedForm) : null;

/** Fault of a field, in words; undefined if there is none. */
export type Wrong = (column: string) => string | undefined;

/** The reasons behind problems, by field. @param said how each is put into words; its reason alone if nothing is given */
export const wrongIn =
  (problems: readonly Problem[] | undefined, said: (problem: Problem) => string = ({ reason }) => reason): Wrong =>
  (column) =>
    problems
      ?.filter((problem) => problem.column === column)
      .map(said)
      .join(' ') || undefined;
