import type { DiffPart } from '../../verification/word-diff.ts';
import { Outbox, type Outgoing } from '../shared/outbox.svelte.ts';
import { formOf, missingIn, type RatedSubject, type RatingForm } from './rating-form.ts';

/** The wording of a subject became another one between reading and committing. */
export interface ChangedWording {
  subjectId: string;
  now: string;
  wordingRevision: number;
  diff: DiffPart[];
}

/** A query's subjects while one person rates them: what is typed, what is committed, where one is. */
export class RatingDesk {
  forms = $state<RatingForm[]>([]);
  /** Place in `asked`; its length stands for the page after the last. */
  at = $state(0);
  savedAt = $state<number | null>(null);
  changed = $state<ChangedWording | null>(null);
  /** Fields that were left out when a commit was tried, with the reason. */
  missing = $state<ReturnType<typeof missingIn>>({});
  readonly outbox = new Outbox();
  readonly #base: string;
  #shownAt = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(base: string, subjects: readonly RatedSubject[], first: string | null) {
    this.#base = base;
    this.forms = subjects.map(formOf);
    const wanted = this.asked.findIndex(({ subject }) => subject.id === first);
    this.at = wanted !== -1 ? wanted : this.#firstOpen(0);
  }

  readonly asked = $derived(this.forms.filter(({ subject }) => subject.asked));
  readonly form = $derived(this.asked[this.at]);
  readonly left = $derived(this.asked.filter(({ committed }) => committed === null).length);

  start(): void {
    this.#shownAt = performance.now();
    this.outbox.start();
  }

  stop(): void {
    clearTimeout(this.#saving);
    this.outbox.stop();
  }

  show(to: number): void {
    this.at = Math.max(0, Math.min(this.asked.length, to));
    this.#shownAt = performance.now();
    this.savedAt = null;
    this.missing = {};
  }

  showSubject(id: string): void {
    const to = this.asked.findIndex(({ subject }) => subject.id === id);
    if (to !== -1) this.show(to);
  }

  #firstOpen(from: number): number {
    const isOpen = ({ committed }: RatingForm): boolean => committed === null;
    const later = this.asked.findIndex((form, i) => i >= from && isOpen(form));
    if (later !== -1) return later;
    const earlier = this.asked.findIndex(isOpen);
    return earlier !== -1 ? earlier : this.asked.length;
  }

  /** Commits what stands in the form and goes on to the next open subject. False where a field is missing. */
  commit(): boolean {
    const form = this.form;
    if (!form) return false;
    this.missing = missingIn(form);
    if (Object.keys(this.missing).length > 0) return false;
    form.committed = form.chosen;
    this.#send(form, form.chosen);
    form.question = '';
    this.show(this.#firstOpen(this.at + 1));
    return true;
  }

  /** Takes back the rating in view, or where it has none the last one before it. */
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
    clearTimeout(this.#saving);
    const { subject, wording, comment, reasons, question } = form;
    this.outbox.send({
      url: `${this.#base}/commit`,
      body: {
        subjectId: subject.id,
        wordingRevision: subject.wordingRevision,
        label,
        wording: wording.trim() === '' ? null : wording,
        comment,
        reasons: [...reasons],
        seconds: label === null ? null : Math.round(performance.now() - this.#shownAt) / 1000,
        ...(question.trim() === '' || label === null ? {} : { question }),
        idempotencyKey: crypto.randomUUID()
      }
    });
  }

  /** Keeps what is typed on the server, a moment after the last key. */
  typed(): void {
    const form = this.form;
    if (!form) return;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => {
      const { subject, chosen, wording, comment, reasons, question } = form;
      void this.keep(subject.id, { label: chosen, wording, comment, reasons, question });
    }, 600);
  }

  async keep(about: string, content: Record<string, unknown>): Promise<void> {
    const response = await post(`${this.#base}/draft`, { about, content });
    if (response?.ok) this.savedAt = Date.now();
  }

  /** Puts a refused rating back into its form. */
  readonly refusal = $derived(this.outbox.refused);

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
    const response = await post(`${this.#base}/append`, { text, comment, seconds: null, idempotencyKey });
    const answer = (await response?.json().catch(() => null)) as {
      subject?: RatedSubject;
      message?: string;
      problems?: { reason: string }[];
    } | null;
    if (!answer) return 'The server does not answer. What you wrote stays here.';
    if (!answer.subject) return [answer.message, ...(answer.problems ?? []).map(({ reason }) => reason)].join(' ');
    const { subject } = answer;
    if (!this.forms.some((form) => form.subject.id === subject.id)) this.forms.push(formOf(subject));
    if (this.left > 0) return null;
    this.show(this.asked.length);
    return null;
  }

  /** Sends a question to the lead without rating. The answer is what was wrong with it, or null. */
  async ask(): Promise<string | null> {
    const form = this.form;
    if (!form) return null;
    const response = await post(`${this.#base}/ask`, { subjectId: form.subject.id, question: form.question });
    const answer = (await response?.json().catch(() => null)) as { id?: string; message?: string } | null;
    if (!answer?.id) return answer?.message ?? 'The server does not answer. What you wrote stays here.';
    form.subject.questions.push({ id: answer.id, question: form.question, answer: null });
    form.question = '';
    return null;
  }

  /** Ends the work on the query. The answer is where to go next, or what stands against it. */
  async finish(): Promise<{ href: string } | { refused: string }> {
    if (this.outbox.waiting.length > 0 && !(await this.outbox.flush()))
      return { refused: 'Some ratings have not reached the server yet.' };
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
