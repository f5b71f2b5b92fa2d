import type { Problem } from '../../errors.ts';

export interface Refused {
  refused: string;
  problems: Problem[];
}

/** What a form shows after a refused action; null where the action went through or none was taken. */
export const refusedIn = (form: object | null | undefined): Refused | null =>
  form && 'refused' in form ? (form as Refused) : null;
