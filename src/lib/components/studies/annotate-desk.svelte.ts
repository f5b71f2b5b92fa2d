import type { DepthPoints } from '../../studies/depth-dimensions.ts';
import { CANNOT_JUDGE } from '../../studies/kinds/kind.ts';
import { Outbox } from '../shared/outbox.svelte.ts';
import { lacking } from './answer.ts';
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
  /** Places instead of options. */
  readonly ranks: boolean;
  /** One key is the whole answer. */
  readonly oneKey: boolean;
  readonly #base: string;
  #shownAt = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;

  /** @param base address of the page, without a slash at the end */
  constructor({ items, asks, options }: BenchAssignment, base: string) {
    this.#base = base;
    this.asks = asks;
    this.options = options;
    this.ranks = options.length === 0;
    this.oneKey = !this.ranks && !asks.dimensions && !asks.multiSelect;
    this.items = structuredClone(items);
    const open = items.findIndex(({ label }) => label === null);
    this.index = open === -1 ? items.length : open;
  }

  readonly item = $derived(this.items[this.index]);
  readonly answer = $derived(this.item?.answer);
  readonly complete = $derived(this.items.every(({ label }) => label !== null));

  start(): void {
    this.#shownAt = performance.now();
    this.outbox.start();
  }

  stop(): void {
    clearTimeout(this.#saving);
    this.outbox.stop();
  }

  show(to: number): void {
    this.index = Math.max(0, Math.min(this.items.length, to));
    this.text = 0;
    this.missing = '';
    this.savedAt = null;
    this.#shownAt = performance.now();
  }

  /** Chooses; commits where that is all there is to say. */
  pick(label: string): void {
    if (!this.answer) return;
    this.answer.chosen = label;
    this.answer.acceptable = this.answer.acceptable.filter((one) => one !== label);
    if (this.oneKey && label !== CANNOT_JUDGE) this.commit();
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
  }

  /** Commits what stands in the form and goes on to the next open item. False where something is missing. */
  commit(): boolean {
    const { item } = this;
    if (!item || item.answer.chosen === null) return false;
    this.missing = lacking(item.answer, item.note, this.asks);
    if (this.missing !== '') return false;
    this.#send(item, item.answer.chosen);
    const later = this.items.findIndex((one, n) => n > this.index && one.label === null);
    const earlier = this.items.findIndex((one) => one.label === null);
    this.show(later !== -1 ? later : earlier !== -1 ? earlier : this.items.length);
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
    if (this.oneKey) item.answer.chosen = null;
    this.show(at);
  }

  #send(item: BenchItem, label: string | null): void {
    clearTimeout(this.#saving);
    item.label = label;
    const judged = label !== null && label !== CANNOT_JUDGE;
    const { acceptable, points } = item.answer;
    this.outbox.send({
      url: `${this.#base}/commit`,
      body: {
        studyItemId: item.id,
        label,
        ...(judged && this.asks.multiSelect && acceptable.length > 0 && { acceptable: [...acceptable] }),
        ...(judged && this.asks.dimensions && { points: points.map((one) => ({ ...one }) as DepthPoints) }),
        note: item.note,
        passages: [...item.passages],
        seconds: label === null ? null : Math.round(performance.now() - this.#shownAt) / 1000,
        idempotencyKey: crypto.randomUUID()
      }
    });
  }

  /** Keeps what is typed on the server, a moment after the last key. */
  typed(): void {
    const { item } = this;
    if (!item || item.label !== null) return;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(async () => {
      const response = await fetch(`${this.#base}/draft`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ studyItemId: item.id, note: item.note, passages: item.passages })
      }).catch(() => null);
      if (response?.ok) this.savedAt = Date.now();
    }, 600);
  }

  /** Marks a block as one that the verdict relies on, or unmarks it. */
  toggle(n: number | null): void {
    const { item } = this;
    if (n === null || !item) return;
    item.passages = item.passages.includes(n)
      ? item.passages.filter((p) => p !== n)
      : [...item.passages, n].sort((a, b) => a - b);
    this.typed();
  }
}
