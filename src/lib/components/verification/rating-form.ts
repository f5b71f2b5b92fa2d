import { isLabelOf, labelsOf, type RatingLabel, type SubjectKind } from '../../verification/labels.ts';
import { readOpinion } from '../../verification/ratings.ts';

/** What a page knows of a subject that is to be rated. Nothing of what others said. */
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
  suggestions: Hint[];
  questions: { id: string; question: string; answer: string | null }[];
}

/** A note made by code, in words. */
export interface Hint {
  says: string;
  /** The wording of the other item that it is about, or the words that it saw. */
  about: string | null;
}

/** What stands in the form of one subject, and what is committed of it. */
export interface RatingForm {
  subject: RatedSubject;
  committed: RatingLabel | null;
  again: boolean;
  chosen: RatingLabel | null;
  wording: string;
  comment: string;
  reasons: string[];
  question: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The form as it opens: a draft before the rating, since it is younger. */
export function formOf(subject: RatedSubject): RatingForm {
  const { rating, draft, stale, kind } = subject;
  const label = text(draft?.['label']) || (rating?.label ?? '');
  const reasons = draft?.['reasons'];
  return {
    subject,
    committed: rating && !stale ? rating.label : null,
    again: subject.again,
    chosen: isLabelOf(kind, label) ? label : null,
    wording: draft ? text(draft['wording']) : (rating?.wording ?? ''),
    comment: draft ? text(draft['comment']) : (rating?.comment ?? ''),
    reasons: Array.isArray(reasons) ? reasons.map(String) : (rating?.reasons ?? []),
    question: text(draft?.['question'])
  };
}

/** What still keeps the form from being committed, by field; empty where nothing does. */
export function missingIn(form: RatingForm): Partial<Record<'label' | 'wording' | 'comment', string>> {
  if (form.chosen === null) return { label: 'Choose a rating.' };
  const { problems } = readOpinion(form.subject.kind, form.subject.wording, { ...form, label: form.chosen });
  return Object.fromEntries(problems.map(({ column, reason }) => [column, reason]));
}

/** The label of a key: 1 is the first. */
export const labelAt = (kind: SubjectKind, key: string): RatingLabel | undefined =>
  /^[1-9]$/.test(key) ? labelsOf(kind)[Number(key) - 1] : undefined;

/** A label as a place in the jury box: kept as it is, kept with changes, out, none yet. */
export const seatOfLabel = (label: RatingLabel | null): 'yes' | 'part' | 'no' | 'open' =>
  label === null ? 'open' : label === 'appropriate' ? 'yes' : label === 'not-appropriate' ? 'no' : 'part';
