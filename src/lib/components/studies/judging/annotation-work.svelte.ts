import { CANNOT_JUDGE } from '../../../studies/kinds/kind.ts';
import type { VerdictDraftInput } from '../../../studies/judging/drafts.ts';
import { DraftKeeper } from '../../shared/drafts/draft-keeper.svelte.ts';
import { tellOpened } from '../../shared/drafts/open-work.ts';
import { putDraft, type KeptDraft } from '../../shared/drafts/kept-drafts.ts';
import { Outbox, type Outgoing } from '../../shared/drafts/outbox.svelte.ts';
import { lacking, type Lack } from './answer.ts';
import { type ItemAnswer } from './assignment-page.ts';
import type { AssignmentAsks, AssignmentPage, AssignmentItem, AssignmentOption, OwnAnswer } from './assignment-page.ts';

/** An item that another tab has answered: the form holds what this tab has, `stands` what the server has. */
export interface AnnotationClash {
  id: string;
  stands: OwnAnswer;
  /** This tab committed `label`; otherwise it drafted. */
  commit: boolean;
  label: string | null;
}

/** A report's items while one person judges them: what is chosen and typed, what is committed, where one is. */
export class AnnotationWork {
  items = $state<AssignmentItem[]>([]);
  /** Place in `items`; its length stands for the page after the last. */
  index = $state(0);
  /** The message that says what the answer lacked when a commit was tried. */
  missing = $state<Lack | ''>('');
  readonly drafts: DraftKeeper;
  /** Items that another tab has answered since this one read them. */
  clashes = $state<AnnotationClash[]>([]);
  readonly outbox = new Outbox();
  /** Labels that the server refused, and has not taken since: ids of items of this report. */
  #refusedItems = $state<string[]>([]);
  /** Number of refused labels of other reports, which an earlier page left unsent. */
  #refusedElsewhere = $state(0);
  readonly notTaken = $derived({
    numbers: this.items.flatMap(({ id }, i) => (this.#refusedItems.includes(id) ? [i + 1] : [])),
    elsewhere: this.#refusedElsewhere
  });
  readonly asks: AssignmentAsks;
  readonly options: readonly AssignmentOption[];
  readonly training: boolean;
  /** Places instead of options. */
  readonly ranks: boolean;
  /** One key is the whole answer. */
  readonly oneKey: boolean;
  readonly #base: string;
  readonly #texts: { text: number };
  #shownAt = 0;
  /** Time on each item since its last commit: ms, by id. */
  readonly #spent: Record<string, number> = {};
  #stopped = false;
  /** Label of each item as the server has it, by id. */
  readonly #stored: Record<string, string | null>;

  /**
   * @param base address of the page, without a slash at the end
   * @param texts the texts that are read, and which of them is in hand
   */
  constructor({ items, first, asks, options, training }: AssignmentPage, base: string, texts: { text: number }) {
    this.#base = base;
    this.#texts = texts;
    this.drafts = new DraftKeeper(base, (studyItemId, content) => ({ studyItemId, ...content }), {
      saved: (id, sent, basis) => {
        const item = this.items.find((one) => one.id === id);
        if (item?.basis === sent.basis) item.basis = basis;
      },
      overtaken: (id, sent, stands) => this.#draftOvertaken(id, sent, stands as OwnAnswer)
    });
    this.asks = asks;
    this.options = options;
    this.training = training;
    this.ranks = options.length === 0;
    this.oneKey = !this.ranks && !asks.dimensions && !asks.multiSelect;
    this.items = structuredClone(items);
    this.#stored = Object.fromEntries(items.map(({ id, label }) => [id, label]));
    const open = items.findIndex(({ label }) => label === null);
    this.index = first ?? (open === -1 ? items.length : open);
  }

  /** Place of the text in hand, of several. */
  get text(): number {
    return this.#texts.text;
  }

  set text(text: number) {
    this.#texts.text = text;
  }

  readonly item = $derived(this.items[this.index]);
  readonly answer = $derived(this.item?.answer);
  readonly cannot = $derived(this.answer?.chosen === CANNOT_JUDGE);
  readonly complete = $derived(this.items.every(({ label }) => label !== null));

  start(): void {
    tellOpened(this.#base);
    this.#shownAt = performance.now();
    this.outbox.start(
      ({ body }, answer) => {
        const item = this.items.find(({ id }) => id === body['studyItemId']);
        if (!item) return;
        item.feedback = (answer as Partial<AssignmentItem> | null)?.feedback ?? null;
        this.#stored[item.id] = body['label'] as string | null;
        this.#refusedItems = this.#refusedItems.filter((id) => id !== item.id);
        if (this.#refusedItems.length + this.#refusedElsewhere === 0) this.outbox.refused = null;
      },
      (message, { stands }) =>
        stands ? this.#commitOvertaken(message, stands as OwnAnswer) : this.#commitRefused(message)
    );
    for (const { url, body } of this.outbox.waiting) {
      const item = url === `${this.#base}/commit` && this.items.find(({ id }) => id === body['studyItemId']);
      if (item) this.#standsFor(item, body as Partial<VerdictDraftInput>, body.idempotencyKey);
    }
    for (const item of this.items) {
      const left = this.drafts.takeUp(item.id);
      if (!left) continue;
      const before = JSON.stringify(this.#contentOf(item));
      this.#fill(item, left.content as Partial<VerdictDraftInput>);
      if (JSON.stringify(this.#contentOf(item)) === before) this.drafts.drop(item.id);
      else {
        item.basis = left.basis;
        this.drafts.changed(item.id, left.content, left.basis);
      }
    }
  }

  /**
   * Whether the server has taken every answer, and none waits for a choice between two tabs. While the server does not answer,
   * the request is repeated, so that a key has to be pressed only once.
   */
  async isAllTaken(): Promise<boolean> {
    while (!(await this.outbox.flush())) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      if (this.outbox.refused || this.outbox.signedOut || !this.complete || this.#stopped) return false;
    }
    return this.clashes.length === 0;
  }

  stop(): void {
    this.#stopped = true;
    this.drafts.stop();
    this.outbox.stop();
  }

  /** A commit that waits in the browser counts as given. */
  #standsFor(item: AssignmentItem, body: Partial<VerdictDraftInput>, key: string): void {
    item.label = body.label ?? null;
    item.answer.chosen = item.label;
    item.basis = `${key}/`;
    this.#fill(item, body);
  }

  /** Puts words that were kept into the form. */
  #fill(
    item: AssignmentItem,
    { label, reason, acceptable, places, points, note, passages }: Partial<VerdictDraftInput>
  ): void {
    item.answer.chosen = label ?? null;
    item.answer.reason = reason ?? null;
    if (acceptable) item.answer.acceptable = [...acceptable];
    if (places?.length) item.answer.places = [...places];
    if (points?.length) item.answer.points = points.map((one) => ({ ...one }));
    item.note = note ?? '';
    item.passages = [...(passages ?? [])];
  }

  /**
   * The item counts as the server has it, and the form holds the refused answer again. It stays in this browser as a draft, for a page
   * that is opened once the server takes it. False: the page says why not.
   */
  #commitRefused({ url, body }: Outgoing): boolean {
    const { idempotencyKey, basis, writers: __, studyItemId, seconds: ___, ...content } = body;
    const id = String(studyItemId);
    putDraft(url.replace(/commit$/, id), { content, basis: String(basis) });
    const item = url === `${this.#base}/commit` && this.items.find((one) => one.id === id);
    if (!item) this.#refusedElsewhere++;
    else if (!this.#refusedItems.includes(id)) this.#refusedItems.push(id);
    // A later answer to the same item is still on its way: it decides.
    if (!item || item.basis !== `${idempotencyKey}/`) return false;
    item.label = this.#stored[id] ?? null;
    this.#fill(item, content);
    item.answer.chosen = (body['label'] as string | null) ?? item.label;
    item.basis = String(basis);
    return false;
  }

  /** Another tab committed or drafted first: the person chooses. False if the item is not one of this page. */
  #commitOvertaken(message: Outgoing, stands: OwnAnswer): boolean {
    const { url, body } = message;
    const id = String(body['studyItemId']);
    const item = url === `${this.#base}/commit` && this.items.find((one) => one.id === id);
    if (!item) return this.#commitRefused(message);
    const { idempotencyKey: _, basis, writers: __, studyItemId: ___, seconds: ____, ...content } = body;
    this.#fill(item, content);
    item.answer.chosen = body['label'] as string | null;
    item.basis = String(basis);
    this.drafts.hold(id, content, item.basis);
    this.#clash(item, { stands, commit: true, label: item.answer.chosen });
    return true;
  }

  #draftOvertaken(id: string, sent: KeptDraft, stands: OwnAnswer): void {
    const item = this.items.find((one) => one.id === id);
    // A late answer to a draft that this page has committed since.
    if (item?.basis === sent.basis) this.#clash(item, { stands, commit: false, label: null });
  }

  #clash(item: AssignmentItem, clash: Omit<AnnotationClash, 'id'>): void {
    const { stands, commit, label } = clash;
    this.clashes = this.clashes.filter(({ id }) => id !== item.id);
    item.label = stands.label;
    this.#stored[item.id] = stands.label;
    const same = JSON.stringify(this.#contentOf(item)) === JSON.stringify(this.#contentOf(stands));
    if (same && (!commit || label === stands.label)) this.#take(item, stands);
    else this.clashes.push({ id: item.id, ...clash });
  }

  /** Ends a clash: what this tab holds replaces what stands, or the other way round. */
  settle({ id, stands, commit, label }: AnnotationClash, mine: boolean): void {
    this.clashes = this.clashes.filter((one) => one.id !== id);
    const item = this.items.find((one) => one.id === id);
    if (!item) return;
    if (!mine) return this.#take(item, stands);
    item.basis = stands.basis;
    if (commit) this.#send(item, label);
    else this.#keep(item);
  }

  #take(item: AssignmentItem, stands: OwnAnswer): void {
    this.drafts.drop(item.id);
    Object.assign(item, JSON.parse(JSON.stringify(stands)));
  }

  /** Adds the time since the item in view was shown. */
  #spend(): number {
    const id = this.item?.id ?? '';
    const since = this.#shownAt;
    this.#shownAt = performance.now();
    return (this.#spent[id] = (this.#spent[id] ?? 0) + this.#shownAt - since);
  }

  show(to: number): void {
    void this.drafts.flush();
    this.#spend();
    this.index = Math.max(0, Math.min(this.items.length, to));
    this.text = 0;
    this.missing = '';
    this.drafts.savedAt = null;
  }

  /** To the next item that is still open; to the page after the last if there is none. */
  goOn(): void {
    const later = this.items.findIndex(({ label }, n) => n > this.index && label === null);
    const earlier = this.items.findIndex(({ label }) => label === null);
    this.show(later !== -1 ? later : earlier !== -1 ? earlier : this.items.length);
  }

  /** Chooses; commits if that makes the answer whole. */
  pick(label: string): void {
    const { answer, item } = this;
    if (!answer || !item) return;
    answer.chosen = label;
    answer.acceptable = answer.acceptable.filter((one) => one !== label);
    const whole = label !== CANNOT_JUDGE && !this.asks.multiSelect && lacking(answer, item.note, this.asks) === '';
    if (whole) this.commit();
    else this.changed();
  }

  /** Says why it cannot be judged; commits if the reason needs no words. False if words are required. */
  giveReason(reason: string): boolean {
    if (!this.answer) return true;
    this.answer.reason = reason;
    if (reason !== 'other') return this.commit();
    this.changed();
    return false;
  }

  /** Names a further answer as acceptable, or takes it back. */
  accept(label: string): void {
    const { answer } = this;
    if (!answer || label === answer.chosen) return;
    answer.acceptable = answer.acceptable.includes(label)
      ? answer.acceptable.filter((one) => one !== label)
      : [...answer.acceptable, label];
    this.changed();
  }

  /** Moves the choice without committing; among several texts to be ranked, the text in hand. */
  choose(by: number): void {
    if (!this.answer) return;
    const within = (to: number, length: number): number => Math.max(0, Math.min(length - 1, to));
    if (this.ranks) {
      this.text = within(this.text + by, this.asks.titles.length);
      return;
    }
    const at = this.options.findIndex(({ label }) => label === this.answer!.chosen);
    const to = at === -1 ? (by > 0 ? 0 : this.options.length - 1) : at + by;
    this.answer.chosen = this.options[within(to, this.options.length)]?.label ?? null;
  }

  /** Gives a text its place and moves to the next text without one. */
  give(text: number, place: number): void {
    const { answer } = this;
    if (!answer) return;
    answer.places[text] = place;
    const open = answer.places.findIndex((one) => one === null);
    this.text = open === -1 ? text : open;
    answer.chosen = open === -1 ? answer.places.join(',') : null;
    this.changed();
  }

  /** Commits the form and continues, in training after the right answer was read. False if something is missing. */
  commit(): boolean {
    const { item } = this;
    if (!item || item.answer.chosen === null) return false;
    if (this.training && item.feedback && item.label === item.answer.chosen) {
      this.goOn();
      return true;
    }
    this.missing = lacking(item.answer, item.note, this.asks);
    if (this.missing !== '') return false;
    this.#send(item, item.answer.chosen);
    if (!this.training) this.goOn();
    return true;
  }

  /** Takes back the verdict in view, or if it has none the last one before it. */
  undo(): void {
    const before = this.items.findLastIndex(({ label }, n) => label !== null && n < Math.max(this.index, 1));
    const here = this.item && this.item.label !== null ? this.index : before;
    const at = here === -1 ? this.items.findLastIndex(({ label }) => label !== null) : here;
    const item = this.items[at];
    if (!item) return;
    this.#send(item, null);
    if (this.oneKey || item.answer.chosen === CANNOT_JUDGE) item.answer.chosen = null;
    this.show(at);
  }

  #send(item: AssignmentItem, label: string | null): void {
    this.drafts.drop(item.id);
    item.label = label;
    item.feedback = null;
    const { reason, ...rest } = this.#parts(item.answer, label);
    const idempotencyKey = crypto.randomUUID();
    const { basis } = item;
    item.basis = `${idempotencyKey}/`;
    this.outbox.send({
      url: `${this.#base}/commit`,
      body: {
        studyItemId: item.id,
        label,
        ...(label === CANNOT_JUDGE && reason !== null && { reason }),
        ...rest,
        note: item.note,
        passages: [...item.passages],
        seconds: label === null ? null : Math.round(this.#spend()) / 1000,
        ...{ idempotencyKey, basis, writers: this.drafts.writersOf(item.id) }
      }
    });
    this.#spent[item.id] = 0;
  }

  /** Parts of an answer beside its label, as far as the study asks for them. */
  #parts({ reason, acceptable, points }: ItemAnswer, label: string | null) {
    const judged = label !== null && label !== CANNOT_JUDGE;
    return {
      reason,
      ...(judged && this.asks.multiSelect && acceptable.length > 0 && { acceptable: [...acceptable] }),
      ...(judged && this.asks.dimensions && { points: points.map((one) => ({ ...one })) })
    };
  }

  /** Keeps the form: in the browser at once, on the server a moment after the last change. */
  changed(): void {
    if (this.item) this.#keep(this.item);
  }

  #keep(item: AssignmentItem): void {
    this.drafts.changed(item.id, this.#contentOf(item), item.basis);
  }

  #contentOf({ answer: { chosen, ...answer }, note, passages }: OwnAnswer): Record<string, unknown> {
    return { label: chosen, ...answer, note, passages };
  }

  /** Marks a block as one that the verdict relies on, or unmarks it. */
  toggle(n: number | null): void {
    const { item } = this;
    if (n === null || !item) return;
    item.passages = item.passages.includes(n)
      ? item.passages.filter((p) => p !== n)
      : [...item.passages, n].sort((a, b) => a - b);
    this.changed();
  }
}
