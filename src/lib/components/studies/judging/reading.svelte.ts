import { createContext } from 'svelte';
import { blockIn, blockInView, goToBlock } from '../../shared/reading/blocks-in-view.ts';
import type { PinnedPassage } from './assignment-page.ts';

/** Most passages that stay in view: what fits beside a report without covering it. */
const MOST_PINS = 2;

/** The texts that stand beside the page in view. */
export const [getReading, setReading] = createContext<ReadingState>();

const topOf = (element: Element): number => element.getBoundingClientRect().top;

/** The texts of an assignment during reading: the current place, and the passages that stay in view. */
export class ReadingState {
  panes = $state<(HTMLElement | undefined)[]>([]);
  /** Place of the text in hand, of several. */
  text = $state(0);
  /** The block being read in the text in hand. */
  here = $state<number | null>(null);
  pins = $state<PinnedPassage[]>([]);
  readonly #blocks: (number | null)[];
  readonly #href: string;
  /** Until then scrolling is our own and moves nothing, ms. */
  #jumping = 0;
  /** Element brought into view last, and its distance below the top of the window, px. */
  #shown: { element: Element; top: number } | undefined;
  #noting = false;
  #saving: ReturnType<typeof setTimeout> | undefined;
  /** Where reading was before a jump to the list of references. */
  before: number | null = null;

  /** @param href address that keeps the place */
  constructor({ blocks, pins }: { blocks: (number | null)[]; pins: PinnedPassage[] }, href: string) {
    this.#blocks = [...blocks];
    this.pins = [...pins];
    this.#href = href;
  }

  get pane(): HTMLElement | undefined {
    return this.panes[this.text];
  }

  /** Goes to where each text was left, and notes from now on where it is read. */
  resume(): void {
    this.#noting = true;
    this.panes.forEach((pane, i) => {
      const block = this.#blocks[i] ?? 1;
      if (pane && block > 1) goToBlock(pane, block);
    });
    this.moved();
  }

  /** Notes where the text in hand is being read. */
  moved(): void {
    if (!this.#noting || performance.now() < this.#jumping || this.#isStill()) return;
    this.#at(this.pane ? blockInView(this.pane) : null);
  }

  /** Whether what we brought into view in the text in hand stands where it came to stand: a busy page hears of our scrolling late. */
  #isStill(): boolean {
    if (!this.#shown || !this.pane?.contains(this.#shown.element)) return false;
    return Math.abs(topOf(this.#shown.element) - this.#shown.top) < 2;
  }

  #bring(element: Element): void {
    this.#jumping = performance.now() + 400;
    element.scrollIntoView({ block: 'center' });
    this.#shown = { element, top: topOf(element) };
  }

  /** Brings a block of the text in hand into view and reads on there. */
  goTo(n: number): void {
    const block = this.pane && blockIn(this.pane, n);
    if (!block) return;
    this.#bring(block);
    this.#at(n);
  }

  #at(block: number | null): void {
    if (block === null) return;
    this.here = block;
    if (this.#blocks[this.text] === block) return;
    while (this.#blocks.length < this.text) this.#blocks.push(null);
    this.#blocks[this.text] = block;
    this.#keepSoon();
  }

  step(by: number): void {
    this.goTo(Math.max(1, (this.here ?? 0) + by));
  }

  scroll(back: boolean): void {
    const { pane } = this;
    pane?.scrollBy({ top: (back ? -0.8 : 0.8) * pane.clientHeight });
  }

  /** Keeps the passage being read in view beside the text, or lets it go; the oldest makes room. */
  pin(block = this.here, text = this.text): void {
    if (block === null) return;
    const others = this.pins.filter((pin) => pin.block !== block || pin.text !== text);
    this.pins = others.length < this.pins.length ? others : [...others, { text, block }].slice(-MOST_PINS);
    this.#keepSoon();
  }

  /** Leaves reading where it is while an element outside the blocks is shown. */
  look(at: Element): void {
    this.#bring(at);
  }

  /** Stops recording the place in the text: the answers are given. */
  stop(): void {
    this.#noting = false;
    if (this.#saving === undefined) return;
    clearTimeout(this.#saving);
    this.#keep();
  }

  #keepSoon(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#keep(), 1500);
  }

  #keep(): void {
    this.#saving = undefined;
    void fetch(this.#href, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ blocks: this.#blocks, pins: this.pins })
    })
      // An unread response keeps its connection open until the page is closed.
      .then((answer) => answer.text())
      .catch(() => undefined);
  }
}
