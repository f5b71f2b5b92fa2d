import type { RatingLabel } from '../../../verification/vocabulary/labels.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { missingTexts } from '../../../verification/vocabulary/missing-texts.ts';
import type { ReviewedRating, ReviewSubject } from '../../../verification/work/reviewed-rating.ts';
import { QueryWork, type WorkWords } from './query-work.svelte.ts';
import { labelChoice, type ChoicesByKind, type MissingFields } from '../rating-form.ts';

/** One rating with what the reviewer says of it. */
export interface ReviewForm {
  subject: ReviewSubject;
  rating: ReviewedRating;
  /** Committed; null before. */
  done: boolean | null;
  basis: string;
  again: boolean;
  agrees: boolean | null;
  label: RatingLabel | null;
  wording: string;
  comment: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function formOf(subject: ReviewSubject, rating: ReviewedRating): ReviewForm {
  const { draft, review, again } = rating;
  const own = review && !review.agrees ? review : null;
  return {
    subject,
    rating,
    done: review?.agrees ?? null,
    basis: rating.basis,
    again,
    agrees: draft ? ((draft['agrees'] as boolean | null) ?? null) : (review?.agrees ?? null),
    label: (draft ? (text(draft['label']) as RatingLabel) || null : own?.label) ?? null,
    wording: draft ? text(draft['wording']) : (own?.wording ?? ''),
    comment: draft ? text(draft['comment']) : (review?.comment ?? '')
  };
}

/** Missing input that prevents committing a review. */
export function missingInReview(
  form: ReviewForm,
  choices: ChoicesByKind,
  say: Words<Messages['missingTexts']>
): MissingFields {
  if (form.agrees === null) return { agrees: say.agreeOrDisagree };
  if (form.agrees) return {};
  const { kind, wording } = form.subject;
  const choice = labelChoice(choices[kind], form.label);
  if (!choice) return { label: say.chooseLabel };
  const missing = missingTexts(choice, wording, form, say);
  if (
    Object.keys(missing).length === 0 &&
    form.label === form.rating.label &&
    form.wording.trim() === (form.rating.wording ?? '')
  )
    return { wording: say.sameAsRating };
  return missing;
}

/** A query's ratings while one person reviews them. */
export class ReviewWork extends QueryWork<ReviewForm> {
  readonly #choices: ChoicesByKind;

  constructor(
    base: string,
    subjects: readonly ReviewSubject[],
    first: string | null,
    choices: ChoicesByKind,
    words: WorkWords
  ) {
    super(base, words);
    this.#choices = choices;
    this.forms = subjects.flatMap((subject) => subject.ratings.map((rating) => formOf(subject, rating)));
    if (!this.showSubject(first)) this.showOpen();
  }

  protected override isAsked(): boolean {
    return true;
  }
  protected override isCommitted({ done }: ReviewForm): boolean {
    return done !== null;
  }
  protected override subjectIdOf({ subject }: ReviewForm): string {
    return subject.id;
  }

  /** A label of one's own: disagreement, unless it is the rating's own and takes no wording. */
  choose(label: RatingLabel): void {
    const form = this.form;
    if (!form) return;
    const asked = labelChoice(this.#choices[form.subject.kind], label)?.wording;
    const same = label === form.rating.label && asked === 'none';
    form.agrees = same;
    form.label = same ? null : label;
    if (!same && form.wording === '' && form.rating.wording) form.wording = form.rating.wording;
  }

  commit(): boolean {
    const form = this.form;
    if (!form) return false;
    this.missing = missingInReview(form, this.#choices, this.words.missing);
    if (Object.keys(this.missing).length > 0 || form.agrees === null) return false;
    form.done = form.agrees;
    form.again = false;
    this.#send(form);
    this.showOpen(this.at + 1);
    return true;
  }

  #send(form: ReviewForm): void {
    const { rating, agrees, label, wording, comment } = form;
    this.send(form, {
      ratingId: rating.ratingId,
      agrees,
      label: agrees ? null : label,
      wording: agrees || wording.trim() === '' ? null : wording,
      comment,
      seconds: this.drafts.seconds
    });
  }

  override aboutOf({ rating }: ReviewForm): string {
    return rating.ratingId;
  }
  override contentOf({ agrees, label, wording, comment }: ReviewForm): Record<string, unknown> {
    return { agrees, label, wording, comment };
  }
  protected override fill(form: ReviewForm, draft: Record<string, unknown>): void {
    const { agrees, label, wording, comment } = formOf(form.subject, { ...form.rating, draft });
    Object.assign(form, { agrees, label, wording, comment });
  }
  protected override mark(form: ReviewForm): void {
    form.done = form.agrees;
  }
  protected override unmark(form: ReviewForm, stands: ReviewForm): void {
    form.done = stands.done;
  }
  protected override reread({ subject }: ReviewForm, stands: unknown): ReviewForm {
    return formOf(subject, stands as ReviewedRating);
  }
  protected override resend(form: ReviewForm): void {
    form.done = form.agrees;
    this.#send(form);
  }

  takeRefusal(): void {
    const form = this.forms.find(({ rating }) => rating.ratingId === this.outbox.refused?.body['ratingId']);
    if (form) form.done = null;
  }
}
