import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import type { RatingLabel } from './labels.ts';

/** Names of labels, criteria, conflicts, stages and states in the language of a page. */
export type TermWords = Words<Messages['verificationTerms']>;

/** Variants of a message have no hyphens in their names: `not-appropriate` is `notAppropriate` there. */
export const variantName = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const labelTerm = (terms: TermWords, label: RatingLabel): string => terms.label({ label: variantName(label) });

export const criterionTerm = (terms: TermWords, name: string): string => terms.criterion({ name: variantName(name) });

export const conflictTerm = (terms: TermWords, conflict: string): string =>
  terms.conflict({ conflict: variantName(conflict) });

/** Terms in a row, as the language separates them; empty for none. */
export const termList = (terms: TermWords, items: readonly string[]): string =>
  items.length === 0 ? '' : items.reduce((list, next) => terms.list({ list, next }));

/** Why a subject is not unanimous, within a sentence. */
export const conflictTerms = (terms: TermWords, conflicts: readonly string[]): string =>
  termList(
    terms,
    conflicts.map((conflict) => terms.conflictBelow({ conflict: variantName(conflict) }))
  );

export const criterionTerms = (terms: TermWords, names: readonly string[]): string =>
  termList(
    terms,
    names.map((name) => criterionTerm(terms, name))
  );
