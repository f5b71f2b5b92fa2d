import { CANNOT_JUDGE } from '../../studies/kinds/kind.ts';
import { Outbox } from '../shared/outbox.svelte.ts';
import { lacking, type Answer } from './answer.ts';
import type { BenchAsks, BenchAssignment, BenchItem, BenchOption } from './bench-assignment.ts';

/** A report's items while one person judges them: what is chosen and typed, what is committed, where one is. */
export class AnnotateDesk {
  items = $state<BenchItem[]>([]);
  /** Place in `items`; its length stands for the page after the last. */
  index = $state(0);
  /** The text in hand, of several. */
  text = $state(0);
  /** What the answer lacked when a commit was tried. */
  missing = $state('');
  savedAt = $state<number | null>(null);
  readonly outbox = new Outbox();
  readonly asks: BenchAsks;
  readonly options: readonly BenchOption[];
  readonly practice: boolean;
  /** Places instead of options. */
  readonly ranks: boolean;
  /** One key is the whole answer. */
  readonly oneKey: boolean;
  readonly #base: string;
  #shownAt = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;
  #keep: (() => void) | undefined;

  /** @param base address of the page, without a slash at the end */
  constructor({ items, asks, options, practice }: BenchAssignment, base: string) {
    this.#base = base;
    this.asks = asks;
    this.options = options;
    this.practice = practice;
    this.ranks = options.length === 0;
    this.oneKey = !this.ranks && !asks.dimensions && !asks.multiSelect;
    this.items = structuredClone(items);
    const open = items.findIndex(({ label }) => label === null);
    this.index = open === -1 ? items.length : open;
  }

  readonly item = $derived(this.items[this.index]);
  readonly answer = $derived(this.item?.answer);
  readonly cannot = $derived(this.answer?.chosen === CANNOT_JUDGE);
  readonly complete = $derived(this.items.every(({ label }) => label !== null));

  start(): void {
    this.#shownAt = performance.now();
    this.outbox.start(({ body }, answer) => {
      const item = this.items.find(({ id }) => id === body['studyItemId']);
      const { feedback, revision } = (answer ?? {}) as Partial<BenchItem>;
      if (!item) return;
      item.feedback = feedback ?? null;
      if (revision) item.revision = Math.max(item.revision, revision);
    });
  }

  stop(): void {
    this.keepNow();
    this.outbox.stop();
  }

  show(to: number): void {
    this.keepNow();
    this.index = Math.max(0, Math.min(this.items.length, to));
    this.text = 0;
    this.missing = '';
    this.savedAt = null;
    this.#shownAt = performance.now();
  }

  /** To the next item that is still open; to the page after the last where there is none. */
  goOn(): void {
    const later = this.items.findIndex(({ label }, n) => n > this.index && label === null);
    const earlier = this.items.findIndex(({ label }) => label === null);
    this.show(later !== -1 ? later : earlier !== -1 ? earlier : this.items.length);
  }

  /** Chooses; commits where that makes the answer whole. */
  pick(label: string): void {
    const { answer, item } = this;
    if (!answer || !item) return;
    answer.chosen = label;
    answer.acceptable = answer.acceptable.filter((one) => one !== label);
    const whole = label !== CANNOT_JUDGE && !this.asks.multiSelect && lacking(answer, item.note, this.asks) === '';
    if (whole) this.commit();
    else this.changed();
  }

  /** Says why it can not be judged; commits where the reason speaks for itself. False where words are wanted. */
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

  /** Gives a text its place and goes on to the next text without one. */
  give(text: number, place: number): void {
    const { answer } = this;
    if (!answer) return;
    answer.places[text] = place;
    const open = answer.places.findIndex((one) => one === null);
    this.text = open === -1 ? text : open;
    answer.chosen = open === -1 ? answer.places.join(',') : null;
    this.changed();
  }

  /** Commits what stands in the form and goes on, in practice after the right answer was read. False where something is missing. */
  commit(): boolean {
    const { item } = this;
    if (!item || item.answer.chosen === null) return false;
    if (this.practice && item.feedback && item.label === item.answer.chosen) {
      this.goOn();
      return true;
    }
    this.missing = lacking(item.answer, item.note, this.asks);
    if (this.missing !== '') return false;
    this.#send(item, item.answer.chosen);
    if (!this.practice) this.goOn();
    return true;
  }

  /** Takes back the verdict in view, or where it has none the last one before it. */
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

  #send(item: BenchItem, label: string | null): void {
    this.#drop();
    item.label = label;
    item.feedback = null;
    item.revision += 1;
    const { reason, ...rest } = this.#parts(item.answer, label);
    this.outbox.send({
      url: `${this.#base}/commit`,
      body: {
        studyItemId: item.id,
        label,
        ...(label === CANNOT_JUDGE && reason !== null && { reason }),
        ...rest,
        note: item.note,
        passages: [...item.passages],
        seconds: label === null ? null : Math.round(performance.now() - this.#shownAt) / 1000,
        idempotencyKey: crypto.randomUUID()
      }
    });
  }

  /** Parts of an answer beside its label, as far as the study asks for them. */
  #parts({ reason, acceptable, points }: Answer, label: string | null) {
    const judged = label !== null && label !== CANNOT_JUDGE;
    return {
      reason,
      ...(judged && this.asks.multiSelect && acceptable.length > 0 && { acceptable: [...acceptable] }),
      ...(judged && this.asks.dimensions && { points: points.map((one) => ({ ...one })) })
    };
  }

  /** Keeps the form on the server, a moment after the last change. */
  changed(): void {
    const { item } = this;
    if (!item) return;
    clearTimeout(this.#saving);
    this.#keep = () => void this.#keepDraft(item);
    this.#saving = setTimeout(() => this.keepNow(), 600);
  }

  /** Keeps what waits to be kept, without waiting longer. */
  keepNow(): void {
    const keep = this.#keep;
    this.#drop();
    keep?.();
  }

  #drop(): void {
    clearTimeout(this.#saving);
    this.#keep = undefined;
  }

  async #keepDraft(item: BenchItem): Promise<void> {
    const { chosen, reason, acceptable, places, points } = item.answer;
    const response = await fetch(`${this.#base}/draft`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        studyItemId: item.id,
        revision: item.revision,
        label: chosen,
        ...{ reason, acceptable, places, points },
        note: item.note,
        passages: item.passages
      })
    }).catch(() => null);
    if (response?.ok && item === this.item) this.savedAt = Date.now();
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
