import { joinSentences } from '../../../messages/sentences.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import type { MissingWords } from '../../../verification/vocabulary/missing-texts.ts';
import { time } from '../../shared/format.ts';
import { DraftKeeper } from '../../shared/drafts/draft-keeper.svelte.ts';
import { putDraft, type KeptDraft } from '../../shared/drafts/kept-drafts.ts';
import { tellOpened } from '../../shared/drafts/open-work.ts';
import { Outbox, type Outgoing } from '../../shared/drafts/outbox.svelte.ts';
import type { MissingFields } from '../rating-form.ts';

export type SavingWords = Words<Messages['workSaving']>;

/** The words of a page of work: of what is on its way to the server, and of fields that are left out. */
export interface WorkWords {
  saving: SavingWords;
  missing: MissingWords;
}

/** Answer of the server if it accepts or refuses input. */
export interface SaveAnswer {
  message?: string;
  problems?: { reason: string }[];
  href?: string;
}

/** Sends something to an address of the page; null if the server does not answer. */
export const post = <T extends SaveAnswer>(url: string, body: unknown): Promise<T | null> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
    .then((response) => response.json() as Promise<T>)
    .catch(() => null);

/** Why something was not taken, in words. */
export const whyNot = (answer: SaveAnswer | null, say: SavingWords): string =>
  answer ? joinSentences([answer.message ?? '', ...(answer.problems ?? []).map(({ reason }) => reason)]) : say.noServer;

/** How long on what is in view, and what is typed on its way to the server as a draft. */
export class WorkDrafts extends DraftKeeper {
  #shownAt = 0;

  constructor(base: string, told: ConstructorParameters<typeof DraftKeeper>[2]) {
    super(base, (about, content) => ({ about, content }), told);
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
}

/** A form that another tab has answered: it holds what this tab has, `stands` what the server has. */
export interface FormClash<Form> {
  id: string;
  stands: Form;
  /** The commit that this tab sent; null if it drafted. */
  commit: Outgoing['body'] | null;
}

/** A query's forms while one person goes through them one by one: where one is, what is on its way to the server. */
export abstract class QueryWork<Form extends { again: boolean; basis: string }> {
  forms = $state<Form[]>([]);
  /** Place in `asked`; its length stands for the page after the last. */
  at = $state(0);
  /** Fields that were left out when a commit was tried, with the reason. */
  missing = $state<MissingFields>({});
  readonly outbox = new Outbox();
  /** Forms that another tab has answered since this one read them. */
  clashes = $state<FormClash<Form>[]>([]);
  readonly drafts: WorkDrafts;
  protected readonly words: WorkWords;

  constructor(base: string, words: WorkWords) {
    this.words = words;
    this.drafts = new WorkDrafts(base, {
      saved: (id, sent, basis) => {
        const form = this.#formOf(id);
        if (form?.basis === sent.basis) form.basis = basis;
      },
      overtaken: (id, sent, stands) => {
        const form = this.#formOf(id);
        // A late answer to a draft that this page has committed since.
        if (form?.basis === sent.basis) this.#clash(form, { id, stands: this.reread(form, stands), commit: null });
      }
    });
  }

  /** Subject of drafts and commits of a form. */
  abstract aboutOf(form: Form): string;
  /** Input of a form. */
  abstract contentOf(form: Form): Record<string, unknown>;
  /** Puts words that were kept into a form. */
  protected abstract fill(form: Form, content: Record<string, unknown>): void;
  /** Notes that a commit counts as given. */
  protected abstract mark(form: Form, body: Outgoing['body']): void;
  /** A form of what the server holds now. */
  protected abstract reread(form: Form, stands: unknown): Form;
  /** Sends a commit again. */
  protected abstract resend(form: Form, body: Outgoing['body']): void;

  #formOf = (about: unknown): Form | undefined => this.forms.find((form) => this.aboutOf(form) === about);
  #aboutIn = (body: Outgoing['body']): string => String(body['ratingId'] ?? body['subjectId']);

  protected abstract isAsked(form: Form): boolean;
  protected abstract isCommitted(form: Form): boolean;
  protected abstract subjectIdOf(form: Form): string;
  /** Commits the form and continues with the next open one. False if a field is missing. */
  abstract commit(): boolean;
  /** Puts what the server refused back into its form. */
  abstract takeRefusal(): void;

  readonly asked = $derived(this.forms.filter((form) => this.isAsked(form)));
  readonly form = $derived(this.asked[this.at]);
  readonly left = $derived(this.asked.filter((form) => !this.isCommitted(form)).length);
  /** Committed before the batch came back, and not looked at since. */
  readonly unseen = $derived(this.asked.filter((form) => form.again).length);
  /** In words, whether all is on the server; empty if there is nothing to say. */
  get saving(): string {
    const { silentSince, waiting } = this.outbox;
    const { saving } = this.words;
    if (silentSince !== null) return saving.waiting({ time: time(silentSince), n: waiting.length });
    if (this.drafts.failing) return saving.draftUnsent;
    return this.drafts.savedAt === null ? '' : saving.draftSaved({ time: time(this.drafts.savedAt) });
  }

  start(): void {
    tellOpened(this.drafts.base);
    this.drafts.begin();
    this.outbox.start(undefined, (message, { stands }) =>
      stands ? this.#commitOvertaken(message, stands) : this.#commitRefused(message)
    );
    for (const { url, body } of this.outbox.waiting) {
      const form = url === `${this.drafts.base}/commit` ? this.#formOf(this.#aboutIn(body)) : undefined;
      if (!form) continue;
      this.fill(form, body);
      this.mark(form, body);
      form.basis = `${body.idempotencyKey}/`;
    }
    for (const form of this.forms) {
      const about = this.aboutOf(form);
      const left = this.drafts.takeUp(about);
      if (!left) continue;
      const before = JSON.stringify(this.contentOf(form));
      this.fill(form, left.content);
      if (JSON.stringify(this.contentOf(form)) === before) this.drafts.drop(about);
      else this.#resume(form, left);
    }
  }

  #resume(form: Form, { basis, content }: KeptDraft): void {
    form.basis = basis;
    this.drafts.changed(this.aboutOf(form), content, basis);
  }

  /** Keeps what is typed: in the browser at once, on the server a moment after the last key. */
  typed(form: Form | undefined = this.form): void {
    if (form) this.drafts.changed(this.aboutOf(form), this.contentOf(form), form.basis);
  }

  /** Sends a commit of a form, based on what the form was read from. */
  protected send(form: Form, body: Record<string, unknown>): void {
    const about = this.aboutOf(form);
    const idempotencyKey = crypto.randomUUID();
    const { basis } = form;
    form.basis = `${idempotencyKey}/`;
    this.outbox.send({
      url: `${this.drafts.base}/commit`,
      body: { ...body, idempotencyKey, basis, writers: this.drafts.writersOf(about) }
    });
    this.drafts.drop(about);
  }

  /**
   * The words stay in this browser as a draft, for a page that is opened once the server takes them. The form is based again on what it was
   * read from: the server does not have this commit. False: the page says why not.
   */
  #commitRefused({ url, body }: Outgoing): boolean {
    const { idempotencyKey, basis, writers: _, seconds: __, ...content } = body;
    const about = this.#aboutIn(body);
    putDraft(url.replace(/commit$/, about), { content, basis: String(basis) });
    const form = url === `${this.drafts.base}/commit` ? this.#formOf(about) : undefined;
    // A later commit of the same form is still on its way: it decides.
    if (form?.basis === `${idempotencyKey}/`) form.basis = String(basis);
    return false;
  }

  /** Another tab committed or drafted first: the person chooses. False if the form is not one of this page. */
  #commitOvertaken(message: Outgoing, stands: unknown): boolean {
    const { url, body } = message;
    const about = this.#aboutIn(body);
    const basis = String(body['basis']);
    const form = url === `${this.drafts.base}/commit` ? this.#formOf(about) : undefined;
    if (!form) return this.#commitRefused(message);
    this.fill(form, body);
    form.basis = basis;
    this.drafts.hold(about, this.contentOf(form), basis);
    this.#clash(form, { id: about, stands: this.reread(form, stands), commit: body });
    return true;
  }

  #clash(form: Form, clash: FormClash<Form>): void {
    const { id, stands, commit } = clash;
    this.clashes = this.clashes.filter((one) => one.id !== id);
    const same = JSON.stringify(this.contentOf(form)) === JSON.stringify(this.contentOf(stands));
    if (same && (!commit || this.isCommitted(stands))) this.#take(form, stands);
    else {
      this.clashes.push(clash);
      this.unmark(form, stands);
    }
  }

  /** The form is committed or open as the server has it. */
  protected abstract unmark(form: Form, stands: Form): void;

  /** Ends a clash: what this tab holds replaces what stands, or the other way round. */
  settle({ id, stands, commit }: FormClash<Form>, mine: boolean): void {
    this.clashes = this.clashes.filter((one) => one.id !== id);
    const form = this.#formOf(id);
    if (!form) return;
    if (!mine) return this.#take(form, stands);
    form.basis = stands.basis;
    if (commit) this.resend(form, commit);
    else this.drafts.changed(id, this.contentOf(form), form.basis);
  }

  #take(form: Form, stands: Form): void {
    this.drafts.drop(this.aboutOf(form));
    Object.assign(form, stands);
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

  /** The next form from a place on that waits for this person, else the first of all; after the last if none does. */
  showOpen(from = 0): void {
    const waits = (form: Form): boolean => !this.isCommitted(form) || form.again;
    const later = this.asked.findIndex((form, i) => i >= from && waits(form));
    const to = later !== -1 ? later : this.asked.findIndex(waits);
    this.show(to !== -1 ? to : this.asked.length);
  }

  /** Ends the work on the query. The answer is where to go next, or what stands against it. */
  async finish(): Promise<{ href: string } | { refused: string }> {
    if (this.clashes.length > 0) return { refused: this.words.saving.twoTabs };
    if (this.outbox.waiting.length > 0 && !(await this.outbox.flush())) return { refused: this.words.saving.unsent };
    const answer = await post(`${this.drafts.base}/finish`, {});
    return answer?.href ? { href: answer.href } : { refused: whyNot(answer, this.words.saving) };
  }
}
