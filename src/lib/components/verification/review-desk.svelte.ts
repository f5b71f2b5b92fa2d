import { demandsOf, type RatingLabel, type SubjectKind } from '../../verification/labels.ts';
import { readOpinion } from '../../verification/ratings.ts';
import type { DiffPart } from '../../verification/word-diff.ts';
import { Outbox } from '../shared/outbox.svelte.ts';

/** A rating as a reviewer sees it: by nobody in particular. */
export interface BlindRating {
  ratingId: string;
  alias: string;
  label: RatingLabel;
  wording: string | null;
  diff: DiffPart[] | null;
  comment: string;
  reasons: string[];
  review: { agrees: boolean; label: RatingLabel; wording: string | null; comment: string } | null;
  draft: Record<string, unknown> | null;
}

export interface ReviewedSubject {
  id: string;
  kind: SubjectKind;
  key: string;
  wording: string;
  appended: boolean;
  ratings: BlindRating[];
}

/** One rating with what the reviewer says of it. */
export interface ReviewForm {
  subject: ReviewedSubject;
  rating: BlindRating;
  /** Committed; null before. */
  done: boolean | null;
  agrees: boolean | null;
  label: RatingLabel | null;
  wording: string;
  comment: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function formOf(subject: ReviewedSubject, rating: BlindRating): ReviewForm {
  const { draft, review } = rating;
  const own = review && !review.agrees ? review : null;
  return {
    subject,
    rating,
    done: review?.agrees ?? null,
    agrees: draft ? ((draft['agrees'] as boolean | null) ?? null) : (review?.agrees ?? null),
    label: (draft ? (text(draft['label']) as RatingLabel) || null : own?.label) ?? null,
    wording: draft ? text(draft['wording']) : (own?.wording ?? ''),
    comment: draft ? text(draft['comment']) : (review?.comment ?? '')
  };
}

export type MissingInReview = Partial<Record<'agrees' | 'label' | 'wording' | 'comment', string>>;

/** What still keeps a review from being committed. */
export function missingInReview(form: ReviewForm): MissingInReview {
  if (form.agrees === null) return { agrees: 'Agree or disagree.' };
  if (form.agrees) return {};
  if (form.label === null) return { label: 'Say what you would give instead.' };
  const { problems } = readOpinion(form.subject.kind, form.subject.wording, { ...form, label: form.label });
  if (problems.length > 0) return Object.fromEntries(problems.map(({ column, reason }) => [column, reason]));
  if (form.label === form.rating.label && form.wording.trim() === (form.rating.wording ?? ''))
    return { wording: 'This is the label and wording of the rating. Agree, or write another wording.' };
  return {};
}

/** A query's ratings while one person reviews them. */
export class ReviewDesk {
  forms = $state<ReviewForm[]>([]);
  at = $state(0);
  savedAt = $state<number | null>(null);
  missing = $state<MissingInReview>({});
  readonly outbox = new Outbox();
  readonly #base: string;
  #shownAt = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(base: string, subjects: readonly ReviewedSubject[], first: string | null) {
    this.#base = base;
    this.forms = subjects.flatMap((subject) => subject.ratings.map((rating) => formOf(subject, rating)));
    const wanted = this.forms.findIndex(({ subject }) => subject.id === first);
    this.at = wanted !== -1 ? wanted : this.#firstOpen(0);
  }

  readonly form = $derived(this.forms[this.at]);
  readonly left = $derived(this.forms.filter(({ done }) => done === null).length);
  readonly refusal = $derived(this.outbox.refused);

  start(): void {
    this.#shownAt = performance.now();
    this.outbox.start();
  }

  stop(): void {
    clearTimeout(this.#saving);
    this.outbox.stop();
  }

  show(to: number): void {
    this.at = Math.max(0, Math.min(this.forms.length, to));
    this.#shownAt = performance.now();
    this.savedAt = null;
    this.missing = {};
  }

  showSubject(id: string): void {
    const to = this.forms.findIndex(({ subject }) => subject.id === id);
    if (to !== -1) this.show(to);
  }

  #firstOpen(from: number): number {
    const later = this.forms.findIndex(({ done }, i) => i >= from && done === null);
    if (later !== -1) return later;
    const earlier = this.forms.findIndex(({ done }) => done === null);
    return earlier !== -1 ? earlier : this.forms.length;
  }

  /** A label of one's own: disagreement, unless it is the rating's own and takes no wording. */
  choose(label: RatingLabel): void {
    const form = this.form;
    if (!form) return;
    const same = label === form.rating.label && demandsOf(form.subject.kind, label).wording === 'none';
    form.agrees = same;
    form.label = same ? null : label;
    if (!same && form.wording === '' && form.rating.wording) form.wording = form.rating.wording;
  }

  commit(): boolean {
    const form = this.form;
    if (!form) return false;
    this.missing = missingInReview(form);
    if (Object.keys(this.missing).length > 0 || form.agrees === null) return false;
    clearTimeout(this.#saving);
    form.done = form.agrees;
    this.outbox.send({
      url: `${this.#base}/commit`,
      body: {
        ratingId: form.rating.ratingId,
        agrees: form.agrees,
        label: form.agrees ? null : form.label,
        wording: form.agrees || form.wording.trim() === '' ? null : form.wording,
        comment: form.comment,
        seconds: Math.round(performance.now() - this.#shownAt) / 1000,
        idempotencyKey: crypto.randomUUID()
      }
    });
    this.show(this.#firstOpen(this.at + 1));
    return true;
  }

  takeRefusal(): void {
    const form = this.forms.find(({ rating }) => rating.ratingId === this.outbox.refused?.body['ratingId']);
    if (form) form.done = null;
  }

  typed(): void {
    const form = this.form;
    if (!form) return;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(async () => {
      const { agrees, label, wording, comment } = form;
      const body = { about: form.rating.ratingId, content: { agrees, label, wording, comment } };
      const response = await post(`${this.#base}/draft`, body);
      if (response?.ok) this.savedAt = Date.now();
    }, 600);
  }

  async finish(): Promise<{ href: string } | { refused: string }> {
    if (this.outbox.waiting.length > 0 && !(await this.outbox.flush()))
      return { refused: 'Some reviews have not reached the server yet.' };
    const response = await post(`${this.#base}/finish`, {});
    const answer = (await response?.json().catch(() => null)) as { href?: string; message?: string } | null;
    return answer?.href
      ? { href: answer.href }
      : { refused: answer?.message ?? 'The server does not answer. All that you committed is kept.' };
  }
}

const post = (url: string, body: unknown): Promise<Response | null> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  }).catch(() => null);
