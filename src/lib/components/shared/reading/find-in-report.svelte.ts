import { bringIntoView, paint, findPassages, type Passages } from './passages.ts';

/** Passages painted at a time, around the one in view: painting all of a common syllable would hold up typing. */
const PAINTED = 400;

/** Occurrences of words in a report, one of them in view. */
export class ReportFinder {
  /** Number of all occurrences. */
  count = $state(0);
  /** Which of them is in view. */
  now = $state(0);
  #passages: Passages | null = null;
  #pane: HTMLElement | undefined;

  search(pane: HTMLElement | undefined, words: string): void {
    this.#pane = pane;
    this.#passages = pane && words.trim().length > 1 ? findPassages(pane, words) : null;
    this.count = this.#passages?.length ?? 0;
    this.show(0);
  }

  /** Brings one of the occurrences into view; after the last comes the first. */
  show(to: number): void {
    const { count } = this;
    this.now = count === 0 ? 0 : (to + count) % count;
    const from = Math.max(0, Math.min(this.now - PAINTED / 2, count - PAINTED));
    const near = Array.from({ length: Math.min(PAINTED, count) }, (_, i) => this.#passages!.range(from + i));
    paint('found', near);
    const range = near[this.now - from];
    paint('found-now', range ? [range] : []);
    if (range && this.#pane) bringIntoView(this.#pane, range);
  }
}
