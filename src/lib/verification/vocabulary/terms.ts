import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import type { RatingLabel } from './labels.ts';

/** Names of labels, criteria, conflicts, stages and states in the language of a page. */
export type TermWords = Words<Messages['verificationTerms']>;

export const labelTerm = (terms: TermWords, label: RatingLabel): string => terms.label({ label });

export const criterionTerm = (terms: TermWords, name: string): string => terms.criterion({ name });

export const conflictTerm = (terms: TermWords, conflict: string): string => terms.conflict({ conflict });

/** Terms in a row, as the language separates them; empty for none. */
export const termList = (terms: TermWords, items: readonly string[]): string =>
  items.length === 0 ? '' : items.reduce((list, next) => terms.list({ list, next }));

/** Why a subject is not unanimous, within a sentence. */
export const conflictTerms = (terms: TermWords, conflicts: readonly string[]): string =>
  termList(
    terms,
    conflicts.map((conflict) => terms.conflictBelow({ conflict }))
  );

export const criterionTerms = (terms: TermWords, names: readonly string[]): string =>
  termList(
    terms,
    names.map((name) => criterionTerm(terms, name))
  );
