import { time } from '../shared/format.ts';
import { Outbox } from '../shared/outbox.svelte.ts';
import type { Missing } from './rating-form.ts';

/** What the server says where it takes something or refuses to. */
export interface Answer {
  message?: string;
  problems?: { reason: string }[];
  href?: string;
}

/** Sends something to an address of the bench; null where the server does not answer. */
export const post = <T extends Answer>(url: string, body: unknown): Promise<T | null> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
    .then((response) => response.json() as Promise<T>)
    .catch(() => null);

/** Why something was not taken, in words. */
export const whyNot = (answer: Answer | null): string =>
  answer
    ? [answer.message, ...(answer.problems ?? []).map(({ reason }) => reason)].join(' ')
    : 'The server does not answer. What you wrote stays here; try again in a moment.';

/** How long on what is in view, and what is typed on its way to the server as a draft. */
export class DraftKeeper {
  savedAt = $state<number | null>(null);
  readonly base: string;
  #shownAt = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(base: string) {
    this.base = base;
  }

  /** Something else is in view from now on. */
  begin(): void {
    this.#shownAt = performance.now();
    this.savedAt = null;
  }

  /** Seconds since it came into view, to the millisecond. */
  get seconds(): number {
    return Math.round(performance.now() - this.#shownAt) / 1000;
  }

  /** Keeps what is typed on the server, a moment after the last key. */
  soon(about: string, content: () => Record<string, unknown>): void {
    this.stop();
    this.#saving = setTimeout(() => void this.keep(about, content()), 600);
  }

  async keep(about: string, content: Record<string, unknown>): Promise<void> {
    const answer = await post<Answer & { saved?: true }>(`${this.base}/draft`, { about, content });
    if (answer?.saved) this.savedAt = Date.now();
  }

  stop(): void {
    clearTimeout(this.#saving);
  }
}

/** A query's forms while one person goes through them one by one: where one is, what is on its way to the server. */
export abstract class Desk<Form extends { again: boolean }> {
  forms = $state<Form[]>([]);
  /** Place in `asked`; its length stands for the page after the last. */
  at = $state(0);
  /** Fields that were left out when a commit was tried, with the reason. */
  missing = $state<Missing>({});
  readonly outbox = new Outbox();
  readonly drafts: DraftKeeper;

  constructor(base: string) {
    this.drafts = new DraftKeeper(base);
  }

  protected abstract isAsked(form: Form): boolean;
  protected abstract isCommitted(form: Form): boolean;
  protected abstract subjectIdOf(form: Form): string;
  /** Commits what stands in the form and goes on to the next open one. False where a field is missing. */
  abstract commit(): boolean;
  abstract typed(): void;
  /** Puts what the server refused back into its form. */
  abstract takeRefusal(): void;

  readonly asked = $derived(this.forms.filter((form) => this.isAsked(form)));
  readonly form = $derived(this.asked[this.at]);
  readonly left = $derived(this.asked.filter((form) => !this.isCommitted(form)).length);
  /** Committed before the batch came back, and not looked at since. */
  readonly unseen = $derived(this.asked.filter((form) => form.again).length);
  /** In words, whether all is on the server; empty where there is nothing to say. */
  get saving(): string {
    const { silentSince, waiting } = this.outbox;
    if (silentSince !== null)
      return `Not saved since ${time(silentSince)} UTC: ${waiting.length} waiting on this computer`;
    return this.drafts.savedAt === null ? '' : `draft saved ${time(this.drafts.savedAt)} UTC`;
  }

  start(): void {
    this.drafts.begin();
    this.outbox.start();
  }

  stop(): void {
    this.drafts.stop();
    this.outbox.stop();
  }

  show(to: number): void {
    this.at = Math.max(0, Math.min(this.asked.length, to));
    this.missing = {};
    this.drafts.begin();
  }

  showSubject(id: string | null): boolean {
    const to = this.asked.findIndex((form) => this.subjectIdOf(form) === id);
    if (to !== -1) this.show(to);
    return to !== -1;
  }

  /** The next form from a place on that waits for this person, else the first of all; after the last where none does. */
  showOpen(from = 0): void {
    const waits = (form: Form): boolean => !this.isCommitted(form) || form.again;
    const later = this.asked.findIndex((form, i) => i >= from && waits(form));
    const to = later !== -1 ? later : this.asked.findIndex(waits);
    this.show(to !== -1 ? to : this.asked.length);
  }

  /** Ends the work on the query. The answer is where to go next, or what stands against it. */
  async finish(): Promise<{ href: string } | { refused: string }> {
    if (this.outbox.waiting.length > 0 && !(await this.outbox.flush()))
      return { refused: 'Not everything has reached the server yet.' };
    const answer = await post(`${this.drafts.base}/finish`, {});
    return answer?.href ? { href: answer.href } : { refused: whyNot(answer) };
  }
}
