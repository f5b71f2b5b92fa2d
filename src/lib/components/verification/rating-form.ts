import type { Choices, LabelChoice } from '../../verification/vocabulary/label-choices.ts';
import type { RatingLabel, SubjectKind } from '../../verification/vocabulary/labels.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { missingTexts } from '../../verification/vocabulary/missing-texts.ts';

/** Data of a page about a subject that is to be rated. Nothing about other people's ratings. */
export interface RatedSubject {
  id: string;
  kind: SubjectKind;
  key: string;
  wording: string;
  wordingRevision: number;
  asked: boolean;
  appended: boolean;
  rating: { label: RatingLabel; wording: string | null; comment: string; reasons: string[] } | null;
  stale: boolean;
  /** Rated before the batch came back, and not since. */
  again: boolean;
  draft: Record<string, unknown> | null;
  /** Names the state that was read: sent back with drafts and commits. */
  basis: string;
  suggestions: Hint[];
  questions: { id: string; question: string; answer: string | null }[];
}

/** A note made by code, in words. */
export interface Hint {
  says: string;
  /** The wording of the other item that it is about, or the words that it saw. */
  about: string | null;
}

/** Content of the form of one subject, and its committed part. */
export interface RatingForm {
  subject: RatedSubject;
  committed: RatingLabel | null;
  basis: string;
  again: boolean;
  chosen: RatingLabel | null;
  wording: string;
  comment: string;
  reasons: string[];
  question: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Possible ratings of a query and of an item. */
export type ChoicesByKind = Readonly<Record<SubjectKind, Choices>>;

export const labelChoice = (choices: Choices, label: string | null): LabelChoice | undefined =>
  choices.labels.find((one) => one.label === label);

/** The label of a key: 1 is the first. */
export const labelAt = (choices: Choices, key: string): RatingLabel | undefined =>
  choices.labels[Number(key) - 1]?.label;

/** Digits of reasons: those after the digits of labels. Further reasons have no key. */
const REASON_KEYS = '56789';

/** The key of a reason by its place; null if it has none. */
export const reasonKey = (place: number): string | null => REASON_KEYS[place] ?? null;

/** The reason of a key. */
export const reasonAt = (choices: Choices, key: string): string | undefined =>
  key.length === 1 ? choices.reasons[REASON_KEYS.indexOf(key)]?.criterion : undefined;

/** The form as it opens: a draft before the rating, since it is younger. */
export function formOf(subject: RatedSubject, choices: ChoicesByKind): RatingForm {
  const { rating, draft, stale, kind } = subject;
  const label = text(draft?.['label']) || (rating?.label ?? '');
  const reasons = draft?.['reasons'];
  return {
    subject,
    committed: rating && !stale ? rating.label : null,
    basis: subject.basis,
    again: subject.again,
    chosen: labelChoice(choices[kind], label)?.label ?? null,
    wording: draft ? text(draft['wording']) : (rating?.wording ?? ''),
    comment: draft ? text(draft['comment']) : (rating?.comment ?? ''),
    reasons: Array.isArray(reasons) ? reasons.map(String) : (rating?.reasons ?? []),
    question: text(draft?.['question'])
  };
}

export type MissingFields = Partial<Record<'agrees' | 'label' | 'wording' | 'comment', string>>;

/** Missing input that prevents committing the form, by field; empty if nothing is missing. */
export function missingIn(
  { subject, chosen, ...given }: RatingForm,
  choices: ChoicesByKind,
  say: Words<Messages['missingTexts']>
): MissingFields {
  const choice = labelChoice(choices[subject.kind], chosen);
  return choice ? missingTexts(choice, subject.wording, given, say) : { label: say.chooseRating };
}

/** A label as a place in the jury box: kept as it is, kept with changes, out, none yet. */
export const seatOfLabel = (label: RatingLabel | null): 'yes' | 'part' | 'no' | 'open' =>
  label === null ? 'open' : label === 'appropriate' ? 'yes' : label === 'not-appropriate' ? 'no' : 'part';
