import type { DiffPart } from '../../../verification/vocabulary/word-diff.ts';
import type { Outgoing } from '../../shared/drafts/outbox.svelte.ts';
import { QueryWork, post, whyNot, type SaveAnswer, type WorkWords } from './query-work.svelte.ts';
import { formOf, missingIn, type ChoicesByKind, type RatedSubject, type RatingForm } from '../rating-form.ts';

/** The wording of a subject became another one between reading and committing. */
interface ChangedWording {
  subjectId: string;
  now: string;
  wordingRevision: number;
  diff: DiffPart[];
}

/** A query's subjects while one person rates them: what is typed, what is committed, where one is. */
export class RatingWork extends QueryWork<RatingForm> {
  changed = $state<ChangedWording | null>(null);
  readonly #choices: ChoicesByKind;

  constructor(
    base: string,
    subjects: readonly RatedSubject[],
    first: string | null,
    choices: ChoicesByKind,
    words: WorkWords
  ) {
    super(base, words);
    this.#choices = choices;
    this.forms = subjects.map((subject) => formOf(subject, choices));
    if (!this.showSubject(first)) this.showOpen();
  }

  protected override isAsked({ subject }: RatingForm): boolean {
    return subject.asked;
  }
  protected override isCommitted({ committed }: RatingForm): boolean {
    return committed !== null;
  }
  protected override subjectIdOf({ subject }: RatingForm): string {
    return subject.id;
  }

  commit(): boolean {
    const form = this.form;
    if (!form) return false;
    this.missing = missingIn(form, this.#choices, this.words.missing);
    if (Object.keys(this.missing).length > 0) return false;
    form.committed = form.chosen;
    form.again = false;
    this.#send(form, form.chosen);
    form.question = '';
    this.showOpen(this.at + 1);
    return true;
  }

  /** Takes back the rating in view, or if it has none the last one before it. */
  takeBack(): void {
    const here = this.form?.committed
      ? this.at
      : this.asked.findLastIndex((form, i) => form.committed !== null && i < this.at);
    const form = this.asked[here];
    if (!form) return;
    form.committed = null;
    this.#send(form, null);
    this.show(here);
  }

  #send(form: RatingForm, label: string | null): void {
    const { subject, wording, comment, reasons, question } = form;
    this.send(form, {
      subjectId: subject.id,
      wordingRevision: subject.wordingRevision,
      label,
      wording: wording.trim() === '' ? null : wording,
      comment,
      reasons: [...reasons],
      seconds: label === null ? null : this.drafts.seconds,
      ...(question.trim() === '' || label === null ? {} : { question })
    });
  }

  override aboutOf({ subject }: RatingForm): string {
    return subject.id;
  }
  override contentOf({ chosen, wording, comment, reasons, question }: RatingForm): Record<string, unknown> {
    return { label: chosen, wording, comment, reasons: [...reasons], question };
  }
  protected override fill(form: RatingForm, draft: Record<string, unknown>): void {
    const { chosen, wording, comment, reasons, question } = formOf({ ...form.subject, draft }, this.#choices);
    const typed = draft['label'] === null ? null : chosen;
    Object.assign(form, { chosen: typed, wording, comment, reasons, question });
  }
  protected override mark(form: RatingForm, body: Outgoing['body']): void {
    form.committed = body['label'] === null ? null : form.chosen;
  }
  protected override unmark(form: RatingForm, stands: RatingForm): void {
    form.committed = stands.committed;
  }
  protected override reread(_: RatingForm, stands: unknown): RatingForm {
    return formOf(stands as RatedSubject, this.#choices);
  }
  protected override resend(form: RatingForm, { label }: Outgoing['body']): void {
    form.committed = label === null ? null : form.chosen;
    this.#send(form, label === null ? null : form.chosen);
  }

  takeRefusal(): void {
    const refused = this.outbox.refused;
    if (!refused) return;
    const form = this.#formOf(refused.body);
    if (form) form.committed = null;
    const changed = refused.answer['changed'] as Omit<ChangedWording, 'subjectId'> | undefined;
    if (!changed || !form) return;
    this.outbox.refused = null;
    this.changed = { ...changed, subjectId: form.subject.id };
    form.subject.wording = changed.now;
    form.subject.wordingRevision = changed.wordingRevision;
    this.showSubject(form.subject.id);
  }

  #formOf = (body: Outgoing['body']): RatingForm | undefined =>
    this.forms.find(({ subject }) => subject.id === body['subjectId']);

  /** Adds an item that is missing. The answer is what was wrong with it, or null. */
  async append(text: string, comment: string, idempotencyKey: string): Promise<string | null> {
    const answer = await post<SaveAnswer & { subject?: RatedSubject }>(`${this.drafts.base}/append`, {
      ...{ text, comment, idempotencyKey },
      seconds: null
    });
    const subject = answer?.subject;
    if (!subject) return whyNot(answer, this.words.saving);
    if (!this.forms.some((form) => form.subject.id === subject.id)) this.forms.push(formOf(subject, this.#choices));
    if (this.left === 0) this.show(this.asked.length);
    return null;
  }

  /** Sends a question to the lead without rating. The answer is what was wrong with it, or null. */
  async ask(): Promise<string | null> {
    const form = this.form;
    if (!form) return null;
    const { question, subject } = form;
    const answer = await post<SaveAnswer & { id?: string }>(`${this.drafts.base}/ask`, {
      subjectId: subject.id,
      question
    });
    const id = answer?.id;
    if (!id) return whyNot(answer, this.words.saving);
    if (!subject.questions.some((one) => one.id === id)) subject.questions.push({ id, question, answer: null });
    if (form.question === question) {
      form.question = '';
      this.typed(form);
    }
    return null;
  }
}
