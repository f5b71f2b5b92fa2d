import { Outbox } from '../shared/outbox.svelte.ts';
import type { BenchAsks, BenchOption } from './bench-assignment.ts';
import { choiceOf, type Choice, type RevealAssignment, type RevealItem } from './revealed.ts';

/** A report's items after the reveal: whom the person would rely on, and changes of mind. */
export class RevealDesk {
  choices = $state<Choice[]>([]);
  /** What the person changed each verdict to; null where it stands. */
  revised = $state<(string | null)[]>([]);
  index = $state(0);
  revising = $state(false);
  /** Places given so far where a ranking is revised, and the text whose turn it is. */
  places = $state<(number | null)[]>([]);
  readonly outbox = new Outbox();
  readonly items: readonly RevealItem[];
  readonly asks: BenchAsks;
  readonly options: readonly BenchOption[];
  /** Places instead of options. */
  readonly ranks: boolean;
  readonly #base: string;

  /**
   * @param base address of the assignment, without a slash at the end
   * @param first place of the item to begin with
   */
  constructor({ items, asks, options }: RevealAssignment, base: string, first = 0) {
    this.items = items;
    this.asks = asks;
    this.options = options;
    this.ranks = options.length === 0;
    this.index = Math.max(0, Math.min(items.length - 1, first));
    this.#base = base;
    this.choices = items.map(choiceOf);
    this.revised = items.map(({ revised }) => revised);
  }

  get item(): RevealItem {
    return this.items[this.index]!;
  }

  get choice(): Choice {
    return this.choices[this.index]!;
  }

  /** Whether there is anybody to prefer. */
  get asked(): boolean {
    return this.item.judges.some(({ state }) => state !== 'unscored');
  }

  get ready(): boolean {
    return !this.asked || this.choice.all !== null || this.choice.aliases.length > 0;
  }

  get last(): boolean {
    return this.index === this.items.length - 1;
  }

  pick(alias: string): void {
    const { choice } = this;
    if (!this.item.judges.some((judge) => judge.alias === alias && judge.state !== 'unscored')) return;
    choice.all = null;
    choice.aliases = choice.aliases.includes(alias)
      ? choice.aliases.filter((one) => one !== alias)
      : [...choice.aliases, alias];
    choice.saved = false;
  }

  pickAll(all: 'tie' | 'none'): void {
    const { choice } = this;
    choice.aliases = [];
    choice.all = choice.all === all ? null : all;
    choice.saved = false;
  }

  show(to: number): void {
    if (to < 0 || to >= this.items.length) return;
    this.index = to;
    this.revising = false;
  }

  /** Sends the preference where it is new. False where none is given. */
  save(): boolean {
    const { choice, item } = this;
    if (!this.ready) return false;
    if (!this.asked || choice.saved) return true;
    this.outbox.send({
      url: `${this.#base}/prefer`,
      body: {
        studyItemId: item.id,
        choice: choice.all ?? 'judges',
        aliases: [...choice.aliases],
        reasons: [...choice.reasons],
        ...(choice.all === 'none' && choice.error !== null && { error: choice.error }),
        note: choice.note,
        idempotencyKey: crypto.randomUUID()
      }
    });
    choice.saved = true;
    return true;
  }

  get placing(): number {
    return this.places.findIndex((one) => one === null);
  }

  startRevising(): void {
    this.revising = !this.revising;
    this.places = this.asks.titles.map(() => null);
  }

  /** Gives a text its new place; revises once each has one, of which one at least is the first. */
  place(text: number, place: number): void {
    this.places[text] = place;
    if (this.placing === -1 && this.places.includes(1)) this.revise(this.places.join(','));
  }

  revise(label: string): void {
    this.revising = false;
    this.revised[this.index] = label;
    this.outbox.send({
      url: `${this.#base}/prefer`,
      body: { studyItemId: this.item.id, revise: label, note: '', idempotencyKey: crypto.randomUUID() }
    });
  }
}
