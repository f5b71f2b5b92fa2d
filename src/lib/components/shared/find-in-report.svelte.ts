import { paint, rangesOf } from './passages.ts';

/** Places of words in a report, one of them in view. */
export class Finder {
  found = $state<Range[]>([]);
  /** Which of them is in view. */
  now = $state(0);

  search(pane: HTMLElement | undefined, words: string): void {
    this.found = pane && words.trim().length > 1 ? rangesOf(pane, words) : [];
    paint('found', this.found);
    this.show(0);
  }

  /** Brings one of the places into view; after the last comes the first. */
  show(to: number): void {
    this.now = this.found.length === 0 ? 0 : (to + this.found.length) % this.found.length;
    const range = this.found[this.now];
    paint('found-now', range ? [range] : []);
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  }
}
